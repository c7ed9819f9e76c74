import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { NumberTable } from "#pwa/company/reports/number-table";

test("the rows of a wide table are records on a phone: each number has its column's head at hand", () => {
  const rows = [{ key: "1", cells: ["Harbour Line", "12", "340.00"] }];
  render(
    <NumberTable label="Sold" heads={["Company", "Lunches", "Total"]} rows={rows} foot={["Total", "12", "340.00"]} />,
  );
  expect(screen.getByRole("table")).toHaveClass("records");
  const heads = screen.getAllByRole("cell").map((cell) => cell.getAttribute("data-head"));
  expect(heads).toEqual(["Lunches", "Total", "Lunches", "Total"]);
});

test("a table of two columns stays a table on a phone", () => {
  render(
    <NumberTable label="Sold" heads={["Company", "Total"]} rows={[{ key: "1", cells: ["Harbour Line", "340.00"] }]} />,
  );
  expect(screen.getByRole("table")).not.toHaveClass("records");
});
