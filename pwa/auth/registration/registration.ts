// A company's registration before it is complete. Every step stays on the device until the e-mail is proven, and a
// repeated send uses the same idempotency key, so that it never creates a second company.
import { ulid } from "ulid";
import { type Who, whoFaults, whoOf } from "#pwa/auth/registration/sign-up";
import { domainsFault, domainsOf, peopleFault, peopleOf, trnFault, trnOf } from "#pwa/company/company-rules";
import { chosenPlan } from "#pwa/company/plans";
import { type ShareValues, shareFaults, shareOfValues, usualShare } from "#pwa/company/share";
import { type AddressValues, addressFaults, noAddress } from "#pwa/forms/address-fields";
import { textFault } from "#pwa/forms/field-rules";
import { keepForm, keptForm } from "#pwa/forms/kept-form";
import { rulesWords } from "#pwa/i18n/rules";
import { call } from "#pwa/offline/server";
import type { CompanyRegistration, Plan } from "#pwa/offline/wire";

export type Details = Who & AddressValues & { company_name: string; trn: string; allowed_domains: string };
export type PlanValues = { people: string; plan_id: string };

export const noDetails: Details = {
  company_name: "",
  trn: "",
  allowed_domains: "",
  ...noAddress,
  name: "",
  email: "",
  mobile: "",
};
export const usualPlan: PlanValues = { people: "35", plan_id: "" };

const where = "device" as const;
export const detailsKept = { name: "company.details", where };
export const planKept = { name: "company.plan", where };
export const shareKept = { name: "company.share", where };
const sentName = "company.sent";

export const detailsFaults = (values: Details) => ({
  company_name: textFault(values.company_name),
  trn: trnFault(values.trn),
  allowed_domains: domainsFault(values.allowed_domains),
  ...addressFaults(values),
  ...whoFaults(values, true),
});

export function planFaults(values: PlanValues, plans: readonly Plan[]) {
  const least = Math.min(...plans.map((plan) => plan.minNumPeople));
  const wrong = peopleFault(values.people);
  return { people: wrong ?? (peopleOf(values.people) < least ? rulesWords.plan(least) : undefined) };
}

const read = () => ({
  details: { ...noDetails, ...keptForm<Details>(detailsKept.name, where) },
  plan: { ...usualPlan, ...keptForm<PlanValues>(planKept.name, where) },
  share: { ...usualShare, ...keptForm<ShareValues>(shareKept.name, where) },
});

const clean = (faults: object) => Object.values(faults).every((fault) => !fault);

/** Whether anything was typed on this device. */
export const begun = () => keptForm(detailsKept.name, where) !== null;

/** The first step that is not complete, as a path; null when only sending is left. */
export function stepToDo(
  plans: readonly Plan[],
): "/company/details" | "/company/register" | "/paymentselection" | null {
  const { details, plan, share } = read();
  if (!clean(detailsFaults(details))) return "/company/details";
  if (keptForm(planKept.name, where) === null || !clean(planFaults(plan, plans))) return "/company/register";
  return clean(shareFaults(share)) ? null : "/paymentselection";
}

type Sent = { key: string; body: string; email: string; sentAt: string };

/** What was sent and not proven yet. */
export function sentRegistration(): { email: string; company: string; sentAt: number } | null {
  const sent = keptForm<Sent>(sentName, where);
  if (!sent?.email) return null;
  return { email: sent.email, company: read().details.company_name.trim(), sentAt: Number(sent.sentAt) };
}

/** Sends it, or sends it again for another code. */
export async function sendRegistration(plans: readonly Plan[]): Promise<void> {
  const { details, plan, share } = read();
  const people = peopleOf(plan.people);
  const body = {
    company_name: details.company_name.trim(),
    trn: trnOf(details.trn),
    people,
    address_label: details.address_label.trim(),
    address_line: details.address_line.trim(),
    area_timing_id: details.area_timing_id,
    allowed_domains: domainsOf(details.allowed_domains),
    plan_id: chosenPlan(plans, people, Number(plan.plan_id))?.id ?? 0,
    ...shareOfValues(share),
    ...whoOf(details),
  };
  const before = keptForm<Sent>(sentName, where);
  const text = JSON.stringify(body);
  // Another company only when the one before has arrived and something was changed since.
  const same = before?.key && (!before.body || before.body === text);
  const key = same ? (before.key ?? ulid()) : ulid();
  keepForm(sentName, where, { ...(same ? before : {}), key });
  const request: CompanyRegistration = { key, ...body };
  await call("POST", "/api/register-company", request, { toast: false, redirect: false });
  keepForm(sentName, where, { key, body: text, email: body.email, sentAt: String(Date.now()) });
}

/** Nothing of it is kept any longer. */
export function forgetRegistration(): void {
  for (const name of [detailsKept.name, planKept.name, shareKept.name, sentName]) keepForm(name, where, null);
}
