-- name: PersonLock :many
-- Nobody else may ask a code for this person until the transaction ends. No row for nobody.
SELECT id FROM persons WHERE email = $1 FOR NO KEY UPDATE;

-- name: ChallengeInsert :exec
-- Makes a challenge. It belongs to nobody when the address has no profile of one of the kinds in one of the states. Run it under
-- PersonLock.
INSERT INTO challenges (id, purpose, person_id, account, browser, created_at, expires_at)
VALUES (@id, @purpose,
  (SELECT p.id FROM persons p
    WHERE p.id = ANY(@locked::text[])
      AND EXISTS (SELECT FROM profiles pr
        WHERE pr.person_id = p.id AND pr.status = ANY(@states::text[]) AND pr.client_type = ANY(@kinds::text[]))),
  @account::text, @browser, @now, @expires_at);

-- name: ChallengesVoid :exec
-- A new code ends the older ones that the same browser asked for.
UPDATE challenges SET voided_at = @now::timestamptz FROM challenges fresh
WHERE fresh.id = @id AND challenges.browser = fresh.browser AND challenges.id <> fresh.id
  AND (challenges.account = fresh.account OR challenges.person_id = fresh.person_id)
  AND challenges.used_at IS NULL AND challenges.voided_at IS NULL;

-- name: ChallengeTry :one
-- Counts a guess before anybody looks at it; no row means that there is nothing to guess any more.
UPDATE challenges SET tries = tries + 1
WHERE browser = @browser AND purpose = ANY(@purposes::text[])
  AND (account = ANY(@accounts::text[]) OR account IS NULL AND person_id = (SELECT p.id FROM persons p WHERE p.email = @email))
  AND used_at IS NULL AND voided_at IS NULL AND expires_at > @now AND tries < @most::int
RETURNING id, coalesce(person_id, '')::text AS person_id, purpose, tries;

-- name: ChallengeLast :one
-- What became of the newest code that an address was asked for in a browser, or that signed in the browser's session.
SELECT used_at IS NOT NULL AS used, (expires_at <= @now::timestamptz OR voided_at IS NOT NULL)::boolean AS over, tries FROM challenges
WHERE (browser = @browser OR used_in = @browser) AND purpose = ANY(@purposes::text[]) AND account = ANY(@accounts::text[])
ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: ChallengeUsedIn :exec
-- The session that a code began: who types it there once more is told that it was used.
UPDATE challenges SET used_in = @session WHERE id = @id;

-- name: ChallengeUse :execrows
-- Spends a challenge; 0 rows when somebody was faster.
UPDATE challenges SET used_at = @now::timestamptz WHERE id = @id AND used_at IS NULL AND voided_at IS NULL AND expires_at > @now;

-- name: AttemptsCount :many
-- Counts one more attempt under every key, and says how many there were in its window. Give the keys in order, or two callers may wait
-- for each other.
INSERT INTO attempts_made (key, window_at, n)
SELECT unnest(@keys::text[]), unnest(@windows::timestamptz[]), 1
ON CONFLICT (key, window_at) DO UPDATE SET n = attempts_made.n + 1
RETURNING key, n;

-- name: AttemptsSeen :one
-- How many attempts there were under a key in a window; none is counted.
SELECT coalesce((SELECT n FROM attempts_made WHERE key = @key AND window_at = @window_at), 0)::int;

-- name: PacesTake :many
-- What is known under each key, held until the transaction ends. Give the keys in order, or two callers may wait for each other.
INSERT INTO paces (key, n, taken_at, free_at) SELECT unnest(@keys::text[]), 0, @now::timestamptz, @now
ON CONFLICT (key) DO UPDATE SET n = paces.n
RETURNING key, n, taken_at, free_at;

-- name: PacesSet :exec
UPDATE paces SET n = t.n, taken_at = @now::timestamptz, free_at = t.free_at
FROM (SELECT unnest(@keys::text[]) AS key, unnest(@ns::int[]) AS n, unnest(@free_ats::timestamptz[]) AS free_at) t
WHERE paces.key = t.key;

-- name: PacesDrop :exec
DELETE FROM paces WHERE key = ANY(@keys::text[]);

-- name: DeviceKnown :one
-- Whether somebody with this address has signed in in this browser.
SELECT EXISTS (SELECT FROM known_devices k JOIN persons p ON p.id = k.person_id WHERE k.device = @device AND p.email = @email);

-- name: DeviceKnownOf :one
SELECT EXISTS (SELECT FROM known_devices WHERE device = @device AND person_id = @person_id);

-- name: NetworkKnown :one
-- Whether anybody has signed in from a network since.
SELECT EXISTS (SELECT FROM known_devices WHERE network = @network AND seen_at > @since);

-- name: DeviceCopy :exec
-- A browser's cookie is replaced: whoever else was known in the browser still is.
INSERT INTO known_devices (person_id, device, name, network, first_at, seen_at)
SELECT k.person_id, @fresh, k.name, k.network, k.first_at, k.seen_at FROM known_devices k WHERE k.device = @old ON CONFLICT DO NOTHING;

-- name: DeviceRemember :one
-- Knows a person in a browser from now on. New: they were not known there, and are in others.
INSERT INTO known_devices AS k (person_id, device, name, network, first_at, seen_at)
VALUES (@person_id, @device, @name, @network, @now, @now)
ON CONFLICT (person_id, device) DO UPDATE SET name = excluded.name, network = excluded.network, seen_at = excluded.seen_at
RETURNING (k.xmax = 0 AND EXISTS (SELECT FROM known_devices o WHERE o.person_id = @person_id AND o.device <> @device))::boolean AS new;

-- name: DevicesUnknow :exec
-- A person is not known in any browser any more, but for one.
DELETE FROM known_devices WHERE person_id = @person_id AND device <> @kept;

-- name: DeviceUnknow :exec
-- A person is not known any more in the browser that one of their sessions began in.
DELETE FROM known_devices k USING sessions s
WHERE s.id = @session AND s.person_id = @person_id AND k.person_id = s.person_id AND k.device = s.known_device;

-- name: PersonToTell :one
-- Whose address this is, while they may sign in; empty for nobody.
SELECT coalesce((SELECT p.id FROM persons p
    WHERE p.email = @email AND EXISTS (SELECT FROM profiles pr WHERE pr.person_id = p.id AND pr.status = 'Active')), '')::text AS id;

-- name: ChallengesVoidOperator :exec
-- The password that came before these codes is not the password any more.
UPDATE challenges SET voided_at = @now::timestamptz
WHERE person_id = @person_id::text AND purpose IN ('operator', 'factor') AND used_at IS NULL AND voided_at IS NULL;

-- name: ProfileRevision :one
-- A text that differs when anything has changed of what its person is shown of a profile, and what its wallet has. The xmin of a row is
-- another one after each change.
SELECT concat_ws('.', pr.xmin, p.xmin, c.xmin, a.xmin, t.xmin,
    EXISTS (SELECT FROM tills WHERE tills.company_id = pr.company_id AND tills.revoked_at IS NULL),
    EXISTS (SELECT FROM second_factors f WHERE f.person_id = pr.person_id AND f.secret IS NOT NULL),
    pr.client_type = 'Operator' AND EXISTS (SELECT FROM pins n WHERE n.person_id = pr.person_id),
    EXISTS (SELECT FROM profiles o
      WHERE o.person_id = pr.person_id AND o.id <> pr.id AND o.status = 'Active' AND o.client_type <> 'Operator'))::text AS revision,
  (coalesce((SELECT sum(e.amount) FROM entries e JOIN accounts w ON w.id = e.account_id
      WHERE w.kind = 'wallet' AND w.profile_id = pr.id), 0)
    - coalesce((SELECT sum(h.amount) FROM holds h JOIN accounts w ON w.id = h.account_id
        WHERE h.state = 'held' AND w.kind = 'wallet' AND w.profile_id = pr.id), 0))::bigint AS balance
FROM profiles pr
JOIN persons p ON p.id = pr.person_id
LEFT JOIN companies c ON c.id = pr.company_id
LEFT JOIN addresses a ON a.id = pr.address_id
LEFT JOIN area_timings t ON t.id = a.area_timing_id
WHERE pr.id = $1;

-- name: PersonLanguageSet :exec
UPDATE persons SET language = $2 WHERE id = $1;

-- name: PersonLanguageFirst :exec
-- Whoever proves an address for the first time reads the language in which they do it. Run it before ProfilesInvited.
UPDATE persons SET language = CASE WHEN @language::text = 'ar' THEN 'ar' ELSE 'en' END
WHERE persons.id = @id AND NOT EXISTS (SELECT FROM profiles pr
    WHERE pr.person_id = persons.id AND (pr.proved_at IS NOT NULL OR pr.status IN ('Active', 'Suspended')));

-- name: SignOnWhose :one
-- Whom a provider means by a subject.
SELECT u.profile_id, pr.person_id, pr.status FROM sign_on_subjects u JOIN profiles pr ON pr.id = u.profile_id
WHERE u.company_id = @company_id AND u.issuer = @issuer AND u.subject = @subject;

-- name: SignOnLink :execrows
-- From now on the subject is this profile. 0 rows when one of them is linked already.
INSERT INTO sign_on_subjects (company_id, issuer, subject, profile_id, linked_at)
VALUES (@company_id, @issuer, @subject, @profile_id, @now) ON CONFLICT DO NOTHING;

-- name: SignOnLinked :one
-- Whether a profile is a subject of an issuer already.
SELECT EXISTS (SELECT FROM sign_on_subjects WHERE profile_id = @profile_id AND issuer = @issuer) AS linked;

-- name: SignOnDirectory :many
-- Of whom the company's directory told an address that nobody of the company has as theirs.
SELECT DISTINCT pr.person_id FROM directory_users u JOIN profiles pr ON pr.id = u.profile_id AND pr.company_id = u.company_id
WHERE u.company_id = @company_id::text AND u.gone_at IS NULL
  AND (lower(u.user_name) = lower(@email::text)
    OR EXISTS (SELECT FROM jsonb_array_elements(u.told->'emails') e WHERE lower(e->>'value') = lower(@email)))
  AND NOT EXISTS (SELECT FROM persons p JOIN profiles o ON o.person_id = p.id AND o.company_id = @company_id
    WHERE p.email = @email AND NOT only_typed(o.status, o.proved_at))
LIMIT 2;

-- name: SignOnBelongs :one
-- Whether a person also is of another company, or of the lunch company's own staff: no company's provider speaks for those.
SELECT EXISTS (SELECT FROM profiles pr LEFT JOIN companies c ON c.id = pr.company_id
  WHERE pr.person_id = @person_id AND pr.company_id IS DISTINCT FROM @company_id::text
    AND pr.status = 'Active'
    AND (pr.client_type = 'Operator' OR c.company_type = 'Corporate' AND c.status = 'Active')) AS elsewhere;

-- name: SignOnLetIn :execrows
-- Somebody whom the company's own provider vouches for is a member. Whom the company removed or suspended stays out.
UPDATE profiles SET status = 'Active', proved_at = coalesce(proved_at, @now::timestamptz)
WHERE id = @id AND status IN ('Active', 'Invited', 'Pending');
