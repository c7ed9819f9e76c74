export const notFoundWords = {
  title: "Page not found",
  text: "This plate is already empty. The link may be old or mistyped.",
  lunches: "Go to my lunches",
  home: "Go to the home page",
  menu: "See the menu",
};
