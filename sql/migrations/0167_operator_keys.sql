-- +goose Up
-- Keys by which the lunch company's own programs ask the API. Like api_keys, but of no company; made and revoked at the console.
CREATE TABLE operator_keys (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  name       text NOT NULL CHECK (name <> ''),
  scopes     text[] NOT NULL CHECK (scopes <> '{}'
    AND scopes <@ ARRAY['kitchen:production', 'kitchen:invoices', 'kitchen:reports', 'kitchen:books']),
  token      bytea NOT NULL CONSTRAINT operator_keys_one_per_token UNIQUE CHECK (length(token) = 32),
  hint       text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at    timestamptz,
  revoked_at timestamptz
);
