import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { logoutWords } from "#pwa/i18n/logout";
import { productionWords as words } from "#pwa/i18n/production";
import { longDate } from "#pwa/i18n/say-day";
import { KitchenShell } from "#pwa/office/kitchen-shell";
import { ProductionDay } from "#pwa/office/production/production-day";
import { readValue } from "#pwa/offline/db";
import { type Profile, useSession } from "#pwa/offline/session";
import type { HandoverEvent, Production } from "#pwa/offline/wire";
import { gate } from "#pwa/testing/gate";
import { productionOf, signInOperator, storage } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { type Handler, lost, reply, type Site } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";

const saved = vi.hoisted(() => vi.fn());
vi.mock("#pwa/ui/save-file", () => ({ saveFile: saved }));

const place = { company: "Harbour Line", label: "Office", line: "A street", area: "Downtown" };
const lunch = (delivery: string, person: string, qty: number) => ({
  delivery,
  person,
  avoids: [],
  handed: false,
  items: [{ meal: "m1", name: "Dal", qty, short: 0 }],
});
const run: Production["runs"][number] = {
  n: 0,
  at: "2026-11-22T20:00:00Z",
  meals: 3,
  people: 2,
  places: 1,
  mark: "K7Q-2M9",
  changes: [],
  lines: [],
  texts: [],
  added: 0,
  taken: 0,
  anew: { meals: 0, people: 0, places: 0 },
};
const dal = { meal: "m1", name: "Dal", name_ar: "دال", qty: 3 };
const dayOf = (date: string): Production => ({
  ...productionOf(date),
  runs: [run],
  totals: { meals: 3, people: 2, places: 1 },
  mark: "K7Q-2M9",
  meals: [{ ...dal, contains: ["dairy"], may_contain: [], no_data: [], unknown: false }],
  places: [
    {
      id: "A1",
      ...place,
      from: "12:00",
      until: "13:00",
      meals: 3,
      people: [lunch("00DELIVERY0000000000000001", "Mariam", 2), lunch("00DELIVERY0000000000000002", "Omar", 1)],
    },
  ],
});

let site: Site;
let tests = 0;
/** Each test has a date of its own: what the one before still asks for is not counted by the next. */
let date = "";
let day: Production;
const handovers = "POST /api/kitchen/handovers";
const factsOf = (body: unknown) => (body as { facts: HandoverEvent[] }).facts;
const sent = () => site.sent("POST", "/api/kitchen/handovers").flatMap(factsOf);

/** The server answers every mark so. */
const answers =
  (code: string, reason?: string): Handler =>
  (body) => ({ status: 200, body: { data: factsOf(body).map(({ id }) => ({ id, code, reason })) } });
const refuses = (reason: string) => {
  site.on[handovers] = answers("refused", reason);
};
const open = (view = "") =>
  openAt(`/kitchen/production/${date}${view}`, { "/kitchen/production/:date": <ProductionDay /> });
const bring = () => open("?view=bring");
const lunchOf = (person: string) => screen.findByRole("checkbox", { name: new RegExp(person) });
const marks = () => readValue(storage(), "marks");

beforeEach(async () => {
  saved.mockClear();
  site = await signInOperator();
  date = `2026-12-${String(++tests).padStart(2, "0")}`;
  day = dayOf(date);
  site.on[`GET /api/kitchen/production/${date}`] = () => ({ status: 200, body: { data: day } });
  site.on[handovers] = answers("done");
});

test("a day that was seen once is read without a connection", async () => {
  const first = open();
  expect(await screen.findByText("K7Q-2M9")).toBeVisible();
  first.unmount();
  site.online = false;
  open();
  expect(await screen.findByText("Dal")).toBeVisible();
  expect(screen.getByText(words.contains("dairy"))).toBeVisible();
});

test("a change tells for whom it is, before and after, and prints alone", async () => {
  const line = { ...place, meal: "m1", name: "Dal" };
  const change = {
    ...run,
    n: 1,
    changes: [{ meal: "m1", name: "Dal", qty: 1 }],
    lines: [{ ...line, delivery: "00DELIVERY0000000000000002", place: "A1", person: "Omar", before: 1, after: 2 }],
    texts: [
      { kind: "meal", id: "m1", name: "Dal", company: "", field: "contains", before: "dairy", after: "dairy, nuts" },
      { kind: "lunch", id: "x", name: "Mariam", company: "Harbour Line", field: "avoids", before: "", after: "" },
    ],
    anew: { meals: 4, people: 2, places: 1 },
  };
  day.runs.push(change);
  open();
  const list = within(await screen.findByRole("list", { name: words.whom(1) }));
  const [omar, dal, her] = await list.findAllByRole("listitem");
  expect(omar).toHaveTextContent("1 → 2Omar DalHarbour Line · Office, A street, Downtown");
  expect(dal).toHaveTextContent("Dal containsdairy → dairy, nuts");
  expect(her).toHaveTextContent(`Mariam avoids${words.notPrinted}`);
  expect(screen.getByText(words.anew(4, 2, 1))).toBeVisible();
  const papers = within(screen.getByRole("region", { name: words.printChange(1) }));
  await userEvent.click(papers.getByRole("button", { name: words.papers.labels as string }));
  await waitFor(() =>
    expect(site.asked.map(({ path }) => path)).toContain(`/api/kitchen/production/${date}/labels?run=1`),
  );
});

test("printing the day writes down what differs, and then the screen does not warn of it any more", async () => {
  Object.assign(day, { reconciled: false, differs: 1 });
  open();
  expect(await screen.findByText(words.differs(1))).toBeVisible();
  const papers = within(screen.getByRole("region", { name: words.print }));
  await userEvent.click(papers.getByRole("button", { name: words.papers.totals as string }));
  await waitFor(() => expect(site.asked.map(({ path }) => path)).toContain(`/api/kitchen/production/${date}/totals`));
  expect(screen.getByText(words.differs(1))).toBeVisible();

  const others = fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!path.endsWith("/labels")) return others(path, init);
    Object.assign(day, { mark: "W3X-8P1", reconciled: true, differs: 0 });
    return new Response("%PDF-", { headers: { "content-disposition": 'attachment; filename="labels.pdf"' } });
  });
  await userEvent.click(papers.getByRole("button", { name: words.papers.labels as string }));
  expect(await screen.findByText(words.reconciled)).toBeVisible();
  expect(screen.queryByText(words.differs(1))).toBeNull();
  expect(screen.getByText("W3X-8P1")).toBeVisible();
  expect(saved).toHaveBeenCalledTimes(1);
});

test("what is handed over without a connection is sent once when there is one", async () => {
  const first = bring();
  const box = await lunchOf("Mariam");
  site.online = false;
  await userEvent.click(box);
  await waitFor(() => expect(screen.getByRole("checkbox", { name: /Mariam/ })).toBeChecked());
  expect(await screen.findByText(words.waiting(1))).toBeVisible();
  expect(sent()).toEqual([]);
  first.unmount();
  site.online = true;
  bring();
  await waitFor(() => expect(sent()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(words.waiting(1))).toBeNull());
  expect(sent()[0]).toMatchObject({ kind: "delivered", delivery: "00DELIVERY0000000000000001" });
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(site.asked.filter(({ path }) => path.endsWith(date)).length).toBeGreaterThan(1));
  expect(sent()).toHaveLength(1);
});

test("an answer that was on its way while a lunch was handed over does not take the mark away", async () => {
  const old = structuredClone(day);
  const known = structuredClone(day);
  const asks = () => site.asked.filter(({ path }) => path.endsWith(date)).length;
  site.on[`GET /api/kitchen/production/${date}`] = () => ({ status: 200, body: { data: asks() === 2 ? old : known } });
  site.on[handovers] = (body, path) => {
    for (const lunch of known.places[0]?.people.slice(0, 1) ?? []) lunch.handed = true;
    return answers("done")(body, path);
  };
  bring();
  const box = await lunchOf("Mariam");
  await waitFor(() => expect(asks()).toBe(1));
  const others = fetch;
  const arrival = gate();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const second = path.endsWith(date) && asks() === 1;
    const answer = await others(path, init);
    if (second) await arrival.opened;
    return answer;
  });
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(asks()).toBe(2));
  await userEvent.click(box);
  await waitFor(() => expect(sent()).toHaveLength(1));
  await waitFor(async () => expect(await marks()).toEqual([]));
  const cooking = () => readValue(storage(), "cooking");
  const before = (await cooking())?.seen?.[date] ?? 0;
  arrival.open();
  await waitFor(async () => expect((await cooking())?.seen?.[date]).toBeGreaterThan(before));
  expect((await cooking())?.dates[date]?.places[0]?.people[0]?.handed).toBe(true);
  expect(screen.getByRole("checkbox", { name: /Mariam/ })).toBeChecked();
});

test("a list that was just locked stays locked when an answer from before it arrives late", async () => {
  Object.assign(day, { reconciled: false, differs: 1 });
  const arrival = gate();
  let asks = 0;
  site.on[`GET /api/kitchen/production/${date}`] = async () => {
    const answer = structuredClone(day);
    if (++asks === 2) await arrival.opened;
    return { status: 200, body: { data: answer } };
  };
  site.on[`POST /api/kitchen/production/${date}/write`] = () => {
    Object.assign(day, { reconciled: true, differs: 0 });
    return { status: 200, body: { data: {} } };
  };
  const first = open();
  expect(await screen.findByText(words.differs(1))).toBeVisible();
  first.unmount();
  open();
  await waitFor(() => expect(asks).toBe(2));
  await userEvent.click(await screen.findByRole("button", { name: words.write }));
  expect(await screen.findByText(words.reconciled)).toBeVisible();
  const cooking = () => readValue(storage(), "cooking");
  const before = (await cooking())?.seen?.[date] ?? 0;
  arrival.open();
  await waitFor(async () => expect((await cooking())?.seen?.[date]).toBeGreaterThan(before));
  expect((await cooking())?.dates[date]?.reconciled).toBe(true);
  expect(screen.getByText(words.reconciled)).toBeVisible();
});

test("a connection that comes back while a try still hangs sends what waits at once", async () => {
  bring();
  const box = await lunchOf("Mariam");
  const others = fetch;
  let fail = () => {};
  let tries = 0;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!path.endsWith("/handovers") || ++tries > 1) return others(path, init);
    await new Promise<void>((_, reject) => {
      fail = () => reject(new TypeError("Failed to fetch"));
    });
  });
  await userEvent.click(box);
  expect(await screen.findByText(words.waiting(1))).toBeVisible();
  await waitFor(() => expect(tries).toBe(1));
  window.dispatchEvent(new Event("online"));
  fail();
  await waitFor(() => expect(sent()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(words.waiting(1))).toBeNull());
});

test("what the server did not answer stays and goes again under the same id", async () => {
  site.on[handovers] = lost;
  bring();
  await userEvent.click(await lunchOf("Omar"));
  await waitFor(() => expect(sent()).toHaveLength(1));
  site.on[handovers] = answers("done");
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[0]?.id).toBe(sent()[1]?.id);
  await waitFor(async () => expect(await marks()).toEqual([]));
});

test("the label of another day is refused, a label of this day hands over", async () => {
  bring();
  const field = await screen.findByLabelText(words.scan);
  await userEvent.type(field, "SAHN:00DELIVERY0000000000000009{Enter}");
  expect(sent()).toEqual([]);
  await userEvent.type(field, "SAHN:00DELIVERY0000000000000002{Enter}");
  await waitFor(() => expect(screen.getByRole("checkbox", { name: /Omar/ })).toBeChecked());
  expect(screen.getByRole("checkbox", { name: /Mariam/ })).not.toBeChecked();
  await waitFor(() => expect(sent().map(({ delivery }) => delivery)).toEqual(["00DELIVERY0000000000000002"]));
});

test("a missing portion is said with how many, and no more than there were", async () => {
  bring();
  await press(words.shortOf("Mariam"));
  const sheet = await screen.findByRole("dialog");
  const many = within(sheet).getByLabelText(words.howMany);
  await userEvent.clear(many);
  await userEvent.type(many, "3");
  expect(within(sheet).getByText(words.refused.too_many as string)).toBeVisible();
  await userEvent.clear(many);
  await userEvent.type(many, "2");
  await userEvent.click(within(sheet).getByRole("button", { name: words.give }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ kind: "missing", meal: "m1", qty: 2 });
  expect(await screen.findByText(new RegExp(words.fell(2)))).toBeVisible();
});

test("what was missing and is refused later stays on the tablet, with whose and why, until somebody has read it", async () => {
  const first = bring();
  await press(words.shortOf("Mariam"));
  site.online = false;
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: words.give }));
  expect(await screen.findByText(words.waiting(1))).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  first.unmount();
  // By then her lunch was withdrawn, so that the day does not name her any more.
  day.places = [];
  refuses("not_ordered");
  site.online = true;
  const second = bring();
  const list = await screen.findByRole("region", { name: words.notTaken(1) });
  expect(within(list).getByText("Mariam")).toBeVisible();
  expect(within(list).getByText(`${words.tried.missing?.(1, "Dal")} · ${longDate(date)}`)).toBeVisible();
  expect(within(list).getByText(words.refused.not_ordered as string)).toBeVisible();
  expect(screen.queryByText(words.waiting(1))).toBeNull();
  expect(sent()[0]).not.toHaveProperty("of");
  second.unmount();
  bring();
  await press(words.putAwayOf("Mariam"));
  await waitFor(() => expect(screen.queryByRole("region", { name: words.notTaken(1) })).toBeNull());
  expect(sent()).toHaveLength(1);
});

test("a label that is refused is not said to be handed over, and its box stays empty", async () => {
  bring();
  refuses("too_early");
  await userEvent.type(await screen.findByLabelText(words.scan), "SAHN:00DELIVERY0000000000000002{Enter}");
  expect(await screen.findByRole("region", { name: words.notTaken(1) })).toBeVisible();
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ kind, title }) => [kind, title])).toEqual([
      ["error", `Omar: ${words.refused.too_early}`],
    ]),
  );
  await waitFor(() => expect(screen.getByRole("checkbox", { name: /Omar/ })).not.toBeChecked());
});

test("a label that the server does not hear of is not said to be handed over, and waits", async () => {
  bring();
  site.on[handovers] = reply({ message: "Not yours." }, 403);
  await userEvent.type(await screen.findByLabelText(words.scan), "SAHN:00DELIVERY0000000000000002{Enter}");
  expect(await screen.findByText(words.waiting(1))).toBeVisible();
  await waitFor(() => expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(["Not yours."]));
});

test("a whole place that is refused is one sentence and one list, put away at once", async () => {
  bring();
  refuses("too_early");
  await press(words.markAll);
  const list = within(await screen.findByRole("region", { name: words.notTaken(2) }));
  await waitFor(() => expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual([words.notTaken(2)]));
  await userEvent.click(list.getByRole("button", { name: words.putAllAway }));
  await waitFor(() => expect(screen.queryByRole("region", { name: words.notTaken(2) })).toBeNull());
});

// Their role was changed meanwhile, so that the server refuses what they marked, today and tomorrow.
async function stuck() {
  site.on[handovers] = reply({ message: "Not yours." }, 403);
  const cook = useSession.getState().profile as Profile;
  const shell = (
    <KitchenShell operator={cook}>
      <ProductionDay />
    </KitchenShell>
  );
  openAt(`/kitchen/production/${date}?view=bring`, {
    "/kitchen/production/:date": shell,
    "/kitchen/login": <p>the sign-in page</p>,
  });
  await userEvent.click(await lunchOf("Omar"));
  expect(await screen.findByText(words.waiting(1))).toBeVisible();
  await press(kitchenWords.logout);
  const sheet = await screen.findByRole("alertdialog", { name: logoutWords.title });
  expect(await within(sheet).findByText(new RegExp(logoutWords.unsentTitle(1)))).toBeVisible();
}

test("who cannot send their marks is told so and may stay, and keeps them", async () => {
  await stuck();
  await press(logoutWords.sendFirst);
  expect(await screen.findByText(words.notSent)).toBeVisible();
  expect(useSession.getState().signedIn).toBe(true);
  await press(logoutWords.no);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(await marks()).toHaveLength(1);
});

test("marks that are refused on the way out keep their operator here until they are read", async () => {
  await stuck();
  refuses("too_many");
  await press(logoutWords.sendFirst);
  expect(await screen.findByText(words.notRead)).toBeVisible();
  expect(useSession.getState().signedIn).toBe(true);
  await press(logoutWords.no);
  await press(words.putAwayOf("Omar"));
  await press(kitchenWords.logout);
  const again = within(await screen.findByRole("alertdialog", { name: logoutWords.title }));
  expect(await again.findByText(logoutWords.text)).toBeVisible();
});

test("marks that can be sent first are, and then nobody is asked about them", async () => {
  await stuck();
  site.on[handovers] = answers("done");
  await press(logoutWords.sendFirst);
  expect(await screen.findByText("the sign-in page")).toBeVisible();
  expect(new Set(sent().map(({ id }) => id)).size).toBe(1);
});
