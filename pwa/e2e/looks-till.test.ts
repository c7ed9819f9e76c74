// Every screen of the till on a tablet, in three widths, light and dark. scripts/test looks at some of them in till.test.ts.
// LOOKS=till-cart,till-queue looks at these alone.
import { test } from "vitest";
import { clearOfMidnight, overMidnight } from "#pwa/e2e/clear-of-midnight";
import { onTour } from "#pwa/e2e/on-tour";
import { tillTour } from "#pwa/e2e/till-tour";
import { soak } from "#pwa/testing/soak";

test.runIf(soak)(
  "what who sells at a counter sees, online and not",
  async () => {
    await clearOfMidnight();
    await onTour("looks-till", { width: 1024, height: 768 }, (sahn, phone, tour) => {
      phone.expectSilence();
      phone.expect(403, 404, 409, 422, 500);
      return tillTour(sahn, phone, tour);
    });
  },
  900_000 + overMidnight,
);
