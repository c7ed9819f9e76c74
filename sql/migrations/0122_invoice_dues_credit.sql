-- +goose Up
-- +goose NO TRANSACTION
-- Invoices of which too much was paid are few among all that are not paid.
DROP INDEX CONCURRENTLY IF EXISTS invoice_dues_credit;
CREATE INDEX CONCURRENTLY invoice_dues_credit ON invoice_dues (invoice_id) WHERE due < 0;
