import { useEffect, useMemo, useState } from "react";
import { bookWords } from "#pwa/i18n/book";
import { ownName } from "#pwa/i18n/food";
import { readValue, useDevice, writeValue } from "#pwa/offline/db";
import type { Book, BookMeal } from "#pwa/offline/wire";
import { useAnswer } from "#pwa/online/use-answer";

/** The kitchen's meals: as the server has them, or as this device last saw them. */
export function useBook() {
  const db = useDevice((device) => device.db);
  const { answer: asked, trouble, loading, again } = useAnswer("/api/kitchen/meals");
  // The contract says neither which pictures nor which allergen marks there are.
  const answer = asked as Book | undefined;
  const [kept, setKept] = useState<{ book: Book; at: number }>();
  useEffect(() => {
    if (!db) return;
    let here = true;
    readValue(db, "book").then(
      (found) => here && setKept(found),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [db]);
  useEffect(() => {
    // A storage that is full or closed keeps what it has.
    if (db && answer) writeValue(db, "book", { book: answer, at: Date.now() }).catch(() => undefined);
  }, [db, answer]);
  const book = answer ?? kept?.book;
  const byId = useMemo(() => new Map(book?.data.map((one) => [one.meal.id, one])), [book]);
  const meal = (id: string): BookMeal | undefined => byId.get(id);
  const nameOf = (id: string) => {
    const known = meal(id)?.meal;
    return known ? ownName(known) : bookWords.unknown;
  };
  return { book, meal, nameOf, trouble, loading, again };
}
