import { expect, test } from "vitest";
import { loginPath, returnTo, safePath } from "#pwa/app/returnTo";

test.each([
  ["/delivery/2026-11-23?day=2#top", "/delivery/2026-11-23?day=2#top"],
  ["/", "/"],
  ["//evil.example/x", "/dashboard/home"],
  ["/\\evil.example", "/dashboard/home"],
  ["https://evil.example", "/dashboard/home"],
  ["javascript:alert(1)", "/dashboard/home"],
  ["/\t/evil.example", "/dashboard/home"],
  ["/login?returnTo=/login", "/dashboard/home"],
  ["", "/dashboard/home"],
  [null, "/dashboard/home"],
])("%s leads to %s", (given, to) => expect(safePath(given)).toBe(to));

test("the door remembers the way and gives it back", () => {
  const door = loginPath("/checkout?x=1&y=2");
  expect(door).toBe("/login?returnTo=%2Fcheckout%3Fx%3D1%26y%3D2");
  expect(returnTo(door.slice(door.indexOf("?")))).toBe("/checkout?x=1&y=2");
});
