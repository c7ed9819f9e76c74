import { bytesOf } from "#pwa/till/till-key";

/** The most bytes that a square on a receipt can hold so that a phone reads it. */
const most = 1200;

/**
 * What the squares of a marked event say: all of it, or, where one would be too dense to read, "till.mark.k/n.part." each, as even as
 * can be. The mark is the whole fact's, so that the parts find each other in any order; the stop behind a part keeps its spaces.
 */
export function squaresOf(marked: string): string[] {
  if (bytesOf(marked).length <= most) return [marked];
  const begins = marked.indexOf(".", marked.indexOf(".") + 1) + 1;
  const [head, event] = [marked.slice(0, begins), marked.slice(begins)];
  const weight = bytesOf(event).length;
  const widest = 4; // bytes of a letter, which is not cut in two
  const n = Math.ceil(weight / (most - head.length - "99/99..".length - widest));
  const room = Math.ceil(weight / n) + widest - 1;
  const parts = [""];
  let filled = 0;
  for (const letter of event) {
    const more = bytesOf(letter).length;
    if (filled + more > room) {
      parts.push("");
      filled = 0;
    }
    parts[parts.length - 1] += letter;
    filled += more;
  }
  return parts.map((part, k) => `${head}${k + 1}/${parts.length}.${part}.`);
}
