import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { CompanyTrail } from "#pwa/admin/company/company-trail";
import * as server from "#pwa/offline/server";
import { refuses } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { reply, type Site, siteOf } from "#pwa/testing/site";
import { saveFile } from "#pwa/ui/save-file";

vi.mock("#pwa/ui/save-file", () => ({ saveFile: vi.fn() }));
vi.mock("#pwa/offline/server", async (real) => ({ ...(await real<typeof server>()), callFile: vi.fn() }));

const path = "/api/company-trail";
let site: Site;

beforeEach(() => {
  emptyPage();
  site = siteOf();
  vi.mocked(saveFile).mockClear();
  vi.mocked(server.callFile).mockResolvedValue({ name: "sahn-audit.csv", blob: new Blob(["the file"]) });
  site.on[`POST ${path}`] = reply({ id: "E1", until: "2026-11-24T08:15:00Z", key: "the-key" });
  render(<CompanyTrail />);
});

async function choose(from: string, until: string) {
  for (const [label, day] of [
    ["First day", from],
    ["Last day", until],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), day);
  }
  await press("Export");
}

test("an admin exports what was done in the company, and reads the key that verifies it", async () => {
  await choose("2026-11-01", "2026-11-20");
  await screen.findByText(/the-key/);
  expect(site.sent("POST", path)).toEqual([{ from: "2026-11-01", until: "2026-11-20" }]);
  expect(server.callFile).toHaveBeenCalledWith(`${path}/E1`, { toast: false });
  expect(saveFile).toHaveBeenCalledOnce();
});

test("days that are no period are not asked for, and a refusal is said", async () => {
  await choose("2025-01-01", "2026-11-20");
  await screen.findByText("Choose a last day that is not before the first: 366 days at most.");
  expect(site.sent("POST", path)).toEqual([]);
  site.on[`POST ${path}`] = refuses(503, {});
  await choose("2026-11-01", "2026-11-20");
  await screen.findByRole("alert");
  expect(saveFile).not.toHaveBeenCalled();
});
