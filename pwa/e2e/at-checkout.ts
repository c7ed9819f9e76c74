import type { Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { like } from "#pwa/e2e/screen";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { checkoutWords } from "#pwa/i18n/checkout";
import { paymentWords } from "#pwa/i18n/payment";

export type Checkout = { desk: Device; week: string; label: string; dates: string[] };

/** Puts three lunches of one week into a person's draft from another device. */
export async function threeLunches(sahn: Sahn, email: string): Promise<Checkout> {
  const desk = await secondDevice(sahn, email);
  const week = (await desk.weeks()).find(({ open }) => open.length >= 3);
  if (!week) throw new Error("no week has three open days");
  const dates = week.open.slice(0, 3);
  await desk.chooseFirst(week.menu, dates);
  return { desk, week: week.value, label: week.label, dates };
}

/** Brings a person to the pay button of a week with three lunches. */
export async function atCheckout(sahn: Sahn, phone: Phone, email: string): Promise<Checkout> {
  const checkout = await threeLunches(sahn, email);
  await signIn(sahn, phone, email);
  await phone.page.goto(`${sahn.url}/checkout?week=${checkout.week}`);
  await payButton(phone).waitFor();
  return checkout;
}

/** The button of checkout that carries the amount. */
export const payButton = ({ page }: Pick<Phone, "page">) =>
  page.getByRole("button", { name: like(checkoutWords.pay("…")) });

/** Pays with a card, and is over when the order is said to be there. */
export async function pay(phone: Phone): Promise<void> {
  await payButton(phone).click();
  await payByCard(phone.page);
  await phone.page.getByRole("heading", { name: paymentWords.setTitle, exact: true }).waitFor();
}
