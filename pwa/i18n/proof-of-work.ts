/** What is said while a device proves to the server, by computing, that it is no attack. */
export const proofOfWorkWords = {
  title: "One moment. You will be let in.",
  text: "Very many programs are trying to sign in right now. Your device is showing that you are not one of them. You can just wait.",
  progress: "Your device is working",
  percent: (done: number) => `${done}% done`,
  through: "Done. We are going on.",
};
