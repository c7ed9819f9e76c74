-- +goose Up
-- A key by which a company's programs ask the API. token is the SHA-256 of what its maker was shown once; hint is how that begins. A key is
-- never deleted: the audit log names it.
CREATE TABLE api_keys (
  id         text NOT NULL CHECK (length(id) = 26),
  company_id text NOT NULL REFERENCES companies,
  name       text NOT NULL CHECK (name <> ''),
  scopes     text[] NOT NULL CHECK (scopes <> '{}'
    AND scopes <@ ARRAY['people:read', 'people:write', 'orders:read', 'invoices:read', 'reports:read']),
  token      bytea NOT NULL CONSTRAINT api_keys_one_per_token UNIQUE CHECK (length(token) = 32),
  hint       text NOT NULL,
  made_by    text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at    timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, made_by) REFERENCES profiles (company_id, id)
);
CREATE INDEX api_keys_by_maker ON api_keys (made_by);
