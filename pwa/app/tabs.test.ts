import { expect, test } from "vitest";
import { companyTabs, sideTabs, thumbTabs } from "#pwa/app/tab-list";

const labels = (tabs: { label: string }[]) => tabs.map(({ label }) => label);

test("an admin's dashboard has four tabs more and no Wallet Transactions", () => {
  const own = ["Order / Edit Order", "Order History", "Payment Method", "My Profile"];
  expect(labels(sideTabs(true))).toEqual(own);
  expect(labels(companyTabs)).toEqual(["Company Profile", "Team Members", "Invoices", "Reports"]);
  expect(companyTabs.map(({ to }) => to)).toEqual([
    "/dashboard/company-profile",
    "/dashboard/company-members",
    "/dashboard/company-invoices",
    "/dashboard/company-reports",
  ]);
  expect(labels(sideTabs(false)).filter((label) => !own.includes(label))).toEqual(["Wallet Transactions"]);
});

test("a thumb has at most five tabs, and an admin's lead to the company instead of the wallet", () => {
  for (const admin of [true, false]) {
    const places = thumbTabs(admin).map(({ to }) => to);
    expect(places.length).toBeLessThanOrEqual(5);
    expect(places.includes("/dashboard/walletTransactions")).toBe(!admin);
    expect(places.includes("/dashboard/company-profile")).toBe(admin);
  }
});
