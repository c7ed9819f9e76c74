-- name: FactorOn :one
-- Whether a person proves more than the password and the mailbox.
SELECT EXISTS (SELECT FROM second_factors WHERE person_id = $1 AND secret IS NOT NULL) AS is_on;

-- name: FactorHold :one
-- A person's second factor, held until the transaction ends: a code is used once.
SELECT secret, since, step, pending FROM second_factors WHERE person_id = $1 FOR NO KEY UPDATE;

-- name: FactorLook :one
-- Since when a person has a second factor, and how many of the codes on paper are left.
SELECT f.since, (SELECT count(*)::int FROM recovery_codes r WHERE r.person_id = f.person_id AND r.used_at IS NULL) AS recovery_left
FROM second_factors f WHERE f.person_id = $1 AND f.secret IS NOT NULL;

-- name: FactorStep :exec
-- A code was used.
UPDATE second_factors SET step = @step WHERE person_id = @person_id;

-- name: FactorPropose :exec
-- A secret that waits for the first code of its app. The one before goes on until then.
INSERT INTO second_factors (person_id, pending) VALUES (@person_id, @pending::bytea)
ON CONFLICT (person_id) DO UPDATE SET pending = excluded.pending;

-- name: FactorSet :exec
-- From now on this is the person's second factor. What was on paper for the one before does not count any more: RecoveryDrop.
INSERT INTO second_factors (person_id, secret, since, step) VALUES (@person_id, @secret::bytea, @now::timestamptz, @step)
ON CONFLICT (person_id) DO UPDATE SET secret = excluded.secret, since = excluded.since, step = excluded.step, pending = NULL;

-- name: FactorDrop :execrows
-- The passkeys that stand beside the app go with it: they may be on the phone that was lost.
WITH beside AS (DELETE FROM passkeys k WHERE k.person_id = @person_id AND k.operator)
DELETE FROM second_factors f WHERE f.person_id = @person_id;

-- name: StartCodeSet :exec
-- From now on this is the code that a person's first app takes; the one before is good for nothing.
INSERT INTO start_codes (person_id, hash, made_at) VALUES (@person_id, @hash, @now::timestamptz)
ON CONFLICT (person_id) DO UPDATE SET hash = excluded.hash, made_at = excluded.made_at;

-- name: StartCodeIs :one
SELECT EXISTS (SELECT FROM start_codes WHERE person_id = @person_id AND hash = @hash) AS is_it;

-- name: StartCodeDrop :exec
DELETE FROM start_codes WHERE person_id = $1;

-- name: RecoveryDrop :exec
DELETE FROM recovery_codes WHERE person_id = $1;

-- name: RecoveryAdd :exec
INSERT INTO recovery_codes (person_id, hash) SELECT @person_id, unnest(@hashes::bytea[]);

-- name: RecoveryUse :execrows
-- Spends a code on paper; 0 rows when there is none such, or it was used.
UPDATE recovery_codes SET used_at = @now::timestamptz WHERE person_id = @person_id AND hash = @hash AND used_at IS NULL;

-- name: FactorsSealed :many
SELECT person_id, secret, pending FROM second_factors ORDER BY person_id;

-- name: FactorsReseal :execrows
-- Seals secrets anew that are still those that were read.
UPDATE second_factors SET secret = t.secret, pending = t.pending
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@old_secrets::bytea[]) AS old_secret, unnest(@old_pendings::bytea[]) AS old_pending,
    unnest(@secrets::bytea[]) AS secret, unnest(@pendings::bytea[]) AS pending) t
WHERE second_factors.person_id = t.id AND second_factors.secret IS NOT DISTINCT FROM t.old_secret
  AND second_factors.pending IS NOT DISTINCT FROM t.old_pending;
