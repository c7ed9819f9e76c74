import { beforeAll, expect, test } from "vitest";
import type { TillTerms } from "#pwa/offline/wire";
import { codeServer, noon, signedBy } from "#pwa/testing/till-kit";
import { codeGood, codeKeys, isSpoken, readCode, shownBy } from "#pwa/till/shown-code";
import { b64, bytesOf } from "#pwa/till/till-key";

const from = noon / 1000;
const says = { p: "01K0000000000000000000MAR1", c: "C", n: "Mariam Saleh", s: from, t: "dGFn", e: from + 300 };
let key: string;
let code: string;

beforeAll(async () => {
  const server = await codeServer();
  key = b64(await crypto.subtle.exportKey("raw", server.publicKey));
  code = await signedBy(server.privateKey, says);
});

test("a code that the server made is read without asking it", async () => {
  expect(await readCode(` ${code}\n`, [key])).toEqual({
    proof: `${says.p}.${from}.dGFn`,
    profile: says.p,
    company: "C",
    name: "Mariam Saleh",
    from,
    until: from + 300,
  });
});

test("a code is read that any of the server's keys signed, while its secret is replaced", async () => {
  const other = b64(await crypto.subtle.exportKey("raw", (await codeServer()).publicKey));
  expect(await readCode(code, codeKeys({ code_key: other, other_code_keys: [key] } as TillTerms))).not.toBeNull();
  expect(await readCode(code, codeKeys({ code_key: other } as TillTerms))).toBeNull();
});

test("a code of somebody else's making, a changed one, and no code at all are nobody's", async () => {
  const forger = await codeServer();
  const [text = "", said = ""] = code.split(".");
  const changed = `${b64(bytesOf(JSON.stringify({ ...says, p: "01K0000000000000000000BAD1" })))}.${said}`;
  for (const wrong of [
    await signedBy(forger.privateKey, says),
    changed,
    text,
    `${text}.`,
    `${code}.x`,
    "",
    "hello",
    `${text}.!!`,
  ])
    expect(await readCode(wrong, [key])).toBeNull();
});

test("a code is good from a minute before it was made until a minute after its end", async () => {
  const shown = await readCode(code, [key]);
  if (!shown) throw new Error("not read");
  const good = [-61, -60, 0, 300, 360, 361].map((second) => codeGood(shown, noon + second * 1000));
  expect(good).toEqual([false, true, true, true, true, false]);
});

test("letters that are read out are told from a square, and live as long as the code that they are of", () => {
  expect(["AB12 CD34", "ab12-cd34"].every(isSpoken)).toBe(true);
  expect([code, "AB12", "AB12CD345"].some(isSpoken)).toBe(false);
  const eater = { id: says.p, proof: `${says.p}.${from}.dGFn`, name: "Mariam" };
  expect(shownBy(eater, "C")).toMatchObject({ company: "C", from, until: from + 300, proof: eater.proof });
});
