// What belongs to one person, one company or one operator: in three widths, light and dark. LOOKS=wallet,kitchen-locked looks at these
// alone.
import { test } from "vitest";
import { adminTour, personTour } from "#pwa/e2e/account-tour";
import { deskTour } from "#pwa/e2e/desk-tour";
import { onTour, phoneOnTour } from "#pwa/e2e/on-tour";
import { tourOf } from "#pwa/e2e/tour";
import { soak } from "#pwa/testing/soak";

test.runIf(soak)(
  "money and keys of one's own, a company's papers, and the desk of the lunch company",
  () =>
    onTour("looks-account", {}, async (sahn, phone, tour) => {
      await personTour(sahn, phone, tour);
      const admin = await phoneOnTour(sahn, "looks-account/admin");
      await adminTour(sahn, admin, tourOf(admin.page, sahn.url));
      const desk = await phoneOnTour(sahn, "looks-account/desk");
      desk.expect(401, 422, 423);
      await deskTour(sahn, desk.page);
    }),
  1_200_000,
);
