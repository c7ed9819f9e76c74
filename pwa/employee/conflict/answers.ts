// The person's answers to conflicts, and what they do to the draft. Each day is saved on its own, so that one
// answer never waits for another; what has no answer stays as it is.

import { chooseAlternative, setDay } from "#pwa/employee/choose/edit-day";
import type { Conflict, Matter } from "#pwa/employee/conflict/conflicts";
import type { Target } from "#pwa/employee/conflict/move-targets";
import type { DraftDay } from "#pwa/offline/view";
import type { DraftItem } from "#pwa/offline/wire";

export type Answer =
  | { do: "keep" | "remove" | "skip" }
  | { do: "swap"; meal: string }
  | { do: "take"; qty: number }
  | { do: "move"; to: Target }
  /** null keeps the server's version. */
  | { do: "pick"; dev: string | null };

/** By the matter's key. */
export type Answers = Readonly<Record<string, Answer | undefined>>;

export const keyOf = (date: string, matter: Matter) =>
  [date, matter.kind, "id" in matter ? matter.id : "", "code" in matter ? matter.code : ""].join(" ");

/** The default answer; undefined where only the person can know. */
export function likely(matter: Matter): Answer | undefined {
  switch (matter.kind) {
    case "gone": {
      const [best] = matter.swaps;
      if (matter.left > 0) return { do: "take", qty: matter.left };
      return best && { do: "swap", meal: best.meal.id };
    }
    case "shut": {
      const [to] = matter.targets;
      // A day that is already ordered needs no second lunch.
      return to && matter.code !== "day_taken" ? { do: "move", to } : { do: "remove" };
    }
    case "versions":
      return undefined;
    default:
      return { do: "keep" };
  }
}

/** The days of the answered matters afterwards, by date. Alternatives are left out: they are chosen, not set. */
export function daysAfter(
  days: readonly DraftDay[],
  conflicts: readonly Conflict[],
  answers: Answers,
): Map<string, DraftItem[]> {
  const after = new Map<string, DraftItem[]>();
  for (const { date, matters } of conflicts) {
    const before = days.find((day) => day.date === date)?.items ?? [];
    let items = before;
    for (const matter of matters) {
      const answer = answers[keyOf(date, matter)];
      if (!answer) continue;
      if (answer.do === "move") after.set(answer.to.date, [...(after.get(answer.to.date) ?? []), ...answer.to.items]);
      items = "id" in matter && matter.id ? changed(items, matter.id, answer) : whole(items, answer);
    }
    if (items !== before) after.set(date, items);
  }
  return after;
}

function changed(items: DraftItem[], id: string, answer: Answer): DraftItem[] {
  switch (answer.do) {
    case "swap":
      return items.map((item) => (item.meal === id ? { ...item, meal: answer.meal } : item));
    case "take":
      return items.map((item) => (item.meal === id ? { ...item, qty: answer.qty } : item));
    case "remove":
      return items.filter((item) => item.meal !== id);
    default:
      return whole(items, answer);
  }
}

const whole = (items: DraftItem[], { do: what }: Answer) =>
  what === "skip" || what === "remove" || what === "move" ? [] : items;

/** A day that was not saved, and why. */
export type Outcome = { undo?: () => Promise<void>; failed: boolean };

/**
 * Applies the answers, one day after another: a moved lunch is saved on its new day before it leaves the old one. `undo`
 * restores the days; a choice between two devices is not undone.
 */
export async function settle(
  days: readonly DraftDay[],
  conflicts: readonly Conflict[],
  answers: Answers,
): Promise<Outcome> {
  const after = daysAfter(days, conflicts, answers);
  const filledFirst = [...after].sort(([, a], [, b]) => Number(a.length === 0) - Number(b.length === 0));
  const before = new Map(filledFirst.map(([date]) => [date, days.find((day) => day.date === date)?.items ?? []]));
  let failed = false;
  const attempt = (work: Promise<void>) =>
    work.catch(() => {
      failed = true;
    });
  for (const { date, matters } of conflicts) {
    for (const matter of matters) {
      const answer = answers[keyOf(date, matter)];
      if (matter.kind === "versions" && answer?.do === "pick") await attempt(chooseAlternative(matter.day, answer.dev));
    }
  }
  for (const [date, items] of filledFirst) {
    if (failed) break;
    await attempt(setDay(date, items));
  }
  const back = async () => {
    for (const [date, items] of before) await setDay(date, items);
  };
  return { failed, ...(before.size > 0 && { undo: back }) };
}
