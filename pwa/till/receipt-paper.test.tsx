import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { paperWords } from "#pwa/i18n/pos";
import { lunch, noon } from "#pwa/testing/till-kit";
import { ReceiptPaper } from "#pwa/till/receipt-paper";

test("behind its number a receipt has the last letters of the sale's own id, which no other till has printed", () => {
  const sale = { ...lunch(), receipt: 31, shift: "S", day: "2026-11-23", total: 4700, printed: false };
  const id = "01K000000000000000000S9K2M";
  render(<ReceiptPaper id={id} sale={sale} at={noon} prefix="P7" squares={[]} who="Leila" copy={false} />);
  expect(screen.getByText(new RegExp(paperWords.receipt("P7-31-9K2M")))).toBeVisible();
});
