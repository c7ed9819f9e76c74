// What a counter's day needs from outside: a menu for today, a code to pair with, and what the server has booked.
import { createHash } from "node:crypto";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import type { Sahn } from "#pwa/e2e/start-sahn";
import type { MenuWeek } from "#pwa/offline/wire";
import { dateAt, mondayOf } from "#pwa/rules/week/date";

/** Sees to it that there are meals today, also on a weekend: a new version of this week's menu, as publishing makes one. */
export async function menuToday(sahn: Sahn): Promise<void> {
  const today = dateAt(Date.now());
  const week = mondayOf(today);
  const rows = await sahn.rows(
    `SELECT encode(m.body, 'base64') FROM menus m JOIN menus_current c USING (week, hash) WHERE week = '${week}'`,
  );
  const menu = JSON.parse(Buffer.from(rows[0]?.[0] ?? "", "base64").toString()) as MenuWeek;
  if (menu.days.some(({ date }) => date === today)) return;
  const first = menu.days[0];
  if (!first) throw new Error("this week's menu has no days");
  const body = JSON.stringify({ ...menu, days: [...menu.days, { ...first, date: today }] });
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
  const hex = Buffer.from(body).toString("hex");
  await sahn.rows(
    `INSERT INTO menus (week, hash, body, published_at) VALUES ('${week}', '${hash}', decode('${hex}', 'hex'), now())`,
  );
  await sahn.rows(`UPDATE menus_current SET hash = '${hash}' WHERE week = '${week}'`);
}

/** The office of a company: its admin, who makes codes. */
export async function officeOf(sahn: Sahn, email: string): Promise<Device & { pairingCode: () => Promise<string> }> {
  const desk = await secondDevice(sahn, email);
  const { company_id } = await desk.me();
  const { body } = await desk.ask<{ data: { id: string }[] }>("GET", `/api/company-address/${company_id}`);
  const address_id = body.data[0]?.id;
  return {
    ...desk,
    pairingCode: async () => {
      const made = await desk.ask<{ code: string }>("POST", "/api/pos/till-code", { address_id, name: "Pantry" });
      if (made.status !== 201) throw new Error(`no pairing code: ${made.status} ${JSON.stringify(made.body)}`);
      return made.body.code;
    },
  };
}

/** The receipt numbers that the server has booked, in order. */
export const bookedReceipts = async (sahn: Sahn): Promise<number[]> =>
  (await sahn.rows("SELECT receipt FROM counter_sales ORDER BY receipt")).map(([n]) => Number(n));
