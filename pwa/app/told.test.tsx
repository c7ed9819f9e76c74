import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTold } from "#pwa/app/told";
import { openAt, press } from "#pwa/testing/open-at";
import { Toasts } from "#pwa/ui/toasts";

let worker: EventTarget;
beforeEach(() => {
  worker = new EventTarget();
  vi.stubGlobal("navigator", Object.create(navigator, { serviceWorker: { value: worker } }));
});
afterEach(() => vi.unstubAllGlobals());

function Page() {
  useTold();
  return null;
}
const says = (data: object) => act(async () => void worker.dispatchEvent(new MessageEvent("message", { data })));

test("whoever looks at the app reads there that lunch is at the desk, and opens what it is about", async () => {
  openAt("/menu", { "/menu": <Page /> }, <Toasts />);
  await says({
    type: "TOLD",
    title: "Your lunch is here",
    text: "It is at its place.",
    kind: "desk",
    path: "/dashboard/home",
  });
  expect(await screen.findByText("It is at its place.")).toBeVisible();
  await press("Open");
  expect(await screen.findByText("at /dashboard/home")).toBeVisible();
});

test("what a notification is about and is open already needs no way there, and other messages are nothing", async () => {
  openAt("/menu", { "/menu": <Page /> }, <Toasts />);
  await says({ type: "OTHER", title: "Not this" });
  await says({ type: "TOLD", title: "Allergens corrected", kind: "allergen", path: "/menu" });
  expect(await screen.findByText("Allergens corrected")).toBeVisible();
  expect(screen.queryByText("Not this")).toBeNull();
  expect(screen.queryByRole("button", { name: "Open" })).toBeNull();
});
