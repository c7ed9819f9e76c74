// A tour with a server and a phone of its own.
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { language } from "#pwa/e2e/picture-run";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { type Tour, tourOf } from "#pwa/e2e/tour";

const reachable = {
  CONTACT_PHONE: "+971 4 000 0000",
  CONTACT_WHATSAPP: "+971 50 000 0000",
  CONTACT_INSTAGRAM: "https://instagram.com/example",
  CONTACT_LINKEDIN: "https://linkedin.com/company/example",
};

type Options = Parameters<typeof openPhone>[1];

/** Walks with a new phone through a new server whose contacts are all there. */
export async function onTour(
  story: string,
  options: Options,
  along: (sahn: Sahn, phone: Phone, tour: Tour) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const sahn = await startSahn(story, { ...reachable, ...settings });
  const phone = await phoneOnTour(sahn, story, options);
  await along(sahn, phone, tourOf(phone.page, sahn.url));
}

/** A new phone in the language of the run. */
export async function phoneOnTour(sahn: Sahn, story: string, options: Options = {}): Promise<Phone> {
  const phone = await openPhone(story, options);
  // Chosen on this device, so that nobody's own language takes its place.
  await phone.context.addCookies([{ name: "lang", value: language, url: sahn.url }]);
  return phone;
}
