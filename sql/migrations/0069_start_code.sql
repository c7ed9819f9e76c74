-- +goose Up
-- What whoever adds an operator hands over in person: the operator's first app is not set up without it. Only its hash is kept.
CREATE TABLE start_codes (
  person_id text PRIMARY KEY REFERENCES persons,
  hash      bytea NOT NULL CHECK (length(hash) = 32),
  made_at   timestamptz NOT NULL
);
