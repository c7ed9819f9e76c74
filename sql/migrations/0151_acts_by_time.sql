-- +goose Up
-- +goose NO TRANSACTION
-- An export of the trail reads a period of it in the order of time.
DROP INDEX CONCURRENTLY IF EXISTS acts_by_time;
CREATE INDEX CONCURRENTLY acts_by_time ON acts (at, id);
