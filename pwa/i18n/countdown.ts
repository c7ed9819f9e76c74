import { count } from "#pwa/i18n/say";

/** How long something can still be changed. */
export const countdownWords = {
  until: (when: string) => `Open until ${when}`,
  days: (days: number, hours: number) => `${count(days, "day", "days")}${hours > 0 ? ` ${hours} h` : ""} left`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min left`,
  minutes: (minutes: number) => `${minutes} min left`,
  seconds: (clock: string) => `${clock} left`,
  closed: "Closed",
  /** Said aloud when one of them begins. */
  spoken: {
    hour: (day: string) => `Less than an hour left for ${day}.`,
    ten: (day: string) => `Less than ten minutes left for ${day}.`,
    one: (day: string) => `Less than a minute left for ${day}.`,
    closed: (day: string) => `${day} has closed.`,
  },
};
