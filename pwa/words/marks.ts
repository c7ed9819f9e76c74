/** Where a choice stands, on a plate and in a line. The first screen says these. */
export const marksWords = {
  waiting: "Waiting to send",
  sending: "Sending",
  needsYou: "Needs you",
  decide: "Decide",
  see: "See",
  phone: "What is on this phone",
};
