import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DateField } from "#pwa/online/date-field";

test("a date is written in words below its digits, with what else there is to say", () => {
  const { rerender } = render(<DateField label="From" help="First day" value="" onChange={() => {}} />);
  expect(screen.getByLabelText("From")).toHaveAccessibleDescription("First day");
  rerender(<DateField label="From" help="First day" value="2026-12-07" onChange={() => {}} />);
  expect(screen.getByLabelText("From")).toHaveAccessibleDescription(/^Mon 7 Dec 2026 ?First day$/);
  rerender(<DateField label="From" error="Too early" value="2026-12-07" onChange={() => {}} />);
  expect(screen.getByLabelText("From")).toHaveAccessibleDescription("Too early");
});
