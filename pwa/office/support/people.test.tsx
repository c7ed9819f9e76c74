import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { kitchenPersonWords, kitchenWords } from "#pwa/i18n/kitchen";
import { People } from "#pwa/office/support/people";
import { personOf, signInOperator } from "#pwa/testing/kitchen";
import { openAt } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const words = kitchenPersonWords;

test("people of one company are narrowed to a state, and each row says the state that support means", async () => {
  const site = await signInOperator("support");
  const typed = personOf({ status: "Pending", proved: false });
  const erased = personOf({ id: "P2", name: "", email: "p2@erased.invalid", status: "Suspended", erased: true });
  site.on["GET /api/kitchen/people"] = reply({ data: [typed, erased], next: "" });
  openAt("/kitchen/people?company=C1", { "/kitchen/people": <People /> });
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent(words.states.Unconfirmed ?? "");
  expect(second).toHaveTextContent(words.noName);
  expect(second).toHaveTextContent(words.states.Erased ?? "");
  expect(second).not.toHaveTextContent("invalid");
  const asked = () => site.asked.findLast(({ path }) => path.includes("/kitchen/people"))?.path;
  const choice = screen.getByLabelText(words.state);
  await userEvent.selectOptions(choice, words.states.Suspended ?? "");
  await waitFor(() => expect(asked()).toBe("/api/kitchen/people?company=C1&state=Suspended"));
  await userEvent.selectOptions(choice, kitchenWords.all);
  await waitFor(() => expect(asked()).toBe("/api/kitchen/people?company=C1"));
});
