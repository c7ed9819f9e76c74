-- +goose Up
-- +goose NO TRANSACTION
-- The job that forgets finds browsers in which nobody signed in for long.
DROP INDEX CONCURRENTLY IF EXISTS known_devices_by_age;
CREATE INDEX CONCURRENTLY known_devices_by_age ON known_devices (seen_at);
