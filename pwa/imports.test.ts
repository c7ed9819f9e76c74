import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(fileURLToPath(import.meta.url));
/** Everybody may speak: sentences, rules, the shapes on the wire, and what things look like. */
const ground = ["i18n", "rules", "ui", "wire"];
/** What this device knows: the person, the settings, what is kept, and the way to the server. */
const device = ["db", "server", "session", "config"];
/** What a page may use of the house that stands around it. */
const house = ["app/toast-store", "app/header-words", "app/return-to", "app/waiting", "app/later", "app/logo"];

/**
 * Who may import whom, top to bottom. A name is a folder, or a file beside the folders; with a slash it is one file. What is
 * not here is not allowed, and a folder without a row fails. A page (`…-page.tsx`) is where the folders meet, whichever of
 * them it lives in: it has a row of its own, and only routes.tsx may import it.
 */
const may: Record<string, string[]> = {
  start: ["menu", "session", "sync", "page"], // what need not wait for the rest
  main: ["start", "routes", "afterwards", "app", "sync", "menu", "ui", "config", "session", "server"], // puts the app together
  afterwards: ["app", "sync", "session"], // what comes once the first page stands
  routes: ["page", "app", "sync", "i18n"], // names every page
  page: [
    ...ground,
    ...device,
    ...house,
    "app/not-found-page",
    "app/error-page",
    "app/arrival",
    "app/update-ready",
    "pos",
    "home",
    "site",
    "person",
    "company",
    "invoice",
    "members",
    "menu",
    "week",
    "draft",
    "order",
    "wallet",
    "payment",
    "counter",
    "report",
    "kitchen",
    "sync",
  ],
  // What the kitchen means to offer: its screens stand in the kitchen's frame and look as the kitchen's do.
  planner: [
    ...ground,
    ...device,
    ...house,
    "app/back-button",
    "contract.gen",
    "kitchen",
    "menu",
    "person/shrink-picture",
    "person/use-form",
    "sync",
    "week",
  ],
  // The lunch company's own side looks at everybody's, in frames of its own.
  kitchen: [
    ...ground,
    ...device,
    ...house,
    "app/arrival",
    "app/back-button",
    "app/error-page",
    "app/logout-modal",
    "app/not-found-page",
    "app/toasts",
    "app/update-ready",
    "app/standing",
    "company/share-fields",
    "company/share",
    "contract.gen",
    "counter",
    "person",
    "planner",
    "pos/camera",
    "sync",
    "week",
  ],
  // A tablet of its own: of the rest it knows what meals look like, what they cost, and which day it is.
  pos: [
    ...ground,
    "db",
    "server",
    "app/logo",
    "app/paying-lock", // no update while a customer is at the counter
    "menu/meal-picture",
    "week/date",
    "sync/ask-lasting",
    "sync/start-sync",
  ],
  app: [...ground, "session", "server", "config", "week"], // the house: knows the person and the settings, no page
  home: [
    ...ground,
    ...device,
    ...house,
    "company",
    "members/waiting-line",
    "invoice",
    "menu",
    "week",
    "draft",
    "order",
    "wallet",
    "payment",
    "sync",
  ],
  site: [...ground, "config"], // texts for anybody
  // What became of the money is said with the week that it paid for.
  payment: [...ground, ...device, ...house, "menu", "week", "draft", "order", "sync"],
  // A hand-off ends in the form that leads to the card page.
  order: [
    ...ground,
    ...device,
    ...house,
    "company",
    "menu",
    "week",
    "draft",
    "wallet",
    "sync",
    "payment/submit-form",
    "payment/card-choice",
  ],
  // A day that is ordered is chosen anew as an amendment, so the choosing screens look at the order. Why a price is what it
  // is has one answer in the cart and in the order.
  draft: [
    ...ground,
    ...device,
    ...house,
    "company",
    "menu",
    "week",
    "sync",
    "order/use-day",
    "order/use-orders",
    "order/why-price",
    "order/share-story",
  ],
  // A top-up ends in the form that leads to the card page.
  wallet: [...ground, ...device, ...house, "sync", "week", "payment/submit-form", "payment/card-choice"],
  // What a person shows to a till, and what those see who keep the tills.
  counter: [...ground, ...device, ...house, "week", "sync"],
  // What a company's lunches come to, as the server counted it.
  report: [...ground, ...device, ...house, "week", "sync"],
  // An invoice's payment ends in the form that leads to the card page.
  invoice: [...ground, ...device, ...house, "sync", "week", "payment/submit-form", "payment/card-choice"],
  members: [...ground, ...device, ...house, "person", "week", "sync"], // the people of a company, by its admins
  company: [...ground, ...device, ...house, "person", "week", "sync"], // a company is people, and what it agrees to is counted
  menu: [...ground, ...device, "week", "sync"],
  person: [...ground, ...device, ...house, "app/guard", "sync", "week"], // who is erased leaves by the door that a logout uses
  sync: [...ground, ...device, ...house, "week", "menu", "app/update-ready"], // the only one that sends what was changed here
  // Its tiles show what is offered and chosen.
  week: [...ground, ...ground, "session", "draft/use-offered", "sync/server-now"],
  session: ["db", "server", "wire", "i18n", "rules", "sync/start-sync", "sync/in-order"], // who is here decides what is kept and sent
  db: ["wire"],
  server: ["wire", "i18n"],
  config: ["server", "wire"],
  ui: ["i18n", "rules"], // no word of the business in it
  wire: ["rules"], // the price travels as the rules count it
  i18n: ["rules"], // how a day is said
  rules: [], // pure: the same cases as the server
  "contract.gen": [],
  sw: ["opened"], // another program: it shares nothing with the page
  opened: [],
  testing: [...ground, ...device, "sync", "menu", "week", "pos", "contract.gen"],
};

const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    /\.tsx?$/.test(file) && !/\.(test|config)\.tsx?$|\.d\.ts$/.test(file) && !/^(public|e2e|node_modules)\b/.test(file),
);
const place = (file: string) => {
  if (/^(?!app\/).*-page(\.tsx)?$/.test(file)) return "page";
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : file.replace(/\.tsx?$/, "");
};

/** A type alone leaves nothing behind when the app is built. */
type Arrow = { from: string; file: string; to: string; typeOnly: boolean };
const arrows: Arrow[] = sources.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  const found = [
    ...text.matchAll(/(import type[^;]*?from|from|import|import\()\s*["'](#pwa\/|\.{1,2}\/)([^"']+)["']/g),
  ];
  return found.map(([, how = "", kind, path = ""]) => ({
    from: place(file),
    file,
    to: (kind === "#pwa/" ? path : relative(root, join(root, dirname(file), `${kind}${path}`))).replace(/\.tsx?$/, ""),
    typeOnly: how.startsWith("import type"),
  }));
});
const allowed = ({ from, file, to, typeOnly }: Arrow) => {
  if (typeOnly && dirname(file) === dirname(to)) return true;
  if (place(to) === from) return from !== "page";
  return may[from]?.some((name) => name === place(to) || name === to) ?? false;
};

test("every folder and file has a row in the table", () => {
  expect(sources.map(place).filter((name, at, all) => all.indexOf(name) === at && !(name in may))).toEqual([]);
});

test("imports go only where the table lets them", () => {
  expect(arrows.length).toBeGreaterThan(50);
  expect(arrows.filter((arrow) => !allowed(arrow)).map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
});

test("inside the app one import leads to one name: no relative paths, no default exports", () => {
  const wrong = sources.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return /from\s+["']\.{1,2}\//.test(text) || /^export default/m.test(text);
  });
  expect(wrong).toEqual([]);
});

test("no file imports itself through others", () => {
  const next = new Map<string, string[]>();
  for (const { file, to, typeOnly } of arrows) {
    if (typeOnly) continue;
    const at = file.replace(/\.tsx?$/, "");
    next.set(at, [...(next.get(at) ?? []), to]);
  }
  const done = new Set<string>();
  const rounds: string[] = [];
  const walk = (file: string, way: string[]) => {
    if (way.includes(file)) rounds.push([...way.slice(way.indexOf(file)), file].join(" → "));
    else if (!done.has(file)) for (const to of next.get(file) ?? []) walk(to, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  expect(rounds).toEqual([]);
});
