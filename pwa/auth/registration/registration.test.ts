import { beforeEach, expect, test, vi } from "vitest";
import {
  begun,
  type Details,
  detailsKept,
  forgetRegistration,
  planFaults,
  planKept,
  sendRegistration,
  sentRegistration,
  shareKept,
  stepToDo,
} from "#pwa/auth/registration/registration";
import { plansKnown } from "#pwa/company/plans";
import { usualShare } from "#pwa/company/share";
import { keepForm } from "#pwa/forms/kept-form";
import { rulesWords } from "#pwa/i18n/rules";
import { sentTo } from "#pwa/testing/answers";
import { pageOf } from "#pwa/testing/page";
import { type Site, siteOf } from "#pwa/testing/site";

const details: Details = {
  company_name: " Cold Chain FZE ",
  trn: "100 1234 5670 0003",
  allowed_domains: "@coldchain.example",
  address_label: "Head office",
  address_line: "Tower B",
  area_timing_id: "area1",
  name: "Fatima",
  email: "Fatima@Coldchain.example",
  mobile: "050 123 4567",
};
let site: Site;
let answer: () => { status: number; body?: unknown };
const sent = () => sentTo<{ key: string }>(site, "/api/register-company");
const type = (more: Partial<Details> = {}) => keepForm(detailsKept.name, "device", { ...details, ...more });

beforeEach(() => {
  pageOf();
  site = siteOf();
  answer = () => ({ status: 201, body: { message: "Sent", data: { email: "fatima@coldchain.example" } } });
  site.on["POST /api/register-company"] = () => answer();
  return () => vi.unstubAllGlobals();
});

test("the steps come one after the other, and each is left only when it is complete", () => {
  expect([begun(), stepToDo(plansKnown)]).toEqual([false, "/company/details"]);
  type({ trn: "1" });
  expect([begun(), stepToDo(plansKnown)]).toEqual([true, "/company/details"]);
  type();
  expect(stepToDo(plansKnown)).toBe("/company/register");
  keepForm(planKept.name, "device", { people: "19", plan_id: "" });
  expect(stepToDo(plansKnown)).toBe("/company/register");
  keepForm(planKept.name, "device", { people: "42", plan_id: "" });
  expect(stepToDo(plansKnown)).toBeNull();
  keepForm(shareKept.name, "device", { ...usualShare, percent: "200" });
  expect(stepToDo(plansKnown)).toBe("/paymentselection");
  forgetRegistration();
  expect([begun(), stepToDo(plansKnown)]).toEqual([false, "/company/details"]);
});

test("fewer people than any plan needs are told how many it takes", () => {
  expect(planFaults({ people: "19", plan_id: "" }, plansKnown).people).toBe(rulesWords.plan(20));
  expect(planFaults({ people: "x", plan_id: "" }, plansKnown).people).toBe(rulesWords.people);
  expect(planFaults({ people: "20", plan_id: "3" }, plansKnown).people).toBeUndefined();
});

test("what is sent is what was typed, in the server's words", async () => {
  type();
  keepForm(planKept.name, "device", { people: "42", plan_id: "1" });
  await sendRegistration(plansKnown);
  expect(sent()).toEqual([
    {
      key: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      company_name: "Cold Chain FZE",
      trn: "100123456700003",
      people: 42,
      address_label: "Head office",
      address_line: "Tower B",
      area_timing_id: "area1",
      allowed_domains: ["coldchain.example"],
      plan_id: 1,
      share_value: 50,
      share_type: "Percentage",
      share_cap: null,
      share_duration: "Monthly",
      name: "Fatima",
      email: "fatima@coldchain.example",
      mobile: "+971501234567",
    },
  ]);
  expect(sentRegistration()).toMatchObject({ email: "fatima@coldchain.example", company: "Cold Chain FZE" });
});

test("a registration that may have arrived keeps its key, one that is changed after it did gets another", async () => {
  type();
  site.online = false;
  await expect(sendRegistration(plansKnown)).rejects.toMatchObject({ why: "network" });
  expect(sentRegistration()).toBeNull();
  site.online = true;
  answer = () => ({ status: 503, body: { message: "later" } });
  await expect(sendRegistration(plansKnown)).rejects.toMatchObject({ status: 503 });
  type({ company_name: "Cold Chain LLC" });
  answer = () => ({ status: 201, body: { message: "Sent", data: { email: "d@r.ae" } } });
  await sendRegistration(plansKnown);
  await sendRegistration(plansKnown);
  type({ company_name: "Warm Chain LLC" });
  await sendRegistration(plansKnown);
  const [first, second, third, changed] = sent().map(({ key }) => key);
  expect([second, third]).toEqual([first, first]);
  expect(changed).not.toBe(first);
});
