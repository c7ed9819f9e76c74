import { expect, test, vi } from "vitest";
import { pageOf } from "#pwa/testing/page";

const real = indexedDB;

/** Opens a database that has rows; `during` is given the transaction that makes them. */
const opened = (storage: IDBFactory, during = (_: IDBTransaction) => {}) =>
  new Promise<IDBDatabase>((done, failed) => {
    const opening = storage.open("goes", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("rows");
      if (opening.transaction) during(opening.transaction);
    };
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
/** Asks one thing after the other, so that the transaction never ends by itself. */
const goOn = (one: IDBTransaction) => {
  one.objectStore("rows").get(1).onsuccess = () => goOn(one);
};

test("a page that goes away in the middle of a write leaves the storage to the next one, also its first", async () => {
  vi.resetModules();
  const { window } = pageOf();
  const { endsWithPage } = await import("#pwa/offline/ends-with-page");
  const leave = () => window.dispatchEvent(new Event("pagehide"));

  const making = opened(endsWithPage(real), (one) => {
    goOn(one);
    queueMicrotask(leave);
  });
  await expect(making).rejects.toMatchObject({ name: "AbortError" });
  const [old, next] = [await opened(endsWithPage(real)), await opened(real)];
  const writing = old.transaction("rows", "readwrite");
  writing.objectStore("rows").put("half", 1);
  goOn(writing);
  leave();
  const reading = next.transaction("rows", "readwrite").objectStore("rows").get(1);
  await new Promise((done) => {
    reading.onsuccess = done;
  });
  expect(reading.result).toBeUndefined();
  for (const db of [old, next]) db.close();
});
