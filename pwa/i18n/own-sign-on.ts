/** A company's own sign-in, as its admins set it up and try it. */
export const ownSignOnWords = {
  card: "Your company’s own sign-in",
  edit: "Edit your company’s own sign-in",
  none: "Your people can sign in through your own provider, like Microsoft Entra ID, Google Workspace or Okta (OpenID Connect).",
  state: (on: boolean, only: boolean): string =>
    on
      ? only
        ? "On. It is the only way in; admins can also get a code by mail."
        : "On. Codes and passwords work as well."
      : "Off. Your people sign in with codes and passwords.",
  issuer: "Issuer",
  issuerHelp: "The address of your provider, exactly as it writes it, like https://login.microsoftonline.com/…/v2.0.",
  issuerMissing: "Enter the address of your provider.",
  clientMissing: "Enter the client ID.",
  clientId: "Client ID",
  secret: "Client secret",
  secretKept: "We keep it encrypted and never show it. Leave it empty to keep the one we have.",
  redirect: "Redirect address to enter at your provider",
  domains: "1. Show that a domain is yours",
  domainsNone: "Add your mail domains in the card above first.",
  domainsText: "Add this TXT record to the DNS of your domain, then let us look.",
  verified: "Verified",
  gone: (day: string) => `We no longer see its record. Add it again: on ${day} the domain stops counting.`,
  record: (name: string) => `Name: ${name}`,
  value: (value: string) => `Value: ${value}`,
  look: (domain: string) => `Look for the record of ${domain}`,
  lookShort: "Look for it",
  tryTitle: "2. Try it yourself",
  tryText: "You go to your provider and come back. Nobody else is affected.",
  tried: (when: string) => `Last tried ${when}.`,
  tryIt: "Try it",
  switchTitle: "3. Switch it on",
  on: "Let people sign in with it",
  only: "It is the only way in",
  onlyHelp: "Codes and passwords no longer let your people in. Admins can still get a code by mail.",
  triedTitle: "What your provider said of you",
  triedFits: "This works. You can switch it on now.",
  triedNot: "Nobody would come in like this: the email is missing, not verified, or in none of your verified domains.",
  triedUnsure:
    "Your provider does not say that emails are verified. The first time, each person also types a code that we mail them.",
  subject: "Lasting ID",
  name: "Name",
  email: "Email",
  emailVerified: "Email verified",
  says: (verified: boolean | null): string => (verified === null ? "Not said" : verified ? "Yes" : "No"),
  missing: "Not said",
  back: "Back to your company",
};
