-- name: PasskeyAsk :exec
-- Makes a challenge that a passkey answers, in a browser and, where it is known, for a person.
INSERT INTO challenges (id, purpose, person_id, browser, created_at, expires_at)
VALUES (@id, @purpose, nullif(@person_id::text, ''), @browser, @now, @expires_at);

-- name: PasskeyAnswer :one
-- Spends such a challenge, whatever the answer is worth. No row when it is another browser's, too old, or was answered.
UPDATE challenges SET used_at = @now::timestamptz
WHERE id = @id AND browser = @browser AND purpose = @purpose AND used_at IS NULL AND voided_at IS NULL AND expires_at > @now
RETURNING coalesce(person_id, '')::text AS person_id;

-- name: ChallengeOpen :one
-- Whose challenge is still to be met in a browser: the password was typed there, and no second factor yet.
SELECT coalesce(person_id, '')::text AS person_id FROM challenges
WHERE browser = @browser AND purpose = ANY(@purposes::text[]) AND account = ANY(@accounts::text[])
  AND used_at IS NULL AND voided_at IS NULL AND expires_at > @now AND tries < @most::int
ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: PasskeyFind :one
-- The passkey that a device knows by a credential, and whose it is.
SELECT k.person_id, k.id, k.credential, k.public_key, k.signs, k.synced, p.email
FROM passkeys k JOIN persons p ON p.id = k.person_id
WHERE k.credential = @credential AND k.operator = @operator;

-- name: PasskeyNow :one
-- How often a passkey has signed, and whether it is not taken any more. Hold its person.
SELECT signs, (stopped_at IS NOT NULL)::boolean AS stopped FROM passkeys WHERE person_id = @person_id AND id = @id;

-- name: PasskeyUsed :exec
UPDATE passkeys SET signs = @signs, used_at = @now::timestamptz WHERE person_id = @person_id AND id = @id;

-- name: PasskeyStop :one
-- A copy of it was seen: it is not taken any more. No row when it was stopped before.
UPDATE passkeys SET stopped_at = @now::timestamptz WHERE person_id = @person_id AND id = @id AND stopped_at IS NULL
RETURNING name, operator;

-- name: PasskeysOf :many
SELECT id, credential, transports, name, made_at, used_at, stopped_at FROM passkeys
WHERE person_id = @person_id AND operator = @operator ORDER BY made_at, id;

-- name: PasskeyMake :execrows
-- 0 rows for a credential that somebody has already.
INSERT INTO passkeys (person_id, id, operator, credential, public_key, signs, synced, transports, name, made_at)
VALUES (@person_id, @id, @operator, @credential, @public_key, @signs, @synced, @transports, @name, @now)
ON CONFLICT (credential) DO NOTHING;

-- name: PasskeyRename :execrows
UPDATE passkeys SET name = @name WHERE person_id = @person_id AND id = @id AND operator = @operator;

-- name: PasskeyRemove :one
DELETE FROM passkeys WHERE person_id = @person_id AND id = @id AND operator = @operator RETURNING name;

-- name: PasskeysErase :exec
DELETE FROM passkeys WHERE person_id = @person_id;
