-- +goose Up
-- +goose NO TRANSACTION
-- Retention finds movements that still say who paid, by their age.
DROP INDEX CONCURRENTLY IF EXISTS bank_lines_named;
CREATE INDEX CONCURRENTLY bank_lines_named ON bank_lines (booked_on) WHERE payer <> '' OR text <> '';
