-- name: PersonInsert :exec
INSERT INTO persons (id, email, name, mobile, password_hash, picture, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: ProfileInsert :exec
INSERT INTO profiles (id, person_id, company_id, client_type, status, address_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: ProfileAddressSet :exec
UPDATE profiles SET address_id = $2 WHERE id = $1;

-- name: ProfileStatusSet :exec
UPDATE profiles SET status = $2 WHERE id = $1;

-- name: PersonStatus :one
-- The best status that a person holds anywhere, empty for nobody: one row and the same work for everybody.
SELECT coalesce((SELECT pr.status FROM persons p JOIN profiles pr ON pr.person_id = p.id WHERE p.email = @email
  ORDER BY array_position(ARRAY['Active', 'Invited', 'Pending', 'Suspended'], pr.status) LIMIT 1), '')::text AS status;

-- name: PersonPassword :one
-- Who has this e-mail, with the hash of the password when one was set.
SELECT id, password_hash FROM persons WHERE email = $1;

-- name: PersonLock :many
-- Nobody else may ask a code for this person until the transaction ends. No row for nobody, and none while somebody else asks.
SELECT id FROM persons WHERE email = $1 FOR NO KEY UPDATE SKIP LOCKED;

-- name: ChallengeInsert :execrows
-- Makes a challenge for a person with an Active profile who has not asked too often; 0 rows otherwise. Run it under PersonLock.
INSERT INTO challenges (id, purpose, person_id, browser, created_at, expires_at)
SELECT @id, 'sign-in', p.id, @browser, @now, @expires_at FROM persons p
WHERE p.id = ANY(@locked::text[])
  AND EXISTS (SELECT FROM profiles pr WHERE pr.person_id = p.id AND pr.status = 'Active')
  AND NOT EXISTS (SELECT FROM challenges c WHERE c.person_id = p.id AND c.browser = @browser AND c.created_at > @again_after)
  AND (SELECT count(*) FROM challenges c WHERE c.person_id = p.id AND c.created_at > @since) < @most::int;

-- name: ChallengesVoid :exec
-- A new code ends the older ones that the same browser asked for; 0 rows when the new one was not made.
UPDATE challenges SET voided_at = @now::timestamptz FROM challenges fresh
WHERE fresh.id = @id AND challenges.person_id = fresh.person_id AND challenges.browser = fresh.browser AND challenges.id <> fresh.id
  AND challenges.used_at IS NULL AND challenges.voided_at IS NULL;

-- name: ChallengeMail :one
-- Where an open challenge's code has to go.
SELECT p.email, c.expires_at FROM challenges c JOIN persons p ON p.id = c.person_id
WHERE c.id = @id AND c.used_at IS NULL AND c.voided_at IS NULL AND c.expires_at > @now;

-- name: ChallengeTry :one
-- Counts a guess before anybody looks at it; no row means that there is nothing to guess any more.
UPDATE challenges SET tries = tries + 1
WHERE person_id = (SELECT p.id FROM persons p WHERE p.email = @email) AND browser = @browser
  AND used_at IS NULL AND voided_at IS NULL AND expires_at > @now AND tries < @most::int
RETURNING id, person_id;

-- name: ChallengeUse :execrows
-- Spends a challenge; 0 rows when somebody was faster.
UPDATE challenges SET used_at = @now::timestamptz WHERE id = @id AND used_at IS NULL AND voided_at IS NULL AND expires_at > @now;

-- name: ChallengesForget :exec
DELETE FROM challenges WHERE expires_at < @before;

-- name: ProfileToSignIn :one
-- The profile that a person comes back to: the one used last, else the first Corporate one.
SELECT pr.id, pr.client_type FROM profiles pr LEFT JOIN companies c ON c.id = pr.company_id
WHERE pr.person_id = $1 AND pr.status = 'Active'
ORDER BY pr.used_at DESC NULLS LAST, (c.company_type = 'Corporate') DESC NULLS LAST, pr.created_at, pr.id LIMIT 1;

-- name: ProfileUse :execrows
UPDATE profiles SET used_at = @now::timestamptz WHERE id = @id AND status = 'Active';

-- name: ProfileOne :one
-- A profile with everything that its person may know about it.
SELECT pr.id, pr.person_id, pr.company_id, pr.client_type, pr.status, pr.address_id,
  p.name, p.email, p.mobile, p.picture,
  c.name AS company_name, c.logo, c.company_type, c.status AS company_status, c.minimum_day, c.minimum_meal_count,
  c.discount_type, c.discount_amount, c.share_type, c.share_value, c.share_cap, c.share_duration,
  t.from_time, t.until_time,
  EXISTS (SELECT FROM profiles o WHERE o.person_id = pr.person_id AND o.id <> pr.id AND o.status = 'Active') AS switchable
FROM profiles pr
JOIN persons p ON p.id = pr.person_id
LEFT JOIN companies c ON c.id = pr.company_id
LEFT JOIN addresses a ON a.id = pr.address_id
LEFT JOIN area_timings t ON t.id = a.area_timing_id
WHERE pr.id = $1;

-- name: SessionInsert :exec
INSERT INTO sessions (id, profile_id, person_id, created_at, seen_at, idle_seconds, ends_at) VALUES (@id, @profile_id, @person_id, @now, @now, @idle_seconds, @ends_at);

-- name: SessionFind :one
-- Whose session this is, while it lives and the profile is Active.
SELECT s.profile_id, s.person_id, s.seen_at, s.idle_seconds, s.ends_at, pr.client_type, pr.company_id
FROM sessions s JOIN profiles pr ON pr.id = s.profile_id
WHERE s.id = @id AND pr.status = 'Active' AND s.ends_at > @now::timestamptz AND s.seen_at + s.idle_seconds * interval '1 second' > @now;

-- name: SessionSeen :exec
UPDATE sessions SET seen_at = @now WHERE id = @id AND seen_at < @now;

-- name: SessionStill :one
-- The session's row and its Active profile, held until the writing transaction ends. A session may be seen meanwhile, but not ended.
SELECT pr.client_type FROM sessions s JOIN profiles pr ON pr.id = s.profile_id
WHERE s.id = @id AND s.profile_id = @profile_id AND pr.status = 'Active' FOR KEY SHARE OF s FOR SHARE OF pr;

-- name: SessionDelete :execrows
DELETE FROM sessions WHERE id = $1;

-- name: SessionsDeleteOf :many
-- Ends every session of a person.
DELETE FROM sessions WHERE person_id = $1 RETURNING id;

-- name: SessionsForget :exec
DELETE FROM sessions WHERE ends_at < @now OR seen_at + idle_seconds * interval '1 second' < @now;

-- name: AttemptsCount :many
-- Counts one more attempt under every key, and says how many there were in its window. Give the keys in order, or two callers may wait for each other.
INSERT INTO attempts_made (key, window_at, n)
SELECT unnest(@keys::text[]), unnest(@windows::timestamptz[]), 1
ON CONFLICT (key, window_at) DO UPDATE SET n = attempts_made.n + 1
RETURNING key, n;

-- name: AttemptsForget :exec
DELETE FROM attempts_made WHERE window_at < @before;
