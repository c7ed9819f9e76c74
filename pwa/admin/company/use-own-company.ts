import { useCallback, useEffect, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { companyWords } from "#pwa/i18n/company";
import { ownerOf, useDevice } from "#pwa/offline/db";
import type { BodyOf } from "#pwa/offline/routes";
import { Fault, request } from "#pwa/offline/server";
import { refreshProfile } from "#pwa/offline/session";
import { cachedAnswer } from "#pwa/offline/sync/cached-answer";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { OwnCompany } from "#pwa/offline/wire";

const path = "/api/company-profile";
type Change = "details" | "domains" | "logo" | "place-add" | "place-change" | "place-main" | "place-retire" | "rules";
const own = cachedAnswer("company");

/** Asks for the company, or changes something of it, and keeps the answer for when there is no connection. */
async function ask(method: "GET" | "POST", what = "", body?: unknown): Promise<OwnCompany> {
  const { db } = useDevice.getState();
  const question = method === "GET" ? own.ask() : undefined;
  const keep = (company: OwnCompany) => own.receive(db, { company, at: serverNow() }, question);
  const options = { toast: false, data: true, timeout: 60_000, ...(db && { as: ownerOf(db) }) };
  try {
    const company = await request<OwnCompany>(method, path + what, body, options);
    await keep(company);
    return company;
  } catch (cause) {
    if (cause instanceof Fault && cause.reason === "company_changed") await keep(cause.detail as OwnCompany);
    throw cause;
  }
}

/** The own company as last stored, and the current one as soon as it is loaded. `trouble` is why it is missing. */
export function useOwnCompany() {
  const kept = own.use();
  const [trouble, setTrouble] = useState<string | null>(null);
  const again = useCallback(() => {
    setTrouble(null);
    ask("GET").catch((cause) => setTrouble(formTrouble(cause)));
  }, []);
  useEffect(() => {
    again();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [again]);
  return { company: kept?.company, trouble, again };
}

/**
 * Changes something of the company, and shows it as it is then. Who decided by something that is not so any more is refused,
 * and shown what is so now.
 */
export async function changeCompany<What extends Change>(
  what: What,
  body: BodyOf<"POST", `${typeof path}/${What}`>,
): Promise<void> {
  await ask("POST", `/${what}`, body);
  // Places, logo and who pays stand in the own profile as well.
  await refreshProfile();
}

/** The sentence for a refusal that no field is to blame for. */
export const explain = (fault: Fault): string | undefined => companyWords.refusals[fault.reason ?? ""];
