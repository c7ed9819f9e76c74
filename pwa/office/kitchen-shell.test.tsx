import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { KitchenShell } from "#pwa/office/kitchen-shell";
import { kitchenScreens } from "#pwa/office/screens";
import { type Profile, useSession } from "#pwa/offline/session";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt } from "#pwa/testing/open-at";

const first = kitchenScreens.find(({ path }) => path === "")?.title ?? "";

test.each([
  ["/kitchen", 2],
  ["/kitchen/", 2],
  ["/kitchen/production", 0],
])(
  "at %s the kitchen's first place is marked as the current one, at the side and at the thumb: %d",
  async (at, marks) => {
    await signInOperator();
    const cook = useSession.getState().profile as Profile;
    openAt(at, { "/kitchen/*": <KitchenShell operator={cook}>here</KitchenShell> });
    const places = screen.getAllByRole("link", { name: first });
    expect(places.filter((place) => place.getAttribute("aria-current") === "page")).toHaveLength(marks);
  },
);
