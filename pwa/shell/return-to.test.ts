import { expect, test } from "vitest";
import { loginPath, safePath } from "#pwa/shell/return-to";

test.each([
  ["/delivery/2026-11-23?day=2#top", "/delivery/2026-11-23?day=2#top"],
  ["/", "/"],
  ["//evil.example/x", "/dashboard/home"],
  ["/\\evil.example", "/dashboard/home"],
  ["https://evil.example", "/dashboard/home"],
  ["javascript:alert(1)", "/dashboard/home"],
  ["/\t/evil.example", "/dashboard/home"],
  ["/.//evil.example", "/dashboard/home"],
  ["/x/..//evil.example", "/dashboard/home"],
  ["/login?returnTo=/login", "/dashboard/home"],
  ["", "/dashboard/home"],
  [null, "/dashboard/home"],
])("%s leads to %s", (given, to) => expect(safePath(given)).toBe(to));

test("the sign-in page gets the way back in its address", () => {
  const login = loginPath("/checkout?x=1&y=2");
  expect(login).toBe("/login?returnTo=%2Fcheckout%3Fx%3D1%26y%3D2");
  expect(safePath(new URL(login, "http://localhost").searchParams.get("returnTo"))).toBe("/checkout?x=1&y=2");
});

// Combines every notation of a foreign origin with every prefix that could make it look like a path.
test("nothing leads to another site, however it is written and however often it is read", () => {
  const begins = [
    "",
    "/",
    "//",
    "///",
    "/\\",
    "\\",
    "/.",
    "/./",
    "/.//",
    "/..//",
    "/x/..//",
    "/%2e//",
    "/%2e%2e//",
    "/%2f",
    "/%2f%2f",
    "%2f%2f",
    "/%5c",
    "/\t/",
    "/\n/",
    "\t//",
    " //",
    "/ /",
    "/;//",
    "/?//",
    "/#//",
  ];
  const sites = [
    "evil.example",
    "evil.example/dashboard/home",
    "https://evil.example",
    "https:evil.example",
    "http:\\\\evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "localhost@evil.example",
    "localhost:80@evil.example",
    "evil.example%00.localhost",
    "evil%E3%80%82example",
    "[::1]",
    "2130706433",
    "@evil.example",
    ":80",
    "evil.example?/dashboard",
    "evil.example#/dashboard",
    ".evil.example",
  ];
  const own = "http://localhost";
  let tried = 0;
  for (const site of sites)
    for (const begin of begins) {
      const to = safePath(begin + site);
      expect(to, begin + site).toMatch(/^\/(?![/\\])/);
      expect(new URL(to, own).origin, begin + site).toBe(own);
      expect(safePath(to), begin + site).toBe(to);
      tried++;
    }
  expect(tried).toBeGreaterThanOrEqual(500);
});
