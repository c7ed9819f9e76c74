import type { LegalWords } from "#pwa/i18n/legal";
import { product } from "#pwa/i18n/say";

export const privacyWords: LegalWords = {
  title: "Privacy Policy",
  changed: "Last changed on 21 November 2026",
  text: [
    `This policy says what ${product} keeps about you, why, for how long, and what you can ask of us. ` +
      "It follows the law of the United Arab Emirates on personal data: Federal Decree-Law No. 45 of 2021 (“PDPL”).",
  ],
  parts: [
    {
      id: "who",
      title: "Who is responsible",
      text: [
        `Whoever operates ${product} (“we”) decides why and how your data is used here and is its controller. ` +
          "Your company decides which of its people may order and what it pays towards their lunch, " +
          "and is responsible for that itself.",
        "How to reach us stands at the end of this page.",
      ],
    },
    {
      id: "what",
      title: "What we keep",
      text: [
        [
          "Who you are: your name, work email and mobile number, your company and your role in it, and a picture if you add one.",
          "How you sign in: your password in a form that cannot be turned back, " +
            "and when your sessions began and were last used. One-time codes are stored nowhere.",
          "What you choose and order: days, meals, quantities and delivery addresses.",
          "Who paid what: prices, discounts, your company’s share, your wallet, " +
            "and the state and reference of each payment. You enter your card on the payment provider’s page. " +
            "If you save it, we keep the provider’s token, the masked number and its expiry, never the number.",
          "Your devices: a number for each browser that you use, so that nothing you choose is lost or counted twice.",
          "Technical records: network address, time, and what was asked and answered, so that we can find faults and stop abuse.",
        ],
        "Most of it comes from you. Your company gives us your name and work email when it invites you, " +
          "and the payment provider tells us what became of a payment.",
      ],
    },
    {
      id: "meals",
      title: "Your meals are nobody’s business",
      text: [
        "What somebody eats can hint at their health or their belief, so we treat it as sensitive. " +
          "We use it to cook, deliver and bill your lunch, and for nothing else.",
        "Your company’s admins see how much is ordered and what it costs, never a person’s dishes. " +
          "Figures about dishes are totals over at least five people.",
      ],
    },
    {
      id: "why",
      title: "Why we may use it",
      text: [
        [
          "To do what we agreed with you and your company: your account, orders, deliveries, payments and refunds.",
          "To meet duties of the law, such as keeping invoices and payments for the tax authority.",
          "To protect the service and its people against misuse, and to make or defend legal claims.",
          "With your consent in every other case. You can withdraw it at any time. What was done before stays lawful.",
        ],
        "We do not sell your data. We do not advertise for others, and we take no decisions " +
          "about you by profiling: prices, shares and limits follow the rules that you see.",
      ],
    },
    {
      id: "whom",
      title: "Who else receives it",
      text: [
        [
          "Your company’s admins: your name, email and status, and amounts.",
          "Kitchen and couriers: what is needed to make your lunch and bring it to you.",
          "The card payment provider: amount, order reference, your name and email.",
          "Those who host the service and deliver our emails, on our instructions alone.",
          "A maps service, where you look for an address on a map.",
          "WhatsApp, where you ask to be told there: your mobile number, and the week and day that a reminder names.",
          "Authorities, where the law obliges us.",
        ],
      ],
    },
    {
      id: "device",
      title: "What is stored on your device",
      text: [
        "One cookie that keeps you signed in, one that protects what you send, " +
          "and one that counts what still waits on your device. Beside them your browser keeps your profile, " +
          "the menus, your choices and your orders, so that the app works without a connection. " +
          "None of it follows you to other sites, and nobody else’s scripts watch you here.",
        "When you log out, what was yours is deleted from the device, also without a connection. " +
          "When a session ends by itself, what you saved is locked until you sign in again.",
      ],
    },
    {
      id: "where",
      title: "Where it is kept",
      text: [
        "Some of those who work for us may keep data outside the United Arab Emirates. That happens only where " +
          "the law there protects it as well, or under safeguards that the PDPL accepts (Articles 22 and 23).",
      ],
    },
    {
      id: "how-long",
      title: "How long we keep it",
      text: [
        [
          "Sign-in codes: valid for 10 minutes. Sessions: at most 90 days, and 14 days without use; shorter for admins.",
          "Your account: as long as it is open.",
          "Orders, invoices and payments: at least five years, because tax law says so. " +
            "When your account is deleted, they stay for that time without being used for anything else.",
          "Technical records: as long as a fault or an attack can still be found in them, not longer.",
        ],
      ],
    },
    {
      id: "rights",
      title: "Your rights",
      text: [
        "Articles 13 to 18 of the PDPL give you the right",
        [
          "to know what we keep, why, and who received it",
          "to get it in a form that other programs can read, and to take it elsewhere",
          "to have it corrected or erased",
          "to have its use restricted or stopped",
          "to object to a decision that was taken by a machine alone.",
        ],
        "My Profile lets you change your details, download what we keep and delete your account. " +
          "For everything else write to us or call us: it costs nothing. We may have to ask who you are first. " +
          "If our answer is not good enough, you can turn to the UAE Data Office.",
      ],
    },
    {
      id: "safe",
      title: "How we protect it",
      text: [
        "Everything travels encrypted. Passwords are stored so that not even we can read them, each company’s " +
          "data is closed to every other one, and only those who need something for their work can see it.",
        "Should something go wrong that endangers your privacy, we tell the UAE Data Office and you (Article 9).",
      ],
    },
    {
      id: "changes",
      title: "When this changes",
      text: [
        "The date at the top says when this policy was last changed. " +
          "When a change matters to you, we tell you in the app or by email before it applies.",
      ],
    },
  ],
  contact: "How to reach us",
  contactText: "For questions about your data and for all of your rights:",
};
