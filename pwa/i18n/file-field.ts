/** Where a file is chosen, in the app's language whatever the browser's is. */
export const fileFieldWords = {
  choose: "Choose a file",
  other: "Choose another",
  none: "No file chosen",
};
