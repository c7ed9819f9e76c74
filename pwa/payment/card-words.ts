import { cardsWords } from "#pwa/i18n/cards";
import type { SavedCard } from "#pwa/offline/wire";

/** "Visa ending in 0001" */
export const nameOf = ({ brand, last4 }: SavedCard) =>
  cardsWords.ending(cardsWords.brands[brand] ?? cardsWords.anyBrand, last4);

/** "05/28" */
export const expiryOf = ({ expiry }: SavedCard) => `${expiry.slice(5)}/${expiry.slice(2, 4)}`;

/** A card is valid until the last day of its month, by Dubai's clock. */
export const hasExpired = ({ expiry }: SavedCard, now: number) =>
  new Date(now + 4 * 3_600_000).toISOString().slice(0, 7) > expiry;
