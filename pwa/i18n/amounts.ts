// Amounts are whole fils; here they become what people read.
import { aed, plain } from "#pwa/i18n/locale";

/** Without a sign: "1,035.30". */
function digitsOf(fils: number): string {
  const whole = Math.abs(Math.trunc(fils));
  const dirhams = String(Math.trunc(whole / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${dirhams}.${String(whole % 100).padStart(2, "0")}`;
}
const signOf = (fils: number) => (fils < 0 ? "-" : "");

/** "AED 35.30", "-AED 1,035.30"; with another sign "−AED 9.40". */
export const formatAed = (fils: number, sign: "" | "-" | "−" | "+" = signOf(fils)): string => aed(sign, digitsOf(fils));

/** "+AED 4.00", "-AED 4.00", "AED 0.00": what something changes. */
export const formatChange = (fils: number): string => aed(fils > 0 ? "+" : signOf(fils), digitsOf(fils));

/** "35.30", "-4.00": where the currency is known. With "−" it is what is taken off. */
export const formatPlain = (fils: number, sign: "" | "-" | "−" = signOf(fils)): string => plain(sign, digitsOf(fils));

const short = (fils: number) => digitsOf(fils).replace(/\.00$/, "");

/** "AED 35", "AED 35.30": whole dirhams without decimals. */
export const formatShort = (fils: number): string => aed(signOf(fils), short(fils));

/** "35", "35.30". */
export const formatPlainShort = (fils: number): string => plain(signOf(fils), short(fils));
