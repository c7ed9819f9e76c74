export const errorsWords = {
  invalid: "Invalid form data",
  signInAgain: "Please log in again",
  offline: "No connection. Try again when you are online.",
  server: "Our kitchen’s computer is not answering. Try again in a moment.",
  unknown: "That did not work. Please try again.",
};

/** One sentence for each stable reason of a refusal. */
export const faultsWords = {
  quote_changed: "The price changed. Look again before you pay.",
  unsent_work: "Some choices are not sent yet. One moment, then try again.",
  draft_changed: "Your week changed on another device. Look again before you pay.",
  already_being_paid: "This week is already being paid in another window.",
  day_taken: "There is already a lunch on this day.",
  day_closed: "This day is closed.",
  day_too_far: "This day cannot be chosen yet. Choose it again when its menu is out.",
  server_restored: "We lost this choice on our side. Please choose again.",
  cutoff_passed: "It is too late for this day.",
  too_few_days: "Choose more days for this week.",
  too_many_days: "That is more days than one week can hold.",
  too_few_meals: "Choose more meals for this day.",
  two_weeks: "Pay for one week at a time.",
  unknown_meal: "This meal is not on the menu any more.",
  meal_withdrawn: "This meal is not on the menu any more.",
  sold_out: "This meal is sold out for this day.",
  unknown_address: "This delivery address is not yours.",
  wallet_too_little: "There is not enough in your wallet.",
  share_used_up: "Your company’s share for this period is used up.",
  unresolved: "Two of your devices chose differently. Pick one first.",
  no_address: "We do not deliver to this address. Choose another one, or ask your company’s admin to set one.",
  key_used: "That payment was started before. Look again, then pay.",
  not_active: "Your account is not active yet.",
  code_wrong: "This code is not right.",
  code_expired: "This code is no longer valid. Ask for a new one.",
  code_locked: "Too many wrong tries: this code is closed. Ask for a new one.",
  code_used: "This code was used already. Ask for a new one.",
  mailbox_taken:
    "This mailbox already has an account at this company, under another spelling of its address. Sign in with that one.",
  waiting_list_full:
    "Many people wait to be let in at this company. Ask your admin to invite you: an invitation lets you in at once.",
  company_waiting:
    "Another company that you registered still waits for our approval. Write to us if something in it is wrong.",
  link_old: "This link is too old. Sign in with a code, or set a new password.",
  too_many_requests: "That was a lot at once. Wait a moment.",
  counter_company: "Only companies that are approved and active can have tills.",
  unavailable: "Our kitchen’s computer is not answering. Try again in a moment.",
} as Record<string, string>;
