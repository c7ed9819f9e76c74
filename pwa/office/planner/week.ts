// What the parts of a week's screen share: which day may change, and what is known of a meal on it.
import { language } from "#pwa/i18n/locale";
import type { Days } from "#pwa/office/planner/edits";
import type { PlannedDay, PlannedOffer, PlannedWeek } from "#pwa/office/planner/planner";

/** A day with what is planned here and what the server tells of it. */
export type DayShown = Omit<PlannedDay, "meals"> & { meals: PlannedOffer[] };

/** Whether meals may be taken off a day or moved from it. */
export const mayChange = ({ over }: PlannedDay) => !over;
/** Why a day is closed, in the reader's language where it has a name in it. */
export const closedAs = ({ closed, closed_ar }: Pick<PlannedDay, "closed" | "closed_ar">) =>
  (language === "ar" && closed_ar) || closed;
/** Whether meals may come to a day. */
export const mayAdd = ({ over, closed }: PlannedDay) => !over && !closed;

/** How often a meal is ordered on a date, also one that was just taken off here. */
const orderedOn = (seen: PlannedWeek, date: string, meal: string): number =>
  seen.days.find((day) => day.date === date)?.meals.find((one) => one.meal === meal)?.ordered ??
  seen.changes.find((change) => change.date === date && change.meal === meal)?.ordered ??
  0;

/** The week as it is edited here, with what the server knows of each meal. */
export const shownDays = (seen: PlannedWeek, days: Days): DayShown[] =>
  seen.days.map((day, at) => ({
    ...day,
    meals: (days[at]?.meals ?? []).map((offer) => {
      const known = day.meals.find(({ meal }) => meal === offer.meal);
      return {
        ...offer,
        ordered: orderedOn(seen, day.date, offer.meal),
        left: known?.left,
        withdrawn: known?.withdrawn,
      };
    }),
  }));

/** Whether a meal is on the published menu of a date. */
export const isPublished = (seen: PlannedWeek, date: string, meal: string): boolean =>
  (seen.state === "published" || seen.state === "changed") &&
  seen.days.some((day) => day.date === date && day.meals.some((one) => one.meal === meal && !one.withdrawn)) &&
  !seen.changes.some((change) => change.date === date && change.meal === meal && change.what === "added");
