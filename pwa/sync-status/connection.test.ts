import { describe, expect, test } from "vitest";
import { cutoffOf } from "#pwa/rules/week/cutoff";
import { type ConnectionInput, connectionOf, isLate } from "#pwa/sync-status/connection";

const thursday = "2026-11-26";
const well: ConnectionInput = {
  problem: null,
  forgets: false,
  online: true,
  signedIn: true,
  paused: null,
  trouble: null,
  slow: false,
  pending: 0,
  age: null,
  locked: 0,
  unsent: [],
  undecided: 0,
  refused: 0,
  chosen: 0,
  now: cutoffOf(thursday) - 24 * 3_600_000,
  shownOnPage: false,
};
const say = (facts: Partial<ConnectionInput>) => connectionOf({ ...well, ...facts });
const waiting = { pending: 2, age: 30_000, unsent: ["2026-11-27", thursday] };
const network = { why: "network", nextTry: 1000 };

describe("the line about the connection", () => {
  test("is absent while all is well, also while a change is sent quickly", () => {
    expect(say({})).toBeNull();
    expect(say(waiting)).toBeNull();
  });

  test("a browser that keeps nothing is named when nothing else is to be said", () => {
    expect(say({ forgets: true })).toEqual({ kind: "forgets" });
    expect(say({ forgets: true, online: false })).toEqual({ kind: "offline" });
    expect(say({ forgets: true, problem: "stuck" })).toEqual({ kind: "stuck" });
  });

  test("offline says that it is offline", () => {
    expect(say({ online: false })).toEqual({ kind: "offline" });
    expect(say({ trouble: network })).toEqual({ kind: "offline" });
    expect(say({ trouble: { why: "captive", nextTry: 0 } })).toEqual({ kind: "offline" });
  });

  test("offline with changes counts them, unless the page does so itself", () => {
    expect(say({ ...waiting, online: false })).toEqual({ kind: "unsent", changes: 2, age: 30_000 });
    expect(say({ ...waiting, online: false, shownOnPage: true })).toEqual({ kind: "offline" });
  });

  test("offline in the last three hours of an unsent day warns of that day", () => {
    const closing = { kind: "closing", date: thursday, at: cutoffOf(thursday) };
    const now = cutoffOf(thursday) - 3 * 3_600_000;
    expect(say({ ...waiting, online: false, now })).toEqual({ kind: "unsent", changes: 2, age: 30_000 });
    expect(say({ ...waiting, online: false, now: now + 1 })).toEqual(closing);
    expect(say({ ...waiting, online: false, now: cutoffOf(thursday) })).toEqual({
      kind: "unsent",
      changes: 2,
      age: 30_000,
    });
  });

  test("with a network but no way through, it says when it tries again", () => {
    expect(say({ ...waiting, trouble: network })).toEqual({ kind: "retry", at: 1000 });
    expect(say({ ...waiting, trouble: { why: "server", nextTry: 5 } })).toEqual({ kind: "retry", at: 5 });
  });

  test("sending is mentioned only when it takes a while", () => {
    expect(say({ ...waiting, slow: true })).toEqual({ kind: "sending", changes: 2 });
    expect(say({ slow: true })).toEqual({ kind: "slow" });
    expect(say({ slow: true, signedIn: false })).toBeNull();
  });

  test("what waits for a minute without trouble is mentioned with its age", () => {
    expect(say({ ...waiting, age: 60_000 })).toBeNull();
    expect(say({ ...waiting, age: 60_001 })).toEqual({ kind: "waiting", changes: 2, age: 60_001 });
  });

  test("more than ten minutes while the server answers is a fault of ours, and support hears of it", () => {
    const old = { ...waiting, age: 600_001 };
    expect(say(old)).toEqual({ kind: "late", changes: 2, age: 600_001 });
    expect(say({ ...old, trouble: { why: "server", nextTry: 1 } })).toMatchObject({ kind: "late" });
    expect(say({ ...old, undecided: 1 })).toMatchObject({ kind: "late" });
    expect(say({ ...old, age: 600_000 })).toMatchObject({ kind: "waiting" });
    for (const away of [{ online: false }, { trouble: network }, { trouble: { why: "timeout", nextTry: 1 } }]) {
      expect(isLate({ ...well, ...old, ...away })).toBe(false);
      expect(say({ ...old, ...away })).not.toMatchObject({ kind: "late" });
    }
    expect(isLate({ ...well, ...old, paused: "signed_out" })).toBe(false);
  });

  test("a storage that refuses is said before the connection", () => {
    expect(say({ ...waiting, trouble: { why: "storage", nextTry: 1 } })).toEqual({ kind: "full", changes: 2 });
  });

  test("a phone that was signed out elsewhere says so", () => {
    expect(say({ paused: "revoked", ...waiting })).toEqual({ kind: "revoked" });
  });

  test("a decision comes before the state of the network", () => {
    expect(say({ undecided: 2, chosen: 5, online: false })).toEqual({ kind: "needsYou", days: 2, of: 5 });
  });

  test("a refused day counts, except where the page shows it itself", () => {
    expect(say({ undecided: 1, refused: 1, chosen: 1 })).toEqual({ kind: "needsYou", days: 2, of: 2 });
    expect(say({ refused: 1, shownOnPage: true })).toBeNull();
  });

  test("a kitchen that does not answer is no slow connection", () => {
    expect(say({ trouble: { why: "timeout", nextTry: 0 } })).toEqual({ kind: "slow" });
    expect(say({ trouble: { why: "server", nextTry: 0 } })).toBeNull();
  });

  test("signed out with changes promises that they are kept, on this device or locked away", () => {
    expect(say({ paused: "signed_out", pending: 2 })).toEqual({ kind: "signedOut", changes: 2 });
    expect(say({ signedIn: false, locked: 3 })).toEqual({ kind: "signedOut", changes: 3 });
    expect(say({ paused: "signed_out" })).toBeNull();
  });

  test("a version that the server no longer understands must be refreshed first", () => {
    expect(say({ paused: "update", ...waiting, undecided: 1 })).toEqual({ kind: "old" });
  });

  test("trouble with the storage comes before everything", () => {
    expect(say({ problem: "stuck", paused: "update", online: false })).toEqual({ kind: "stuck" });
  });
});
