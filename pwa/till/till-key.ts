// The till's two keys. Both are created or imported as not extractable: the browser signs with them and never reveals them.
const curve = { name: "ECDSA", namedCurve: "P-256" } as const;
const signature = { name: "ECDSA", hash: "SHA-256" } as const;
const markLength = 8;

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** base64url without padding, as the server writes it. */
export function b64(bytes: ArrayBuffer | Uint8Array): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes base64url. Throws when the text is none. */
export const unb64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** A key pair of which only the public half can be exported. */
export const newKeys = () => crypto.subtle.generateKey(curve, false, ["sign", "verify"]);

/** The public half as the server expects it: an uncompressed point. */
export const publicHalf = async ({ publicKey }: CryptoKeyPair) => b64(await crypto.subtle.exportKey("raw", publicKey));

export const readReceiptKey = (text: string) =>
  crypto.subtle.importKey("raw", unb64(text), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** The headers that prove which till sends a request, and when. `ms` is by the server's clock as far as that is known. */
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

/** A till's authentication code (HMAC) for a text, which no one can make without the receipt key. */
export async function markOf({ receiptKey }: { receiptKey: CryptoKey }, text: string): Promise<string> {
  return b64((await crypto.subtle.sign("HMAC", receiptKey, bytesOf(text))).slice(0, markLength));
}

/** The content of a receipt's QR code: "till.mark.fact", the event byte by byte as it was saved. It recovers a lost till's sales. */
export const squareOf = async (own: { till: string; receiptKey: CryptoKey }, event: string) =>
  `${own.till}.${await markOf(own, event)}.${event}`;

/** Whether the server signed a text. `key` is the public half of the key that signs people's codes. */
export async function signedByServer(key: string, text: string, said: string): Promise<boolean> {
  const point = await crypto.subtle.importKey("raw", unb64(key), curve, false, ["verify"]);
  return crypto.subtle.verify(signature, point, unb64(said), bytesOf(text));
}
