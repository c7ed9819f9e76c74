import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Redirects } from "#pwa/app/redirects";
import { call } from "#pwa/offline/server";
import { openAt } from "#pwa/testing/open-at";

const at = (path: string) => openAt(path, { "*": <Redirects /> });
/** Asks something as somebody whose session has ended. */
const ask = (options?: { redirect: boolean }) => {
  const ended = JSON.stringify({ message: "Unauthenticated." });
  const answer = () => new Response(ended, { status: 401, headers: { "content-type": "application/json" } });
  vi.stubGlobal("fetch", async () => answer());
  return call("GET", "/api/get-profile", undefined, options).catch(() => undefined);
};

test("an ended session leads to /login, with the way back", async () => {
  at("/checkout?week=2026-11-23");
  await ask();
  expect(await screen.findByText("at /login?returnTo=%2Fcheckout%3Fweek%3D2026-11-23")).toBeInTheDocument();
});

test("whoever is on the sign-in page already stays there", async () => {
  at("/login?returnTo=%2Fmenu");
  await ask();
  expect(screen.getByText("at /login?returnTo=%2Fmenu")).toBeInTheDocument();
});

test("a request that asked for it leaves the person where they are", async () => {
  at("/checkout");
  await ask({ redirect: false });
  expect(screen.getByText("at /checkout")).toBeInTheDocument();
});

test("an ended session of an operator leads to the kitchen's own sign-in page", async () => {
  at("/kitchen/cases");
  await ask();
  expect(await screen.findByText("at /kitchen/login?returnTo=%2Fkitchen%2Fcases")).toBeInTheDocument();
});
