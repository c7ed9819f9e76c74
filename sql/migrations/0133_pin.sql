-- +goose Up
-- What an operator types to go on in a session that was left alone. hash is made as a password's is.
CREATE TABLE pins (
  person_id text PRIMARY KEY REFERENCES persons,
  hash      text NOT NULL,
  set_at    timestamptz NOT NULL
);

-- locked_at: since when a session is locked by its person; one that was left alone is locked without it. pin_tries: wrong ones in a row.
ALTER TABLE sessions ADD COLUMN locked_at timestamptz, ADD COLUMN pin_tries smallint NOT NULL DEFAULT 0;
