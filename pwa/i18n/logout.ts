import { count } from "#pwa/i18n/say";

export const logoutWords = {
  title: "Are you sure?",
  text: "You need a code or your password to come back in. Everything on this device has been sent.",
  yes: "Yes please - Log out",
  no: "No - Keep me logged in",
  unsentTitle: (n: number) => `${count(n, "change", "changes")} not sent yet`,
  unsentText: "Log out now and they are lost. Send them first, or stay.",
  shutText:
    "They are in this device’s storage, which does not open. " +
    "Close the app’s other windows or restart the device, and they are sent. Log out now and they are lost.",
  reload: "Reload first",
  sendFirst: "Send first, then log out",
};
