import { note, type TillDb } from "#pwa/till/till-db";
import { bytesOf, squareOf } from "#pwa/till/till-key";
import { saveFile } from "#pwa/ui/save-file";

/** What the office's page reads at once, less a little, bytes. */
const largest = 3_900_000;

/**
 * Saves what is kept here as a file that the office can book: a fact a line, in the order in which they happened, each marked by its
 * till. What was acknowledged comes along, for a server that lost it; where all of it is too much, the newest.
 */
export async function exportQueue(db: TillDb, most = largest): Promise<void> {
  const facts = await db.facts.orderBy("q").toArray();
  const identity = await note(db, "identity");
  const all = [...((await note(db, "former")) ?? []), ...(identity ? [identity] : [])];
  const lines = await Promise.all(
    facts.map(async ({ till, text, state }) => {
      const own = all.find((one) => one.till === till);
      const line = `${own ? await squareOf(own, text) : text}\n`;
      return { line, bytes: bytesOf(line).length, sent: state === "booked" || state === "aside" };
    }),
  );
  let room = most;
  for (const { bytes, sent } of lines) room -= sent ? 0 : bytes;
  const taken: string[] = [];
  for (const { line, bytes, sent } of lines.reverse()) {
    room -= sent ? bytes : 0;
    if (!sent || room >= 0) taken.unshift(line);
  }
  const blob = new Blob(taken, { type: "text/plain" });
  saveFile({ name: `till-${identity?.prefix ?? ""}.txt`, blob });
}
