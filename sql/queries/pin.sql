-- name: PinLook :one
-- Since when a person has a PIN.
SELECT set_at FROM pins WHERE person_id = $1;

-- name: PinSet :exec
INSERT INTO pins (person_id, hash, set_at) VALUES (@person_id, @hash, @now::timestamptz)
ON CONFLICT (person_id) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at;

-- name: PinDrop :execrows
DELETE FROM pins WHERE person_id = $1;

-- name: SessionsDeleteOthers :many
-- Ends every session of a profile but one, which may be idle for so long from now on.
WITH kept AS (UPDATE sessions k SET idle_seconds = @idle_seconds WHERE k.id = @session)
DELETE FROM sessions s WHERE s.profile_id = @profile_id AND s.id <> @session RETURNING s.id;

-- name: SessionLock :execrows
-- Locks a session of a person who has a PIN; 0 rows for others.
UPDATE sessions SET locked_at = @now::timestamptz
WHERE id = @id AND EXISTS (SELECT FROM pins n WHERE n.person_id = sessions.person_id);

-- name: SessionPin :one
-- The PIN that a living session is unlocked with.
SELECT n.hash FROM sessions s JOIN profiles pr ON pr.id = s.profile_id JOIN pins n ON n.person_id = s.person_id
WHERE s.id = @id AND pr.status = 'Active' AND s.ends_at > @now::timestamptz
  AND s.seen_at + s.idle_seconds * interval '1 second' > @now;

-- name: SessionTries :one
-- A session that a PIN is tried in, held until the transaction ends: of tries at the same time each is counted. With it the PIN as
-- it is now. What the session has begun to write goes on.
SELECT s.person_id, s.profile_id, s.pin_tries, n.hash FROM sessions s JOIN pins n ON n.person_id = s.person_id
WHERE s.id = $1 FOR NO KEY UPDATE OF s;

-- name: SessionUnlock :exec
UPDATE sessions SET locked_at = NULL, pin_tries = 0, seen_at = @now::timestamptz WHERE id = @id;

-- name: SessionTried :exec
UPDATE sessions SET pin_tries = pin_tries + 1 WHERE id = $1;
