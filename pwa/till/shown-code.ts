import { Fault } from "#pwa/offline/server";
import type { TillTerms } from "#pwa/offline/wire";
import { signedByServer, unb64 } from "#pwa/till/till-key";

/** The content of the code that a person's app shows. `proof` is what the server needs of it. Seconds are Unix time. */
export type Shown = { proof: string; profile: string; company: string; name: string; from: number; until: number };

/** By how much the clocks of a till and of a phone may differ, s. */
const grace = 60;

/** The keys whose signatures count: while the server's secret is replaced there are several. An older server names one. */
export const codeKeys = ({ code_key, other_code_keys = [] }: TillTerms) => [code_key, ...other_code_keys];

/** Reads a code and checks the server's signature; null when it is of none of the keys. It does not check whether it has expired. */
export async function readCode(code: string, keys: string[]): Promise<Shown | null> {
  const [text = "", said = "", more] = code.trim().split(".");
  if (!text || !said || more !== undefined) return null;
  try {
    const signed = await Promise.all(keys.map((key) => signedByServer(key, text, said)));
    if (!signed.includes(true)) return null;
    const { p, c, n, s, t, e } = JSON.parse(new TextDecoder().decode(unb64(text)));
    return { proof: `${p}.${s}.${t}`, profile: p, company: c, name: n, from: s, until: e };
  } catch {
    return null;
  }
}

/** Whether a code is valid at an instant in ms: the server checks the same when it books. */
export const codeGood = ({ from, until }: Shown, now: number): boolean =>
  now >= (from - grace) * 1000 && now <= (until + grace) * 1000;

/** Whether the till has heard that a code's owner blocked it. An older server does not tell. */
export const frozenHere = ({ frozen }: TillTerms, { profile, from }: Shown): boolean =>
  frozen?.some((one) => one.profile === profile && from < one.before) ?? false;

/** Whether the server refuses a code because its owner blocked it. */
export const isFrozen = (cause: unknown): boolean =>
  cause instanceof Fault && (cause.detail as { frozen?: boolean } | undefined)?.frozen === true;

/** The lifetime of a code, s. */
const life = 300;

/** Whether a text can be the letters under a QR code, which only the server can resolve. */
export const isSpoken = (text: string): boolean => /^[0-9a-z]{8}$/i.test(text.replace(/[\s-]/g, ""));

/** The same from the server's answer to letters that were read out. They are valid at a till of the buyer's own company. */
export function shownBy({ id, proof, name }: { id: string; proof: string; name: string }, company: string): Shown {
  const from = Math.abs(Number(proof.split(".")[1]));
  return { proof, profile: id, company, name, from, until: from + life };
}
