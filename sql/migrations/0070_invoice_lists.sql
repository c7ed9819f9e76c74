-- +goose Up
-- Operators' lists of invoices, the newest first: one index for those that are not paid, and one for those that are.
CREATE INDEX invoice_dues_due ON invoice_dues (invoice_id, due_on) WHERE due > 0;
CREATE INDEX invoice_dues_paid ON invoice_dues (invoice_id) WHERE due <= 0;
