-- +goose Up
-- A failed order can be handed to the card page again. Each try has its own idempotency key.
ALTER TABLE attempts ADD COLUMN handoff_key text;
CREATE UNIQUE INDEX attempts_one_per_key ON attempts (profile_id, handoff_key) WHERE handoff_key IS NOT NULL;
