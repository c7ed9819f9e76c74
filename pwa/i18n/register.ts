/** Registering: for oneself, or with a company that already orders here. */
export const registerWords = {
  title: "Join us for lunch",
  text: "Tell us who you are and where lunch goes. We send a code to your email, and that is it.",
  who: "Who is lunch for?",
  myself: "For myself",
  company: "With my company",
  addressTitle: "Where we deliver",
  emailHelp: "You sign in with it. We send a 6-digit code to it now.",
  send: "Continue",
  haveAccount: "Already with us?",
  signIn: "Sign in",
  link: "Your company’s link or code",
  linkHelp: "Your admin or a colleague can send it to you.",
  linkWrong: "That does not look like a company’s link. It holds a code of 26 letters and digits.",
  findCompany: "Find my company",
  noLink: "Your company is not with us yet?",
  registerCompany: "Register your company",
  joinTitle: (company: string) => `Join ${company}`,
  joinTitleAny: "Join your company",
  joinText:
    "With your company’s email address you are in as soon as you enter the code. " +
    "With another address, the company’s admin approves you first.",
  companyGone: "We do not know this company",
  companyGoneText: "The link may be old or incomplete. Ask your company’s admin for a new one.",
  companyUnreached: "We could not ask for this company",
  companyUnreachedText: "Check your connection and try again.",
  waitingTitle: "Your email is confirmed",
};

/** A forgotten password, and the first password of an invited person. */
export const resetWords = {
  title: "Set a new password",
  text: "We send a 6-digit code to your email. With it you choose a new password.",
  invitedTitle: "Set your password",
  invitedText: "Welcome! We send a 6-digit code to your email. With it you choose your password.",
  send: "Send me a code",
  chooseTitle: "Choose a new password",
  sentTo: "If we know this email, a 6-digit code is on its way to",
  save: "Save the new password",
  savedTitle: "Your new password is saved",
  savedText: "Everybody who was signed in with this account, on any device, is signed out now.",
  signIn: "Sign in",
  otherWay: "Sign in another way",
};
