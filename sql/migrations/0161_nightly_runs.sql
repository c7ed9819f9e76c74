-- +goose Up
-- What an installation does each night: when it last went well, and when and why it last did not.
CREATE TABLE nightly_runs (
  kind         text PRIMARY KEY CHECK (kind IN ('backup', 'doctor', 'reconcile')),
  succeeded_at timestamptz,
  failed_at    timestamptz,
  note         text NOT NULL CHECK (length(note) <= 200),
  CHECK (succeeded_at IS NOT NULL OR failed_at IS NOT NULL)
);
