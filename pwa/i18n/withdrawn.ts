const many = (name: string, qty: number) => (qty > 1 ? `${qty} × ${name}` : name);

/** A meal that was ordered and that the kitchen cannot cook. */
export const withdrawnWords = {
  title: (name: string, qty: number) => `We cannot cook ${many(name, qty)}`,
  on: (day: string) => `For ${day}.`,
  free: (when: string) => `Choose another – free of charge until ${when}.`,
  choose: "Choose another",
  chooseFor: (name: string, day: string) => `Choose another meal instead of ${name} for ${day}, free of charge`,
  instead: (name: string) =>
    `If you do nothing, ${name} comes instead, for no more than you paid. If it costs less, the difference goes to your wallet.`,
  paidBack: (qty: number) =>
    `If you do nothing, we leave ${qty === 1 ? "it" : "them"} out and pay it back to your wallet.`,
  late: (name: string) => `${name} comes instead, for no more than you paid.`,
  latePaidBack: "We pay it back to your wallet.",
  another: "another meal",
};
