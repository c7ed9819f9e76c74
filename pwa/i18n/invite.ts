/** A company's own link, which its admin passes on. */
export const inviteWords = {
  title: "Invite colleagues",
  text: "Send them your company’s link. With a work email of your domains they are in at once; everybody else waits for your approval.",
  link: "Your company’s link",
  copy: "Copy",
  copied: "Copied",
  byHand: "Your browser does not let us copy. The link is marked: copy it by hand.",
  share: "Share the link",
  shareTitle: (company: string) => `Lunch with ${company}`,
  shareText: (company: string) => `Join ${company} and choose your lunches for the week:`,
};
