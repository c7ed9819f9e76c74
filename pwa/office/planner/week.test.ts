import { expect, test, vi } from "vitest";
import { closedAs } from "#pwa/office/planner/week";

const reader = vi.hoisted(() => ({ language: "en" }));
vi.mock("#pwa/i18n/locale", () => reader);

test("a closed day is told by its Arabic name in Arabic, and by its other name where it has none", () => {
  const day = { closed: "National Day", closed_ar: "عيد الاتحاد" };
  expect(closedAs(day)).toBe("National Day");
  reader.language = "ar";
  expect(closedAs(day)).toBe("عيد الاتحاد");
  expect(closedAs({ closed: "National Day" })).toBe("National Day");
  expect(closedAs({})).toBeUndefined();
});
