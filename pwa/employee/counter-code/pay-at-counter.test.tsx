import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { encode } from "uqr";
import { beforeEach, expect, test } from "vitest";
import { PayAtCounter } from "#pwa/employee/counter-code/pay-at-counter";
import { qrPath } from "#pwa/employee/counter-code/qr-path";
import { payWords } from "#pwa/i18n/counter";
import { learnServerTime, serverNow } from "#pwa/offline/sync/server-now";
import { stopSync, syncNow } from "#pwa/offline/sync/start-sync";
import { refuses } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { signedIn, timeIs } from "#pwa/testing/signed-in";
import { reply, type Site } from "#pwa/testing/site";

const began = Date.parse("2026-11-26T09:00:00Z");
let site: Site;
let made: number;
timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  site = await signedIn();
  made = 0;
  site.on["GET /api/pos-code"] = () => ({
    status: 200,
    body: {
      code: `code-${++made}`,
      typed: `ABCD000${made}`,
      owed: 780,
      expires_at: new Date(serverNow() + 300_000).toISOString(),
    },
  });
  await syncNow();
  stopSync(); // The time is the test's own: no later answer sets it.
  learnServerTime(began);
});
const open = () => render(<PayAtCounter />, { wrapper: MemoryRouter });
const look = () => act(async () => void document.dispatchEvent(new Event("visibilitychange")));

test("a code is drawn and can be read out, and another one is made when somebody asks", async () => {
  open();
  expect(await screen.findByText("ABCD 0001")).toBeVisible();
  expect(screen.getByText(payWords.owed("AED 7.80"))).toBeVisible();
  const square = screen.getByRole("img", { name: payWords.code });
  expect(square.querySelector("path")).toHaveAttribute("d", qrPath("code-1").path);
  await press(payWords.again);
  expect(await screen.findByText("ABCD 0002")).toBeVisible();
});

test("a new code comes by itself when the minute is over", async () => {
  open();
  await screen.findByText("ABCD 0001");
  learnServerTime(began + 61_000);
  expect(await screen.findByText("ABCD 0002")).toBeVisible();
  expect(made).toBe(2);
});

test("without a network the code stays as long as some tills take it, and then it says what else one can do", async () => {
  open();
  await screen.findByText("ABCD 0001");
  site.online = false;
  learnServerTime(began + 70_000);
  await look();
  expect(
    await screen.findByText(/^You are offline\. Only a till that is offline too takes this code, for 3:\d\d more\.$/),
  ).toBeVisible();
  learnServerTime(began + 301_000);
  expect(await screen.findByText(payWords.offline)).toBeVisible();
  expect(screen.queryByRole("img")).toBeNull();
  site.online = true;
  await press("Try again");
  expect(await screen.findByText("ABCD 0002")).toBeVisible();
});

test("a code that was blocked is not shown, and the person makes a new one, without letters for its first minute", async () => {
  site.on["GET /api/pos-code"] = refuses(409, { reason: "code_frozen" });
  const expires_at = new Date(serverNow() + 300_000).toISOString();
  site.on["POST /api/pos-code"] = reply({ code: "code-new", typed: "", owed: 0, expires_at });
  open();
  expect(await screen.findByText(payWords.frozen)).toBeVisible();
  expect(screen.queryByRole("img")).toBeNull();
  await press(payWords.unfreeze);
  const square = await screen.findByRole("img", { name: payWords.code });
  expect(square.querySelector("path")).toHaveAttribute("d", qrPath("code-new").path);
  expect(screen.queryByText(payWords.typed)).toBeNull();
});

test("a refusal is said, with a way to try again", async () => {
  site.on["GET /api/pos-code"] = refuses(500);
  open();
  expect(await screen.findByRole("alert")).toHaveTextContent(payWords.failed);
});

test("the drawn square has exactly the dark cells of the code, and a quiet margin", () => {
  const text = "x".repeat(240);
  const { side, path } = qrPath(text);
  const { data, size } = encode(text, { ecc: "L", border: 4 });
  expect(side).toBe(size);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(run); at++) (drawn[Number(y)] as boolean[])[Number(x) + at] = true;
  }
  expect(drawn).toEqual(data);
  expect(data.slice(0, 4).flat()).not.toContain(true);
});
