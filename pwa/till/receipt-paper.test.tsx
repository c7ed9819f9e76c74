import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { paperWords } from "#pwa/i18n/pos";
import type { TillTerms } from "#pwa/offline/wire";
import { lunch, noon } from "#pwa/testing/till-kit";
import { ReceiptPaper } from "#pwa/till/receipt-paper";
import type { Sale } from "#pwa/till/till-db";

test("behind its number a receipt has the last letters of the sale's own id, which no other till has printed", () => {
  const sale = { ...lunch(), receipt: 31, shift: "S", day: "2026-11-23", total: 4700, printed: false };
  const id = "01K000000000000000000S9K2M";
  render(<ReceiptPaper id={id} sale={sale} at={noon} prefix="P7" squares={[]} who="Leila" copy={false} />);
  expect(screen.getByText(new RegExp(paperWords.receipt("P7-31-9K2M")))).toBeVisible();
});

test("a walk-in’s paper is a tax invoice with the seller’s TRN, a customer’s with a code a receipt", () => {
  const seller = { name: "Sahn Meals LLC", trn: "100000000000003", address: "Al Quoz, Dubai" };
  const terms = { company: "Harbour Line", name: "Pantry", place: "Floor 14", seller } as TillTerms;
  const paper = (more: Partial<Sale>) => {
    const sale = { ...lunch(), receipt: 31, shift: "S", day: "2026-11-23", total: 4700, printed: false, ...more };
    const at = { id: "01K000000000000000000S9K2M", at: noon, prefix: "P7", squares: [], who: "Leila", copy: false };
    const { container } = render(<ReceiptPaper {...at} sale={sale} terms={terms} />);
    return container.textContent;
  };
  const invoice = paper({});
  expect(invoice).toMatch(/Sahn Meals LLCAl Quoz, DubaiTRN 100000000000003.*Tax invoice P7-31-9K2M/);
  expect(invoice).toMatch(/AED 47\.00VAT 5% in itAED 2\.24/);
  expect(paper({ voided: { at: noon, why: "wrong" } })).toContain("Tax credit note for P7-31-9K2M");
  const receipt = paper({ buyer: "Mariam" });
  expect(receipt).toContain("Receipt P7-31-9K2M");
  expect(receipt).not.toContain("TRN");
});
