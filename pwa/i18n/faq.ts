import { product } from "#pwa/i18n/say";

export type Question = { id: string; ask: string; answer: string };

export const faqWords = {
  title: "Menu FAQ",
  text: "Short answers about ordering, the food, paying and your account.",
  groups: [
    {
      title: "Ordering",
      questions: [
        {
          id: "start",
          ask: "How do I start?",
          answer:
            "Your company registers once and invites its people. After that you sign in with your work email: " +
            "with a six-digit code that we mail to you, or with your password.",
        },
        {
          id: "days",
          ask: "How many days do I have to order?",
          answer:
            "Three to five days of a week, Monday to Friday, unless your company agreed on another minimum. " +
            "Days that you already ordered in that week count. " +
            "When fewer days are still open than the minimum, those are enough.",
        },
        {
          id: "ahead",
          ask: "How far ahead can I order?",
          answer:
            "Four weeks. Each week is ordered and paid by itself. Public holidays are closed and cannot be chosen.",
        },
        {
          id: "until",
          ask: "Until when can I order or change a day?",
          answer:
            "Until midnight at the end of the day two days before, Dubai time: " +
            "lunch on Thursday is open until Tuesday, 23:59. The app shows the last moment beside each day. " +
            "After it the kitchen has begun to prepare that day.",
        },
        {
          id: "cancel",
          ask: "Can a day that is paid be cancelled?",
          answer:
            "Yes, until the same moment: open the order in your history and cancel the day. " +
            "What you paid for it comes back to your wallet at once, or to your card when you ask for that.",
        },
        {
          id: "offline",
          ask: "Does it work without a connection?",
          answer:
            "Yes. The menus that your device has loaded and everything that you chose stay on it. " +
            "You can go on choosing without a connection, and the app sends it when it can. " +
            "Paying needs a connection, and until a week is paid it is not ordered.",
        },
        {
          id: "devices",
          ask: "I chose on my phone and on my laptop. Which one counts?",
          answer: "Neither is thrown away. Where the two differ, the app shows both and you pick one.",
        },
      ],
    },
    {
      title: "The food",
      questions: [
        {
          id: "menu",
          ask: "When does the menu change?",
          answer:
            "Every week has a menu of its own, and every day its own choice of meals. The menu page shows " +
            "the coming weeks as soon as the kitchen has published them, also to people who are not signed in.",
        },
        {
          id: "diet",
          ask: "Is there something for my diet?",
          answer:
            "When you choose meals you can filter by cuisine, diet, allergens, protein and calories. " +
            "Every meal shows its calories, protein, carbohydrates and fat, and vegetarian meals carry a leaf.",
        },
        {
          id: "allergens",
          ask: "How do you mark allergens?",
          answer:
            "For each allergen a meal says that it contains it, that it may contain it, or that we have no data. " +
            "No data never means “free from”. If an allergy is dangerous for you, talk to us before you order.",
        },
        {
          id: "sold-out",
          ask: "Why can I not choose a meal any more?",
          answer:
            "Some meals have a limited number of portions for a day, " +
            "and now and then the kitchen has to take one off the menu. " +
            "The app tells you before you pay and lets you choose another one. " +
            "After you paid we suggest another meal and email you; you can change it or have the money back.",
        },
      ],
    },
    {
      title: "Prices and paying",
      questions: [
        {
          id: "price",
          ask: "What do I pay?",
          answer:
            "The menu price, less your company’s plan discount, less the share that your company pays. " +
            "The checkout shows all of it before you pay. Prices include {vat} VAT.",
        },
        {
          id: "plans",
          ask: "How large is the plan discount?",
          answer:
            "It depends on your company’s plan: the more people eat, the less each lunch costs. Checkout shows it for every meal.",
        },
        {
          id: "share",
          ask: "What is the company share?",
          answer:
            "The part of your lunch that your company pays: a fixed amount or a percentage of each day, " +
            "sometimes up to a limit for a day, a week or a month. Above the limit you pay the rest.",
        },
        {
          id: "cards",
          ask: "How can I pay?",
          answer:
            "By card, on the page of our payment provider: your card number never reaches us. Money in your wallet can be used first.",
        },
        {
          id: "failed",
          ask: "My payment failed. Was anything taken?",
          answer:
            "An order stands only when the payment provider has confirmed the payment to us. " +
            "When the provider says that it failed, nothing was taken and you can try again. " +
            "While we do not know yet, the app says so and we keep asking.",
        },
        {
          id: "wallet",
          ask: "What is the wallet?",
          answer:
            "Money that we hold for you, for example from a day that was cancelled. At the checkout you decide whether to use it.",
        },
      ],
    },
    {
      title: "Delivery",
      questions: [
        {
          id: "where",
          ask: "Where and when does lunch arrive?",
          answer:
            "At the address of your company that you chose, in the delivery time of its area, Monday to Friday. " +
            "You see both before you pay.",
        },
        {
          id: "wrong",
          ask: "My lunch did not come, or something was wrong with it.",
          answer:
            "Tell us on the same day, with the day and the meal, and we look into it at once. You find us at the end of this page.",
        },
      ],
    },
    {
      title: "Your account",
      questions: [
        {
          id: "code",
          ask: "My code does not arrive.",
          answer:
            "Look in your spam folder and check that the email is right. A code is valid for 10 minutes " +
            "and for five tries, in the browser that asked for it. A new code replaces the one before.",
        },
        {
          id: "see",
          ask: "What does my company see of what I eat?",
          answer:
            "That you ordered, and what it costs. Never which dishes: figures about dishes are totals over at least five people.",
        },
        {
          id: "install",
          ask: "Is there an app?",
          answer:
            `${product} is one. Open this site on your phone and choose “Add to Home Screen” ` +
            "in the browser’s menu. It then opens like any other app, also without a connection.",
        },
        {
          id: "data",
          ask: "How do I get or delete my data?",
          answer:
            "In My Profile: there you download what we keep about you, and delete your account. " +
            "The Privacy Policy says what has to stay for a while, and why.",
        },
      ],
    },
  ] satisfies { title: string; questions: Question[] }[],
  more: "Still a question?",
  moreText: "Ask us, we are glad to help.",
};
