import { expect, test } from "vitest";
import { nextEmpty } from "#pwa/employee/choose/next-empty";

const week = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"];

test.each<[string, filled: string[], from: string, to: string | undefined]>([
  ["goes to the next day without a meal", ["2026-11-24"], "2026-11-23", "2026-11-25"],
  ["starts again at the beginning of the week", ["2026-11-24", "2026-11-26"], "2026-11-25", "2026-11-23"],
  ["ends when every day has a meal", week, "2026-11-25", undefined],
])("it %s", (_, filled, from, to) => expect(nextEmpty(week, filled, from)).toBe(to));

test("it ends on the only day", () => expect(nextEmpty(["2026-11-25"], [], "2026-11-25")).toBeUndefined());
