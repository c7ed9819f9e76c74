import { note, type TillDb } from "#pwa/till/till-db";
import { bytesOf, squareOf } from "#pwa/till/till-key";
import { saveFile } from "#pwa/ui/save-file";

/** The size limit of the office's upload page, with a margin, bytes. */
const largest = 3_900_000;

/**
 * Saves the stored events as a file that the office can book: one event a line, in the order in which they happened, each
 * authenticated by its till. Acknowledged ones are included, for a server that lost them; when all is too much, the newest.
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
