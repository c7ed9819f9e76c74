import type { Sahn } from "#pwa/e2e/start-sahn";
import { until } from "#pwa/e2e/until";

/** The codes that an address was mailed, newest first. Other mails, a receipt perhaps, may come at any time between them. */
async function codes(sahn: Sahn, email: string): Promise<string[]> {
  const answer = await fetch(`${sahn.sandboxUrl}/mailbox.json?to=${encodeURIComponent(email)}`);
  const mails = (await answer.json()) as { code: string }[];
  return mails.map((mail) => mail.code).filter((code) => code !== "");
}

/** How many mails with a code an address has received. */
export const mailCount = async (sahn: Sahn, email: string): Promise<number> => (await codes(sahn, email)).length;

/** The code of the mail that came after so many others with one. Waits for it. */
export const nextCode = (sahn: Sahn, email: string, seen: number): Promise<string> =>
  until(`another code for ${email}`, async () => {
    const all = await codes(sahn, email);
    return all.length > seen ? all[0] : undefined;
  });

/** The newest code that an address was mailed; for who has asked once. Waits for the mail. */
export const mailedCode = (sahn: Sahn, email: string): Promise<string> => nextCode(sahn, email, 0);
