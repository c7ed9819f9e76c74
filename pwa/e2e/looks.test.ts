// Every screen for everybody: in three widths, light and dark, nothing that axe finds and nothing that runs out of the side.
// LOOKS=menu,login looks at these alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberTour } from "#pwa/e2e/memberTour";
import { openPhone, type Phone } from "#pwa/e2e/openPhone";
import { type Sahn, startSahn } from "#pwa/e2e/startSahn";
import { type Tour, tourOf } from "#pwa/e2e/tour";
import { visitorTour } from "#pwa/e2e/visitorTour";

let sahn: Sahn;

beforeAll(async () => {
  sahn = await startSahn("looks", {
    CONTACT_PHONE: "+971 4 000 0000",
    CONTACT_WHATSAPP: "+971 50 000 0000",
    CONTACT_INSTAGRAM: "https://instagram.com/example",
    CONTACT_LINKEDIN: "https://linkedin.com/company/example",
  });
});
afterAll(() => sahn?.end());

async function walk(phone: Phone, along: (tour: Tour) => Promise<void>) {
  try {
    const tour = tourOf(phone.page, sahn.url);
    await along(tour).catch(async (cause) => {
      await phone.snap("failed");
      throw cause;
    });
    return tour.faults;
  } finally {
    await phone.end();
  }
}

test.concurrent("what a visitor sees, and a company that is new", async () => {
  const phone = await openPhone("looks-visitor");
  phone.expect(403, 404);
  phone.expectSilence();
  expect(await walk(phone, (tour) => visitorTour(sahn, tour))).toEqual([]);
}, 900_000);

test.concurrent("what somebody with orders sees, online and not", async () => {
  const phone = await openPhone("looks-member", { installs: true });
  phone.expect(404);
  expect(await walk(phone, (tour) => memberTour(sahn, phone, tour))).toEqual([]);
}, 900_000);
