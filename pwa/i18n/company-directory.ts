/** A company's directory of people (SCIM), as its admins connect it. */
export const directoryWords = {
  card: "Your company’s directory",
  none:
    "Your directory, like Microsoft Entra ID or Okta, can add and remove your people by itself (SCIM 2.0). " +
    "It speaks for people with an email in a domain that you verified above.",
  leavers:
    "Whoever leaves there is signed out at once. " +
    "Lunches that your company pays a part of and that can still be changed are cancelled, and we tell you by email.",
  told: (people: number, groups: number): string =>
    `${people === 1 ? "1 person" : `${people} people`} and ${groups === 1 ? "1 group" : `${groups} groups`} so far. ` +
    "Each group is a department.",
  address: "Address to enter at your directory",
  token: "New token",
  tokenOnce: "Copy it now and enter it at your directory. We cannot show it again.",
  tokens: "Tokens",
  make: "Make a token",
  ends: (ending: string) => `ends in ${ending}`,
  made: (when: string, by: string) => `Made ${when} by ${by}`,
  used: (when: string) => `last used ${when}`,
  unused: "not used yet",
  revoke: "Revoke",
  revokeOf: (ending: string) => `Revoke the token that ends in ${ending}`,
  revokeSure: "Revoke for good",
  revokeText: "Your directory can no longer use this token.",
};
