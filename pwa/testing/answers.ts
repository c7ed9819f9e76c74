// What a site answers in a test, and what it was asked.
import type { Site } from "#pwa/testing/site";

export const answers = (body: unknown) => () => ({ status: 200, body });
export const ok = (data: unknown) => answers({ data });
export const refuses =
  (status: number, more: object = {}) =>
  () => ({ status, body: { message: "x", ...more } });
export const fails = (): never => {
  throw new TypeError("Failed to fetch");
};

/** What was sent to a path, oldest first. */
export const sentTo = <Body = unknown>(site: Site, path: string) =>
  site.asked.filter((one) => one.path === path).map(({ body }) => body as Body);

/** What is under way until the test ends it. */
export function held<T = void>() {
  let end: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    end = done;
  });
  return { promise, end };
}
