// Every screen of who orders: in three widths, light and dark, nothing that axe finds and nothing that runs out of the side.
// LOOKS=cart,checkout looks at these alone.
import { expect, test } from "vitest";
import { memberTour } from "#pwa/e2e/memberTour";
import { onTour } from "#pwa/e2e/onTour";

test("what somebody with orders sees, online and not", async () => {
  const faults = await onTour("looks-member", { installs: true }, (sahn, phone, tour) => {
    phone.expect(404);
    return memberTour(sahn, phone, tour);
  });
  expect(faults).toEqual([]);
}, 900_000);
