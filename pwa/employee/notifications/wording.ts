/** The version of the texts that the card shows (server/push/wordings.json): another text is another version. */
export const wording = 2;
