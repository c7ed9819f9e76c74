import { describe, expect, test } from "vitest";
import { companyIn } from "#pwa/auth/registration/company-in";
import {
  codeFault,
  emailFault,
  emailOf,
  hasCountryCode,
  mayComeIn,
  maySwitch,
  mobileFault,
  mobileOf,
  passwordFault,
  textFault,
} from "#pwa/forms/field-rules";
import { rulesWords } from "#pwa/i18n/rules";
import { seesDashboard } from "#pwa/shell/profile";
import { mariam } from "#pwa/testing/sample";

describe("who may sign in, and what they see", () => {
  test("the email must belong to an existing client", () => {
    expect(mayComeIn({ client_exist: false, client_status: null })).toBe("unknown");
    expect(mayComeIn({ client_exist: true, client_status: "Active" })).toBe("yes");
  });

  test.each(["Invited", "Pending", "Suspended", null])("a client who is %s does not sign in", (client_status) => {
    expect(mayComeIn({ client_exist: true, client_status })).toBe("notActive");
  });

  test("a visitor sees no DASHBOARD", () => expect(seesDashboard(null)).toBe(false));

  test("a signed-in user sees DASHBOARD unless the company type is Cash", () => {
    expect(seesDashboard(mariam)).toBe(true);
    expect(seesDashboard({ ...mariam, company_type: "Cash" })).toBe(false);
  });

  test("only switchable 1 may switch", () => {
    expect([0, 1, 2].map((switchable) => maySwitch({ switchable }))).toEqual([false, true, false]);
  });

  test("the default country code is +971", () => expect(mobileOf("50 123 4567")).toBe("+971501234567"));
});

test.each([
  ["name@company.com", undefined],
  ["  Name@Company.COM ", undefined],
  ["o'neil+lunch@sub.company.co.ae", undefined],
  ["", rulesWords.missing],
  ["   ", rulesWords.missing],
  ["name@company", rulesWords.email],
  ["name@@company.com", rulesWords.email],
  ["name@company..com", rulesWords.email],
  ["na me@company.com", rulesWords.email],
  ["Name <name@company.com>", rulesWords.email],
  [`${"a".repeat(250)}@b.ae`, rulesWords.tooLong],
])("the email “%s”", (typed, fault) => expect(emailFault(typed)).toBe(fault));

test("an email has one form", () => expect(emailOf(" Ｎame@Company.COM ")).toBe("name@company.com"));

test.each([
  ["", ""],
  ["+", ""],
  ["050 123 4567", "+971501234567"],
  ["50-123-4567", "+971501234567"],
  ["971501234567", "+971501234567"],
  ["00971 50 123 4567", "+971501234567"],
  ["+44 (20) 7946.0958", "+442079460958"],
  ["٠٥٠١٢٣٤٥٦٧", "+971501234567"],
  ["۰۵۰۱۲۳۴۵۶۷", "+971501234567"],
])("the mobile “%s” is %s", (typed, mobile) => expect(mobileOf(typed)).toBe(mobile));

test.each([
  ["", false, undefined],
  ["", true, rulesWords.missing],
  ["050 123 4567", true, undefined],
  ["12", true, rulesWords.mobile],
  ["+1234567", true, rulesWords.mobile],
  ["+1234567890123456", true, rulesWords.mobile],
  ["fifty", true, rulesWords.mobile],
])("the mobile “%s”, needed %s", (typed, needed, fault) => expect(mobileFault(typed, needed)).toBe(fault));

test.each([
  ["", false],
  ["50", false],
  ["+4", true],
  ["0044", true],
  ["97150", true],
  ["٠٠٤٤", true],
])("“%s” brings a country code: %s", (typed, brings) => expect(hasCountryCode(typed)).toBe(brings));

test.each([
  ["", rulesWords.missing],
  ["123456789", rulesWords.passwordShort],
  ["1234567890", undefined],
  ["🥗".repeat(9), rulesWords.passwordShort],
  ["🥗".repeat(10), undefined],
  ["x".repeat(200), undefined],
  ["x".repeat(201), rulesWords.tooLong],
  ["Name@Company.com", rulesWords.passwordEmail],
])("the password “%s”", (password, fault) => expect(passwordFault(password, "name@company.com")).toBe(fault));

test.each([
  ["", rulesWords.missing],
  [" ", rulesWords.missing],
  ["Al", undefined],
  ["x".repeat(100), undefined],
  ["x".repeat(101), rulesWords.tooLong],
])("a line “%s”", (typed, fault) => expect(textFault(typed)).toBe(fault));

test.each([
  ["12345", rulesWords.code],
  ["123456", undefined],
  ["12345a", rulesWords.code],
])("the code “%s”", (digits, fault) => expect(codeFault(digits)).toBe(fault));

test.each([
  ["00SAHNC0MPANY0000000000001", "00SAHNC0MPANY0000000000001"],
  ["https://lunch.example/company/00sahnc0mpany0000000000001/register", "00SAHNC0MPANY0000000000001"],
  ["/company/00SAHNC0MPANY0000000000001/login?x=1", "00SAHNC0MPANY0000000000001"],
  ["00SAHNC0MPANY00000000000011", null],
  ["Harbour Line", null],
  ["", null],
])("“%s” names the company %s", (text, id) => expect(companyIn(text)).toBe(id));
