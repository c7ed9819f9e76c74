import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { plansWords as words } from "#pwa/i18n/plans";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const path = "/api/kitchen/settings/plans";
const terms = {
  name: "Plan 2",
  discount_type: "Percentage",
  discount_amount: 25,
  min_num_people: 35,
  minimum_day: 3,
  minimum_meal_count: 1,
  avg_price: 4700,
  popular: true,
};
const second = { ...terms, id: 2, companies: 42, agreed: 2, drafts: 312, used: true, offered: true, seal: "p" };
const spare = { ...terms, id: 4, name: "Spare", popular: false, companies: 0, agreed: 0, drafts: 0, used: false };

async function openPlans(...plans: unknown[]) {
  const site = await signInOperator("manager");
  for (const route of [`GET ${path}`, `POST ${path}`, `PUT ${path}/2`, `DELETE ${path}/4`])
    site.on[route] = reply({ data: plans });
  openAt("/kitchen/plans", { "/kitchen/*": <KitchenPage /> });
  await screen.findByRole("heading", { level: 1, name: words.title });
  return site;
}
const sheet = async () => within(await screen.findByRole("dialog"));
const retype = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

test("a change of a plan says how many companies and drafts it prices anew before it is saved", async () => {
  const site = await openPlans(second);
  await screen.findByText("25% off every meal, from 35 people on");
  expect(screen.queryByRole("button", { name: words.removeOf("Plan 2") })).toBeNull();
  await press(words.editOf("Plan 2"));
  const form = await sheet();
  expect(form.queryByText(/312/)).toBeNull();
  await userEvent.click(form.getByRole("radio", { name: words.flat }));
  form.getByText(
    /42 companies are on this plan, 312 open drafts would be priced anew. 2 of them have a discount of their own/,
  );
  await retype(form.getByLabelText(words.amount), "10.50");
  await retype(form.getByLabelText(words.days), "6");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  form.getByText(words.wrongDays);
  await retype(form.getByLabelText(words.days), "4");
  await retype(form.getByLabelText(words.from), "2031-01-01");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const changed = {
    ...terms,
    discount_type: "Flat",
    discount_amount: 1050,
    minimum_day: 4,
    from: "2031-01-01",
    seen: "p",
  };
  expect(site.sent("PUT", `${path}/2`)).toEqual([changed]);
});

test("a plan is added once, one that nobody has is removed, and a planned change is shown", async () => {
  const next = { ...terms, discount_type: "Flat", discount_amount: 1000, from: "2031-01-01" };
  const site = await openPlans({ ...second, next }, { ...spare, offered: false });
  await screen.findByText("AED 10.00 off every meal, from 35 people on");
  screen.getByText(words.closed);
  await press(words.add);
  const form = await sheet();
  site.on[`POST ${path}`] = reply({ errors: { name: ["There is a plan with this name already."] } }, 422);
  await userEvent.type(form.getByLabelText(words.name), "Small team");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await form.findByText("There is a plan with this name already.");
  site.on[`POST ${path}`] = reply({ data: [] }, 201);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = site.sent("POST", path) as { key: string }[];
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  await press(words.removeOf("Spare"));
  await userEvent.click((await sheet()).getByRole("button", { name: words.remove }));
  await waitFor(() => expect(site.sent("DELETE", `${path}/4`)).toHaveLength(1));
});

test("who changes a plan that somebody else changed meanwhile is told, and sees it anew", async () => {
  const site = await openPlans(second);
  await press(words.editOf("Plan 2"));
  const form = await sheet();
  const meanwhile = "Somebody changed this meanwhile. Please look again.";
  site.on[`PUT ${path}/2`] = reply({ message: meanwhile, reason: "setting_changed" }, 409);
  await retype(form.getByLabelText(words.days), "4");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await form.findByText(meanwhile);
  expect(form.getByLabelText(words.days)).toHaveValue("4");
  site.on[`GET ${path}`] = reply({ data: [{ ...second, name: "Other", seal: "q" }] });
  await userEvent.click(form.getByRole("button", { name: "Close" }));
  await screen.findByText("Other");
});
