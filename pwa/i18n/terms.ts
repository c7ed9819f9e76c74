import type { LegalWords } from "#pwa/i18n/legal";
import { product } from "#pwa/i18n/say";

export const termsWords: LegalWords = {
  title: "Terms & Conditions",
  changed: "Last changed on 21 November 2026",
  text: [
    `These terms hold between you and whoever operates ${product} (“we”) when you use this ` +
      "app and order lunch with it. Whoever registers a company agrees to them for the company.",
  ],
  parts: [
    {
      id: "service",
      title: "What we do",
      text: [
        "We cook lunches and deliver them to companies in the United Arab Emirates, Monday to Friday. " +
          "A company subscribes to a plan. " +
          "Its people choose days and meals, and company and people share the price as the company decided.",
      ],
    },
    {
      id: "account",
      title: "Your account",
      text: [
        "You need a work email that is yours, and details that are true. " +
          "Keep your codes and your password to yourself, and tell us when somebody else may have them. " +
          "You answer for what is ordered with your account until you have told us.",
        "Your company may invite you, approve you and put your account on hold. We may put an account on hold when it is misused.",
      ],
    },
    {
      id: "companies",
      title: "Companies and plans",
      text: [
        "A company is open for orders at plan prices once its admin has " +
          "proved the email and we have approved it. Until then prices are full.",
        "Each plan has its discount, the number of people that it takes and its least order, as the page of plans shows them on the " +
          "day of the registration. A plan can change; what is ordered keeps its price.",
        "On the first of each month the plan follows the number of active people. A company that falls short " +
          "keeps its plan for one more month and is told. The company decides what share of each lunch it pays, " +
          "with or without a limit, and owes us that share for every confirmed delivery.",
      ],
    },
    {
      id: "orders",
      title: "Ordering",
      text: [
        "An order covers one week, with at least three and at most five delivery days unless your company agreed " +
          "on another minimum. Choosing meals, also without a connection, does not order them yet: an order is " +
          "made when it is confirmed, that is when what you owe for it is paid, or when nothing is left to pay.",
        "A day can be ordered, changed or cancelled until midnight, Dubai time, " +
          "at the end of the day two days before the delivery. Our clock decides. Public holidays are closed.",
        "Portions can run out, and we may have to take a meal off the menu. We say so before you pay. " +
          "If a meal fails after you paid, you choose another one or get its price back.",
      ],
    },
    {
      id: "prices",
      title: "Prices",
      text: [
        "Prices are in UAE dirhams and include {vat} VAT. The plan discount comes off first, " +
          "then your company’s share. What you see at the checkout is what you pay. " +
          "If a price changed meanwhile, we show you the difference and ask again.",
        "The average prices in the table of plans are examples, with VAT; after the discount the price before VAT is shown as well.",
      ],
    },
    {
      id: "payment",
      title: "Payment",
      text: [
        "You pay by card on the page of our payment provider, or from your wallet, or both. " +
          "A payment counts when the provider has confirmed it to us. " +
          "Money that arrives for an order that was already cancelled goes back by itself.",
        "Days that are being paid are kept for you until the time that the payment page shows. After that they are free again.",
      ],
    },
    {
      id: "wallet",
      title: "Wallet",
      text: [
        "The wallet holds money from refunds, from what you add by card, and from credits that we give. " +
          "It never falls below zero, and you decide at each checkout whether to use it.",
      ],
    },
    {
      id: "changes",
      title: "Changes, cancellation and refunds",
      text: [
        "Until its own cut-off every delivery of an order can be changed or cancelled. What becomes dearer " +
          "holds once the difference is paid. What becomes cheaper is paid back to your wallet at once, or to " +
          "your card when you ask for that. A discount that you already have stays yours when fewer days are left.",
        "After the cut-off a delivery cannot be cancelled. If we do not deliver, or not what you ordered, " +
          "tell us on the same day: you get your part of the price back, and your company its share.",
      ],
    },
    {
      id: "delivery",
      title: "Delivery",
      text: [
        "We deliver to the company’s address that you chose, within the delivery time of its area. Somebody " +
          "has to be there to receive it. Lunch is fresh food: eat it on the same day and keep it cool until then.",
      ],
    },
    {
      id: "allergens",
      title: "Allergens and nutrition",
      text: [
        "We name the allergens that we know of, as “contains” or “may contain”. Where we have no data, " +
          "we say that, and it never means “free from”. All meals are cooked in kitchens where allergens are used. " +
          "Calories and nutrients are averages of a recipe. " +
          "Pictures show how a meal is meant and are no promise of every leaf.",
      ],
    },
    {
      id: "use",
      title: "Fair use",
      text: [
        "Order for yourself and for those whom your company allows. Do not try to get into what " +
          "belongs to others, to place orders by a program, or to keep the service from working.",
      ],
    },
    {
      id: "liability",
      title: "If something goes wrong",
      text: [
        "We answer for what we do wrong as the law says. We do not answer for a connection, a device or a " +
          "payment network that fails outside our reach; what you chose stays saved on your device meanwhile. " +
          "Nothing in these terms takes away a right that the law gives to consumers.",
      ],
    },
    {
      id: "end",
      title: "Ending it",
      text: [
        "You can stop at any time. " +
          "You delete your account in My Profile as soon as your last paid lunch is delivered or cancelled; " +
          "what is left in your wallet is used before, given up by you, or settled with you when you ask us.",
      ],
    },
    {
      id: "law",
      title: "Law, and changes of these terms",
      text: [
        "The law of the United Arab Emirates applies. We tell you in the app or by email before a change of " +
          "these terms holds for you. Orders that are already confirmed stay under the terms they were made under.",
      ],
    },
  ],
  contact: "How to reach us",
  contactText: "For orders, refunds and everything in these terms:",
};
