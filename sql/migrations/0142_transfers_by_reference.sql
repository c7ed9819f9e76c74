-- +goose Up
-- +goose NO TRANSACTION
-- A line of a bank's statement asks whether its reference was recorded, whosever transfer it was.
DROP INDEX CONCURRENTLY IF EXISTS invoice_transfers_by_reference;
CREATE INDEX CONCURRENTLY invoice_transfers_by_reference ON invoice_payments (lower(reference)) WHERE way = 'transfer';
