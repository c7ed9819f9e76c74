import { comma, isolated } from "#pwa/i18n/locale";

/** "Mon 10 Nov, 8:14": what is there of some pieces, none of which knows the others. */
export const joined = (pieces: readonly (string | false | 0 | null | undefined)[]): string =>
  pieces
    .filter((piece) => !!piece)
    .map((piece) => isolated(String(piece)))
    .join(comma);
