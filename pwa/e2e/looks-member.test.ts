// Every screen of who orders: in three widths, light and dark, nothing that axe finds and nothing that runs out of the side.
// LOOKS=cart,checkout looks at these alone.
import { test } from "vitest";
import { memberTour } from "#pwa/e2e/member-tour";
import { onTour } from "#pwa/e2e/on-tour";

test(
  "what somebody with orders sees, online and not",
  () =>
    onTour("looks-member", { installs: true }, (sahn, phone, tour) => {
      phone.expect(404);
      return memberTour(sahn, phone, tour);
    }),
  900_000,
);
