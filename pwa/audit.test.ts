import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "audit-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** How a program of scripts/tools ends with a file of this content, and what it says. */
function run(tool: string, content: unknown) {
  const file = join(folder, "said.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  const tools = join(import.meta.dirname, "../scripts/tools");
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(tools, tool), file], { encoding: "utf8" });
  return { status, said: stdout + stderr };
}

const part = (name: string, licence?: string) => ({
  name,
  version: "1.0.0",
  licenses:
    licence === undefined ? [] : [licence.includes(" ") ? { expression: licence } : { license: { id: licence } }],
});
const known = Array.from({ length: 10 }, (_, n) => part(`part${n}`, "MIT"));

test.each([
  ["GPL-3.0-only", "GPL-3.0-only"],
  ["MIT AND GPL-3.0-only", "MIT AND GPL-3.0-only"],
  [undefined, "none"],
])("a part under %s stops a release, and is named", (licence, named) => {
  const { status, said } = run("licences.mjs", { components: [...known, part("odd", licence)] });
  expect(status).toBe(1);
  expect(said).toContain(`odd 1.0.0: the licence ${named} is not allowed`);
});

test("a part that may be had under a licence that we may pass on is fine, and a list of too few parts is none", () => {
  expect(run("licences.mjs", { components: [...known, part("both", "(GPL-3.0-only OR MIT)")] }).status).toBe(0);
  expect(run("licences.mjs", { components: [part("one", "MIT")] }).status).not.toBe(0);
});

test("a known vulnerability of a part stops a release, and a database that did not answer is not passed for none", () => {
  const found = run("npm-audit.mjs", { vulnerabilities: { odd: { severity: "low", range: "<2" } } });
  expect([found.status, found.said]).toEqual([1, expect.stringContaining("odd <2: low")]);
  expect(run("npm-audit.mjs", { vulnerabilities: {} }).status).toBe(0);
  for (const silent of ["", { message: "request failed" }]) {
    const { status, said } = run("npm-audit.mjs", silent);
    expect([status, said]).toEqual([3, expect.stringContaining("not checked")]);
  }
});
