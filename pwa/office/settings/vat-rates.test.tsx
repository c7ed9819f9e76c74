import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { vatWords as words } from "#pwa/i18n/vat";
import { VatRates } from "#pwa/office/settings/vat-rates";
import { signInOperator } from "#pwa/testing/kitchen";
import { press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

test("a new rate of VAT says whose lunches keep theirs before it is saved, and a refusal keeps what was typed", async () => {
  const site = await signInOperator("manager");
  const path = "/api/kitchen/settings/vat";
  const ahead = [
    { date: "2027-02-26", rate: 5, deliveries: 9 },
    { date: "2027-03-01", rate: 5, deliveries: 300 },
    { date: "2027-03-02", rate: 5, deliveries: 12 },
    { date: "2027-03-02", rate: 10, deliveries: 4 },
  ];
  site.on[`GET ${path}`] = reply({ now: 5, rates: [{ from: "2027-06-01", percent: 7 }], version: 1, ahead });
  site.on[`PUT ${path}`] = reply({ message: "", reason: "vat_changed" }, 409);
  render(<VatRates />);
  await screen.findByText(words.now("5%"));
  screen.getByText(words.from("7%", "Tuesday 1 June 2027"));
  const [rate, from] = [screen.getByLabelText(words.rate), screen.getByLabelText(words.since)];
  await userEvent.type(rate, "51");
  await userEvent.type(from, "2020-03-01");
  await press("Save");
  await screen.findByText(words.wrongRate);
  screen.getByText(words.wrongDay);
  await userEvent.clear(rate);
  await userEvent.type(rate, "10");
  await userEvent.clear(from);
  await userEvent.type(from, "2027-03-01");
  const said = `${words.affects("10%", "Monday 1 March 2027", "Tuesday 1 June 2027")} ${words.keep(312, "5%")}`;
  expect(screen.getByText(said)).toHaveAttribute("role", "status");
  await press("Save");
  await screen.findByText(words.changed);
  expect(rate).toHaveValue("10");
  site.on[`PUT ${path}`] = reply({});
  await press("Save");
  const body = { from: "2027-03-01", percent: 10, seen: 1 };
  await waitFor(() => expect(site.sent("PUT", path)).toEqual([body, body]));
});
