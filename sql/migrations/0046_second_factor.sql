-- +goose Up
-- What an operator proves beside the password: an app that makes codes. secret is sealed; pending waits for the first code of its app.
CREATE TABLE second_factors (
  person_id text PRIMARY KEY REFERENCES persons,
  secret    bytea,
  since     timestamptz,
  step      bigint NOT NULL DEFAULT 0, -- the half minute of the newest code that was used: it and older ones are not taken again
  pending   bytea,
  CHECK ((secret IS NULL) = (since IS NULL)),
  CHECK (secret IS NOT NULL OR pending IS NOT NULL)
);

-- Codes on paper for the day when the app is gone. Each is 80 random bits, of which the hash is kept.
CREATE TABLE recovery_codes (
  person_id text NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  hash      bytea NOT NULL CHECK (length(hash) = 32),
  used_at   timestamptz,
  PRIMARY KEY (person_id, hash)
);

ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check,
  ADD CONSTRAINT challenges_purpose_check CHECK (purpose IN ('sign-in', 'reset', 'register', 'operator', 'factor'));
