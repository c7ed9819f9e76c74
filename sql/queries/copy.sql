-- name: CopyInsert :exec
INSERT INTO sync_copies (id, profile_id, device_id, app, why, pending, age_ms, operations, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: CopiesKeep :exec
-- Drops all but the newest copies of a profile.
DELETE FROM sync_copies old
WHERE old.profile_id = $1 AND old.id NOT IN (SELECT c.id FROM sync_copies c WHERE c.profile_id = $1 ORDER BY c.id DESC LIMIT $2);

-- name: DeviceOwner :one
-- Whose device it is; no row when it was never heard of.
SELECT profile_id FROM devices WHERE id = $1;
