import { expect, it } from "vitest";
import { nextEmpty } from "#pwa/employee/choose/next-empty";

const week = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"];

it("goes to the next day without a meal", () => {
  expect(nextEmpty(week, ["2026-11-24"], "2026-11-23")).toBe("2026-11-25");
});

it("starts again at the beginning of the week", () => {
  expect(nextEmpty(week, ["2026-11-24", "2026-11-26"], "2026-11-25")).toBe("2026-11-23");
});

it("ends when every day has a meal", () => {
  expect(nextEmpty(week, week, "2026-11-25")).toBeUndefined();
  expect(nextEmpty(["2026-11-25"], [], "2026-11-25")).toBeUndefined();
});
