import { count } from "#pwa/i18n/say";

/** The PIN with which an operator goes on in a locked session. */
export const pinWords = {
  lockNow: "Lock now",
  title: "PIN for shared devices",
  text:
    "Lock this screen when you step away, and go on with six digits. Without a PIN you are signed out when nobody touches the device " +
    "for long, and sign in again in full.",
  lockedAfter: (minutes: number) =>
    `The screen also locks by itself after ${count(minutes, "minute", "minutes")} without a touch.`,
  since: (when: string) => `You have a PIN since ${when}.`,
  choose: "Choose a PIN",
  change: "Change the PIN",
  remove: "Remove the PIN",
  removeText: "From then on you are signed out when nobody touches the device for long.",
  others: "Your sign-ins on other devices end.",
  password: "Your password",
  passwordMissing: "Enter your password.",
  newPin: "New PIN",
  newPinHelp: "Six digits, and none that others would try first, such as 123456 or 112233.",
  pinShort: "A PIN has six digits.",
  showPin: "Show the PIN",
  hidePin: "Hide the PIN",
  save: "Save the PIN",
  saved: "Your PIN is set",
  removed: "Your PIN is removed",
  locked: "Locked",
  lockedText: "What is on this screen stays as it is.",
  pin: "Your PIN",
  pinMissing: "Enter your PIN.",
  unlock: "Unlock",
  wrong: (left: number) =>
    left === 1
      ? "That PIN is not right. One try is left, then this session ends."
      : `That PIN is not right. ${count(left, "try is", "tries are")} left.`,
  offline: "There is no connection. The PIN can be checked when it is back.",
  forgotten: "Forgotten your PIN? Sign in again with your password, then choose another one.",
  other: "Sign in as someone else",
  kept: (n: number, name: string) =>
    `${count(n, "change", "changes")} that ${n === 1 ? "was" : "were"} not sent ${n === 1 ? "waits" : "wait"} here until ${name} is back.`,
  closed:
    "Five wrong PINs ended the session on this device. Sign in again with your password. What was not sent is still here.",
  suggest: "Others use this device too. With a PIN you can lock it when you step away.",
  notNow: "No, thanks",
};
