import { errorsWords } from "#pwa/i18n/errors";
import { invoiceWords } from "#pwa/i18n/invoice";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault, Offline } from "#pwa/offline/server";
import type { InvoicePayRequest } from "#pwa/offline/wire";
import { submitForm } from "#pwa/payment/submit-form";

export type PayResult =
  /** The browser is leaving for the card page. */
  | { outcome: "card"; intent: string }
  /** It is being paid already; `intent` is the own payment, if it is that. */
  | { outcome: "busy"; intent?: string }
  | { outcome: "offline" }
  | { outcome: "refused"; reason: string; message: string };

/** Pays all that is due on an invoice: leaves for the card page. Asked again it is the same payment. Never rejects. */
export async function payInvoice(id: string, request: InvoicePayRequest): Promise<PayResult> {
  const { db } = useDevice.getState();
  try {
    const options = { toast: false, ...(db && { as: ownerOf(db) }) };
    const payable = await call("POST", `/api/invoices/${id}/pay`, request, options);
    if (!payable.form) return { outcome: "busy", intent: payable.intent };
    submitForm(payable.form);
    return { outcome: "card", intent: payable.intent };
  } catch (cause) {
    if (cause instanceof Offline) return { outcome: "offline" };
    if (!(cause instanceof Fault)) return { outcome: "refused", reason: "unknown", message: errorsWords.unknown };
    const { intent } = (cause.detail ?? {}) as { intent?: string };
    if (cause.reason === "already_being_paid") return { outcome: "busy", ...(intent && { intent }) };
    const message = cause.reason === "nothing_due" ? invoiceWords.state.paid : sentenceFor(cause);
    return { outcome: "refused", reason: cause.reason ?? "unknown", message };
  }
}
