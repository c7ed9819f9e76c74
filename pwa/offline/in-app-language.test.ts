import { expect, test } from "vitest";
import { serverSentence } from "#pwa/i18n/ar/server-sentences";
import { errorsWords } from "#pwa/i18n/errors";
import { inAppLanguage } from "#pwa/offline/in-app-language";
import { Fault } from "#pwa/offline/server";

const read = (status: number, message: string, errors?: Record<string, string[]>) =>
  inAppLanguage(new Fault(status, { message, errors, reason: "invalid", detail: 7 }, 3), serverSentence) as Fault;

test("who reads Arabic is told in Arabic what is wrong with a form", () => {
  const fault = read(422, "The email field is required. (and 2 more errors)", {
    email: ["The email field is required."],
    people: ["This plan is for 25 people or more."],
    other: ["Nobody has translated this."],
  });
  expect(fault.message).toBe("هذه الخانة مطلوبة.");
  expect(fault.errors).toEqual({
    email: ["هذه الخانة مطلوبة."],
    people: ["هذه الباقة لعدد \u206625\u2069 أو أكثر."],
    other: [errorsWords.invalid],
  });
  expect([fault.status, fault.reason, fault.detail, fault.retryAfter]).toEqual([422, "invalid", 7, 3]);
});

test("what the app recognises a session's end by stays as it is, and what nobody translated is not shown in English", () => {
  expect(read(401, "Bad Credentials").message).toBe("Bad Credentials");
  expect(read(419, "Unauthenticated.").message).toBe("Unauthenticated.");
  expect(read(409, "Nobody has translated this.").message).toBe("");
});
