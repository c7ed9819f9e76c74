-- +goose Up
-- Whether a document's VAT was counted on its total at each rate, as e-invoices need it. Those of before added up the VAT of their lines.
ALTER TABLE invoices ADD COLUMN vat_on_total boolean NOT NULL DEFAULT false;
