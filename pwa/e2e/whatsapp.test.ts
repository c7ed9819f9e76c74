// Lunch on WhatsApp in the built app, against the demo's counterpart of Meta's Cloud API: a number is given and proved by the code on its
// phone, its owner chooses what is told there, and STOP takes it back.
import { beforeAll, expect, test } from "vitest";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { until } from "#pwa/e2e/until";
import { kitchenCaseWords } from "#pwa/i18n/cases";
import { formWords } from "#pwa/i18n/form";
import { notificationsWords } from "#pwa/i18n/notifications";
import { phoneWords as words } from "#pwa/i18n/phone";

const owner = "daniel@weber.example";
let sahn: Sahn;

beforeAll(async () => {
  sahn = await startSahn("whatsapp");
});

const button = (phone: Phone, name: string) => phone.page.getByRole("button", { name, exact: true });

/** What arrived on a phone, the newest first. */
async function arrived(number: string): Promise<{ code: string; template: string }[]> {
  const answer = await fetch(`${sahn.sandboxUrl}/whatsapp.json?to=${encodeURIComponent(number)}`);
  return (await answer.json()) as { code: string; template: string }[];
}

/** What its owner is told on a phone, as the database has it; null without a number. */
async function toldOn(): Promise<string | null> {
  const [[told] = [null]] = await sahn.rows(
    `SELECT n.number || ' ' || array_to_string(n.kinds, ',') FROM phones n JOIN persons p ON p.id = n.person_id WHERE p.email = '${owner}'`,
  );
  return told ?? null;
}

/** Presses a button of the demo's page. */
async function press(what: string, values: Record<string, string>) {
  const body = new URLSearchParams(values);
  const answer = await fetch(`${sahn.sandboxUrl}/whatsapp/${what}`, { method: "POST", body, redirect: "manual" });
  expect(answer.status).toBe(303);
}

async function give(phone: Phone, number: string) {
  await phone.page.getByLabel(formWords.mobile, { exact: true }).fill(number);
  await button(phone, words.send).click();
}

test("a number is proved by the code on its phone, told what its owner chooses, and taken back by STOP", async () => {
  const phone = await openPhone("whatsapp");
  const { page } = phone;
  await signIn(sahn, phone, owner);
  await page.goto(`${sahn.url}/dashboard/profile`);

  // A number that is not on WhatsApp: its code does not arrive, and the page learns of it by itself.
  await give(phone, "050 123 4000");
  await page.getByText(/did not arrive/).waitFor();
  await phone.snap("lost");

  await sahn.rows("UPDATE phone_messages SET made_at = made_at - interval '1 minute'"); // instead of half a minute
  await give(phone, "+44 7700 900123");
  await page.getByLabel(words.code, { exact: true }).waitFor();
  await until("the code to arrive", async () => (await arrived("+447700900123")).length === 1);
  const [message] = await arrived("+447700900123");
  expect(message?.template).toBe("sahn_code");
  await phone.snap("code");
  await page.getByLabel(words.code, { exact: true }).fill(message?.code ?? "");
  await page.getByText(words.none).waitFor();
  expect(await toldOn()).toBe("+447700900123 ");

  const desk = page.getByRole("switch", { name: notificationsWords.kinds.desk?.label ?? "" });
  await desk.last().click();
  await until("the choice to be kept", async () => (await toldOn()) === "+447700900123 desk");
  await phone.snap("chosen");

  await press("answer", { from: "+447700900123", text: "STOP" });
  await until("STOP to be heard", async () => (await toldOn()) === null);
  await page.reload();
  await button(phone, words.send).waitFor();
  const history = await sahn.rows(
    `SELECT kind, given, way FROM consents c JOIN persons p ON p.id = c.person_id
      WHERE p.email = '${owner}' AND channel = 'whatsapp' ORDER BY n`,
  );
  expect(history).toEqual([
    ["desk", "t", "page"],
    ["desk", "f", "reply"],
  ]);
});

test("an account that Meta locked is a case of the operators, and is none once a message is taken again", async () => {
  const phone = await openPhone("whatsapp-locked");
  await signIn(sahn, phone, "mariam@harbourline.example");
  await phone.page.goto(`${sahn.url}/dashboard/profile`);
  await press("account", { refused: "true" });
  await give(phone, "050 123 4567");
  await phone.page.getByText(/did not arrive/).waitFor();

  const desk = await openPhone("whatsapp-desk");
  await enterKitchen(sahn, desk.page, "/kitchen/cases");
  await desk.page.getByText(kitchenCaseWords.kinds.phone ?? "", { exact: true }).waitFor();
  await desk.snap("case");

  await press("account", { refused: "false" });
  await sahn.rows("UPDATE phone_messages SET made_at = made_at - interval '1 minute'");
  await sahn.rows("UPDATE phone_stops SET until = now()"); // instead of a quarter of an hour
  await give(phone, "050 123 4567");
  await until("the message to arrive", async () => (await arrived("+971501234567")).length === 1);
  await until("the case to be over", async () => (await sahn.rows("SELECT scope FROM phone_stops")).length === 0);
});
