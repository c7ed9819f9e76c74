/** What the server asks a device to find while a limit of all callers is full: the number behind `salt` whose SHA-256 is `challenge`. */
export type Puzzle = { salt: string; challenge: string; max: number; signature: string };

/** So many hashes are under way at once. */
const atOnce = 256;
/** After so many the page draws and answers to taps before the next ones. */
const turn = 16 * atOnce;
const encoder = new TextEncoder();

export const isPuzzle = (asked: unknown): asked is Puzzle => {
  const { salt, challenge, max, signature } = (asked ?? {}) as Partial<Puzzle>;
  return [salt, challenge, signature].every((text) => typeof text === "string") && typeof max === "number";
};

/** The proof for the header X-Work; undefined when there is no such number. `tell` hears how much of the way is done, 0 to 1. */
export async function solve(puzzle: Puzzle, tell: (done: number) => void): Promise<string | undefined> {
  const wanted = Uint8Array.from(puzzle.challenge.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const fits = (sum: ArrayBuffer) => new Uint8Array(sum).every((byte, at) => byte === wanted[at]);
  for (let from = 0; from <= puzzle.max; from += atOnce) {
    tell(from / (puzzle.max + 1));
    if (from % turn === 0) await new Promise((then) => setTimeout(then));
    const numbers = Array.from({ length: Math.min(atOnce, puzzle.max + 1 - from) }, (_, at) => from + at);
    const sums = await Promise.all(
      numbers.map((number) => crypto.subtle.digest("SHA-256", encoder.encode(puzzle.salt + number))),
    );
    const found = sums.findIndex(fits);
    if (found >= 0) return `${puzzle.salt}${from + found}.${puzzle.signature}`;
  }
  return undefined;
}
