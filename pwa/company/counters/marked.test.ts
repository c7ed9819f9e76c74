import { expect, test } from "vitest";
import { readMarked } from "#pwa/company/counters/marked";

const fact = (id: string, k = "sale/1", n = 0) => `T1.mark${id}.${JSON.stringify({ id, k, ...(n && { n }) })}`;
const read = (...lines: string[]) => readMarked(lines.join("\n"));

test("each is read once, and a void comes after its sale whichever was scanned first", () => {
  const [sale, undone] = [fact("01A", "sale/1", 7), fact("01B", "void/1")];
  const { marked, unread } = read(undone, "", ` ${sale} `, sale, "nonsense");
  expect(marked.map(({ line, kind, receipt }) => [line, kind, receipt])).toEqual([
    [3, "sale/1", 7],
    [1, "void/1", 0],
  ]);
  expect(unread).toEqual([{ line: 5, text: "nonsense" }]);
});

test("the squares of a long receipt find each other in any order, spaces and all", () => {
  const long = fact("01C").replace("}", ',"m":"no  onions. 1/2."}');
  const [head, text] = ["T1.mark01C", long.slice("T1.mark01C.".length)];
  const parts = [0, 1, 2].map((k) => `${head}.${k + 1}/3.${text.slice(k * 20, k === 2 ? undefined : (k + 1) * 20)}.`);
  const [one = "", two = "", three = ""] = parts;
  expect(read(three, fact("01A"), one, two, one).marked.map(({ text }) => text)).toEqual([fact("01A"), long]);
  expect(read(three, one).unread).toEqual([
    { line: 1, text: three, have: 2, of: 3 },
    { line: 2, text: one, have: 2, of: 3 },
  ]);
});

test.each(["T1.mark", "T1.mark.{", "T1.mark.1/0..", "T1..{}", ".mark.{}", "{}", "T1.mark.7"])("%s is none", (text) => {
  expect(read(text)).toEqual({ marked: [], unread: [expect.objectContaining({ line: 1, text })] });
});
