-- +goose Up
-- Writes of programs that named them (Idempotency-Key), so that one that is sent again is done once. asked is the SHA-256 of what was asked,
-- answer is sealed. A write without a status is being done, or its server died.
CREATE TABLE api_key_requests (
  company_id text NOT NULL,
  key_id     text NOT NULL,
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  asked      bytea NOT NULL CHECK (length(asked) = 32),
  at         timestamptz NOT NULL,
  status     int,
  answer     bytea,
  PRIMARY KEY (company_id, key_id, name),
  FOREIGN KEY (company_id, key_id) REFERENCES api_keys (company_id, id),
  CHECK ((status IS NULL) = (answer IS NULL))
);
