-- name: DeviceLock :one
-- The device's row, made at its first call, locked for the rest of the transaction. Where somebody proved who they are after it was
-- revoked it is let in again.
INSERT INTO devices (id, profile_id, app, created_at, seen_at, session_id)
VALUES (@id, @profile_id, @app, @now, @now, @session_id)
ON CONFLICT ON CONSTRAINT devices_pkey DO UPDATE
SET seen_at = excluded.seen_at, app = excluded.app, session_id = excluded.session_id,
  revoked_at = CASE
    WHEN devices.revoked_at IS NULL
      OR EXISTS (SELECT FROM sessions s WHERE s.id = excluded.session_id AND s.created_at > devices.revoked_at) THEN NULL
    ELSE devices.revoked_at END
RETURNING *;

-- name: QuarantineStrike :one
-- Counts that an operation broke the server once more.
INSERT INTO quarantine (profile_id, id, device_id, n, strikes, payload, at) VALUES ($1, $2, $3, $4, 1, $5, $6)
ON CONFLICT ON CONSTRAINT quarantine_pkey DO UPDATE SET strikes = quarantine.strikes + 1, at = excluded.at
RETURNING strikes;

-- name: CopyInsert :exec
INSERT INTO sync_copies (id, profile_id, device_id, app, why, pending, age_ms, operations, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: CopiesKeep :exec
-- Drops all but the newest copies of a profile.
DELETE FROM sync_copies old
WHERE old.profile_id = $1 AND old.id NOT IN (SELECT c.id FROM sync_copies c WHERE c.profile_id = $1 ORDER BY c.id DESC LIMIT $2);

-- name: DeviceOwner :one
-- Whose device it is; no row when it was never heard of.
SELECT profile_id FROM devices WHERE id = $1;

-- name: ProfileRevsRestored :exec
-- Begins a new age after an older copy was put back: no revision of before is ever given again.
INSERT INTO profile_revs (profile_id, rev)
SELECT p.id, ((SELECT coalesce(max(r.rev >> 40), 0) + 1 FROM profile_revs r) << 40) FROM profiles p
ON CONFLICT ON CONSTRAINT profile_revs_pkey DO UPDATE SET rev = excluded.rev;

-- name: OperationsInsert :exec
-- Keeps results, with a device's last operation and the revision of its profile to which it came. And forgets the details of results that
-- the device has stored, 90 days later: numbers and ids stay.
WITH numbered AS (UPDATE profile_revs SET rev = @rev WHERE profile_revs.profile_id = @profile_id),
advanced AS (UPDATE devices SET last_n = @last_n, last_id = @last_id WHERE devices.id = @device_id),
trimmed AS (UPDATE operations SET detail = NULL
  WHERE operations.device_id = @device_id AND operations.n <= @done AND operations.detail IS NOT NULL
    AND operations.at < @trim_before)
INSERT INTO operations (device_id, n, profile_id, id, again, hash, kind, code, detail, at)
SELECT @device_id, unnest(@numbers::bigint[]), @profile_id, unnest(@ids::text[]), unnest(@again::boolean[]), unnest(@hashes::bytea[]),
  unnest(@kinds::text[]), unnest(@codes::int[]), nullif(unnest(@details::text[]), '')::jsonb, @at;

-- name: DraftRenumber :exec
-- Gives all that a profile has in its draft one revision that nobody has seen; a device's own days stay its own.
WITH beside AS (UPDATE draft_alternatives SET rev = @rev WHERE draft_alternatives.profile_id = @profile_id)
UPDATE draft_days SET rev = @rev, set_rev = @rev, foreign_rev = CASE WHEN foreign_rev > 0 THEN @rev ELSE 0 END
WHERE draft_days.profile_id = @profile_id;

-- name: SyncKnown :one
-- Up to which revision the orders that changed after a device's cursor fit into so many bytes, at least the first of them; 0 when all fit,
-- and below it when none changed. A cursor that is not this database's counts from the beginning.
-- With it what is known of some numbers of the device and of some ids of the profile, whichever device said them first, and how often
-- operations with these ids broke the server.
SELECT coalesce(CASE WHEN count(*) = 0 THEN -1 WHEN bool_and(s.total <= @most::bigint) THEN 0
  ELSE coalesce(max(s.rev) FILTER (WHERE s.total <= @most), min(s.rev)) END, 0)::bigint AS until,
  (SELECT coalesce(jsonb_agg(to_jsonb(y)), '[]')
    FROM (SELECT o.* FROM operations o WHERE o.device_id = @device_id::text AND o.n = ANY(@numbers::bigint[])
      UNION SELECT x.* FROM operations x WHERE x.profile_id = @profile_id AND x.id = ANY(@ids::text[]) AND NOT x.again) y)::jsonb
    AS operations,
  (SELECT coalesce(jsonb_object_agg(z.id, z.strikes), '{}') FROM quarantine z WHERE z.profile_id = @profile_id AND z.id = ANY(@ids))::jsonb
    AS strikes
FROM (SELECT o.rev, sum(700 + octet_length(o.terms::text)
    + (SELECT coalesce(sum(300 + (SELECT coalesce(sum(200 + octet_length(l.name)), 0) FROM order_lines l WHERE l.delivery_id = d.id)), 0)
      FROM deliveries d WHERE d.order_id = o.id)
    + (SELECT coalesce(sum(600 + octet_length(m.quote::text)), 0) FROM amendments m WHERE m.order_id = o.id)) OVER (ORDER BY o.rev) AS total
  FROM orders o JOIN profile_revs p USING (profile_id)
  WHERE o.profile_id = @profile_id
    AND o.rev > CASE WHEN @cur::bigint > p.rev OR @cur >> 40 <> p.rev >> 40 THEN 0 ELSE @cur END) s;

-- name: ProfileRev :one
SELECT rev FROM profile_revs WHERE profile_id = $1;

-- name: SyncQuiet :one
-- A device of which nothing has to be written: its session goes on, it is this session's, and it was heard of lately. No row for any other.
-- With it its profile's revision.
SELECT sqlc.embed(d), r.rev FROM devices d JOIN sessions s ON s.id = d.session_id JOIN profiles pr ON pr.id = s.profile_id
JOIN profile_revs r ON r.profile_id = d.profile_id
WHERE d.id = @id AND d.profile_id = @profile_id AND d.session_id = @session_id::bytea AND s.profile_id = d.profile_id
  AND pr.status = 'Active' AND d.app = @app AND d.revoked_at IS NULL AND d.seen_at > @since;
