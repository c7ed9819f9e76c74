// A program of others, as docs/api.md shows it: its types are generated from the running server's document, it is compiled by them, and it
// calls with the demo's API key.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";

const run = promisify(execFile);
const here = resolve("artifacts/client");
const guide = readFileSync("docs/api.md", "utf8");
const program = /```ts\n(.*?)```/s.exec(guide)?.[1] ?? "";
const key = /^export KEY=(\S+)$/m.exec(guide)?.[1] ?? "";
let sahn: Sahn;

beforeAll(async () => {
  sahn = await startSahn("client");
  rmSync(here, { recursive: true, force: true });
  mkdirSync(here, { recursive: true });
  await run("node_modules/.bin/openapi-typescript", [`${sahn.url}/api/openapi.json`, "--output", `${here}/sahn.d.ts`]);
});

/** What the compiler says of a program; it writes the program's JavaScript where it is right. */
async function compiled(name: string, text: string): Promise<string> {
  writeFileSync(`${here}/${name}.ts`, text);
  const how = "--strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck --types node".split(
    " ",
  );
  return run("node_modules/typescript-native/bin/tsc", ["--ignoreConfig", ...how, `${here}/${name}.ts`]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test("a program with a generated client reads people and lunches, adds a webhook once and edits what it has read", async () => {
  expect(await compiled("program", program)).toBe("");
  const { stdout } = await run("node", [`${here}/program.js`], { env: { ...process.env, SAHN: sahn.url, KEY: key } });
  expect(stdout.split("\n").slice(0, -1)).toEqual([
    expect.stringMatching(/^people [1-9]/),
    expect.stringMatching(/^lunches \d/),
    "made once true",
    "edited yes",
    "edited changed_meanwhile",
  ]);
});

test("a path, a field of a request and one of an answer that the server does not have do not compile", async () => {
  for (const [right, wrong] of [
    ['"/api/members"', '"/api/people"'],
    ["url: ", "address: "],
    ["people?.matched", "people?.count"],
  ] as const) {
    expect(program).toContain(right);
    expect(await compiled("wrong", program.replace(right, wrong))).toMatch(/error TS/);
  }
});

test("the app has the same types", () => {
  expect(readFileSync(`${here}/sahn.d.ts`, "utf8")).toBe(readFileSync("pwa/offline/contract.gen.ts", "utf8"));
});
