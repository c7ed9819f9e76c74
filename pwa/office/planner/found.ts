import type { BookMeal } from "#pwa/offline/wire";

type Wanted = { search: string; cuisine?: number; diet: string };

/** Lower case without accents, so that "creme brulee" finds "Crème brûlée". */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The meals of the book that can be planned and match: every word is in the name, the Arabic name or the code. */
export function found(book: BookMeal[], { search, cuisine, diet }: Wanted): BookMeal[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return book.filter(({ archived, code, meal }) => {
    if (archived || (cuisine && meal.cuisine !== cuisine) || (diet && !meal.diets.includes(diet))) return false;
    const text = plain(`${meal.name} ${meal.name_ar ?? ""} ${code}`);
    return words.every((word) => text.includes(word));
  });
}
