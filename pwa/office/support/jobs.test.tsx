import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenJobsWords } from "#pwa/i18n/kitchen-jobs";
import type { Job } from "#pwa/office/kitchen";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const job: Job = {
  id: "7",
  kind: "mail_receipt",
  state: "retryable",
  attempt: 3,
  most: 25,
  next: "2026-11-21T08:00:00Z",
  error: "550 … is full",
};
const open = () => openAt("/kitchen/jobs", { "/kitchen/*": <KitchenPage /> });

test("a manager reads why a job failed and when it runs next, retries it, and discards it with a reason", async () => {
  const site = await signInOperator("manager");
  site.on["GET /api/kitchen/jobs"] = reply({ data: [job, { ...job, id: "8", state: "discarded" }], next: "" });
  site.on["POST /api/kitchen/jobs/7/retry"] = reply({ data: {} });
  site.on["POST /api/kitchen/jobs/8/discard"] = reply({ data: {} });
  open();
  const lines = await screen.findAllByText("mail_receipt");
  expect(lines[0]?.closest("li")).toHaveTextContent("3 of 25 tries · next on Sat 21 Nov 2026, 12:00");
  expect(lines[0]?.closest("li")).toHaveTextContent("550 … is full");
  expect(lines[1]?.closest("li")).toHaveTextContent("Given up");
  expect(lines[1]?.closest("li")).toHaveTextContent("since Sat 21 Nov 2026, 12:00");

  await userEvent.click(screen.getAllByRole("button", { name: kitchenJobsWords.retry })[0] as HTMLElement);
  await screen.findByText(kitchenJobsWords.retried);
  await userEvent.click(screen.getAllByRole("button", { name: kitchenJobsWords.discard })[1] as HTMLElement);
  await userEvent.type(screen.getByLabelText(kitchenWords.reason), "paid by hand");
  await userEvent.click(screen.getAllByRole("button", { name: kitchenJobsWords.discard }).at(-1) as HTMLElement);
  await screen.findByText(kitchenJobsWords.discarded);
  expect(site.sent("POST", "/api/kitchen/jobs/8/discard")).toEqual([{ reason: "paid by hand" }]);
});

test("support opens no jobs", async () => {
  const site = await signInOperator("support");
  open();
  expect(await screen.findByText("Your role does not open this page. Ask a manager.")).toBeTruthy();
  expect(site.sent("GET", "/api/kitchen/jobs")).toEqual([]);
});
