/** Seeds of scenarios that once found a bug: each one that scripts/sim finds is added here with a description. */
export const regressionSeeds: { seed: number; bug: string }[] = [
  { seed: 196, bug: "a restored server gave revisions again, and who had seen the old one overwrote the new one" },
  {
    seed: 96,
    bug: "a restored server had come so far again that a device missed what had changed below its revision",
  },
  { seed: 507, bug: "a device did not learn that its server was restored" },
];
