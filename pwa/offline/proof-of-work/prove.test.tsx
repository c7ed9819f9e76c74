import { createHash } from "node:crypto";
import { render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { proofOfWorkWords as words } from "#pwa/i18n/proof-of-work";
import { prove } from "#pwa/offline/proof-of-work/prove";
import { type Puzzle, solve } from "#pwa/offline/proof-of-work/puzzle";
import { WorkNotice } from "#pwa/offline/proof-of-work/work-notice";
import { call, Fault } from "#pwa/offline/server";

const puzzle = (number: number, max: number): Puzzle => ({
  salt: "1795000000.for.random.",
  challenge: createHash("sha256").update(`1795000000.for.random.${number}`).digest("hex"),
  max,
  signature: "signed",
});
const refusal = (detail: unknown) => Response.json({ message: "Too Many Attempts.", detail }, { status: 429 });
beforeEach(() => {
  vi.restoreAllMocks();
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = "XSRF-TOKEN=t";
});

test.each([0, 1, 255, 256, 1000])("the number %i is found, and how far the way is is told on it", async (number) => {
  const told: number[] = [];
  const proof = await solve(puzzle(number, 1000), (done) => told.push(done));
  expect(proof).toBe(`1795000000.for.random.${number}.signed`);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told.every((done) => done >= 0 && done < 1)).toBe(true);
});

test("a puzzle without a solution ends", async () => {
  expect(await solve(puzzle(2000, 1000), () => undefined)).toBeUndefined();
});

test("a request that a full limit refuses goes on by itself once the device did the work", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  fetched.mockResolvedValueOnce(refusal(puzzle(700, 1000)));
  fetched.mockResolvedValueOnce(Response.json({ client_exist: true, client_status: "Active" }));
  const answer = await call("PUT", "/api/search-by-email", { email: "nora@harbourline.example" });
  expect(answer).toMatchObject({ client_exist: true });
  const [first, second] = fetched.mock.calls.map(([, init]) => init);
  expect(new Headers(first?.headers).get("X-Work")).toBeNull();
  expect(new Headers(second?.headers).get("X-Work")).toBe("1795000000.for.random.700.signed");
  expect(second?.body).toBe(first?.body);
  expect(await screen.findByText(words.through)).toBeVisible();
});

test("whose price climbed while the device computed goes on with the dearer puzzle, without a word", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  for (const price of [10, 100, 1000]) fetched.mockResolvedValueOnce(refusal(puzzle(price - 3, price)));
  fetched.mockResolvedValueOnce(Response.json({ client_exist: true, client_status: "Active" }));
  expect(await call("PUT", "/api/search-by-email", { email: "a@b.example" })).toMatchObject({ client_exist: true });
  expect(fetched).toHaveBeenCalledTimes(4);
});

test("who is refused in spite of the work three times, or has nothing to compute, reads when to try again", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  fetched.mockImplementation(async () => refusal(puzzle(3, 10)));
  await expect(call("PUT", "/api/search-by-email", { email: "a@b.example" })).rejects.toThrow(Fault);
  expect(fetched).toHaveBeenCalledTimes(4);
  fetched.mockImplementation(async () => refusal(undefined));
  await expect(call("PUT", "/api/search-by-email", { email: "a@b.example" })).rejects.toThrow(Fault);
  expect(fetched).toHaveBeenCalledTimes(5);
});

test("a second refusal right after the first shows one notice, not two above each other", async () => {
  await prove(puzzle(3, 10));
  await prove(puzzle(5, 10));
  expect(document.querySelectorAll("section.work")).toHaveLength(1);
});

test("what happens is read out, with each quarter of the way, and the focus stays in the form", () => {
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  const { rerender, container } = render(<WorkNotice done={0} />);
  const shown = within(container);
  const heard = () => shown.getAllByRole("status").map((one) => one.textContent);
  expect(heard()).toEqual([words.title + words.text, ""]);
  for (const [done, value, said] of [
    [0.26, 26, words.percent(25)],
    [0.499, 49, words.percent(25)],
    [0.5, 50, words.percent(50)],
  ] as const) {
    rerender(<WorkNotice done={done} />);
    expect(heard()).toEqual([words.title + words.text, said]);
    expect(shown.getByRole("progressbar", { name: words.progress })).toHaveValue(value);
  }
  rerender(<WorkNotice done={1} />);
  expect(heard()).toEqual([words.through, ""]);
  expect(field).toHaveFocus();
});
