// Between what the server says of passkeys and what the browser takes: bytes here, base64url there.
import type { PasskeyAsk, PasskeyMade, PasskeyOffer, PasskeySigned } from "#pwa/offline/wire";

const bytes = (text: string): Uint8Array<ArrayBuffer> => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
};
const text = (given: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(given)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const named = (refs: PasskeyAsk["allowCredentials"]) =>
  refs.map(({ id, transports }) => ({
    type: "public-key" as const,
    id: bytes(id),
    transports: transports as AuthenticatorTransport[],
  }));

/** Whether the browser knows passkeys. Whether they work under the app's address, the server says. */
export const knowsPasskeys = (): boolean => "PublicKeyCredential" in window;

/** The person closed the browser's own question, or it took too long: nothing has gone wrong. */
export const wasClosed = (cause: unknown): boolean =>
  cause instanceof DOMException && ["NotAllowedError", "AbortError"].includes(cause.name);

/** Lets a passkey of this device, or of one nearby, sign. With `inField` the browser offers them where an e-mail is typed. */
export async function sign(ask: PasskeyAsk, signal?: AbortSignal, inField = false): Promise<PasskeySigned> {
  const got = (await navigator.credentials.get({
    signal,
    ...(inField ? { mediation: "conditional" as const } : {}),
    publicKey: {
      challenge: bytes(ask.challenge),
      rpId: ask.rpId,
      timeout: ask.timeout,
      userVerification: "required",
      allowCredentials: named(ask.allowCredentials),
    },
  })) as PublicKeyCredential;
  const answer = got.response as AuthenticatorAssertionResponse;
  return {
    id: text(got.rawId),
    client_data: text(answer.clientDataJSON),
    authenticator_data: text(answer.authenticatorData),
    signature: text(answer.signature),
    user_handle: answer.userHandle ? text(answer.userHandle) : undefined,
  };
}

/** Makes a passkey on this device, or on one nearby. */
export async function make(offer: PasskeyOffer): Promise<PasskeyMade> {
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: bytes(offer.challenge),
      rp: offer.rp,
      user: { ...offer.user, id: bytes(offer.user.id) },
      pubKeyCredParams: offer.pubKeyCredParams.map(({ alg }) => ({ type: "public-key", alg })),
      timeout: offer.timeout,
      excludeCredentials: named(offer.excludeCredentials),
      authenticatorSelection: offer.authenticatorSelection as AuthenticatorSelectionCriteria,
      attestation: "none",
    },
  })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  return {
    id: text(made.rawId),
    client_data: text(answer.clientDataJSON),
    attestation: text(answer.attestationObject),
    transports: answer.getTransports?.() ?? [],
  };
}
