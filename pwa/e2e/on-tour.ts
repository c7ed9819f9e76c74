// A tour from the start of a server to its end, which answers what was wrong on the way.
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { type Tour, tourOf } from "#pwa/e2e/tour";

const reachable = {
  CONTACT_PHONE: "+971 4 000 0000",
  CONTACT_WHATSAPP: "+971 50 000 0000",
  CONTACT_INSTAGRAM: "https://instagram.com/example",
  CONTACT_LINKEDIN: "https://linkedin.com/company/example",
};

/** Walks with a new phone through a new server whose contacts are all there. Leaves a picture of where it failed. */
export async function onTour(
  story: string,
  options: Parameters<typeof openPhone>[1],
  along: (sahn: Sahn, phone: Phone, tour: Tour) => Promise<void>,
): Promise<string[]> {
  const sahn = await startSahn(story, reachable);
  try {
    const phone = await openPhone(story, options);
    try {
      const tour = tourOf(phone.page, sahn.url);
      await along(sahn, phone, tour).catch(async (cause) => {
        await phone.snap("failed");
        throw cause;
      });
      return tour.faults;
    } finally {
      await phone.end();
    }
  } finally {
    await sahn.end();
  }
}
