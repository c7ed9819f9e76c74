-- +goose Up
-- What a device showed of changes that it could not get rid of, for the people of support. It is no draft and becomes none.
CREATE TABLE sync_copies (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  profile_id text NOT NULL REFERENCES profiles ON DELETE CASCADE,
  device_id  text NOT NULL,
  app        text NOT NULL,
  why        text NOT NULL,
  pending    int NOT NULL,
  age_ms     bigint NOT NULL, -- of the oldest change, by the device's clock
  operations jsonb NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX sync_copies_by_profile ON sync_copies (profile_id, id);
