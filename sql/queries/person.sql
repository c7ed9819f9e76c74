-- name: PersonInsert :exec
INSERT INTO persons (id, email, name, mobile, password_hash, picture, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: ProfileInsert :exec
INSERT INTO profiles (id, person_id, company_id, client_type, status, address_id, created_at, operator_role) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: ProfileAddressSet :exec
UPDATE profiles SET address_id = $2 WHERE id = $1;

-- name: ProfileStatusSet :exec
UPDATE profiles SET status = $2 WHERE id = $1;

-- name: PersonStatus :one
-- The best status that a person holds at any company, empty for nobody: one row and the same work for everybody. Who is of the
-- lunch company's own staff is not told.
SELECT coalesce((SELECT pr.status FROM persons p JOIN profiles pr ON pr.person_id = p.id WHERE p.email = @email AND pr.client_type <> 'Operator'
  ORDER BY array_position(ARRAY['Active', 'Invited', 'Pending', 'Suspended'], pr.status) LIMIT 1), '')::text AS status;

-- name: PersonPassword :one
-- Who has this e-mail, with the hash of the password when one was set.
SELECT id, password_hash FROM persons WHERE email = $1;

-- name: PersonLock :many
-- Nobody else may ask a code for this person until the transaction ends. No row for nobody, and none while somebody else asks.
SELECT id FROM persons WHERE email = $1 FOR NO KEY UPDATE SKIP LOCKED;

-- name: ChallengeInsert :execrows
-- Makes a challenge for a person with a profile of one of the kinds in one of the states who has not asked too often; 0 rows
-- otherwise. Run it under PersonLock.
INSERT INTO challenges (id, purpose, person_id, browser, created_at, expires_at)
SELECT @id, @purpose, p.id, @browser, @now, @expires_at FROM persons p
WHERE p.id = ANY(@locked::text[])
  AND EXISTS (SELECT FROM profiles pr WHERE pr.person_id = p.id AND pr.status = ANY(@states::text[]) AND pr.client_type = ANY(@kinds::text[]))
  AND NOT EXISTS (SELECT FROM challenges c WHERE c.person_id = p.id AND c.browser = @browser AND c.created_at > @again_after)
  AND (SELECT count(*) FROM challenges c WHERE c.person_id = p.id AND c.created_at > @since AND (c.purpose = 'operator') = (@purpose = 'operator')) < @most::int;

-- name: ChallengesVoid :exec
-- A new code ends the older ones that the same browser asked for; 0 rows when the new one was not made.
UPDATE challenges SET voided_at = @now::timestamptz FROM challenges fresh
WHERE fresh.id = @id AND challenges.person_id = fresh.person_id AND challenges.browser = fresh.browser AND challenges.id <> fresh.id
  AND challenges.used_at IS NULL AND challenges.voided_at IS NULL;

-- name: ChallengeTry :one
-- Counts a guess before anybody looks at it; no row means that there is nothing to guess any more.
UPDATE challenges SET tries = tries + 1
WHERE person_id = (SELECT p.id FROM persons p WHERE p.email = @email) AND browser = @browser AND purpose = ANY(@purposes::text[])
  AND used_at IS NULL AND voided_at IS NULL AND expires_at > @now AND tries < @most::int
RETURNING id, person_id, purpose;

-- name: ChallengeUse :execrows
-- Spends a challenge; 0 rows when somebody was faster.
UPDATE challenges SET used_at = @now::timestamptz WHERE id = @id AND used_at IS NULL AND voided_at IS NULL AND expires_at > @now;

-- name: ChallengesForget :exec
DELETE FROM challenges WHERE expires_at < @before;

-- name: ProfileToSignIn :one
-- The profile that a person comes back to: the wanted one (by its id or its company's), else the one used last, else the first Corporate
-- one. An operator's is come to by the operators' own way, and no other one is.
SELECT pr.id, pr.client_type FROM profiles pr LEFT JOIN companies c ON c.id = pr.company_id
WHERE pr.person_id = @person_id AND pr.status = 'Active' AND (pr.client_type = 'Operator') = @operator::boolean
ORDER BY (pr.id = @wanted::text OR pr.company_id = @wanted) DESC NULLS LAST, pr.used_at DESC NULLS LAST, (c.company_type = 'Corporate') DESC NULLS LAST, pr.created_at, pr.id LIMIT 1;

-- name: ProfileUse :execrows
UPDATE profiles SET used_at = @now::timestamptz WHERE id = @id AND status = 'Active';

-- name: ProfileOne :one
-- A profile with everything that its person may know about it.
SELECT pr.id, pr.person_id, pr.company_id, pr.client_type, pr.operator_role, pr.status, pr.address_id,
  p.name, p.email, p.mobile, p.diets, p.avoids, p.label_avoids,
  c.name AS company_name, c.logo, c.company_type, c.status AS company_status, c.minimum_day, c.minimum_meal_count,
  c.discount_type, c.discount_amount, c.share_type, c.share_value, c.share_cap, c.share_duration,
  t.from_time, t.until_time,
  EXISTS (SELECT FROM tills WHERE tills.company_id = pr.company_id AND tills.revoked_at IS NULL)::boolean AS counter,
  (pr.client_type <> 'Operator' AND EXISTS (SELECT FROM profiles o WHERE o.person_id = pr.person_id AND o.id <> pr.id AND o.status = 'Active' AND o.client_type <> 'Operator'))::boolean AS switchable
FROM profiles pr
JOIN persons p ON p.id = pr.person_id
LEFT JOIN companies c ON c.id = pr.company_id
LEFT JOIN addresses a ON a.id = pr.address_id
LEFT JOIN area_timings t ON t.id = a.area_timing_id
WHERE pr.id = $1;

-- name: SessionInsert :exec
-- created_at is when the person last proved who they are: a switch of profiles keeps it.
INSERT INTO sessions (id, profile_id, person_id, created_at, seen_at, idle_seconds, ends_at, device) VALUES (@id, @profile_id, @person_id, @created_at, @now, @idle_seconds, @ends_at, @device);

-- name: SessionFind :one
-- Whose session this is, while it lives and the profile is Active.
SELECT s.profile_id, s.person_id, s.seen_at, s.idle_seconds, s.ends_at, pr.client_type, pr.operator_role, pr.company_id
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

-- name: SessionsOf :many
-- Where a person is signed in, the last seen first.
SELECT s.id, s.device, s.created_at, s.seen_at, pr.client_type, coalesce(c.name, '')::text AS company_name
FROM sessions s JOIN profiles pr ON pr.id = s.profile_id LEFT JOIN companies c ON c.id = pr.company_id
WHERE s.person_id = @person_id AND pr.status = 'Active' AND s.ends_at > @now::timestamptz AND s.seen_at + s.idle_seconds * interval '1 second' > @now
ORDER BY s.seen_at DESC, s.id LIMIT 50;

-- name: SessionEndOf :execrows
-- Ends one session of a person; 0 rows when it is not theirs. An operator's is only ended by themselves.
DELETE FROM sessions s USING profiles pr WHERE s.id = @id AND s.person_id = @person_id AND pr.id = s.profile_id AND (pr.client_type <> 'Operator' OR @own::boolean);

-- name: DevicesRevoke :exec
-- What spoke with a session may not speak any more. The session is ended before: nobody makes a device for it meanwhile.
UPDATE devices SET revoked_at = @now::timestamptz WHERE session_id = @session_id::bytea AND revoked_at IS NULL;

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

-- name: PersonMake :one
-- The person with an e-mail, made when there is none, and held until the transaction ends.
INSERT INTO persons (id, email, name, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (email) DO UPDATE SET name = persons.name RETURNING id;

-- name: PersonHold :exec
SELECT FROM persons WHERE id = $1 FOR NO KEY UPDATE;

-- name: PersonPasswordOf :one
SELECT email, password_hash FROM persons WHERE id = $1;

-- name: PersonToWrite :one
-- Whom to write to about their account; nobody once they are erased.
SELECT name, email FROM persons WHERE id = $1 AND erased_at IS NULL;

-- name: PersonPasswordSet :exec
UPDATE persons SET password_hash = @password_hash::text WHERE id = @id;

-- name: ChallengesVoidOperator :exec
-- The password that came before these codes is not the password any more.
UPDATE challenges SET voided_at = @now::timestamptz WHERE person_id = @person_id AND purpose = 'operator' AND used_at IS NULL AND voided_at IS NULL;

-- name: PersonPicture :one
SELECT picture FROM persons WHERE id = $1;

-- name: PersonPictureSet :exec
UPDATE persons SET picture = $2 WHERE id = $1;

-- name: PersonChange :exec
UPDATE persons SET name = coalesce(sqlc.narg(name), name), mobile = coalesce(sqlc.narg(mobile), mobile) WHERE id = @id;

-- name: PersonDietSet :exec
UPDATE persons SET diets = @diets, avoids = @avoids, label_avoids = @label_avoids WHERE id = @id;

-- name: PersonProve :exec
-- Whoever was not known yet gets what was typed; whoever is known keeps what they have. Run it before ProfileProve.
UPDATE persons SET name = r.name, mobile = r.mobile, password_hash = r.password_hash FROM registrations r
WHERE persons.id = @id AND r.challenge_id = @challenge
  AND NOT EXISTS (SELECT FROM profiles pr WHERE pr.person_id = persons.id AND (pr.proved_at IS NOT NULL OR pr.status IN ('Active', 'Suspended')));

-- name: ProfileOf :one
-- What a person is in a company.
SELECT id, status FROM profiles WHERE person_id = @person_id AND company_id = @company_id::text ORDER BY array_position(ARRAY['Active', 'Invited', 'Pending', 'Suspended'], status) LIMIT 1;

-- name: ProfileProve :one
-- Records that the e-mail was proved for a profile, and activates a profile that needs no further approval.
UPDATE profiles pr SET proved_at = coalesce(pr.proved_at, @now::timestamptz),
  status = CASE WHEN pr.status = 'Invited' OR pr.status = 'Pending' AND (pr.client_type IN ('Cash', 'Admin') OR c.status = 'Active' AND split_part(p.email, '@', 2) = ANY(c.allowed_domains))
    THEN 'Active' ELSE pr.status END
FROM persons p, companies c
WHERE pr.id = @id AND p.id = pr.person_id AND c.id = pr.company_id RETURNING pr.status;

-- name: ProfilesInvited :exec
-- Lets in a person who was invited and has proved the e-mail.
UPDATE profiles SET status = 'Active', proved_at = coalesce(proved_at, @now::timestamptz) WHERE person_id = @person_id AND status = 'Invited';

-- name: ProfileApprove :execrows
-- Lets in who waits for a company's admin, the e-mail being proved; 0 rows for everybody else.
UPDATE profiles SET status = 'Active' WHERE id = @id AND company_id = @company_id::text AND status = 'Pending' AND proved_at IS NOT NULL;

-- name: PersonHoldOf :one
-- The person of a company's profile, held until the transaction ends: no session of theirs begins meanwhile.
SELECT id FROM persons WHERE id = (SELECT pr.person_id FROM profiles pr WHERE pr.id = @profile_id AND pr.company_id = @company_id::text) FOR NO KEY UPDATE;

-- name: ProfileSuspend :execrows
-- From here on nobody can sign in to it. Its sessions are deleted before it: requests take the session first as well.
UPDATE profiles SET status = 'Suspended' WHERE id = @id AND company_id = @company_id::text;

-- name: ProfileProvedSet :exec
UPDATE profiles SET proved_at = @now::timestamptz WHERE id = @id;

-- name: ProfileToSwitchTo :one
-- Another Active profile of the same person: the named one, else the one used last.
SELECT id, client_type FROM profiles
WHERE person_id = @person_id AND id <> @id AND status = 'Active' AND client_type <> 'Operator' AND (@wanted::text = '' OR id = @wanted)
ORDER BY used_at DESC NULLS LAST, created_at, id LIMIT 1;

-- name: SessionTake :one
-- Ends a session that is about to be replaced, when it still is one of an Active profile; of many at once one finds it.
DELETE FROM sessions s USING profiles pr WHERE s.id = @id AND s.profile_id = @profile_id AND pr.id = s.profile_id AND pr.status = 'Active' RETURNING s.created_at;

-- name: SessionsDeleteOfProfile :many
DELETE FROM sessions WHERE profile_id = $1 RETURNING id;

-- name: RegistrationInsert :exec
-- Keeps what was typed with its challenge; nothing when no challenge was made.
INSERT INTO registrations (challenge_id, profile_id, name, mobile, password_hash, address_label, address_line, area_timing_id)
SELECT c.id, @profile_id, @name, @mobile, sqlc.narg(password_hash), @address_label, @address_line, sqlc.narg(area_timing_id) FROM challenges c WHERE c.id = @challenge;

-- name: RegistrationOne :one
SELECT r.profile_id, r.address_label, r.address_line, r.area_timing_id, pr.company_id, pr.address_id, pr.client_type
FROM registrations r JOIN profiles pr ON pr.id = r.profile_id WHERE r.challenge_id = $1;

-- name: ProfilesForget :exec
-- Registrations that nobody proved.
DELETE FROM profiles WHERE status = 'Pending' AND proved_at IS NULL AND created_at < @before;

-- name: PersonsForget :exec
DELETE FROM persons p WHERE p.erased_at IS NULL AND p.created_at < @before AND NOT EXISTS (SELECT FROM profiles pr WHERE pr.person_id = p.id)
  AND NOT EXISTS (SELECT FROM challenges c WHERE c.person_id = p.id) AND NOT EXISTS (SELECT FROM sessions s WHERE s.person_id = p.id);

-- name: OperatorActive :one
-- Whether somebody is of the lunch company's own staff.
SELECT EXISTS (SELECT FROM profiles WHERE person_id = $1 AND client_type = 'Operator' AND status = 'Active') AS active;
