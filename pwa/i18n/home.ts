export const homeWords = {
  title: "Lunch at work, sorted for the week",
  text: "Pick five healthy lunches in under a minute. Your company pays its share, you pay the rest.",
  register: "Register your company",
  seeMenu: "See this week’s menu",
  small: (vat: string) => `Lunch for teams · Monday to Friday · prices include ${vat} VAT`,
  how: "Five plates, one minute",
  steps: [
    { title: "Choose your days", text: "Three to five days a week, up to four weeks ahead." },
    { title: "Pick your meals", text: "Filter by cuisine, diet, allergens and macros." },
    { title: "Pay only your part", text: "Plan discount and company share come off first." },
  ],
  onTheMenu: "On the menu this week",
  onTheMenuNext: "On the menu next week",
  explore: "Explore the full menu",
  myLunches: "Go to my lunches",
};
