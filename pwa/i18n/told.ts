/** A notification that arrives while the app is in view. */
export const toldWords = { open: "Open" };
