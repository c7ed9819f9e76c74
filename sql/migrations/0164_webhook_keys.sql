-- +goose Up
-- Keys may also read and change a company's webhooks.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_check,
  ADD CONSTRAINT api_keys_scopes_check CHECK (scopes <> '{}' AND scopes <@ ARRAY['people:read', 'people:write', 'orders:read', 'invoices:read',
    'reports:read', 'webhooks:read', 'webhooks:write']) NOT VALID;
