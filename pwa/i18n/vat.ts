/** The rate of VAT as a setting of the lunch company. */
export const vatWords = {
  title: "VAT",
  now: (rate: string) =>
    `Prices include ${rate} VAT today. When the rate changes, prices stay: only the VAT in them does.`,
  from: (rate: string, day: string) => `${rate} from ${day}`,
  rate: "New rate, percent",
  since: "From",
  sinceHelp: "Give it a week’s notice or more, so that counters without a network know it too.",
  wrongRate: "Enter a whole number from 1 to 50.",
  wrongDay: "Choose a day after today.",
  same: (rate: string, day: string) => `It is ${rate} on ${day} already.`,
  affects: (rate: string, day: string, end?: string) =>
    `Lunches that are ordered from now on for ${day} or later${end ? `, until ${end},` : ""} include ${rate} VAT, ` +
    "and sales at counters from that day.",
  keep: (deliveries: number, rates: string) =>
    deliveries === 1
      ? `One delivery that is ordered for these days keeps ${rates}.`
      : `${deliveries} deliveries that are ordered for these days keep ${rates}.`,
  keepNone: "Nothing is ordered for these days yet.",
  saved: (rate: string, day: string) => `Saved: ${rate} from ${day}`,
  changed: "Somebody changed this a moment ago. Reload the page, look at what is so now, then save again.",
};
