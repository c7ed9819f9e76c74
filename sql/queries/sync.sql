-- name: DeviceLock :one
-- The device's row, made at its first call, locked for the rest of the transaction. Where somebody proved who they are after it was
-- revoked it is let in again.
INSERT INTO devices (id, profile_id, app, created_at, seen_at, session_id) VALUES (@id, @profile_id, @app, @now, @now, @session_id)
ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, app = excluded.app, session_id = excluded.session_id,
  revoked_at = CASE WHEN devices.revoked_at IS NULL OR EXISTS (SELECT FROM sessions s WHERE s.id = excluded.session_id AND s.created_at > devices.revoked_at) THEN NULL ELSE devices.revoked_at END
RETURNING *;

-- name: DeviceAdvance :exec
UPDATE devices SET last_n = $2, last_id = $3 WHERE id = $1;

-- name: DeviceLast :one
-- How far a device of a profile has come; no row when it is not theirs or may not speak any more.
SELECT last_n FROM devices WHERE id = $1 AND profile_id = $2 AND revoked_at IS NULL;

-- name: OperationInsert :exec
INSERT INTO operations (device_id, n, profile_id, id, again, hash, kind, code, detail, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: OperationsOfDevice :many
-- What is known of these numbers of a device.
SELECT * FROM operations WHERE device_id = $1 AND n = ANY(@numbers::bigint[]) ORDER BY n;

-- name: OperationsByID :many
-- What is known of these ids of a profile, whichever device said them first.
SELECT * FROM operations WHERE profile_id = $1 AND id = ANY(@ids::text[]) AND NOT again;

-- name: OperationTrim :exec
-- Forgets the details of results that the device has stored, 90 days later. Numbers and ids stay.
UPDATE operations SET detail = NULL WHERE device_id = $1 AND n <= $2 AND detail IS NOT NULL AND at < @before;

-- name: QuarantineStrike :one
-- Counts that an operation broke the server once more.
INSERT INTO quarantine (profile_id, id, device_id, n, strikes, payload, at) VALUES ($1, $2, $3, $4, 1, $5, $6)
ON CONFLICT (profile_id, id) DO UPDATE SET strikes = quarantine.strikes + 1, at = excluded.at
RETURNING strikes;

-- name: QuarantineStrikes :many
SELECT id, strikes FROM quarantine WHERE profile_id = $1 AND id = ANY(@ids::text[]);
