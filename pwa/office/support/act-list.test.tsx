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
    "amount AED 1,735.00, paid on Tue 13 Oct 2026, reference ENBD-202609",
  ],
  [
    {
      kind: "staff.change",
      before: { role: "kitchen", status: "Invited", name: "Sara" },
      after: { role: "support", status: "", name: "Sara" },
    },
    "role Kitchen → Support, state invited → –",
  ],
  [
    {
      kind: "plan.add",
      after: { minimum_day: 3, avg_price: 4700, discount_type: "Percentage", discount_amount: 15, popular: false },
    },
    "minimum days 3, average lunch AED 47.00, kind of discount percent, discount 15%, marked popular no",
  ],
  [
    { kind: "plan.change", before: { discount_amount: 15 }, after: { discount_type: "Flat", discount_amount: 500 } },
    "discount 15 → AED 5.00, kind of discount – → amount",
  ],
  [
    {
      kind: "window.change",
      before: { from: "11:00", weekdays: "[1 2 3 4 5]", capacity: 0 },
      after: { from: "11:00", weekdays: "[1 2]", capacity: 0 },
    },
    "delivers on Mon, Tue, Wed, Thu and Fri → Mon and Tue",
  ],
  [{ kind: "department.rename", before: "Sales", after: "Sales and care" }, "Sales → Sales and care"],
  [{ kind: "company.domains", before: [], after: ["a.example", "b.example"] }, "a.example, b.example"],
  [
    {
      kind: "window.add",
      after: { id: "01M8DRS824D467AJSX9KQ59ZM1", area_id: "01M8DRS7E5B4MJGQJ39WY18QV0", from: "11:00" },
    },
    "from 11:00",
  ],
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

test("of an act that names only records by their numbers nothing is read but who did what", () => {
  const { container } = render(
    <MemoryRouter>
      <ul>
        <ActLine
          act={{ ...act, subject_company: "", kind: "area.order", after: ["01M8DRS824D467AJSX9KQ59ZM1"], before: [] }}
        />
      </ul>
    </MemoryRouter>,
  );
  expect(container.querySelector(".kline")).toBeNull();
});
