import { expect, test } from "vitest";
import { cutoffOf } from "#pwa/rules/week/cutoff";
import { type Connection, type ConnectionInput, connectionOf, isLate } from "#pwa/sync-status/connection";

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
const waiting = { pending: 2, age: 30_000, unsent: ["2026-11-27", thursday] };
const old = { ...waiting, age: 600_001 };
const network = { why: "network", nextTry: 1000 };
const [server, silence] = [
  { why: "server", nextTry: 5 },
  { why: "timeout", nextTry: 1 },
];
const unsent = { kind: "unsent", changes: 2, age: 30_000 } as const;
const closing = cutoffOf(thursday);
const threeHours = closing - 3 * 3_600_000;

test.each<[string, Partial<ConnectionInput>, Connection | null]>([
  ["nothing while all is well", {}, null],
  ["nothing while a change is sent quickly", waiting, null],
  ["that a browser keeps nothing, when nothing else is to be said", { forgets: true }, { kind: "forgets" }],
  ["first that it is offline, of a browser that keeps nothing", { forgets: true, online: false }, { kind: "offline" }],
  ["that it is offline", { online: false }, { kind: "offline" }],
  ["that it is offline where no network is found", { trouble: network }, { kind: "offline" }],
  ["that it is offline in a hotel's network", { trouble: { why: "captive", nextTry: 0 } }, { kind: "offline" }],
  ["how many changes wait offline", { ...waiting, online: false }, unsent],
  ["not what the page says itself", { ...waiting, online: false, shownOnPage: true }, { kind: "offline" }],
  ["no warning three hours before an unsent day closes", { ...waiting, online: false, now: threeHours }, unsent],
  [
    "the unsent day that closes within three hours",
    { ...waiting, online: false, now: threeHours + 1 },
    { kind: "closing", date: thursday, at: closing },
  ],
  ["no warning of a day that has closed", { ...waiting, online: false, now: closing }, unsent],
  ["when it tries again where nothing gets through", { ...waiting, trouble: network }, { kind: "retry", at: 1000 }],
  ["when it tries again where the server is in trouble", { ...waiting, trouble: server }, { kind: "retry", at: 5 }],
  ["that it sends when that takes a while", { ...waiting, slow: true }, { kind: "sending", changes: 2 }],
  ["that the connection is slow when nothing is sent", { slow: true }, { kind: "slow" }],
  ["nothing of a slow connection to a visitor", { slow: true, signedIn: false }, null],
  ["that a silent server is a slow connection", { trouble: silence }, { kind: "slow" }],
  ["that a server in trouble is no slow connection", { trouble: server }, null],
  ["nothing of what waits for a minute", { ...waiting, age: 60_000 }, null],
  ["what waits longer, with its age", { ...waiting, age: 60_001 }, { kind: "waiting", changes: 2, age: 60_001 }],
  ["what waits for ten minutes", { ...old, age: 600_000 }, { kind: "waiting", changes: 2, age: 600_000 }],
  ["that more is a fault of ours", old, { kind: "late", changes: 2, age: 600_001 }],
  ["so also when the server is in trouble", { ...old, trouble: server }, { kind: "late", changes: 2, age: 600_001 }],
  ["so also before a decision", { ...old, undecided: 1 }, { kind: "late", changes: 2, age: 600_001 }],
  [
    "that the storage refuses, before the connection",
    { ...waiting, trouble: { why: "storage", nextTry: 1 } },
    { kind: "full", changes: 2 },
  ],
  ["that the phone was signed out elsewhere", { paused: "revoked", ...waiting }, { kind: "revoked" }],
  [
    "a decision before the state of the network",
    { undecided: 2, chosen: 5, online: false },
    { kind: "needsYou", days: 2, of: 5 },
  ],
  ["a refused day with them", { undecided: 1, refused: 1, chosen: 1 }, { kind: "needsYou", days: 2, of: 2 }],
  ["nothing of a refused day that the page shows itself", { refused: 1, shownOnPage: true }, null],
  ["that changes are kept here", { paused: "signed_out", pending: 2 }, { kind: "signedOut", changes: 2 }],
  ["that changes are locked away", { signedIn: false, locked: 3 }, { kind: "signedOut", changes: 3 }],
  ["nothing of an ended session without changes", { paused: "signed_out" }, null],
  ["that a version is too old, before all that waits", { paused: "update", ...waiting, undecided: 1 }, { kind: "old" }],
  [
    "trouble with the storage before a browser that keeps nothing",
    { forgets: true, problem: "stuck" },
    { kind: "stuck" },
  ],
  ["trouble with the storage first", { problem: "stuck", paused: "update", online: false }, { kind: "stuck" }],
])("the line about the connection says %s", (_, facts, line) => {
  expect(connectionOf({ ...well, ...facts })).toEqual(line);
});

test.each<[string, Partial<ConnectionInput>]>([
  ["offline", { online: false }],
  ["where nothing gets through", { trouble: network }],
  ["while the server is silent", { trouble: silence }],
  ["signed out", { paused: "signed_out" }],
])("%s, support hears nothing of what waits for long", (_, away) => {
  expect(isLate({ ...well, ...old, ...away })).toBe(false);
  expect(connectionOf({ ...well, ...old, ...away })).not.toMatchObject({ kind: "late" });
});
