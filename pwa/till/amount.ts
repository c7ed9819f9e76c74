/** The largest amount in a till's event, fils: the server quarantines bigger ones. */
export const mostAmount = 10_000_000;

/** Fils of a typed amount: "150", "150.5", "1,050.00"; null when it is none, or too much. */
export function readAmount(text: string): number | null {
  const plain = text.replaceAll(",", "").trim();
  if (!/^\d{1,6}(\.\d{0,2})?$/.test(plain)) return null;
  const [dirhams = "0", fils = ""] = plain.split(".");
  const amount = Number(dirhams) * 100 + Number(fils.padEnd(2, "0"));
  return amount > mostAmount ? null : amount;
}
