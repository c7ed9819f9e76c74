// Every screen of who is not signed in, and of a new company: in three widths, light and dark, nothing that axe finds and
// nothing that runs out of the side. LOOKS=menu,login looks at these alone.
import { test } from "vitest";
import { onTour } from "#pwa/e2e/on-tour";
import { visitorTour } from "#pwa/e2e/visitor-tour";

test(
  "what a visitor sees, and a company that is new",
  () =>
    onTour("looks-visitor", {}, (sahn, phone, tour) => {
      phone.expect(403, 404);
      phone.expectSilence();
      return visitorTour(sahn, tour);
    }),
  900_000,
);
