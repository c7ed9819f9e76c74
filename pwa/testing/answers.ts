// What a site answers in a test, and what it was asked.
import { reply, type Site } from "#pwa/testing/site";

export const ok = (data: unknown) => reply({ data });
export const refuses =
  (status: number, more: object = {}) =>
  () => ({ status, body: { message: "x", ...more } });

/** What was sent to a path, oldest first. */
export const sentTo = <Body = unknown>(site: Site, path: string) =>
  site.asked.filter((one) => one.path === path).map(({ body }) => body as Body);
