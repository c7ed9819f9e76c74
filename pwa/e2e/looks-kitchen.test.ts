// Every screen of the lunch company's own side, in three widths, light and dark. scripts/test looks at some of them in kitchen.test.ts.
// LOOKS=kitchen-people,kitchen-jobs looks at these alone.
import { test } from "vitest";
import { kitchenTour } from "#pwa/e2e/kitchen-tour";
import { onTour } from "#pwa/e2e/on-tour";
import { soak } from "#pwa/testing/soak";

test.runIf(soak)(
  "what the lunch company's own people see",
  () =>
    onTour(
      "looks-kitchen",
      {},
      (sahn, phone, tour) => {
        phone.expect(404, 500);
        return kitchenTour(sahn, tour);
      },
      { DEMO_PAST: "true" },
    ),
  1_200_000,
);
