-- +goose Up
-- +goose NO TRANSACTION
-- The job that forgets finds spent codes without reading the others.
DROP INDEX CONCURRENTLY IF EXISTS challenges_by_end;
CREATE INDEX CONCURRENTLY challenges_by_end ON challenges (expires_at);
