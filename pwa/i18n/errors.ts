/** What is said of any request. */
export const errorsWords = {
  invalid: "Invalid form data",
  signInAgain: "Please log in again",
  offline: "No connection. Try again when you are online.",
  server: "Our kitchen’s computer is not answering. Try again in a moment.",
  unknown: "That did not work. Please try again.",
};
