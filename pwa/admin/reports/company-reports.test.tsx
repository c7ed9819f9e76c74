import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { CompanyReports } from "#pwa/admin/reports/company-reports";
import { Fault } from "#pwa/offline/server";
import type { Report } from "#pwa/offline/wire";
import { ok, refuses } from "#pwa/testing/answers";
import { field, openAt, press } from "#pwa/testing/open-at";
import { signedIn, timeIs } from "#pwa/testing/signed-in";
import type { Site } from "#pwa/testing/site";

const saved = vi.hoisted(() => vi.fn());
vi.mock("#pwa/ui/save-file", () => ({ saveFile: saved }));
const callFile = vi.hoisted(() => vi.fn());
vi.mock("#pwa/offline/server", async (real) => ({
  ...(await real<typeof import("#pwa/offline/server")>()),
  callFile,
}));

const sums = (lunches: number, more: Partial<Report["total"]> = {}): Report["total"] => ({
  lunches,
  shared: lunches,
  eaters: Math.min(lunches, 37),
  people: 42,
  gross_amount: lunches * 4700,
  discount: lunches * 1410,
  net_amount: lunches * 3290,
  company_share: lunches * 1645,
  employee_share: lunches * 1645,
  counter_amount: 0,
  ...more,
});

const full: Report = {
  company: "Harbour Line Logistics",
  span: { from: "2026-11-01", until: "2026-11-26" },
  before: { from: "2026-10-01", until: "2026-10-26" },
  by: "day",
  total: sums(664),
  earlier: sums(600, { eaters: 35, employee_share: 600 * 1705 }),
  parts: ["02", "03", "04", "05", "06", "09"].map((day, i) => ({ start: `2026-11-${day}`, ...sums(30 + i) })),
  departments: [
    { id: "D1", name: "Operations", ...sums(400, { eaters: 20, people: 24 }) },
    { id: "", name: "", ...sums(264, { eaters: 17, people: 18 }) },
  ],
  shares: {
    duration: "Monthly",
    cap: 20000,
    periods: [{ start: "2026-11-01", people: 37, used: 370_000, allowed: 740_000, capped: 2 }],
  },
  meals: [{ meal: "m1", name: "Shish tawook", qty: 81 }],
};

let site: Site;
let report: Report;
const asked = () => site.asked.filter(({ path }) => path.startsWith("/api/company-reports?")).map(({ path }) => path);
timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  saved.mockClear();
  callFile.mockReset();
  report = full;
  site = await signedIn();
  site.on["GET /api/*"] = () => ok(report)();
});

const open = (query = "") => openAt(`/dashboard/company-reports${query}`, { "*": <CompanyReports /> });
/** Shows the numbers behind a picture. */
const asTable = async (name: string) => {
  const region = within(await screen.findByRole("region", { name }));
  await userEvent.click(region.getByRole("button", { name: "View as table" }));
  return region.queryAllByRole("row");
};
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};

test("a printed report says whose it is, of whom, and when it was printed", async () => {
  open("?from=2026-11-01&until=2026-11-26&by=day&department=D1");
  const company = await screen.findByText("Harbour Line Logistics");
  expect(company.closest(".onpaper")).toHaveTextContent("Harbour Line Logistics · Operations · printed on 26 Nov 2026");
});

test("a report begins with this month so far, and says what it is compared with", async () => {
  open();
  expect(await screen.findByText("1 Nov – 26 Nov 2026, compared with 1 Oct – 26 Oct 2026")).toBeInTheDocument();
  expect(asked()[0]).toBe("/api/company-reports?from=2026-11-01&until=2026-11-26&by=day");
  const term = (name: string) => screen.getByText(name, { selector: "dt" }).closest("div");
  expect(term("Lunches")).toHaveTextContent("66411% more than before");
  expect(term("People eating")).toHaveTextContent("37 of 422 people more than before");
  expect(term("Company share")).toHaveTextContent("AED 10,922.80");
  expect(term("Employee pays, average")).toHaveTextContent("AED 16.45AED 0.60 less than before");
  expect(term("Saved by the plan")).toHaveTextContent("30% off the list price");
});

test("behind every picture is a table with its numbers", async () => {
  open();
  const paid = await screen.findByRole("region", { name: "Who paid, by day" });
  expect(within(paid).getByRole("img", { name: /2 Nov to 9 Nov, the highest of AED 1,645.00/ })).toBeInTheDocument();
  const rows = await asTable("Who paid, by day");
  expect(rows[1]).toHaveTextContent("2 Nov30301,410.00423.00493.50493.50");
  expect(rows.at(-1)).toHaveTextContent("Total66437");
  await userEvent.click(within(paid).getByRole("button", { name: "View as chart" }));
  expect(within(paid).getByRole("button", { name: "View as table" })).toBeInTheDocument();

  expect((await asTable("Share against the cap"))[1]).toHaveTextContent("Nov 26373,700.007,400.0050%2");
  expect(screen.getByRole("region", { name: "By department" })).toHaveTextContent("No department17 of 18");
  expect(screen.getByRole("region", { name: "Most ordered" })).toHaveTextContent("Shish tawook81");
});

test("other days, another division and one department are asked for", async () => {
  open();
  await userEvent.selectOptions(await screen.findByLabelText("Days"), "Last quarter");
  await waitFor(() => expect(asked().at(-1)).toBe("/api/company-reports?from=2026-07-01&until=2026-09-30&by=week"));
  await userEvent.click(screen.getByRole("radio", { name: "Month" }));
  await waitFor(() => expect(asked().at(-1)).toMatch(/by=month$/));
  await userEvent.selectOptions(await screen.findByLabelText("Department"), "Operations");
  await waitFor(() => expect(asked().at(-1)).toMatch(/department=D1$/));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Most ordered" })).toBeNull());

  await userEvent.selectOptions(screen.getByLabelText("Days"), "Other days");
  await retype("From", "2026-10-05");
  await retype("Until", "2026-10-01");
  expect(screen.getByText("The last day must not be before the first.")).toBeInTheDocument();
  const before = asked().length;
  await press("Show");
  expect(asked().length).toBe(before);
  await retype("Until", "2026-10-09");
  await press("Show");
  await waitFor(() => expect(asked().at(-1)).toContain("from=2026-10-05&until=2026-10-09"));
});

test("a report says how many of its lunches are on invoices, and that full prices saved nothing", async () => {
  report = { ...full, total: sums(2730, { shared: 2681, discount: 0 }) };
  open();
  expect(await screen.findByText("2,681 with a company share, as on invoices")).toBeInTheDocument();
  expect(screen.getByText("Full prices: no plan counted")).toBeInTheDocument();
});

test("days without lunches say so", async () => {
  report = { ...full, total: sums(0), parts: [], departments: [], meals: [] };
  open();
  expect(await screen.findByText("No lunches in these days")).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: /Who paid/ })).toBeNull();
});

test("without a connection the report that is here stays, and one that is not can be asked for again", async () => {
  site.online = false;
  open();
  expect(await screen.findByText("Reports need a connection.")).toBeInTheDocument();
  site.online = true;
  await press(/try again/i);
  expect(await screen.findByRole("region", { name: "Who paid, by day" })).toBeInTheDocument();
  site.online = false;
  await userEvent.selectOptions(screen.getByLabelText("Days"), "Last month");
  expect(await screen.findByText(/You are offline/)).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Who paid, by day" })).toBeInTheDocument();
});

test("a refusal of the server is no report", async () => {
  site.on["GET /api/*"] = refuses(500);
  open();
  expect(await screen.findByText("The report could not be loaded")).toBeInTheDocument();
});

test("the numbers can be taken along as files", async () => {
  open();
  await screen.findByRole("button", { name: "Excel" });
  const file = async (button: string) => {
    callFile.mockResolvedValueOnce({ name: "sahn-report", blob: new Blob(["x"]) });
    const before = saved.mock.calls.length;
    await press(button);
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(before + 1));
    return callFile.mock.lastCall?.[0];
  };
  const days = "/api/company-reports/file?from=2026-11-01&until=2026-11-26&by=day";
  expect(await file("Excel")).toBe(`${days}&format=xlsx`);
  await asTable("By department");
  expect(await file("By department, as CSV")).toBe(`${days}&format=csv&table=departments`);
  await asTable("Share against the cap");
  expect(await file("Share against the cap, as CSV")).toBe(`${days}&format=csv&table=shares`);
  callFile.mockRejectedValueOnce(new Fault(422, { message: "No such month." }));
  await press("CSV");
  expect(await screen.findByRole("alert")).toHaveTextContent("The file could not be made. No such month.");
  expect(saved).toHaveBeenCalledTimes(3);
});

test("of each day it is told how many of those who could eat did", async () => {
  open();
  const eats = await screen.findByRole("region", { name: "Who eats, by day" });
  expect(
    within(eats).getByRole("img", { name: /2 Nov to 9 Nov, the highest of 83% of the people/ }),
  ).toBeInTheDocument();
  const rows = await asTable("Who eats, by day");
  expect(rows[1]).toHaveTextContent("2 Nov304271%30");
  expect(rows.at(-1)).toHaveTextContent("Total374288%664");
});

test("a cap that was another one then is said to count", async () => {
  open();
  const text = "Where another cap counted then, it counts here.";
  expect(await screen.findByRole("region", { name: "Share against the cap" })).not.toHaveTextContent(text);
  report = { ...full, shares: { duration: "Monthly", cap: 15_000, periods: full.shares?.periods ?? [] } };
  await userEvent.selectOptions(screen.getByLabelText("Days"), "Last month");
  await waitFor(() => expect(screen.getByRole("region", { name: "Share against the cap" })).toHaveTextContent(text));
});
