import type { Device } from "#pwa/e2e/second-device";
import type { Profile } from "#pwa/offline/wire";

/** Who a device belongs to. */
export async function personOf(desk: Device): Promise<Profile> {
  const { body } = await desk.ask<{ data: Profile }>("GET", "/api/get-profile");
  return body.data;
}
