import { act, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { encode } from "uqr";
import { beforeEach, expect, test } from "vitest";
import { PayAtCounter } from "#pwa/employee/counter-code/pay-at-counter";
import { qrPath } from "#pwa/employee/counter-code/qr-path";
import { payWords } from "#pwa/i18n/counter";
import { errorsWords } from "#pwa/i18n/errors";
import { faultsWords } from "#pwa/i18n/faults";
import { learnServerTime, serverNow } from "#pwa/offline/sync/server-now";
import { stopSync, syncNow } from "#pwa/offline/sync/start-sync";
import { refuses } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { signedIn, timeIs } from "#pwa/testing/signed-in";
import { lost, reply, type Site } from "#pwa/testing/site";

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

test("a new code comes by itself when half a minute is over", async () => {
  open();
  await screen.findByText("ABCD 0001");
  learnServerTime(began + 31_000);
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

test("a code that was blocked is not shown, and the person makes a new one, without letters at first", async () => {
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

const question = (more = {}) => ({
  id: "S1",
  amount: 14_100,
  till: "Pantry",
  place: "Floor 14",
  expires_at: new Date(serverNow() + 120_000).toISOString(),
  ...more,
});

test("a sale above the limit is confirmed or declined here, with its amount, till and place", async () => {
  for (const [button, yes, said] of [
    [payWords.confirm("AED 141.00"), true, payWords.confirmed("AED 141.00")],
    [payWords.decline, false, payWords.declined],
  ] as const) {
    site.on["GET /api/pos-confirm"] = reply({ question: question() });
    site.on["POST /api/pos-confirm"] = lost;
    const { unmount } = open();
    const box = await screen.findByRole("alert");
    expect(box).toHaveTextContent(payWords.asks("Pantry", "Floor 14"));
    expect(screen.getByRole("heading", { name: "AED 141.00" })).toHaveFocus();
    expect(screen.queryByRole("img", { name: payWords.code })).toBeNull();
    await press(button);
    expect(await screen.findByText(errorsWords.offline)).toBeVisible();
    site.on["POST /api/pos-confirm"] = reply({ id: "S1" });
    await press(button);
    expect(await screen.findByText(said)).toBeVisible();
    expect(site.sent("POST", "/api/pos-confirm").at(-1)).toEqual({ id: "S1", amount: 14_100, yes });
    // An answer that was on its way brings the question not back, and a code can be shown again.
    await look();
    expect(await screen.findByRole("img", { name: payWords.code })).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    unmount();
  }
});

test("a question goes when the till takes it back or its time is over, and nobody is asked what is over", async () => {
  site.on["GET /api/pos-confirm"] = reply({});
  open();
  await screen.findByText("ABCD 0001");
  site.on["GET /api/pos-confirm"] = reply({ question: question() });
  await look();
  await screen.findByRole("alert");
  site.on["GET /api/pos-confirm"] = reply({});
  await look();
  expect(await screen.findByRole("img", { name: payWords.code })).toBeVisible();
  site.on["GET /api/pos-confirm"] = reply({ question: question({ id: "S2" }) });
  await look();
  await screen.findByRole("alert");
  site.on["POST /api/pos-confirm"] = refuses(409, { reason: "asked_no_more" });
  await press(payWords.confirm("AED 141.00"));
  expect(await screen.findByText(faultsWords.asked_no_more ?? "")).toBeVisible();
  site.on["GET /api/pos-confirm"] = reply({ question: question({ id: "S3" }) });
  await look();
  await screen.findByRole("alert");
  site.online = false;
  learnServerTime(began + 121_000);
  await look();
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
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
