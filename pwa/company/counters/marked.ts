// What tablets authenticate: an event as "till.mark.{…}", or the parts of one that is too long for a QR code as
// "till.mark.k/n.part." in any order.

/** An event with its mark, as far as it can be read. Nothing of it is trusted before the server has checked the mark. */
export type Marked = { line: number; text: string; till: string; id: string; kind: string; receipt: number };

/** A line that is no event, or a QR code whose other parts are missing. */
export type Unread = { line: number; text: string; have?: number; of?: number };

const partial = /^([^.]+\.[^.]+)\.([1-9]\d?)\/([1-9]\d?)\.(.*)\.$/;

/**
 * Reads lines that were scanned, pasted or saved by a tablet; each fact once, in the order in which they happened, so
 * that a void comes after its sale.
 */
export function readMarked(typed: string): { marked: Marked[]; unread: Unread[] } {
  const marked = new Map<string, Marked>();
  const unread: Unread[] = [];
  const parts = new Map<string, Unread[]>();
  const take = (text: string, line: number) => {
    const one = factIn(text);
    if (!one) unread.push({ line, text });
    else if (!marked.has(text)) marked.set(text, { line, text, ...one });
  };
  for (const [at, full] of typed.split("\n").entries()) {
    const text = full.trim();
    const [, head, , of] = partial.exec(text) ?? [];
    if (head) parts.set(`${head} ${of}`, [...(parts.get(`${head} ${of}`) ?? []), { line: at + 1, text }]);
    else if (text) take(text, at + 1);
  }
  for (const some of parts.values()) {
    const [, head = "", , n] = partial.exec(some[0]?.text ?? "") ?? [];
    const of = Number(n);
    const found = new Map(some.map(({ text }) => [Number(partial.exec(text)?.[2]), partial.exec(text)?.[4] ?? ""]));
    const whole = Array.from({ length: of }, (_, k) => found.get(k + 1));
    const have = whole.filter((part) => part !== undefined).length;
    if (have === of) take(`${head}.${whole.join("")}`, some[0]?.line ?? 0);
    else unread.push(...some.map((one) => ({ ...one, have, of })));
  }
  return {
    marked: [...marked.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    unread: unread.sort((a, b) => a.line - b.line),
  };
}

function factIn(text: string) {
  const [, till, fact] = /^([^.]+)\.[^.]+\.(\{.*\})$/.exec(text) ?? [];
  if (!till || !fact) return undefined;
  try {
    const { id, k, n } = JSON.parse(fact) as { id?: unknown; k?: unknown; n?: unknown };
    return { till, id: `${id}`, kind: `${k}`, receipt: typeof n === "number" ? n : 0 };
  } catch {
    return undefined;
  }
}
