/** Signing in through a company's own provider: the sign-in page, and the way back from the provider. */
export const signOnWords = {
  title: (company: string) => `You sign in with ${company}`,
  text: "Your company has its own sign-in. You come back here when you are done there.",
  go: (company: string) => `Continue with ${company}`,
  onlyText: "Your company lets its people in this way only.",
  beside: "I am an admin or belong to another company: send me a code",
  pageTitle: "Company sign-in",
  coming: "Signing you in…",
  failed: "That did not work",
  cancelled: "You cancelled at your company’s sign-in, or it did not let you in.",
  again: "Begin again",
  offline: "You are offline. Go online and try again: nothing is lost.",
};
