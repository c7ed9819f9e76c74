import { expect, it } from "vitest";
import { apiUrl } from "#pwa/offline/api-url";

it.each([
  [undefined, "/api/menu"],
  ["", "/api/menu"],
  ["/", "/api/menu"],
  ["/backend", "/backend/api/menu"],
  ["https://lunch.example/backend/", "https://lunch.example/backend/api/menu"],
])("an app built with the base %s asks for the menu at %s", (base, url) => {
  expect(apiUrl("/api/menu", base)).toBe(url);
});
