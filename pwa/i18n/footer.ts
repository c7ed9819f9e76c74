import { product } from "#pwa/i18n/say";

export const footerWords = {
  company: "The Company",
  terms: "Terms & Conditions",
  privacy: "Privacy Policy",
  disclaimer: "Disclaimer",
  menu: "The Menu",
  explore: "Explore Menu",
  faq: "Menu FAQ",
  talk: "Let's Talk",
  whatsapp: "WhatsApp",
  social: "Connect on social",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  accept: "We accept",
  cards: (applePay: boolean) => `Visa, Mastercard${applePay ? ", Apple Pay" : ""}`,
  copyright: (year: number) => `© ${year} ${product}`,
};
