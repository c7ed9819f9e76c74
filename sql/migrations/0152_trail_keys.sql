-- +goose Up
-- The public keys that signed exports of the trail, so that a file can be verified after the secret was replaced.
CREATE TABLE trail_keys (
  public_key bytea PRIMARY KEY CHECK (length(public_key) = 32),
  since      timestamptz NOT NULL
);
