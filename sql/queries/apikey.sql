-- name: APIKeyFind :one
-- The key that a request brought, while it counts: not revoked, not expired, of an Active company. Its use is written when
-- the last one was before seen.
WITH found AS (
  SELECT k.id, k.company_id, k.scopes FROM api_keys k JOIN companies c ON c.id = k.company_id AND c.status = 'Active'
  WHERE k.token = @token AND k.revoked_at IS NULL AND k.expires_at > @now::timestamptz
), used AS (
  UPDATE api_keys SET used_at = @now::timestamptz FROM found
  WHERE api_keys.id = found.id AND api_keys.revoked_at IS NULL AND (api_keys.used_at IS NULL OR api_keys.used_at <= @seen::timestamptz)
)
SELECT found.id, found.company_id, found.scopes FROM found;

-- name: APIKeysOf :many
-- A company's keys, the newest first.
SELECT k.id, k.name, k.scopes, k.hint, k.created_at, k.expires_at, k.used_at, k.revoked_at, p.name AS made_by
FROM api_keys k JOIN profiles pr ON pr.id = k.made_by AND pr.company_id = k.company_id JOIN persons p ON p.id = pr.person_id
WHERE k.company_id = @company_id ORDER BY k.id DESC LIMIT @most::int;

-- name: APIKeysLive :one
SELECT count(*) FROM api_keys WHERE company_id = @company_id AND revoked_at IS NULL AND expires_at > @now::timestamptz;

-- name: APIKeyMake :exec
INSERT INTO api_keys (id, company_id, name, scopes, token, hint, made_by, created_at, expires_at)
VALUES (@id, @company_id, @name, @scopes, @token, @hint, @made_by, @now, @expires_at);

-- name: APIKeyIs :one
-- Whether a company has a key, also one that ended.
SELECT EXISTS (SELECT FROM api_keys WHERE company_id = @company_id AND token = @token) AS is;

-- name: APIKeyRevoke :one
-- Ends a key; no row when the company has none of that id, or it has ended.
UPDATE api_keys SET revoked_at = @now::timestamptz WHERE id = @id AND company_id = @company_id AND revoked_at IS NULL RETURNING name;

-- name: APIKeyForget :exec
-- Forgets which writes a key named before a moment.
DELETE FROM api_key_requests WHERE company_id = @company_id AND key_id = @key_id AND at < @before::timestamptz;

-- name: APIKeyBegin :execrows
INSERT INTO api_key_requests (company_id, key_id, name, asked, at) VALUES (@company_id, @key_id, @name, @asked, @now)
ON CONFLICT ON CONSTRAINT api_key_requests_pkey DO NOTHING;

-- name: APIKeyAnswered :one
SELECT asked, status, answer FROM api_key_requests WHERE company_id = @company_id AND key_id = @key_id AND name = @name;

-- name: APIKeyDone :exec
UPDATE api_key_requests SET status = @status::int, answer = @answer WHERE company_id = @company_id AND key_id = @key_id AND name = @name;

-- name: APIKeyUndone :exec
DELETE FROM api_key_requests WHERE company_id = @company_id AND key_id = @key_id AND name = @name AND status IS NULL;

-- name: OperatorKeyFind :one
-- The lunch company's key that a request brought, while it counts. Its use is written when the last one was before seen.
WITH found AS (
  SELECT k.id, k.scopes FROM operator_keys k WHERE k.token = @token AND k.revoked_at IS NULL AND k.expires_at > @now::timestamptz
), used AS (
  UPDATE operator_keys SET used_at = @now::timestamptz FROM found
  WHERE operator_keys.id = found.id AND operator_keys.revoked_at IS NULL
    AND (operator_keys.used_at IS NULL OR operator_keys.used_at <= @seen::timestamptz)
)
SELECT found.id, found.scopes FROM found;

-- name: OperatorKeys :many
-- The keys of the lunch company's own programs, the newest first.
SELECT id, name, scopes, hint, created_at, expires_at, used_at, revoked_at FROM operator_keys ORDER BY id DESC LIMIT @most::int;

-- name: OperatorKeyMake :exec
INSERT INTO operator_keys (id, name, scopes, token, hint, created_at, expires_at)
VALUES (@id, @name, @scopes, @token, @hint, @now, @expires_at);

-- name: OperatorKeyRevoke :one
UPDATE operator_keys SET revoked_at = @now::timestamptz WHERE id = @id AND revoked_at IS NULL RETURNING name;
