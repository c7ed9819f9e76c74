import { isolated } from "#pwa/i18n/locale";

/** "Harbour Line · AED 42.00": what is there of some pieces, in this order also where their own direction is the other one. */
export const dotted = (pieces: readonly (string | false | 0 | null | undefined)[]): string =>
  pieces
    .filter((piece) => !!piece)
    .map((piece) => isolated(String(piece)))
    .join(" · ");
