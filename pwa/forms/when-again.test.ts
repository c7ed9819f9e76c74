import { expect, test } from "vitest";
import { whenAgain } from "#pwa/forms/when-again";

test.each([
  [21, "in 0:21"],
  [94.2, "in 1:35"],
  [3599, "in 59:59"],
  [2 * 3600, "at 14:01"],
  [12 * 3600, "on Tue 24 Nov at 0:01"],
])("after %s seconds one may try again %s", (seconds, sentence) => {
  expect(whenAgain(seconds, Date.UTC(2026, 10, 23, 8, 0, 30))).toBe(sentence);
});
