import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { ActLine } from "#pwa/office/support/act-list";

const act = {
  id: "1",
  at: "2026-10-13T03:00:00Z",
  who: "Sara",
  subject: "I1",
  note: "",
  subject_name: "",
  subject_profile: "",
  who_id: "",
  who_type: "",
};

test.each([
  [
    { kind: "invoice.transfer", after: { amount: 173_500, paid_on: "2026-10-13", reference: "ENBD-202609" } },
    "AED 1,735.00, paid on Tue 13 Oct 2026, reference ENBD-202609",
  ],
  [
    { kind: "staff.change", before: { role: "kitchen", status: "Invited" }, after: { role: "support", status: "" } },
    "role kitchen, state Invited → role support, state –",
  ],
  [{ kind: "plan.add", after: { minimum_day: 3 } }, "minimum day 3"],
])("what was changed is read in words, not as fields of a record: %o", (what, said) => {
  render(
    <MemoryRouter>
      <ul>
        <ActLine act={{ ...act, subject_company: "", ...what }} />
      </ul>
    </MemoryRouter>,
  );
  expect(screen.getByText(said)).toBeVisible();
});
