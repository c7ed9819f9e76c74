-- name: ProfileRevLock :one
-- Locks the profile's counter, making it at its first use. Everything a device must learn is numbered under this lock.
INSERT INTO profile_revs (profile_id, rev) VALUES ($1, 0)
ON CONFLICT ON CONSTRAINT profile_revs_pkey DO UPDATE SET rev = profile_revs.rev RETURNING rev;

-- name: ProfileRevSet :exec
UPDATE profile_revs SET rev = $2 WHERE profile_id = $1;

-- name: DraftsOn :many
-- The drafts of some dates, each with its alternatives.
SELECT sqlc.embed(d), (SELECT coalesce(jsonb_agg(jsonb_build_object('dev', a.device_id, 'rev', a.rev, 'items', a.items,
    'address_id', a.address_id) ORDER BY a.device_id), 'null')
  FROM draft_alternatives a WHERE a.profile_id = d.profile_id AND a.date = d.date)::jsonb AS alternatives
FROM draft_days d WHERE d.profile_id = $1 AND d.date = ANY(@dates::date[]);

-- name: DraftsSince :many
-- The drafts that changed after a device's cursor, each with all of its alternatives.
SELECT sqlc.embed(d), (SELECT coalesce(jsonb_agg(jsonb_build_object('dev', a.device_id, 'rev', a.rev, 'items', a.items,
    'address_id', a.address_id) ORDER BY a.device_id), 'null')
  FROM draft_alternatives a WHERE a.profile_id = d.profile_id AND a.date = d.date)::jsonb AS alternatives
FROM draft_days d WHERE d.profile_id = $1 AND d.rev > $2 ORDER BY d.rev;

-- name: DraftDaysSet :exec
INSERT INTO draft_days (profile_id, date, rev, set_rev, by_device, foreign_rev, items, address_id, base)
SELECT @profile_id, unnest(@dates::date[]), unnest(@revs::bigint[]), unnest(@set_revs::bigint[]), nullif(unnest(@devices::text[]), ''),
  unnest(@foreign_revs::bigint[]), unnest(@items::text[])::jsonb, nullif(unnest(@addresses::text[]), ''),
  nullif(unnest(@bases::text[]), '')::bigint
ON CONFLICT ON CONSTRAINT draft_days_pkey DO UPDATE
SET rev = excluded.rev, set_rev = excluded.set_rev, by_device = excluded.by_device, foreign_rev = excluded.foreign_rev,
  items = excluded.items, address_id = excluded.address_id, base = excluded.base;

-- name: DraftAlternativesClear :exec
DELETE FROM draft_alternatives a USING (SELECT unnest(@dates::date[]) AS date, unnest(@devices::text[]) AS device) x
WHERE a.profile_id = @profile_id AND a.date = x.date AND a.device_id = x.device;

-- name: DraftAlternativesSet :exec
INSERT INTO draft_alternatives (profile_id, date, device_id, rev, items, address_id)
SELECT @profile_id, unnest(@dates::date[]), unnest(@devices::text[]), unnest(@revs::bigint[]), unnest(@items::text[])::jsonb,
  nullif(unnest(@addresses::text[]), '')
ON CONFLICT ON CONSTRAINT draft_alternatives_pkey
DO UPDATE SET rev = excluded.rev, items = excluded.items, address_id = excluded.address_id;

-- name: DraftDaysBought :many
-- Clears the days that are still at the revision that was ordered: a later edit stays.
UPDATE draft_days w SET rev = @rev::bigint, set_rev = @rev, by_device = NULL, foreign_rev = w.set_rev, items = '[]', address_id = NULL,
  base = NULL
FROM (SELECT unnest(@dates::date[]) AS date, unnest(@bought::bigint[]) AS rev) x
WHERE w.profile_id = @profile_id AND w.date = x.date AND w.set_rev = x.rev
RETURNING w.date;

-- name: DraftDaysOn :many
SELECT * FROM draft_days WHERE profile_id = $1 AND date = ANY(@dates::date[]) ORDER BY date;
