import { count, list } from "#pwa/i18n/say";

export const dietWords = {
  title: "Diet and allergens",
  text: "We leave out what does not fit and warn you of what might not. Only you see this, unless you want it on your boxes.",
  eats: "You eat",
  avoids: "You avoid",
  anything: "Anything",
  nothing: "Nothing",
  label: "Print what I avoid on my boxes",
  labelHelp: "The kitchen and whoever sees the box can read it.",
  labelled: "On your boxes",
  printed: (on: boolean): string => (on ? "Printed" : "Not printed"),
  edit: "Edit your diet and allergens",
  allergy: "With a severe allergy please ask us before you order: our kitchen handles all of these.",
  saved: "Your diet is saved",

  mine: "My diet",
  everything: "Show all meals",
  fits: "Only what fits me",
  fitsHelp: (eats: string[], avoids: string[]) => [...eats, ...avoids.map((name) => `no ${name}`)].join(", "),
  change: "Change it in My Profile",
  say: "Say what you eat",

  contains: (what: string[]) => `Contains ${list(what)}`,
  mayContain: (what: string[]) => `May contain ${list(what)}`,
  noData: (what: string[]) => `No allergen data: ${list(what)}`,
  notMarked: (diets: string[]) => `Not marked ${list(diets.map((diet) => diet.toLowerCase()))}`,
  unsure: "No allergen data",
  fitting: (fits: number, unsure: number) => `${fits} fit, ${unsure} without data`,
  unsureText: "We do not know whether these contain what you avoid.",

  nutrition: "Nutrition of the week",
  energy: "kcal",
  protein: "Protein",
  carbs: "Carbs",
  fat: "Fat",
  lunches: (n: number) => `in ${count(n, "lunch", "lunches")}`,
  noNutrition: (n: number) =>
    `${count(n, "lunch has", "lunches have")} no nutrition data and ${n === 1 ? "is" : "are"} not counted.`,

  look: "Please look at these once more",
  instead: (name: string) => `Take ${name} instead`,
};
