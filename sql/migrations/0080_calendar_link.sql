-- +goose Up
-- A profile's calendar link: whoever has it reads the lunches that come, until it is replaced or ended. token is the SHA-256 of the
-- secret in the link, which nothing keeps.
CREATE TABLE calendar_links (
  profile_id text PRIMARY KEY REFERENCES profiles (id),
  token      bytea NOT NULL UNIQUE CHECK (length(token) = 32),
  made_at    timestamptz NOT NULL
);
