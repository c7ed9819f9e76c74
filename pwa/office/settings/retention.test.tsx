import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { retentionWords as words } from "#pwa/i18n/retention";
import { Retention } from "#pwa/office/settings/retention";
import { signInOperator } from "#pwa/testing/kitchen";
import { press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const path = "/api/kitchen/retention";
const ran_at = "2026-11-26T08:00:00Z";
const letters = { kind: "letters", days: 90, least: 30, most: 730, ran_at, last: 2, month: 41 };
const sessions = { kind: "sessions", days: 0, least: 0, most: 0, last: 0, month: 0 };

test("what is kept for how long says what went and what is due, and only what the law leaves open can be changed", async () => {
  const site = await signInOperator("manager");
  site.on[`GET ${path}`] = reply({ kinds: [letters, sessions], ran_at });
  render(<Retention />);
  const [first, second] = within(await screen.findByRole("list", { name: kitchenWords.retention })).getAllByRole(
    "listitem",
  );
  if (!first || !second) throw new Error("a line is missing");
  expect(first).toHaveTextContent("Record of mails sent");
  expect(first).toHaveTextContent("90 days · Choose 30 to 730 days.");
  expect(first).toHaveTextContent("Deleted in the last run: 2 rows. In 30 days: 41 rows.");
  expect(second).toHaveTextContent(`Until it ends · ${words.fixed}`);
  expect(within(second).queryByRole("button")).toBeNull();
});

test("another period says what it would forget before it is saved, and a refusal keeps what was typed", async () => {
  const site = await signInOperator("manager");
  site.on[`GET ${path}`] = reply({ kinds: [letters], ran_at });
  site.on[`GET ${path}/due?kind=letters&days=60`] = reply({ due: 500, more: true });
  site.on[`PUT ${path}`] = reply({ message: "", reason: "retention_changed" }, 409);
  render(<Retention />);
  await userEvent.click(await screen.findByRole("button", { name: words.changeOf("Record of mails sent") }));
  const field = screen.getByLabelText(words.field);
  await userEvent.clear(field);
  await userEvent.type(field, "29");
  await press("Save");
  await screen.findByText(words.wrong(30, 730));
  expect(site.sent("PUT", path)).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, "60");
  await screen.findByText(words.would({ due: 500, more: true }));
  await press("Save");
  await screen.findByText(words.changed);
  expect(field).toHaveValue("60");
  expect(site.sent("PUT", path)).toEqual([{ kind: "letters", days: 60, seen: 90 }]);
  site.on[`PUT ${path}`] = reply({ kinds: [letters], ran_at });
  await press("Save");
  await screen.findByText(words.ran("Thu 26 Nov 2026, 12:00"));
  expect(screen.queryByLabelText(words.field)).toBeNull();
});
