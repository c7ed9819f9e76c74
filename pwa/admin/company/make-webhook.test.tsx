import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { CompanyWebhooks } from "#pwa/admin/company/company-webhooks";
import { webhookWords as words } from "#pwa/i18n/webhooks";
import { ok } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { siteOf } from "#pwa/testing/site";

vi.mock("#pwa/i18n/locale", () => import("#pwa/i18n/ar/locale"));

beforeEach(emptyPage);

test("a channel that an admin adds in Arabic is written to in Arabic", async () => {
  const site = siteOf();
  site.on["GET /api/webhooks"] = ok([]);
  site.on["POST /api/webhooks"] = ok({ id: "01K" });
  const { findByRole, getByLabelText } = render(<CompanyWebhooks />);
  await findByRole("button", { name: words.make });
  await press(words.make);
  await userEvent.selectOptions(getByLabelText(words.style), "slack");
  await userEvent.type(getByLabelText(words.url), "https://hooks.slack.com/services/TEAM/HOOK/KEY");
  await userEvent.click(getByLabelText(words.event["invoice.issued"] ?? ""));
  await press("Save");
  expect(site.sent("POST", "/api/webhooks")).toMatchObject([{ language: "ar" }]);
});
