import { count, list } from "#pwa/i18n/say";

const people = (n: number) => count(n, "person", "people");

/** The company, for its admins. */
export const companyWords = {
  title: "Company Profile",
  offline: "You are offline. You can look at everything; changes need a connection.",
  notHere: "Your company is not on this device yet",
  notHereText: "Go online once to see it.",
  saved: "Saved",
  waiting: "We are reviewing your company and will email you. Until then you pay full prices.",
  suspended: "Your company is suspended: prices are full and nobody pays a part. Please talk to us.",
  refusals: {
    company_changed: "Somebody changed this a moment ago. Look at what is so now, then save again.",
    last_place: "A company needs at least one place.",
    counter_there: "A counter stands there. Unpair its tablet first, then remove the place.",
    too_many_places: "These are many places. Please talk to us.",
  } as Record<string, string>,
  none: "Not given",

  details: "Your company",
  editDetails: "Edit your company",
  name: "Company name",
  nameHelp: "As on your trade licence. It stands on your invoices.",
  billing: "Address on invoices",
  billingAsMain: (label: string) => `The same as ${label}, your main place`,
  billingHelp: (line: string) =>
    `Leave it empty for the address of your main place: ${line}. Invoices that you have stay as they are.`,
  trn: "TRN",
  trnHelp: "Your tax registration number: 15 digits.",
  trnFixed: "15 digits. It counts for invoices from now on; those you have keep the old one.",
  contact: "Contact",
  contactName: "Whom we ask",
  contactEmail: "Contact email",
  contactPhone: "Contact phone",
  logo: "Logo",
  logoHelp: "Your people see it when they sign in. We cut it to a square.",
  addLogo: "Add a logo",
  changeLogo: "Change logo",
  removeLogo: "Remove",

  places: "Where lunch goes",
  addPlace: "Add a place",
  counters: "Counters",
  windowClosed: "We take no new orders for this window any more. Edit the place to choose another one.",
  editPlace: (label: string) => `Edit ${label}`,
  retirePlace: (label: string) => `Remove ${label}`,
  retire: "Remove",
  mainText: (invoices: boolean) =>
    `Your main place: new colleagues have lunch brought here${invoices ? ", and your invoices name its address" : ""}.`,
  makeMain: "Make it the main place",
  makeMainOf: (label: string) => `Make ${label} the main place`,
  madeMain: (label: string, invoices: boolean) =>
    `New colleagues have lunch brought to ${label}${invoices ? ", and your next invoices name its address" : ""}. ` +
    "Whoever is here already stays where they are.",
  mainMoves: (invoices: boolean) =>
    `It stays your main place: new colleagues have lunch brought to the new address${invoices ? ", and your next invoices name it" : ""}.`,
  billingStays: (line: string) => `Your invoices go on naming ${line}.`,
  mainRetires: (label: string, invoices: boolean) =>
    `${label} becomes your main place: ` +
    `new colleagues have lunch brought there${invoices ? ", and your next invoices name its address" : ""}.`,
  window: (area: string, from: string, until: string) => `${area}, ${from}–${until}`,
  hangs: (n: number, deliveries: number) =>
    n + deliveries === 0
      ? "Nobody has lunch brought here"
      : list([
          ...(n ? [`${people(n)} ${n === 1 ? "has" : "have"} lunch brought here`] : []),
          ...(deliveries ? [`${count(deliveries, "lunch is", "lunches are")} ordered`] : []),
        ]),
  moveText: (n: number, deliveries: number) =>
    `Another street or area makes it another place. ${n ? `${people(n)} ${n === 1 ? "moves" : "move"} along` : "Nobody moves"}; ${
      deliveries
        ? `${count(deliveries, "lunch that is", "lunches that are")} ordered still ${deliveries === 1 ? "goes" : "go"} to the old one`
        : "nothing is ordered to the old one"
    }.`,
  retireTitle: (label: string) => `Remove ${label}?`,
  retireText: (n: number, deliveries: number) =>
    `Nobody can choose it any more. ${
      n
        ? `${people(n)} ${n === 1 ? "gets" : "get"} lunch elsewhere from the next order on`
        : "Nobody has lunch brought there"
    }${
      deliveries
        ? `, and ${count(deliveries, "lunch that is", "lunches that are")} ordered still ${deliveries === 1 ? "goes" : "go"} there`
        : ""
    }.`,
  retireTo: "Their lunch goes to",
  moved: (n: number, deliveries: number) =>
    `${people(n)} moved${
      deliveries
        ? `, ${count(deliveries, "ordered lunch stays", "ordered lunches stay")} where ${deliveries === 1 ? "it is" : "they are"}`
        : ""
    }.`,

  domains: "Who comes in by email",
  editDomains: "Edit the email domains",
  domainsText: "Colleagues with these email domains join at once. You approve everyone else.",
  noDomains: "No domains: everybody who registers waits for you.",
  domainPeople: (active: number, waiting: number) =>
    [`${people(active)} in`, ...(waiting ? [`${people(waiting)} waiting since before`] : [])].join(", "),
  domainsField: "Email domains",
  domainsHelp: "Like company.com, with a comma between. Addresses that anybody can have, like gmail.com, are refused.",
  domainsKeep: "Whoever is in stays in. Whoever waits already still waits for you.",
};

export const tierWords = {
  title: "Your plan",
  off: (off: string) => `${off} off every meal`,
  agreed: (amount: string) => `${amount} off every meal, agreed with you`,
  noPlan: "No plan: full prices",
  waits: "Your plan’s discount starts with the approval. Until then prices are full.",
  active: (n: number) => `${n} active`,
  needed: (n: number) => `${n} needed`,
  keeps: (active: number, off: string) => `${active} active ${active === 1 ? "keeps" : "keep"} your ${off} off`,
  short: (n: number, off: string, day: string) =>
    `${count(n, "more makes", "more make")} ${off} off safe. Without them on ${day} you keep it for one month more.`,
  danger: (n: number, off: string, day: string) =>
    `${count(n, "more keeps", "more keep")} ${off} off. Without them it ends on ${day}.`,
  next: (n: number, off: string, day: string) =>
    `${count(n, "more unlocks", "more unlock")} ${off} off from ${day} on.`,
  reached: (off: string, day: string) => `You have enough people for ${off} off from ${day} on.`,
  top: "You have our best plan.",
  review: (day: string) => `We look at it on the first of each month, next on ${day}.`,
  last: {
    kept: (month: string) => `In ${month} it stayed.`,
    rose: (month: string) => `In ${month} it rose.`,
    warned: (month: string) => `In ${month} you fell short for the first time.`,
    fell: (month: string) => `In ${month} it fell.`,
  } as Record<string, (month: string) => string>,
};

export const payingWords = {
  title: "Who pays",
  now: "Now",
  change: "Change who pays",
  employees: "Your people pay everything.",
  company: "The company pays everything.",
  percent: (percent: number) => `The company pays ${percent}% of each person’s lunch a day`,
  flat: (amount: string) => `The company pays ${amount} of each person’s lunch a day`,
  capped: (sentence: string, cap: string, per: string) => `${sentence}, at most ${cap} ${per}.`,
  soFar: (amount: string) => `${amount} so far this month`,
  uncapped: (sentence: string) => `${sentence}, without a limit.`,
  per: { Daily: "a day", Weekly: "a week", Monthly: "a month" } as Record<string, string>,
  minimums: (days: number, meals: number) =>
    `An order has at least ${count(days, "day", "days")} and ${count(meals, "meal", "meals")} a day. We set this with you.`,
  everyDay: (lunches: number, month: string) => `Lunch on all ${lunches} working days of ${month}`,
  companyPays: "The company pays",
  personPays: "Each person pays",
  reached: (lunch: string, per: string) =>
    `From the ${lunch} lunch of ${per} on the limit is used up, and they pay the rest.`,
  ofPeriod: { Daily: "a day", Weekly: "a week", Monthly: "the month" } as Record<string, string>,
  nth: (n: number) => {
    const tens = n % 100;
    const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
    return `${n}${ending}`;
  },
  notReached: "The limit is not reached by that.",

  dryRun: "See what last month would have been",
  dryRunOf: (month: string) => `${month} at these rules`,
  nobody: (month: string) => `Nobody had lunch in ${month}, so there is nothing to compare.`,
  lunches: (lunches: number, n: number) => `${count(lunches, "lunch", "lunches")} of ${people(n)}`,
  was: "As it was",
  would: "With these",
  companyRow: "Company",
  peopleRow: "Your people",
  cappedRow: "Reach the limit",
  more: (amount: string) => `${amount} more for the company`,
  less: (amount: string) => `${amount} less for the company`,
  same: "The same for the company",
  unchanged: "These are the rules of now.",
  switchOn: "Switch on",
  sure: "Switch on these rules?",
  sureText: [
    "They count for everything that is ordered from this moment on.",
    "What is ordered keeps the rules that it was ordered with, also when somebody changes it.",
    "Whoever is about to pay sees the new price first.",
  ],
  anew: "The limit counts anew: what was paid under the old one is not counted in.",
  on: "The new rules are on",
  back: "Not yet",
};

export const forecastWords = {
  title: "At today’s pace",
  offline: "The forecast needs a connection.",
  names: { Daily: "Today", Weekly: "This week", Monthly: "This month" } as Record<string, string>,
  span: (from: string, until: string) => `${from} – ${until}`,
  spent: "So far",
  granted: "With what is ordered",
  projected: (day: string) => `By ${day}, about`,
  days: (passed: number, days: number) => `${passed} of ${count(days, "lunch day", "lunch days")}`,
  capped: (n: number, reaching: number, of: number, cap: string) =>
    `Of ${people(of)}, ${n} reached the limit of ${cap}; ${reaching} will by the end.`,
  none: "Nobody has lunch in this time yet.",
};
