// The till's two keys. Both are made or taken so that the browser signs with them and gives them to nobody.
const curve = { name: "ECDSA", namedCurve: "P-256" } as const;
const signature = { name: "ECDSA", hash: "SHA-256" } as const;
const markLength = 8;

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** base64url without padding, as the server writes it. */
export function b64(bytes: ArrayBuffer | Uint8Array): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes of such a text. Throws when it is none. */
export const unb64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** A key of which only the public half can be had. */
export const newKeys = () => crypto.subtle.generateKey(curve, false, ["sign", "verify"]);

/** The public half as the server wants it: an uncompressed point. */
export const publicHalf = async ({ publicKey }: CryptoKeyPair) => b64(await crypto.subtle.exportKey("raw", publicKey));

export const readReceiptKey = (text: string) =>
  crypto.subtle.importKey("raw", unb64(text), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** What a till says beside a request: who it is, when, and that it is it. `ms` is by the server's clock as far as that is known. */
export async function signed(
  who: { till: string; key: CryptoKey },
  method: string,
  path: string,
  ms: number,
  body: string,
) {
  const sum = b64(await crypto.subtle.digest("SHA-256", bytesOf(body)));
  const text = [method, path, ms, sum].join("\n");
  return {
    "X-Till": who.till,
    "X-Till-Time": `${ms}`,
    "X-Till-Signature": b64(await crypto.subtle.sign(signature, who.key, bytesOf(text))),
  };
}

/** A till's mark under a text, that nobody else can make. */
export async function markOf({ receiptKey }: { receiptKey: CryptoKey }, text: string): Promise<string> {
  return b64((await crypto.subtle.sign("HMAC", receiptKey, bytesOf(text))).slice(0, markLength));
}

/** What a receipt's square says: "till.mark.fact", the fact as it was saved, byte by byte. A lost till's sales come back by it. */
export const squareOf = async (own: { till: string; receiptKey: CryptoKey }, fact: string) =>
  `${own.till}.${await markOf(own, fact)}.${fact}`;

/** Whether the server signed a text. `key` is the public half of the key that signs people's codes. */
export async function signedByServer(key: string, text: string, said: string): Promise<boolean> {
  const point = await crypto.subtle.importKey("raw", unb64(key), curve, false, ["verify"]);
  return crypto.subtle.verify(signature, point, unb64(said), bytesOf(text));
}
