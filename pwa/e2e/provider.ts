// The card provider as its merchant's staff see it: what was taken and how it behaves.
import type { Sahn } from "#pwa/e2e/startSahn";

export type Payment = {
  reference: string;
  status: string;
  code: string;
  amount: number;
  captured: number;
  refunded: number;
  refunds: number;
};

/** Every payment that the provider knows, in fils. */
export async function payments(sahn: Sahn): Promise<Payment[]> {
  const answer = await fetch(`${sahn.beside}/sandbox/payments`);
  return (await answer.json()) as Payment[];
}

/** Changes how the provider behaves from now on; what is not named stays. */
export async function behave(sahn: Sahn, options: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${sahn.beside}/sandbox/options`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(options),
  });
  if (!answer.ok) throw new Error(`the sandbox refused ${JSON.stringify(options)}: ${await answer.text()}`);
}

/** Money that stayed with the merchant, all payments together. */
export const kept = (all: Payment[]) => all.reduce((sum, one) => sum + one.captured - one.refunded, 0);
