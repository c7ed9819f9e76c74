import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { pinWords as words } from "#pwa/i18n/pin";
import { PinCard } from "#pwa/office/lock/pin-card";
import { SuggestPin } from "#pwa/office/lock/suggest-pin";
import { type Profile, useSession } from "#pwa/offline/session";
import { signInOperator } from "#pwa/testing/kitchen";
import { field, openAt, press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const state = (since: string | null) => ({ data: { since, lock_minutes: 30, idle_minutes: 120 } });
const at = "2026-11-23T06:00:00Z";
const me = () => useSession.getState().profile as Profile;

test("an operator chooses a PIN with the password, learns why one is refused, changes it and takes it away", async () => {
  const site = await signInOperator();
  site.on["GET /api/kitchen/pin"] = reply(state(null));
  const easy = "This PIN is too easy to guess.";
  site.on["PUT /api/kitchen/pin"] = reply({ message: easy, errors: { pin: [easy] } }, 422);
  openAt("/", { "/": <PinCard /> });
  await screen.findByText(words.lockedAfter(30), { exact: false });
  await press(words.choose);
  await press(words.save);
  await screen.findByText(words.passwordMissing);
  await userEvent.type(field(words.password), "the password");
  await userEvent.type(field(words.newPin), "1234567");
  expect(field(words.newPin)).toHaveValue("123456");
  await press(words.save);
  await screen.findByText(easy);
  expect(field(words.newPin)).toHaveFocus();
  expect(field(words.newPin)).toHaveAttribute("inputmode", "numeric");
  expect(field(words.newPin)).toHaveAttribute("autocomplete", "off");

  site.on["PUT /api/kitchen/pin"] = reply(state(at));
  site.on["GET /api/kitchen/pin"] = reply(state(at));
  site.on["GET /api/get-profile"] = () => ({ status: 200, body: { data: { ...me(), pin: true } } });
  await userEvent.clear(field(words.newPin));
  await userEvent.type(field(words.newPin), "407193");
  await press(words.save);
  await press(words.change);
  await userEvent.type(field(words.password), "the password");
  await userEvent.type(field(words.newPin), "918264");
  await press(words.save);
  await screen.findByRole("button", { name: words.remove });
  expect(me().pin).toBe(true);
  expect(site.sent("PUT", "/api/kitchen/pin")).toEqual(
    ["123456", "407193", "918264"].map((pin) => ({ current_password: "the password", pin })),
  );

  site.on["DELETE /api/kitchen/pin"] = reply(state(null));
  site.on["GET /api/kitchen/pin"] = reply(state(null));
  await press(words.remove);
  await userEvent.type(field(words.password), "the password");
  await press(words.remove);
  await screen.findByRole("button", { name: words.choose });
  expect(site.sent("DELETE", "/api/kitchen/pin")).toEqual([{ current_password: "the password" }]);
});

test("a PIN is offered on a device that a second operator uses, and not again to who wants none", async () => {
  await signInOperator();
  const sara = { ...me(), id: "01JD00000000000000000SARA1" };
  const huda = { ...me(), id: "01JD00000000000000000HUDA2" };
  const shows = async (operator: Profile) => {
    const page = openAt("/", { "/": <SuggestPin operator={operator} /> });
    await waitFor(() => expect(localStorage.getItem("sahn.kitchen.device")).toContain(operator.id.slice(-4)));
    const shown = screen.queryByText(words.suggest) !== null;
    return { shown, page };
  };
  const first = await shows(sara);
  expect(first.shown).toBe(false);
  first.page.unmount();
  const second = await shows(huda);
  expect(second.shown).toBe(true);
  expect(screen.getByRole("link", { name: words.choose })).toHaveAttribute("href", "/kitchen/second-step");
  await press(words.notNow);
  expect(screen.queryByText(words.suggest)).toBeNull();
  second.page.unmount();
  for (const [operator, offered] of [
    [huda, false],
    [sara, true],
    [{ ...sara, pin: true }, false],
  ] as const) {
    const again = await shows(operator);
    expect(again.shown).toBe(offered);
    again.page.unmount();
  }
});
