// Tops up the wallet from a card. The idempotency key is the same until the person asks for something else, so that a top-up whose
// answer got lost is sent again and happens once.

import { errorsWords } from "#pwa/i18n/errors";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault, Offline } from "#pwa/offline/server";
import type { TopupRequest } from "#pwa/offline/wire";
import { submitForm } from "#pwa/payment/submit-form";

/** The least and the most, in fils. */
const least = 1000;
const most = 100_000;

export type TopUpResult =
  /** The browser is leaving for the card page. */
  | { outcome: "card"; intent: string }
  /** A top-up is already being paid, or its card page is closed: that page shows its status. */
  | { outcome: "busy"; intent: string }
  | { outcome: "offline" }
  | { outcome: "refused"; reason: string; message: string };

/** Leaves for the card page. Foreseeable failures are results, not rejections. */
export async function topUp(request: TopupRequest): Promise<TopUpResult> {
  const { db } = useDevice.getState();
  try {
    const top = await call("POST", "/api/wallet/topup", request, {
      toast: false,
      ...(db && { as: ownerOf(db) }),
    });
    if (!top.form) return { outcome: "busy", intent: top.intent };
    submitForm(top.form);
    return { outcome: "card", intent: top.intent };
  } catch (cause) {
    if (cause instanceof Offline) return { outcome: "offline" };
    if (!(cause instanceof Fault)) return { outcome: "refused", reason: "unknown", message: errorsWords.unknown };
    const { intent } = (cause.detail ?? {}) as { intent?: string };
    if (cause.reason === "already_being_paid" && intent) return { outcome: "busy", intent };
    return { outcome: "refused", reason: cause.reason ?? "unknown", message: sentenceFor(cause) };
  }
}

/** "75", "75.5" and "75,50" as fils; undefined for text that is no amount or not between the least and the most. */
export function amountOf(typed: string): number | undefined {
  const match = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.trim());
  if (!match) return undefined;
  const fils = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return fils >= least && fils <= most ? fils : undefined;
}
