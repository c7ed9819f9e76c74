-- +goose Up
-- +goose NO TRANSACTION
-- The postings of a month are found by their time.
DROP INDEX CONCURRENTLY IF EXISTS transactions_by_time;
CREATE INDEX CONCURRENTLY transactions_by_time ON transactions (at);
