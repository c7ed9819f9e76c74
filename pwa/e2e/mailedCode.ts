import type { Sahn } from "#pwa/e2e/startSahn";
import { until } from "#pwa/e2e/until";

/** The newest one-time code that was mailed to an address. Waits for the mail. */
export const mailedCode = (sahn: Sahn, email: string): Promise<string> =>
  until(`a code for ${email}`, async () => {
    const answer = await fetch(`${sahn.beside}/mailbox.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { code: string }[];
    return mails.find((mail) => mail.code !== "")?.code; // a receipt may be newer
  });
