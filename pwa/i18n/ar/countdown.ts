import { type Forms, list, plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/countdown";

const days = { one: "يوم واحد", two: "يومان", few: "# أيام", many: "# يومًا", other: "# يوم" };
const hours = { one: "ساعة واحدة", two: "ساعتان", few: "# ساعات", other: "# ساعة" };
const minutes = { one: "دقيقة واحدة", two: "دقيقتان", few: "# دقائق", other: "# دقيقة" };

const left = (...parts: [number, Forms][]) =>
  `المتبقي ${list(parts.filter(([n], at) => n > 0 || at === 0).map(([n, forms]) => plural(n, forms)))}`;

/** How long something can still be changed. */
export const countdownWords: typeof English.countdownWords = {
  until: (when) => `متاح حتى ${when}`,
  days: (d, h) => left([d, days], [h, hours]),
  hours: (h, m) => left([h, hours], [m, minutes]),
  minutes: (m) => left([m, minutes]),
  seconds: (clock) => `المتبقي ${clock}`,
  closed: "مغلق",
  /** Said aloud when one of them begins. */
  spoken: {
    hour: (day) => `بقي أقل من ساعة ليوم ${day}.`,
    ten: (day) => `بقي أقل من عشر دقائق ليوم ${day}.`,
    one: (day) => `بقي أقل من دقيقة ليوم ${day}.`,
    closed: (day) => `انتهى موعد يوم ${day}.`,
  },
};
