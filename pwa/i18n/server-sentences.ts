/** What the server says of a refusal, in the app's language; undefined where it has no such sentence. */
export const serverSentence = (english: string): string | undefined => english;
