import { trailExportWords } from "#pwa/i18n/trail-export";

const { from, until, wrongFrom, wrongUntil, keyText } = trailExportWords;

/** What a company's admins read where they export what was done in their company. */
export const companyTrailWords = {
  card: "What was done in your company",
  text: "A table (CSV) of what your admins, programs and providers did, signed for others to verify offline. Our staff is not in it.",
  from,
  until,
  wrongFrom,
  wrongUntil,
  go: "Export",
  done: (key: string) => `Exported. The public key that verifies the file is ${key}`,
  keyText,
};
