import { count, product } from "#pwa/i18n/say";

export const uiWords = {
  close: "Close",
  dismiss: "Dismiss",
  tryAgain: "Try again",
  undo: "Undo",
  loading: "Loading",
  fileFailed: "The file could not be fetched.",
};

export const appWords = {
  promise: "Healthy lunches for teams in the UAE, delivered Monday to Friday.",
  skip: "Skip to content",
  main: "Main",
  tabs: "Dashboard",
  homeLink: `${product}, home`,
  titled: (page: string) => `${page} · ${product}`,
  hello: "New Menu Is Here! Taste It Today",
  whatsapp: "WhatsApp chat",
  newVersion: "A new version is ready.",
  refresh: "Refresh",
  broken: "Something went wrong",
  brokenText: "This page could not be shown. What you chose is safe on this device.",
  notLoaded: "This page is not on your device yet",
  notLoadedText: "Go online once to open it.",
  reload: "Reload",
};

export const headerWords = {
  home: "HOME",
  menu: "THE MENU",
  dashboard: "DASHBOARD",
  adminDashboard: "ADMIN DASHBOARD",
  signIn: "SIGN IN",
  register: "Register your company",
  toSignIn: "Sign In",
  join: "Join your company",
  back: "BACK",
  openMenu: "Menu",
  hi: (name: string) => `Hi ${name}`,
  logout: "Logout",
  cart: (meals: number) => `Day summary, ${count(meals, "meal", "meals")}`,
};

export const navWords = {
  lunch: "Lunch",
  menu: "Menu",
  history: "History",
  wallet: "Wallet",
  company: "Company",
  profile: "Profile",
};

export const sideWords = {
  order: "Order / Edit Order",
  history: "Order History",
  wallet: "Wallet Transactions",
  cards: "Payment Method",
  profile: "My Profile",
  company: "Company",
  companyProfile: "Company Profile",
  companyMembers: "Team Members",
  companyInvoices: "Invoices",
  companyReports: "Reports",
};

export const titlesWords = {
  invoice: "Invoice",
  home: "Home",
  menu: "The Menu",
  login: "Sign in",
  reset: "New password",
  register: "Register",
  faq: "Menu FAQ",
  privacy: "Privacy Policy",
  terms: "Terms & Conditions",
  dashboard: {
    home: "Your weeks",
    history: "Order History",
    walletTransactions: "Wallet Transactions",
    paymentMethods: "Payment Method",
    profile: "My Profile",
    "company-profile": "Company Profile",
    "company-members": "Team Members",
    "company-invoices": "Invoices",
    "company-reports": "Reports",
    "company-counters": "Counters",
    counter: "Pay at the counter",
  } as Record<string, string>,
  delivery: "Delivery days",
  meals: "Choose meals",
  editOrder: "Edit order",
  checkout: "Checkout",
  payment: "Payment",
  notMe: "Report a purchase",
  till: "Till",
  kitchen: "Kitchen",
  notFound: "Page not found",
};

export const whenWords = {
  today: "today",
  tomorrow: "tomorrow",
  yesterday: "yesterday",
  at: (day: string, clock: string) => `${day} at ${clock}`,
};
