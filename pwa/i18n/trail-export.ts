import { count } from "#pwa/i18n/say";

/** What managers read when they export the trail. */
export const trailExportWords = {
  open: "Export",
  title: "Export the trail",
  text: "A table (CSV) with every act of the days, signed so that others can verify offline that nothing was changed, removed or added.",
  whose: "Which acts",
  of: {
    operators: "Operators",
    "": "Everybody",
    company: "About one company",
  } as Record<string, string>,
  from: "First day",
  until: "Last day",
  wrongFrom: "Choose the first day.",
  wrongUntil: (most: number) =>
    `Choose a last day that is not before the first: ${count(most, "day", "days")} at most.`,
  missing: "Choose a company.",
  recorded: "That you made it, and of what, is in the trail.",
  go: "Export",
  done: "Trail exported",
  doneText: "Hand the file on as it is: a spreadsheet program that saves it changes it.",
  key: "Public key",
  keyText: "Who verifies the file needs it. It is also published at",
  verify: "To verify the file:",
  close: "Close",
};
