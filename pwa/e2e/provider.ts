// The card provider as its merchant's staff see it: what was taken and how it behaves.
import type { Sahn } from "#pwa/e2e/start-sahn";
import type { Handoff } from "#pwa/offline/wire";

export type Payment = {
  reference: string;
  status: string;
  captured: number;
  refunded: number;
};

/** Every payment that the provider knows, in fils. */
export async function payments(sahn: Sahn): Promise<Payment[]> {
  const answer = await fetch(`${sahn.sandboxUrl}/sandbox/payments`);
  return (await answer.json()) as Payment[];
}

/** Changes how the provider behaves from now on; what is not named stays. */
export async function behave(sahn: Sahn, options: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${sahn.sandboxUrl}/sandbox/options`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(options),
  });
  if (!answer.ok) throw new Error(`the sandbox refused ${JSON.stringify(options)}: ${await answer.text()}`);
}

/** Money that stayed with the merchant, all payments together. */
export const kept = (all: Payment[]) => all.reduce((sum, one) => sum + one.captured - one.refunded, 0);

const numbers = { Approved: "4005550000000001", Declined: "4000000000000002" };

export type Card = keyof typeof numbers;

/** Pays a handed-over form without a browser, and answers when the provider has told the server. */
export async function payForm(form: Handoff["form"], as: Card = "Approved"): Promise<void> {
  if (!form) throw new Error("there is nothing to pay");
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const opened = await post(form.url, form.fields);
  const page = new URL(opened.headers.get("location") ?? "", form.url).href;
  const expiry = `12/${new Date().getFullYear() - 1999}`;
  const card = { card_number: numbers[as], expiry, cvv: "123", name: "Test Buyer" };
  const paid = await post(page, { action: "pay", ...card });
  if (!paid.ok) throw new Error(`the card page answered ${paid.status}`);
}
