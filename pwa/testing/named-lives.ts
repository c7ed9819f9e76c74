/** Lives in which something once went wrong, kept for ever: what scripts/sim finds is written here with what it was. */
export const namedLives: { seed: number; told: string }[] = [
  { seed: 196, told: "a restored server gave revisions again, and who had seen the old one overwrote the new one" },
  {
    seed: 96,
    told: "a restored server had come so far again that a device missed what had changed below its revision",
  },
  { seed: 507, told: "a device was not told that the server it speaks to was restored" },
];
