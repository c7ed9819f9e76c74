import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { WaitingLine } from "#pwa/admin/members/waiting-line";
import { refuses } from "#pwa/testing/answers";
import { leadsTo } from "#pwa/testing/open-at";
import { reply, siteOf } from "#pwa/testing/site";

const open = () => render(<WaitingLine />, { wrapper: MemoryRouter });

test("an admin's dashboard tells who waits and leads there", async () => {
  siteOf().on["GET /api/members/waiting"] = reply({ waiting: 12 });
  open();
  expect(await screen.findByText("12 colleagues wait for your approval")).toBeInTheDocument();
  await leadsTo("Look", "/dashboard/company-members?status=Pending");
});

test("when nobody waits or nobody answers it says nothing", async () => {
  for (const answer of [reply({ waiting: 0 }), refuses(503)]) {
    const site = siteOf();
    site.on["GET /api/members/waiting"] = answer;
    const { unmount } = open();
    await waitFor(() => expect(site.asked).toHaveLength(1));
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
    unmount();
  }
});
