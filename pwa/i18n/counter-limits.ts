import { count, list } from "#pwa/i18n/say";

const sales = (n: number) => count(n, "sale", "sales");

/** What may be charged to accounts at counters without a review, as a setting of the lunch company. */
export const counterLimitsWords = {
  title: "Limits at counters",
  text: "What a counter may charge to a person’s account by itself. What is beyond waits for your review, and the person still gets lunch.",
  now: (sale: string, day: string, hours: number) =>
    `Today: ${sale} for a sale without confirmation, ${day} for a person’s day, ${count(hours, "hour", "hours")} until a sale must arrive.`,
  from: (day: string, sale: string, most: string, hours: number) =>
    `From ${day}: ${sale} a sale, ${most} a day, ${count(hours, "hour", "hours")}`,
  sale: "Most of a sale, AED",
  saleHelp: "A dearer one asks its buyer on their own device.",
  day: "Most of a person’s day, AED",
  hours: "Hours until a sale must have arrived",
  hoursHelp: "For counters without a network. 1 to 720.",
  since: "For sales from",
  sinceHelp: "Today, or a later day.",
  wrongAmount: "Enter an amount from AED 1 to AED 100,000.",
  lessThanSale: "It must not be less than that of a sale.",
  wrongHours: "Enter a whole number from 1 to 720.",
  wrongDay: "Choose today or a later day.",
  tills: (tills: number, companies: number) =>
    tills > 0
      ? `It counts at ${count(tills, "counter", "counters")} of ${count(companies, "company", "companies")}.`
      : "There are no counters yet.",
  meet: (all: number, above: string[]) => {
    if (all === 0) return "There were no sales on accounts in the last 30 days.";
    return `Of ${sales(all)} on accounts in the last 30 days it would have stopped ${above.length > 0 ? list(above) : "none"}.`;
  },
  aboveSale: (n: number) => `${sales(n)} for their amount`,
  aboveDay: (n: number) => `${count(n, "person’s day", "people’s days")} for the sum`,
  later: (n: number) => `${sales(n)} for arriving late`,
  stays: "What was charged before stays. A sale keeps to the limits of its own day, whenever it arrives.",
  replaces: (day: string) => `It replaces what was set for ${day}.`,
  until: (day: string) => `It counts until ${day}, when what was set for then begins.`,
  saved: (day: string) => `Saved, for sales from ${day}`,
  changed: "Somebody changed this a moment ago. Reload the page, look at what is so now, then save again.",
};
