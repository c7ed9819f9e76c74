import type { Page } from "playwright-core";
import { late, oldInvoices } from "#pwa/e2e/old-invoices";
import type { Phone } from "#pwa/e2e/open-phone";
import { signIn } from "#pwa/e2e/sign-in";
import type { Sahn } from "#pwa/e2e/start-sahn";
import type { Tour } from "#pwa/e2e/tour";
import { formatAed } from "#pwa/i18n/amounts";
import { cardsWords } from "#pwa/i18n/cards";
import { companyWords } from "#pwa/i18n/company";
import { countersWords } from "#pwa/i18n/counters";
import { formWords } from "#pwa/i18n/form";
import { invoiceWords } from "#pwa/i18n/invoice";
import { loginWords } from "#pwa/i18n/login";
import { notificationsWords } from "#pwa/i18n/notifications";
import { ownSignOnWords } from "#pwa/i18n/own-sign-on";
import { passkeysWords } from "#pwa/i18n/passkeys";
import { phoneWords } from "#pwa/i18n/phone";
import { profileWords } from "#pwa/i18n/profile";
import { signOnWords } from "#pwa/i18n/sign-on";
import { walletWords } from "#pwa/i18n/wallet";
import type { CounterSales, SavedCard, TillsSeen, WalletEntry, WalletPage } from "#pwa/offline/wire";
import { addDays, dateAt } from "#pwa/rules/week/date";

const mariam = "mariam@harbourline.example";
/** The hour at which runs of pictures begin, so that their times are always the same. */
const instant = (day: string) => `${day}T03:00:00+04:00`;
const daysAgo = (days: number) => addDays(dateAt(Date.now()), -days);

/** Answers a route with what is made here, whatever the server has. */
const answers = (page: Page, path: string | RegExp, json: unknown) =>
  page.route(path, (route) => (route.request().method() === "GET" ? route.fulfill({ json }) : route.fallback()));

/** Somebody with money, cards, passkeys and a number for messages. */
export async function personTour(sahn: Sahn, phone: Phone, tour: Tour): Promise<void> {
  await signOn(tour);
  await signIn(sahn, phone, mariam);
  await wallet(tour);
  await keys(sahn, tour);
}

/** A company's own sign-in as its people meet it, and what its admin is told after a trial. */
async function signOn({ page, load, go, fill, press, see, look }: Tour) {
  const company = "Meridian Water & Power";
  await load("/login", loginWords.title);
  await fill(loginWords.email, "noor@team.meridianwp.example");
  await press(loginWords.sendCode);
  await see(signOnWords.title(company));
  await look("sign-on");
  await page.route("**/api/company-sign-on/tried", (route) =>
    route.fulfill({
      json: {
        data: {
          email: "maximiliana.konstantinopoulou-featherstonehaugh@team.meridianwp.example",
          verified: null,
          name: "Maximiliana Konstantinopoulou-Featherstonehaugh",
          subject: "00u9f8e7d6c5b4a3210fedcba9876543210",
          fits: false,
          sure: false,
        },
      },
    }),
  );
  await go("/sign-on/00SAHNC0MPANY0000000000003?code=c&state=try-1", ownSignOnWords.triedTitle);
  await look("sign-on-tried");
}

const card = (id: string, brand: string, last4: string, expiry: string): SavedCard => ({
  id,
  brand,
  last4,
  expiry,
  default: id === "1",
});

async function wallet({ page, go, press, look, sheet }: Tour) {
  const moves: [type: string, fils: number, more?: Partial<WalletEntry>][] = [
    ["topup", 15_000],
    ["order", -8_640, { order_id: "01KAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["order", -2_410, { till: "Pantry", place: "Harbour House, floor 14, beside the reception", sale_id: "1" }],
    ["credit", 2_250, { note: "for Thursday, which came late" }],
    ["amendment", 480, { order_id: "01KAAAAAAAAAAAAAAAAAAAAAAB" }],
    ["refund", 3_680],
    ["debt", -1_000],
    ["newer than this app", 100_000],
  ];
  let balance = 0;
  const entries = moves.map(([type, amount, more], at): WalletEntry => {
    balance += amount;
    const date = instant(daysAgo(moves.length - at));
    return { id: `${at}`, type, amount, balance, date, note: "", order_id: null, ...more };
  });
  const page1: WalletPage = {
    data: entries.reverse(),
    total: 57,
    page: 1,
    per_page: 20,
    balance: balance - 2_000,
    owed: 1_250,
  } as WalletPage;
  await answers(page, "**/api/client-transaction-list/**", page1);
  await go("/dashboard/walletTransactions", walletWords.title);
  await page.getByText(walletWords.reasons.topup ?? "", { exact: true }).waitFor();
  await look("wallet");
  await press(walletWords.topUp);
  await sheet("top-up", walletWords.sheet);

  const cards = [
    card("1", "VISA", "0001", "2031-05"),
    card("2", "MASTERCARD", "4954", "2029-11"),
    card("3", "", "7777", "2032-01"),
  ];
  await answers(page, "**/api/cards", { data: cards });
  await go("/dashboard/paymentMethods", cardsWords.title);
  await page.getByRole("button", { name: cardsWords.makeDefault }).first().waitFor();
  await look("cards");
  await page.getByRole("button", { name: cardsWords.remove }).first().click();
  await sheet("card-remove", cardsWords.removeTitle);
}

/** The profile with passkeys and messages on WhatsApp; its forms, and what is asked before something goes. */
async function keys(sahn: Sahn, { page, go, load, press, fill, look }: Tour) {
  const passkey = (n: number, name: string, more: string) =>
    `SELECT id, '01KAAAAAAAAAAAAAAAAAAAAA0${n}', false, '${n}'::bytea, 'k'::bytea, 0, true, '{}'::text[], '${name}',
      '${instant(daysAgo(40))}'::timestamptz, ${more} FROM persons WHERE email = '${mariam}'`;
  await sahn.rows(`INSERT INTO passkeys (person_id, id, operator, credential, public_key, signs, synced, transports, name, made_at,
    used_at, stopped_at) ${passkey(1, "Blue phone", `'${instant(daysAgo(2))}'::timestamptz, NULL::timestamptz`)}
    UNION ALL ${passkey(2, "The laptop that belongs to the whole operations team", "NULL, NULL")}
    UNION ALL ${passkey(3, "مفتاح المكتب", `NULL, '${instant(daysAgo(1))}'`)}`);
  await go("/dashboard/profile", profileWords.title);
  await page.getByText("Blue phone", { exact: true }).waitFor();
  await page.getByRole("button", { name: phoneWords.send, exact: true }).waitFor();
  await look("keys");
  await press(passkeysWords.renameOf("Blue phone"));
  await page.getByRole("textbox", { name: passkeysWords.name, exact: true }).waitFor();
  await press(passkeysWords.removeOf("مفتاح المكتب"));
  await press(passkeysWords.add);
  await press(notificationsWords.historyShow);
  // A number that is not on WhatsApp.
  await fill(formWords.mobile, "050 123 4000");
  await press(phoneWords.send);
  await page.locator(".help.err").filter({ visible: true }).first().waitFor();
  await look("keys-open");

  await sahn.rows("UPDATE phone_messages SET made_at = made_at - interval '1 minute'"); // instead of half a minute
  await load("/dashboard/profile", profileWords.title);
  await fill(formWords.mobile, "+44 7700 900123");
  await press(phoneWords.send);
  const code = page.getByLabel(phoneWords.code, { exact: true });
  await code.waitFor();
  await page.getByRole("button", { name: phoneWords.again, exact: true }).waitFor({ timeout: 45_000 });
  await look("whatsapp-code");
  const answer = await fetch(`${sahn.sandboxUrl}/whatsapp.json?to=${encodeURIComponent("+447700900123")}`);
  const [message] = (await answer.json()) as { code: string }[];
  await code.fill(message?.code ?? "");
  await page.getByText(phoneWords.none).waitFor();
  await press(phoneWords.remove);
  await page.getByText(phoneWords.removeAsk, { exact: true }).waitFor();
  await look("whatsapp");
}

/** A company's invoices, statement, counters and own sign-in, as its admin sees them. */
export async function adminTour(sahn: Sahn, phone: Phone, tour: Tour): Promise<void> {
  const { page, go, press, look, sheet } = tour;
  await sahn.rows(oldInvoices(dateAt(Date.now())));
  await signIn(sahn, phone, "omar@harbourline.example");
  await go("/dashboard/company-invoices", invoiceWords.title);
  await press(invoiceWords.showStatement);
  await page.getByText(invoiceWords.before, { exact: true }).waitFor();
  await look("statement");
  await go(`/dashboard/company-invoices/${late}/details`, invoiceWords.details);
  await page.locator(".invoicelines summary").first().click();
  await page.getByRole("rowheader", { name: "Omar Haddad", exact: true }).waitFor();
  await look("invoice");
  await press(invoiceWords.payWhole(formatAed(40_000)));
  await sheet("invoice-pay", invoiceWords.paySheet("INV-2020-000010"));
  await counters(tour);
  await ownSignOn(tour);
}

async function counters({ page, go, look }: Tour) {
  const till = (id: string, prefix: string, name: string): TillsSeen["data"][number] => ({
    id,
    prefix,
    name,
    company_id: "00SAHNC0MPANY0000000000001",
    company: "Harbour Line Logistics",
    address_id: "1",
    place: "Harbour House, floor 14, beside the reception",
    offline_limit: 5_000,
    everyone: false,
    last_receipt: 1_042,
    first_missing: 0,
    quarantined: 0,
    paired_at: instant(daysAgo(90)),
    seen_at: instant(daysAgo(0)),
    sold_at: instant(daysAgo(0)),
    revoked_at: null,
  });
  const tills = [till("A", "P7", "Pantry"), till("B", "K12", "مطبخ الطابق الثاني")];
  const sales = [2, 1, 0].flatMap((ago) =>
    tills.map(({ id }, at): CounterSales["data"][number] => ({
      till: id,
      day: daysAgo(ago),
      source: "pos",
      sales: 128 - ago * 7,
      voids: at,
      first_receipt: 1,
      last_receipt: 128,
      total: 402_345 + at * 100_000,
      difference: 0,
      vat_amount: 19_159,
      cash: 152_300,
      terminal: 98_765,
      company_share: 101_280,
      wallet: 48_750 + at * 100_000,
      owed: 1_250,
      flagged: at * 2,
    })),
  );
  const shifts: CounterSales["shifts"] = [null, 26_450].map((counted, at) => ({
    id: `${at}`,
    till: at === 0 ? "A" : "B",
    unassigned: false,
    day: daysAgo(at),
    who: at === 0 ? "Ravi" : "ليلى",
    float: 20_000,
    sales: 128,
    expected: 26_000,
    counted,
    opened_at: instant(daysAgo(at)),
    closed_at: counted === null ? null : instant(daysAgo(at)),
    by_office: false,
  }));
  await answers(page, "**/api/pos/tills*", {
    data: tills,
    places: [{ id: "1", label: "Floor 14", line: "Harbour House" }],
    debts: { people: 3, amount: 3_750 },
  });
  await answers(page, "**/api/pos/sales?*", { data: sales, shifts });
  await go("/dashboard/company-counters", countersWords.title);
  await page
    .getByRole("columnheader", { name: countersWords.columns.company_share ?? "" })
    .waitFor({ state: "attached" });
  await look("counters");
}

/** A provider that works, with a domain that is verified, one whose record is lost, and one that was never looked for. */
async function ownSignOn({ page, go, press, look }: Tour) {
  const domain = (name: string, verified: boolean, until: string | null) => ({
    name,
    verified,
    record: `_sahn-challenge.${name}`,
    value: "sahn-verify=7f3c9a1e5b2d8406f1e2d3c4b5a69788",
    until,
  });
  await answers(page, "**/api/company-sign-on", {
    data: {
      issuer: "https://login.microsoftonline.com/9f8e7d6c-5b4a-3210-fedc-ba9876543210/v2.0",
      client_id: "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0",
      redirect: "https://sahn.example/sign-on/00SAHNC0MPANY0000000000001",
      on: true,
      only: false,
      tried: instant(daysAgo(3)),
      domains: [
        domain("harbourline.example", true, null),
        domain("logistics.harbourline.example", true, instant(daysAgo(-12))),
        domain("international-maritime-and-offshore.harbourline.example", false, null),
      ],
    },
  });
  await go("/dashboard/company-profile", companyWords.title);
  await page.getByText(ownSignOnWords.switchTitle, { exact: true }).waitFor();
  await look("company-sign-on");
  await press(ownSignOnWords.edit);
  await page.getByLabel(ownSignOnWords.issuer, { exact: true }).waitFor();
  await look("company-sign-on-editing");
}
