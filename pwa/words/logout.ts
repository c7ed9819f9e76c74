import { count } from "#pwa/words/say";

export const logoutWords = {
  title: "Are you sure?",
  text: "You need a code or your password to come back in. Everything on this phone has been sent.",
  yes: "Yes please - Log out",
  no: "No - Keep me logged in",
  unsentTitle: (n: number) => `${count(n, "change", "changes")} not sent yet`,
  unsentText: "Log out now and they are lost. Send them first, or stay.",
  sendFirst: "Send first, then log out",
};
