-- name: EraseHold :exec
-- Nobody writes for any profile of a person any more: writers hold their profile until they end. (Still)
UPDATE profiles SET status = 'Suspended' WHERE person_id = $1;

-- name: EraseSessions :many
-- Ends every session of a person; the history of notifications says why their browsers go with them.
WITH told AS (UPDATE push_devices v SET ended_by = 'erasure', ended_at = @now::timestamptz WHERE v.person_id = @person_id)
DELETE FROM sessions s WHERE s.person_id = @person_id RETURNING s.id;

-- name: EraseOperates :one
-- Whether a person is one of the lunch company's own staff: a manager has to shut them out first.
SELECT EXISTS (SELECT FROM profiles WHERE person_id = $1 AND client_type = 'Operator' AND status <> 'Suspended');

-- name: EraseHinders :one
-- Why a person cannot be erased yet: lunches or payments on their way, an admin without whom a company's people have none, what is
-- in the wallets, and what is owed for lunches at a counter. The caller holds the counters of the person's profiles.
SELECT coalesce(EXISTS (SELECT FROM attempts a JOIN profiles pr ON pr.id = a.profile_id
        WHERE pr.person_id = @person_id AND a.status = 'open')
      OR EXISTS (SELECT FROM orders o JOIN profiles pr ON pr.id = o.profile_id
        WHERE pr.person_id = @person_id
          AND (o.status IN ('Initiated', 'Payment Pending')
            OR o.status = 'Confirmed'
              AND EXISTS (SELECT FROM deliveries d WHERE d.order_id = o.id AND d.live AND d.delivery_date >= @today::date)
            OR EXISTS (SELECT FROM amendments m WHERE m.order_id = o.id AND m.status = 'Payment Pending'))),
    false)::boolean AS orders,
  EXISTS (SELECT FROM profiles pr
    WHERE pr.person_id = @person_id AND pr.client_type = 'Admin' AND pr.company_id = ANY(@admin_of::text[])
      AND EXISTS (SELECT FROM profiles o
        WHERE o.company_id = pr.company_id AND o.person_id <> pr.person_id AND o.status = 'Active')
      AND NOT EXISTS (SELECT FROM profiles o
        WHERE o.company_id = pr.company_id AND o.person_id <> pr.person_id AND o.status = 'Active'
          AND o.client_type = 'Admin')) AS last_admin,
  coalesce((SELECT sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id JOIN profiles pr ON pr.id = a.profile_id
      WHERE pr.person_id = @person_id AND a.kind = 'wallet'), 0)::bigint AS balance,
  coalesce((SELECT -sum(x.owed)
      FROM (SELECT least(sum(e.amount), 0) AS owed
        FROM entries e JOIN accounts a ON a.id = e.account_id JOIN profiles pr ON pr.id = a.profile_id
        WHERE pr.person_id = @person_id AND a.kind = 'receivable'
        GROUP BY a.id) x), 0)::bigint AS owed;

-- name: EraseCount :exec
-- Holds the counters of all profiles of a person: money for one of them was taken before this, or finds them erased.
INSERT INTO profile_revs (profile_id, rev) SELECT id, 0 FROM profiles WHERE person_id = $1 ORDER BY id
ON CONFLICT ON CONSTRAINT profile_revs_pkey DO UPDATE SET rev = profile_revs.rev;

-- name: ErasedProfile :one
-- Whether the person of a profile was erased: nothing is taken for them any more.
SELECT EXISTS (SELECT FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE pr.id = $1 AND p.erased_at IS NOT NULL);

-- name: EraseAdminOf :many
-- The companies of which a person is an Active admin, held so that two admins do not leave one at once.
SELECT c.id FROM companies c
WHERE c.id IN (SELECT pr.company_id FROM profiles pr
  WHERE pr.person_id = $1 AND pr.client_type = 'Admin' AND pr.status = 'Active')
ORDER BY c.id FOR NO KEY UPDATE;

-- name: ErasePerson :exec
UPDATE persons
SET email = lower(id) || '@erased.invalid', name = '', mobile = '', password_hash = NULL, picture = '', diets = '{}',
  avoids = '{}', label_avoids = false, erased_at = @now::timestamptz
WHERE id = @id;

-- name: EraseProfiles :exec
UPDATE profiles SET address_id = NULL, proved_at = NULL, invited_name = NULL WHERE person_id = $1;

-- name: EraseAddresses :exec
-- Deliveries of the past point at places: those of one's own stay without saying where.
UPDATE addresses SET label = '', line = '' WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseRunFacts :exec
-- What papers of days that are not over yet say of the person's lunches and of places of their own.
DELETE FROM run_facts f
WHERE f.kind = 'lunch'
    AND (f.date, f.id) IN (SELECT d.delivery_date, d.id FROM deliveries d JOIN profiles p ON p.id = d.profile_id
      WHERE p.person_id = @person_id)
  OR f.kind = 'place'
    AND f.id IN (SELECT a.id FROM addresses a JOIN profiles p ON p.id = a.profile_id WHERE p.person_id = @person_id);

-- name: EraseDrafts :exec
DELETE FROM draft_days WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseOperations :exec
DELETE FROM operations WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseQuarantine :exec
DELETE FROM quarantine WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseDevices :exec
DELETE FROM devices WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseKnownDevices :exec
-- They are told to delete what they kept.
WITH gone AS (DELETE FROM known_devices k WHERE k.person_id = @person_id RETURNING k.person_id AS person, k.device AS browser)
INSERT INTO erased_devices (person_id, device, erased_at) SELECT gone.person, gone.browser, @now::timestamptz FROM gone;

-- name: EraseSyncCopies :exec
DELETE FROM sync_copies WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: ErasedHere :many
-- The profiles of erased people who were known in a browser.
SELECT pr.id FROM erased_devices e JOIN profiles pr ON pr.person_id = e.person_id WHERE e.device = @device ORDER BY pr.id;

-- name: EraseChallenges :exec
DELETE FROM challenges WHERE person_id = @person_id::text;

-- name: EraseAttempts :exec
-- What the card provider was told of the person. Attempts, orders and the ledger stay: they are the books.
UPDATE attempts SET email = lower(id) || '@erased.invalid' WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseCalendarLinks :exec
DELETE FROM calendar_links WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: ErasePushes :exec
-- Where a person was told something, and what they chose.
WITH devices AS (DELETE FROM push_devices v WHERE v.person_id = @person_id),
  numbers AS (DELETE FROM phones n WHERE n.person_id = @person_id),
  codes AS (DELETE FROM phone_codes n WHERE n.person_id = @person_id)
DELETE FROM push_choices c WHERE c.person_id = @person_id;

-- name: EraseSignOns :exec
-- Nothing that a provider or a directory said of a person stays. Run it before ErasePerson.
WITH own AS (SELECT id FROM profiles WHERE person_id = @person_id),
  users AS (DELETE FROM directory_users u WHERE u.profile_id IN (SELECT id FROM own)),
  members AS (DELETE FROM directory_members m WHERE m.profile_id IN (SELECT id FROM own)),
  attempts AS (DELETE FROM sign_on_attempts a WHERE a.profile_id IN (SELECT id FROM own)
    OR a.email = (SELECT p.email FROM persons p WHERE p.id = @person_id))
DELETE FROM sign_on_subjects u WHERE u.profile_id IN (SELECT id FROM own);
