// Notifications in the built app and a real worker: the server tells the push service of this browser, the worker shows what came, and its
// button switches that kind off without a session.
import { beforeAll, expect, test } from "vitest";
import { atCheckout, payButton } from "#pwa/e2e/at-checkout";
import { openPhone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { withPush } from "#pwa/e2e/push-service";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { until } from "#pwa/e2e/until";
import { notificationsWords as words } from "#pwa/i18n/notifications";
import { paymentWords } from "#pwa/i18n/payment";

const owner = "omar@harbourline.example";
let sahn: Sahn;

beforeAll(async () => {
  sahn = await startSahn("push");
});

test("whoever switched notifications on is told of lunches that are not paid, and one tap ends that kind", async () => {
  const phone = await openPhone("push", { wholeBrowser: true }); // the shell has no notifications
  const { page, context } = phone;
  await context.grantPermissions(["notifications"], { origin: sahn.url });
  const service = await withPush(phone);
  await atCheckout(sahn, phone, owner);
  await page.goto(`${sahn.url}/dashboard/profile`);
  await page.getByRole("button", { name: words.turnOn, exact: true }).click();
  await page.getByRole("button", { name: words.turnOff, exact: true }).waitFor();
  await service.connect(sahn.url);
  // At any hour, and without the five minutes in which somebody may try again.
  await sahn.rows(
    `INSERT INTO push_choices (person_id, changed_at) SELECT id, now() FROM persons WHERE email = '${owner}'
     ON CONFLICT (person_id) DO UPDATE SET quiet_from = NULL, quiet_until = NULL`,
  );
  await page.goBack();
  await payButton(phone).click();
  await payByCard(page, "Declined");
  await page.getByRole("heading", { name: paymentWords.failed, exact: true }).waitFor();
  await sahn.rows("UPDATE river_job SET state = 'available', scheduled_at = now() WHERE kind = 'push_notice'");

  await until("the push service to be told", async () => service.arrived.length > 0);
  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(({ title, body, lang, data }) => ({ title, body, lang, ...data }));
    });
  await until("the worker to show it", async () => (await shown()).length > 0);
  const [told] = await shown();
  expect(service.arrived).toHaveLength(1);
  expect(told).toMatchObject({ title: "Your lunches are not ordered yet", lang: "en", kind: "payment" });
  expect(JSON.stringify(told)).not.toMatch(/AED|\d\.\d\d/);
  await phone.snap("told");

  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = self as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    if (notification) scope.dispatchEvent(new NotificationEvent("notificationclick", { notification, action: "stop" }));
  });
  const off = async () =>
    (
      await sahn.rows(
        `SELECT c.off::text FROM push_choices c JOIN persons p ON p.id = c.person_id WHERE p.email = '${owner}'`,
      )
    )[0]?.[0];
  await until("the kind to be off", async () => (await off()) === "{payment}");
  await until("the notification to be gone", async () => (await shown()).length === 0);
});
