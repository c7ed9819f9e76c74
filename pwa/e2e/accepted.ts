// The accepted pictures: of each one how bright its blocks are, in one file for each tour and language, and what differs from them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { PNG } from "pngjs";
import { atEnd } from "#pwa/e2e/ends";
import { language, only, pictures } from "#pwa/e2e/picture-run";

/** How many pixels of a picture are one block, in both directions; pictures are half as large as the page. */
export const block = 8;
/** Blocks of 0 to 255 that differ by this much are the same to the eye. */
const unseen = 2;

type Blocks = { width: number; height: number; bright: Uint8Array };
/** A picture that is not as it was accepted: which blocks, by their number, and what was there before. */
export type Change = {
  name: string;
  tour: string;
  language: string;
  blocks: number[];
  columns: number;
  before: string | null;
};

type Tour = { accepted: Record<string, string>; taken: Record<string, string>; changes: Change[] };
const tours = new Map<string, Tour>();

/** Compares a picture with the accepted one, or accepts it. Answers what changed, in words. Asks for another picture while they differ. */
export async function judged(tour: string, name: string, take: () => Promise<Buffer>): Promise<string[]> {
  const { accepted, taken, changes } = tourOf(tour);
  const before = accepted[name] ? unpacked(accepted[name]) : null;
  const now = await still(name, take, before);
  taken[name] = packed(now);
  if (before && alike(before, now)) return [];
  const blocks = before ? differing(before, now) : [];
  changes.push({ name, tour, language, blocks, columns: now.width, before: before && mosaicOf(before) });
  if (pictures === "accept") return [];
  return [`${name} is ${before ? "another picture" : "a new picture"}: artifacts/screens/sheet.html shows it`];
}

/** Compares what a screen reader is told of a screen, as text, with what was accepted, or accepts it. Answers what changed, in words. */
export function heard(name: string, tree: string): string[] {
  const file = `pwa/e2e/accepted/${language}/${name}.yml`;
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  // Addresses name records, whose ids are other ones in each run.
  const now = `${tree.replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, "ID")}\n`;
  if (now === before) return [];
  const at = pictures === "accept" ? file : `artifacts/screens/heard/${language}/${name}.yml`;
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, now);
  return pictures === "accept" ? [] : [`${name} is read out differently: diff ${file} ${at}`];
}

/** The picture, or the last of several while it is not the accepted one: what comes late, a number perhaps, is waited for. */
async function still(name: string, take: () => Promise<Buffer>, accepted: Blocks | null): Promise<Blocks> {
  let last = blocksOf(await take());
  // What is accepted must be whole: pictures of meals come after the page, in the first look at it.
  if (pictures === "accept" && name.endsWith("1280-light")) {
    for (let tries = 0, before: Blocks | null = null; tries < 5 && !(before && alike(before, last)); tries++) {
      await new Promise((done) => setTimeout(done, 300));
      before = last;
      last = blocksOf(await take());
    }
  }
  for (let tries = 0; tries < 5 && pictures === "compare" && accepted && !alike(accepted, last); tries++) {
    await new Promise((done) => setTimeout(done, 300));
    last = blocksOf(await take());
  }
  return last;
}

const alike = (one: Blocks, other: Blocks) =>
  one.width === other.width && one.height === other.height && differing(one, other).length === 0;

function tourOf(name: string): Tour {
  const known = tours.get(name);
  if (known) return known;
  const file = `pwa/e2e/accepted/${name}.${language}.json`;
  const accepted = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Tour["accepted"]) : {};
  const tour: Tour = { accepted, taken: {}, changes: [] };
  tours.set(name, tour);
  atEnd(async () => {
    tours.delete(name);
    write(`artifacts/screens/changes/${name}.${language}.json`, tour.changes);
    const all = only ? { ...accepted, ...tour.taken } : tour.taken;
    const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)));
    if (pictures === "accept") write(file, sorted);
  });
  return tour;
}

function write(file: string, what: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(what, null, 2)}\n`);
}

function blocksOf(png: Buffer): Blocks {
  const { width, height, data } = PNG.sync.read(png);
  const [columns, rows] = [Math.ceil(width / block), Math.ceil(height / block)];
  const [sums, counts] = [new Float64Array(columns * rows), new Uint32Array(columns * rows)];
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / block) * columns;
    for (let x = 0; x < width; x++, at += 4) {
      const of = row + Math.floor(x / block);
      sums[of] = (sums[of] ?? 0) + 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
      counts[of] = (counts[of] ?? 0) + 1;
    }
  }
  return {
    width: columns,
    height: rows,
    bright: Uint8Array.from(sums, (sum, of) => Math.round(sum / (counts[of] ?? 1))),
  };
}

function differing(before: Blocks, now: Blocks): number[] {
  const found: number[] = [];
  for (const [of, bright] of now.bright.entries()) {
    const [x, y] = [of % now.width, Math.floor(of / now.width)];
    const was = x < before.width ? before.bright[y * before.width + x] : undefined;
    if (was === undefined || Math.abs(was - bright) > unseen) found.push(of);
  }
  return found;
}

/** As text: neighbours are alike, so what a block differs from the one before it packs well. */
function packed({ width, height, bright }: Blocks): string {
  const steps = bright.map((value, at) => value - (at > 0 ? (bright[at - 1] ?? 0) : 0));
  return `${width}x${height} ${deflateRawSync(steps, { level: 9 }).toString("base64")}`;
}

function unpacked(text: string): Blocks {
  const [size = "", body = ""] = text.split(" ");
  const [width = 0, height = 0] = size.split("x").map(Number);
  let last = 0;
  const bright = Uint8Array.from(inflateRawSync(Buffer.from(body, "base64")), (step) => (last = (last + step) & 255));
  return { width, height, bright };
}

/** The blocks as a small picture: what is left of one that was accepted on another machine. */
function mosaicOf({ width, height, bright }: Blocks): string {
  const png = new PNG({ width, height });
  for (const [at, value] of bright.entries()) png.data.set([value, value, value, 255], at * 4);
  return `data:image/png;base64,${PNG.sync.write(png).toString("base64")}`;
}
