import { expect, test } from "vitest";
import { companyTabs, sideTabs, thumbTabs } from "#pwa/app/tab-list";

type Tabs = { to: string; label: string }[];
const paths = (tabs: Tabs) => tabs.map(({ to }) => to.replace("/dashboard/", ""));

test.each([
  [false, ["home", "history", "walletTransactions", "paymentMethods", "profile"]],
  [true, ["home", "history", "paymentMethods", "profile"]],
])("the side has the dashboard's own tabs, and no Wallet Transactions for admins: %s", (admin, tabs) => {
  expect(paths(sideTabs(admin))).toEqual(tabs);
});

test("an admin's dashboard has four tabs more", () => {
  expect(paths(companyTabs)).toEqual(["company-profile", "company-members", "company-invoices", "company-reports"]);
  expect(companyTabs.map(({ label }) => label)).toEqual(["Company Profile", "Team Members", "Invoices", "Reports"]);
  const own = ["Order / Edit Order", "Order History", "Wallet Transactions", "Payment Method", "My Profile"];
  expect(sideTabs(false).map(({ label }) => label)).toEqual(own);
});

test.each([
  [false, ["home", "/menu", "history", "walletTransactions", "profile"]],
  [true, ["home", "/menu", "history", "company-profile", "profile"]],
])("a thumb has at most five tabs, and an admin's lead to the company instead of the wallet: %s", (admin, tabs) => {
  expect(paths(thumbTabs(admin))).toEqual(tabs);
});
