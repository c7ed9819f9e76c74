// Another device of the same person, without a screen: it speaks the wire itself. It is how a story asks the server what is
// true, and how something happens elsewhere while the phone looks away.
import { ulid } from "ulid";
import { type Card, payForm } from "#pwa/e2e/provider";
import type { Sahn } from "#pwa/e2e/start-sahn";
import type { DraftItem, Handoff, MenuIndex, MenuWeek, Order, Profile, SyncReply } from "#pwa/offline/wire";
import type { Quote } from "#pwa/rules/quote/quote";
import { dateAt } from "#pwa/rules/week/date";

/** What an app is told that does not say which context it holds: everything, every time. */
export type Told = SyncReply & Required<Pick<SyncReply, "res" | "docs" | "orders" | "menu" | "live">>;

type Answer<T> = { status: number; headers: Headers; body: T };

export type Device = {
  ask: <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;
  /** Who it belongs to. */
  me: () => Promise<Profile>;
  /** Says what it has to say and learns what changed. */
  sync: (days?: { date: string; items: DraftItem[] }[]) => Promise<Told>;
  /** Chooses the first meal on the menu for each of these days. */
  chooseFirst: (menu: MenuWeek, dates: string[]) => Promise<Told>;
  /** The server's orders of this person, oldest first. */
  orders: () => Promise<Order[]>;
  /** The offered weeks with the days that can still be ordered, and a menu for each. */
  weeks: () => Promise<{ value: string; label: string; open: string[]; menu: MenuWeek }[]>;
  /** Orders days of one week up to the card page. */
  handOff: (dates: string[], wallet?: boolean) => Promise<Answer<Handoff>>;
  /** Orders days of one week and comes back from the card page. */
  buy: (dates: string[], card?: Card) => Promise<Order>;
};

/** Signs in as a sample person. */
export async function secondDevice(sahn: Sahn, email: string): Promise<Device> {
  const cookies = new Map<string, string>();
  const dev = ulid();
  const revs = new Map<string, number>();
  const orders = new Map<string, Order>();
  let next = 1;
  let cur = 0;

  async function ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const answer = await fetch(`${sahn.url}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: "manual",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        Origin: sahn.url,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "X-XSRF-TOKEN": decodeURIComponent(cookies.get("XSRF-TOKEN") ?? ""),
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : {}) as T };
  }

  async function sync(days: { date: string; items: DraftItem[] }[] = []): Promise<Told> {
    const ops = days.map(({ date, items }) => ({
      n: next++,
      id: ulid(),
      k: "day.set/1",
      a: { date, items, seen: revs.get(date) ?? 0 },
    }));
    const clk = { now: Date.now(), mono: Math.round(performance.now()) };
    const request = { v: 3, app: "2026.11.1", dev, cur, done: 0, clk, ops };
    const { status, body } = await ask<Told>("POST", "/api/sync", request);
    if (status !== 200) throw new Error(`sync answered ${status}: ${JSON.stringify(body)}`);
    cur = body.cur;
    for (const doc of body.docs) revs.set(doc.date, doc.rev);
    for (const order of body.orders) orders.set(order.id, order);
    return body;
  }

  const device: Device = {
    ask,
    me: async () => (await ask<{ data: Profile }>("GET", "/api/get-profile")).body.data,
    sync,
    chooseFirst: (menu, dates) => {
      const meal = (date: string) => menu.days.find((day) => day.date === date)?.meals[0] ?? "";
      return sync(dates.map((date) => ({ date, items: [{ meal: meal(date), qty: 1 }] })));
    },
    orders: async () => {
      await sync();
      return [...orders.values()].sort((a, b) => a.id.localeCompare(b.id));
    },
    weeks: async () => {
      const { live } = await sync();
      const { body } = await ask<MenuIndex>("GET", "/api/menu");
      // Days that close at the next midnight or the one after it are left out: what the screen says about the others does
      // not depend on the hour.
      const first = dateAt(Date.now() + 4 * 24 * 3_600_000);
      const found = [];
      for (const { value, label, hash } of body.weeks) {
        const { body: menu } = await ask<MenuWeek>("GET", `/api/menu/${value}/${hash}`);
        const shut = new Set([...live.closed, ...live.taken]);
        const open = menu.days.map((day) => day.date).filter((date) => date >= first && !shut.has(date));
        found.push({ value, label, open, menu });
      }
      return found;
    },
    handOff: async (dates, wallet = false) => {
      await sync();
      const { body } = await ask<{ quote: Quote; revs: Record<string, number> }>("POST", "/api/quote", {
        dates,
        wallet,
      });
      return ask("POST", "/api/handoff", {
        dev,
        n: next - 1,
        revs: body.revs,
        quote: body.quote.hash,
        wallet,
        key: ulid(),
      });
    },
    buy: async (dates, card) => {
      const { body } = await device.handOff(dates);
      await payForm(body.form, card);
      const order = (await device.orders()).find(({ id }) => id === body.order);
      if (!order) throw new Error("the order did not stand");
      return order;
    },
  };

  await ask("GET", "/sanctum/csrf-cookie");
  const { status } = await ask("POST", "/api/profile-login", { email, password: "lunch-is-served" });
  if (status !== 201) throw new Error(`${email} could not sign in: ${status}`);
  return device;
}
