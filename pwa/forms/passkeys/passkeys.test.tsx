import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { PasskeySignIn } from "#pwa/forms/passkeys/passkey-sign-in";
import { PasskeysCard } from "#pwa/forms/passkeys/passkeys-card";
import { passkeysWords as words } from "#pwa/i18n/passkeys";
import * as session from "#pwa/offline/session";
import { field, press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { reply, type Site, siteOf } from "#pwa/testing/site";

vi.mock("#pwa/offline/session", async (original) => ({
  ...(await original<typeof session>()),
  enter: vi.fn(async (profile: session.Profile) => profile),
  requestOtp: vi.fn(async () => undefined),
}));

const bytes = (...of: number[]) => new Uint8Array(of).buffer;
const get = vi.fn();
const create = vi.fn();
const inField = vi.fn(async () => false);
const ask = {
  challenge: "AQID",
  rpId: "localhost",
  timeout: 300_000,
  userVerification: "required",
  allowCredentials: [],
};
const offer = {
  challenge: "AQID",
  rp: { id: "localhost", name: "Sahn" },
  user: { id: "_-8", name: mariam.email, displayName: mariam.name },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [{ type: "public-key", id: "BAU", transports: ["internal"] }],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none",
};
const signed = {
  rawId: bytes(251, 255),
  response: {
    clientDataJSON: bytes(1),
    authenticatorData: bytes(2),
    signature: bytes(3),
    userHandle: bytes(4),
  },
};
const blue = { id: "k1", name: "Blue phone", made: "2026-11-20T08:00:00Z", used: null, stopped: null };

let site: Site;
beforeEach(() => {
  vi.clearAllMocks();
  emptyPage();
  vi.stubGlobal("PublicKeyCredential", { isConditionalMediationAvailable: inField });
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { get, create } });
  inField.mockResolvedValue(false);
  site = siteOf();
  site.on["POST /api/passkey-login/ask"] = reply({ data: ask });
  site.on["POST /api/passkey-login"] = reply({ data: mariam }, 201);
  site.on["GET /api/passkeys"] = reply({ data: [blue], on: true });
  return () => vi.unstubAllGlobals();
});

test("the button signs in with what the device signed, on a company's page in that company", async () => {
  get.mockResolvedValue(signed);
  render(<PasskeySignIn company="c1" />);
  await press(words.signIn);
  await waitFor(() => expect(session.enter).toHaveBeenCalledWith(mariam));
  expect(new Uint8Array(get.mock.calls[0]?.[0].publicKey.challenge)).toEqual(new Uint8Array([1, 2, 3]));
  expect(get.mock.calls[0]?.[0].mediation).toBeUndefined();
  const passkey = { id: "-_8", client_data: "AQ", authenticator_data: "Ag", signature: "Aw", user_handle: "BA" };
  expect(site.sent("POST", "/api/passkey-login")).toContainEqual({ passkey, company_id: "c1" });
});

test("a passkey that is chosen in the e-mail field signs in without the button", async () => {
  inField.mockResolvedValue(true);
  get.mockResolvedValue(signed);
  render(<PasskeySignIn />);
  await waitFor(() => expect(session.enter).toHaveBeenCalledWith(mariam));
  expect(get.mock.calls[0]?.[0].mediation).toBe("conditional");
});

test("where the browser offers none in the field, nothing is asked before the button", async () => {
  render(<PasskeySignIn />);
  await screen.findByRole("button", { name: words.signIn });
  await waitFor(() => expect(inField).toHaveBeenCalled());
  expect(site.asked).toEqual([]);
});

test("a closed question of the browser says nothing, a refusal of the server its sentence", async () => {
  get.mockRejectedValueOnce(new DOMException("closed", "NotAllowedError"));
  render(<PasskeySignIn />);
  await press(words.signIn);
  await waitFor(() => expect(screen.getByRole("button", { name: words.signIn })).toBeEnabled());
  expect(screen.queryByRole("alert")).toBeNull();
  get.mockResolvedValue(signed);
  site.on["POST /api/passkey-login"] = reply(
    { message: "This passkey does not sign in here.", reason: "passkey_wrong" },
    422,
  );
  await press(words.signIn);
  expect(await screen.findByRole("alert")).toHaveTextContent("This passkey does not sign in here.");
  expect(session.enter).not.toHaveBeenCalled();
});

test("a passkey is added once its person proved the password, under the name that they gave", async () => {
  site.on["POST /api/passkeys/add"] = reply({ data: offer });
  site.on["POST /api/passkeys"] = reply({ data: blue }, 201);
  create.mockResolvedValue({
    rawId: bytes(9),
    response: { clientDataJSON: bytes(1), attestationObject: bytes(2), getTransports: () => ["internal"] },
  });
  render(<PasskeysCard email={mariam.email} />);
  await press(words.add);
  await press(words.goOn);
  expect(create).not.toHaveBeenCalled();
  await userEvent.type(field(words.password), "lunch-is-served");
  await userEvent.type(field(words.name), "Red phone");
  await press(words.goOn);
  await waitFor(() =>
    expect(site.sent("POST", "/api/passkeys")).toContainEqual({
      passkey: { id: "CQ", client_data: "AQ", attestation: "Ag", transports: ["internal"] },
      name: "Red phone",
    }),
  );
  expect(site.sent("POST", "/api/passkeys/add")).toEqual([{ password: "lunch-is-served" }]);
  expect(new Uint8Array(create.mock.calls[0]?.[0].publicKey.user.id)).toEqual(new Uint8Array([255, 239]));
  await screen.findByRole("button", { name: words.add });
});

test("a device that has one already, or a question that was closed, is said at the form", async () => {
  site.on["POST /api/passkeys/add"] = reply({ data: offer });
  create.mockRejectedValueOnce(new DOMException("there", "InvalidStateError"));
  create.mockRejectedValueOnce(new DOMException("closed", "NotAllowedError"));
  render(<PasskeysCard email={mariam.email} />);
  await press(words.add);
  await userEvent.type(field(words.password), "lunch-is-served");
  await press(words.goOn);
  await screen.findByText(words.had);
  await press(words.goOn);
  await screen.findByText(words.closed);
});

test("an operator adds one with a code of the app, and is offered no code by mail", async () => {
  render(<PasskeysCard email={mariam.email} operator />);
  await press(words.add);
  expect(screen.queryByRole("button", { name: words.useCode })).toBeNull();
  await userEvent.type(field(words.password), "lunch-is-served");
  await press(words.goOn);
  expect(field(words.appCode)).toBeInvalid();
});

test("a passkey is renamed and removed, and one that was copied says so", async () => {
  site.on["GET /api/passkeys"] = reply({ data: [{ ...blue, stopped: "2026-11-21T08:00:00Z" }], on: true });
  site.on["PUT /api/passkeys/k1"] = reply({ message: "The passkey is renamed.", data: {} });
  site.on["DELETE /api/passkeys/k1"] = reply({ message: "The passkey is removed.", data: {} });
  render(<PasskeysCard email={mariam.email} />);
  await screen.findByText(words.stopped);
  await press(words.renameOf("Blue phone"));
  await userEvent.clear(field(words.name));
  await userEvent.type(field(words.name), "Old phone");
  await press("Save");
  await waitFor(() => expect(site.sent("PUT", "/api/passkeys/k1")).toEqual([{ name: "Old phone" }]));
  await press(words.removeOf("Blue phone"));
  expect(site.sent("DELETE", "/api/passkeys/k1")).toEqual([]);
  await press(words.remove);
  await waitFor(() => expect(site.sent("DELETE", "/api/passkeys/k1")).toHaveLength(1));
});

test("a browser or an address without passkeys is told of, and adds none", async () => {
  site.on["GET /api/passkeys"] = reply({ data: [], on: false });
  render(<PasskeysCard email={mariam.email} />);
  await screen.findByText(words.off);
  expect(screen.queryByRole("button", { name: words.add })).toBeNull();
});
