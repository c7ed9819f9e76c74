import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { counterLimitsWords as words } from "#pwa/i18n/counter-limits";
import { CounterLimits } from "#pwa/office/settings/counter-limits";
import { signInOperator } from "#pwa/testing/kitchen";
import { press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const path = "/api/kitchen/settings/counters";

test("limits at counters say what they would have stopped before they are saved, and a refusal keeps what was typed", async () => {
  const site = await signInOperator("manager");
  const now = { sale_limit: 10000, day_limit: 30000, offline_hours: 72 };
  const coming = [{ from: "2027-06-01", sale_limit: 5000, day_limit: 5050, offline_hours: 1 }];
  site.on[`GET ${path}`] = reply({ now, coming, version: 2, tills: 3, companies: 2 });
  site.on[`GET ${path}/meet`] = reply({ sales: 412, above_sale: 7, above_day: 1, later: 0 });
  site.on[`PUT ${path}`] = reply({ message: "", reason: "limits_changed" }, 409);
  render(<CounterLimits />);
  await screen.findByText(words.now("AED 100", "AED 300", 72));
  screen.getByText(words.from("Tuesday 1 June 2027", "AED 50", "AED 50.50", 1));
  const [sale, day, hours] = [words.sale, words.day, words.hours].map((label) => screen.getByLabelText(label));
  if (!sale || !day || !hours) throw new Error("a field is missing");
  const from = screen.getByLabelText(words.since);
  for (const [field, text] of [
    [sale, "0"],
    [day, "20"],
    [hours, "721"],
    [from, "2020-03-01"],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, text);
  }
  await press("Save");
  await screen.findByText(words.wrongAmount);
  screen.getByText(words.wrongHours);
  screen.getByText(words.wrongDay);
  for (const [field, text] of [
    [sale, "40.50"],
    [hours, "48"],
    [from, "2027-03-01"],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, text);
  }
  await press("Save");
  await screen.findByText(words.lessThanSale);
  await userEvent.clear(day);
  await userEvent.type(day, "90");
  const said = [
    words.tills(3, 2),
    words.meet(412, [words.aboveSale(7), words.aboveDay(1)]),
    words.until("Tuesday 1 June 2027"),
    words.stays,
  ].join(" ");
  expect(await screen.findByText(said)).toHaveAttribute("role", "status");
  await press("Save");
  await screen.findByText(words.changed);
  expect(sale).toHaveValue("40.50");
  site.on[`PUT ${path}`] = reply({});
  await press("Save");
  const body = { from: "2027-03-01", sale_limit: 4050, day_limit: 9000, offline_hours: 48, seen: 2 };
  await waitFor(() => expect(site.sent("PUT", path)).toEqual([body, body]));
});
