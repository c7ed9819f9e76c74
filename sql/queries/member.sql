-- name: MembersFind :many
-- Members of a company that match, in an order, each with its number in it, and how many there are in all; beyond the end it is the
-- last page. Everybody who is shown, changed or written to is found by this. Idle are those who can order and have nothing in the week.
-- Who only typed an address is found by a search alone, since anybody can type thousands.
WITH page AS (SELECT @skip::int AS skip, @most::int AS most), matching AS (
  SELECT pr.id, count(*) OVER () AS matched,
    row_number() OVER (ORDER BY CASE WHEN @sort::text = 'email' THEN p.email WHEN @sort = 'status' THEN pr.status
        WHEN @sort = 'department' THEN lower(d.name) END NULLS LAST,
      CASE WHEN @sort = '-email' THEN p.email WHEN @sort = '-status' THEN pr.status WHEN @sort = '-department' THEN lower(d.name)
        WHEN @sort = '-name'
          THEN lower(member_name(pr.status, pr.proved_at, pr.invited_name, p.name)) END DESC NULLS LAST,
      CASE
        WHEN @sort = 'share' THEN coalesce((SELECT s.granted FROM share_periods s
            WHERE s.profile_id = pr.id AND s.duration = @duration::text AND s.period_start = @period_start::date), 0)
        WHEN @sort = 'week' THEN (SELECT count(l.id) FROM deliveries l
          WHERE l.profile_id = pr.id AND l.live AND l.delivery_date BETWEEN @monday AND @friday) END,
      CASE
        WHEN @sort = '-share' THEN coalesce((SELECT s.granted FROM share_periods s
            WHERE s.profile_id = pr.id AND s.duration = @duration AND s.period_start = @period_start), 0)
        WHEN @sort = '-week' THEN (SELECT count(l.id) FROM deliveries l
          WHERE l.profile_id = pr.id AND l.live AND l.delivery_date BETWEEN @monday AND @friday) END DESC,
      lower(member_name(pr.status, pr.proved_at, pr.invited_name, p.name)), pr.id) AS n
  FROM profiles pr JOIN persons p ON p.id = pr.person_id LEFT JOIN departments d ON d.id = pr.department_id
  WHERE pr.company_id = @company_id::text AND pr.removed_at IS NULL AND p.erased_at IS NULL
    AND (@search::text = '' AND NOT only_typed(pr.status, pr.proved_at)
      OR @search <> ''
        AND (strpos(lower(member_name(pr.status, pr.proved_at, pr.invited_name, p.name)), @search) > 0 OR strpos(p.email, @search) > 0))
    AND (@status::text = '' OR pr.status = @status)
    AND (@role::text = '' OR pr.client_type = @role)
    AND (@department::text = '' OR pr.department_id = @department OR @department = 'none' AND pr.department_id IS NULL)
    AND (NOT @idle::boolean
      OR pr.status = 'Active'
        AND NOT EXISTS (SELECT FROM deliveries l
          WHERE l.profile_id = pr.id AND l.live AND l.delivery_date BETWEEN @monday::date AND @friday::date))
)
SELECT id, matched, n FROM matching, page
WHERE n > least(skip, (matched - 1) / most * most)
ORDER BY n LIMIT (SELECT most FROM page);

-- name: MembersShow :many
-- What an admin may see of members: who, and money, and on which days something comes, never what.
SELECT pr.id, member_name(pr.status, pr.proved_at, pr.invited_name, p.name)::text AS name, p.email,
  pr.client_type, pr.status, pr.department_id, (pr.proved_at IS NOT NULL)::boolean AS proved, pr.invited_at,
  coalesce((SELECT s.granted FROM share_periods s
      WHERE s.profile_id = pr.id AND s.duration = @duration::text AND s.period_start = @period_start::date),
    0)::bigint AS share_used,
  ARRAY(SELECT l.delivery_date FROM deliveries l
    WHERE l.profile_id = pr.id AND l.live AND l.delivery_date BETWEEN @monday::date AND @friday::date
    ORDER BY 1)::date[] AS days,
  coalesce((SELECT l.delivery_date FROM deliveries l WHERE l.profile_id = pr.id AND l.live ORDER BY l.delivery_date DESC LIMIT 1),
    'epoch')::date AS last_day,
  (pr.status = 'Active' AND EXISTS (SELECT FROM mails m WHERE m.id = concat(@reminder::text, pr.person_id)))::boolean AS reminded
FROM unnest(@ids::text[]) WITH ORDINALITY AS o(id, position)
JOIN profiles pr ON pr.id = o.id AND pr.company_id = @company_id::text JOIN persons p ON p.id = pr.person_id
ORDER BY o.position;

-- name: MembersCount :one
SELECT count(*) AS everybody, count(*) FILTER (WHERE pr.status = 'Active') AS active,
  count(*) FILTER (WHERE pr.status = 'Pending') AS pending, count(*) FILTER (WHERE pr.status = 'Invited') AS invited,
  count(*) FILTER (WHERE pr.status = 'Suspended') AS suspended,
  count(*) FILTER (WHERE pr.status = 'Pending' AND pr.proved_at IS NOT NULL) AS waiting,
  count(*) FILTER (WHERE pr.status = 'Active'
    AND NOT EXISTS (SELECT FROM deliveries l
      WHERE l.profile_id = pr.id AND l.live AND l.delivery_date BETWEEN @monday::date AND @friday::date)) AS idle,
  ARRAY(SELECT date FROM closed_days WHERE date BETWEEN @monday AND @friday ORDER BY date)::date[] AS closed
FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE pr.company_id = @company_id::text AND pr.removed_at IS NULL AND p.erased_at IS NULL AND NOT only_typed(pr.status, pr.proved_at);

-- name: MembersWaiting :one
-- How many wait to be let in: cheap enough to be asked with every look at the dashboard.
SELECT count(*) FROM profiles WHERE company_id = @company_id::text AND status = 'Pending' AND proved_at IS NOT NULL;

-- name: MemberCompany :one
SELECT status, share_cap, share_duration, plan_id FROM companies WHERE id = $1;

-- name: MemberInviter :one
-- A company's status, and the role in it that a session still has; empty when it has none.
SELECT c.status, coalesce((SELECT pr.client_type FROM sessions s JOIN profiles pr ON pr.id = s.profile_id
  WHERE s.id = @session AND pr.id = @profile_id AND pr.company_id = c.id AND pr.status = 'Active'), '')::text AS role
FROM companies c WHERE c.id = @company_id;

-- name: MembersHoldPersons :exec
-- The persons of members, held in one order until the transaction ends: none of them signs in meanwhile.
SELECT FROM persons
WHERE id IN (SELECT pr.person_id FROM profiles pr WHERE pr.id = ANY(@ids::text[]) AND pr.company_id = @company_id::text)
ORDER BY id FOR NO KEY UPDATE;

-- name: MembersHoldSessions :exec
-- Before the profiles, as requests do.
SELECT FROM sessions
WHERE profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.id = ANY(@ids::text[]) AND pr.company_id = @company_id::text)
ORDER BY id FOR UPDATE;

-- name: MembersLock :many
-- Members as they stand, held: whoever writes for them is done, and nobody begins.
SELECT pr.id, pr.person_id, member_name(pr.status, pr.proved_at, pr.invited_name, p.name)::text AS name,
  pr.client_type, pr.status, pr.department_id, pr.proved_at, pr.invited_at,
  (pr.held_at IS NOT NULL)::boolean AS held,
  EXISTS (SELECT FROM profiles o WHERE o.person_id = pr.person_id AND o.company_id = pr.company_id AND o.id <> pr.id) AS twice
FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE pr.id = ANY(@ids::text[]) AND pr.company_id = @company_id::text AND pr.removed_at IS NULL AND p.erased_at IS NULL
  AND pr.client_type IN ('Admin', 'Employee')
ORDER BY pr.id FOR NO KEY UPDATE OF pr;

-- name: MembersHindered :many
-- Who cannot be removed yet: lunches or payments on their way, money in the wallet or owed at a counter.
SELECT pr.id,
  (EXISTS (SELECT FROM attempts a WHERE a.profile_id = pr.id AND a.status = 'open')
    OR EXISTS (SELECT FROM orders o
      WHERE o.profile_id = pr.id
        AND (o.status IN ('Initiated', 'Payment Pending')
          OR o.status = 'Confirmed'
            AND EXISTS (SELECT FROM deliveries d WHERE d.order_id = o.id AND d.live AND d.delivery_date >= @today::date)
          OR EXISTS (SELECT FROM amendments m WHERE m.order_id = o.id AND m.status = 'Payment Pending'))))::boolean AS coming,
  coalesce((SELECT sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id
      WHERE a.profile_id = pr.id AND a.kind = 'wallet'), 0)::bigint AS balance,
  coalesce((SELECT -sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id
      WHERE a.profile_id = pr.id AND a.kind = 'receivable'), 0)::bigint AS owed
FROM profiles pr
WHERE pr.id = ANY(@ids::text[]) AND pr.company_id = @company_id::text;

-- name: MembersOrdered :many
-- Who has something in a week, or was reminded of it.
SELECT pr.id, EXISTS (SELECT FROM mails m WHERE m.id = concat(@reminder::text, pr.person_id)) AS reminded
FROM profiles pr WHERE pr.id = ANY(@ids::text[]) AND pr.company_id = @company_id::text AND pr.status = 'Active'
  AND (EXISTS (SELECT FROM mails m WHERE m.id = concat(@reminder, pr.person_id))
    OR EXISTS (SELECT FROM deliveries l WHERE l.profile_id = pr.id AND l.live AND l.delivery_date BETWEEN @monday::date AND @friday::date));

-- name: MembersStatusSet :exec
UPDATE profiles SET status = @status WHERE id = ANY(@ids::text[]) AND company_id = @company_id::text;

-- name: MembersRemove :exec
-- Whoever comes back does so as an employee.
UPDATE profiles SET status = 'Suspended', client_type = 'Employee', department_id = NULL, removed_at = @now::timestamptz
WHERE id = ANY(@ids::text[]) AND company_id = @company_id::text;

-- name: MembersRoleSet :exec
UPDATE profiles SET client_type = @role WHERE id = ANY(@ids::text[]) AND company_id = @company_id::text;

-- name: MembersInvitedSet :exec
UPDATE profiles SET invited_at = @now::timestamptz WHERE id = ANY(@ids::text[]) AND company_id = @company_id::text;

-- name: MembersDepartmentSet :exec
UPDATE profiles SET department_id = sqlc.narg(department) WHERE id = ANY(@ids::text[]) AND company_id = @company_id::text;

-- name: SessionsDeleteOfProfiles :many
DELETE FROM sessions WHERE profile_id = ANY(@ids::text[]) RETURNING id;

-- name: MembersByEmail :many
-- What is known of e-mails in a company: their person, and the profile when there is one. Persons are held in one order.
SELECT p.email, p.id AS person_id, coalesce(pr.id, '')::text AS profile_id, coalesce(pr.status, '')::text AS status,
  coalesce(pr.proved_at IS NOT NULL, false)::boolean AS proved, coalesce(pr.removed_at IS NOT NULL, false)::boolean AS removed
FROM persons p LEFT JOIN LATERAL (SELECT * FROM profiles x WHERE x.person_id = p.id AND x.company_id = @company_id::text
  ORDER BY x.removed_at IS NOT NULL, array_position(ARRAY['Active', 'Invited', 'Pending', 'Suspended'], x.status) LIMIT 1) pr ON true
WHERE p.email = ANY(@emails::text[]) ORDER BY p.id;

-- name: MailboxesOf :many
-- The mailbox of each e-mail, and whether somebody in a company reads it under another address.
SELECT g.email::text AS email, mailbox_of(g.email)::text AS mailbox,
  EXISTS (SELECT FROM persons p JOIN profiles pr ON pr.person_id = p.id AND pr.company_id = @company_id::text
    WHERE p.mailbox = mailbox_of(g.email) AND p.email <> g.email AND pr.removed_at IS NULL
      AND (pr.status <> 'Pending' OR pr.proved_at IS NOT NULL)) AS taken
FROM unnest(@emails::text[]) AS g(email);

-- name: PersonsMake :exec
-- Persons with e-mails, where there are none yet.
INSERT INTO persons (id, email, name, language, created_at)
SELECT a.id, a.email, a.name, CASE WHEN @language::text = 'ar' THEN 'ar' ELSE 'en' END, @now
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@emails::text[]) AS email, unnest(@names::text[]) AS name) a
ORDER BY a.email ON CONFLICT (email) DO NOTHING;

-- name: PersonsHoldByEmail :exec
SELECT FROM persons WHERE email = ANY(@emails::text[]) ORDER BY id FOR NO KEY UPDATE;

-- name: MembersInvite :exec
-- New members, and those who were removed or wait without a proof.
INSERT INTO profiles (id, person_id, company_id, client_type, status, address_id, created_at, invited_at, department_id, invited_name)
SELECT a.id, a.person_id, @company_id::text, 'Employee', 'Invited', sqlc.narg(address_id), @now, @now, nullif(a.department, ''), a.name
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@persons::text[]) AS person_id, unnest(@departments::text[]) AS department,
  unnest(@names::text[]) AS name) a
ON CONFLICT ON CONSTRAINT profiles_pkey DO UPDATE
SET status = 'Invited', removed_at = NULL, invited_at = excluded.invited_at, department_id = excluded.department_id,
  invited_name = excluded.invited_name,
  address_id = coalesce(profiles.address_id, excluded.address_id)
WHERE profiles.company_id = excluded.company_id AND profiles.person_id = excluded.person_id;

-- name: MembersLetIn :exec
UPDATE profiles pr SET status = 'Active', department_id = coalesce(nullif(a.department, ''), pr.department_id)
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@departments::text[]) AS department) a
WHERE pr.id = a.id AND pr.company_id = @company_id::text AND pr.status = 'Pending' AND pr.proved_at IS NOT NULL;

-- name: Departments :many
SELECT d.id, d.name, (SELECT count(*) FROM profiles pr WHERE pr.department_id = d.id AND pr.removed_at IS NULL) AS people
FROM departments d WHERE d.company_id = $1 ORDER BY lower(d.name);

-- name: DepartmentsMake :exec
INSERT INTO departments (id, company_id, name, created_at)
SELECT a.id, @company_id, a.name, @now FROM (SELECT unnest(@ids::text[]) AS id, unnest(@names::text[]) AS name) a
ON CONFLICT (company_id, lower(name)) DO NOTHING;

-- name: DepartmentOne :one
SELECT name FROM departments WHERE id = @id AND company_id = @company_id;

-- name: DepartmentRename :execrows
UPDATE departments SET name = @name WHERE id = @id AND company_id = @company_id;

-- name: DepartmentRemove :execrows
DELETE FROM departments WHERE id = @id AND company_id = @company_id;

-- name: MemberLunches :many
-- Who eats where on which days, and what the company pays for it: never what. After is the last one of the page before.
SELECT d.id, d.profile_id, d.delivery_date, d.cutoff, a.label AS place, d.company_share
FROM deliveries d JOIN addresses a ON a.id = d.address_id
WHERE d.company_id = @company_id AND d.live AND d.delivery_date BETWEEN @from_date AND @until_date AND d.id > @after::text
  AND NOT EXISTS (SELECT FROM orders o WHERE o.id = d.order_id AND o.status IN ('Initiated', 'Payment Pending'))
ORDER BY d.id LIMIT @most::int;

-- name: MemberKeyStill :one
-- The key of a request that writes, held until its transaction ends: it is not revoked meanwhile.
SELECT k.id FROM api_keys k
WHERE k.id = @id AND k.company_id = @company_id AND k.revoked_at IS NULL AND k.expires_at > @now::timestamptz FOR SHARE;

-- name: DirectoryLeft :exec
-- Whoever an admin lets in, suspends or removes is not out by what the directory said before.
WITH back AS (DELETE FROM directory_leavers l WHERE l.profile_id = ANY(@ids::text[]) AND l.company_id = @company_id::text)
UPDATE directory_users u SET left_at = NULL
WHERE u.profile_id IN (SELECT f.id FROM profiles pr JOIN profiles f ON f.person_id = pr.person_id AND f.company_id = pr.company_id
    WHERE pr.id = ANY(@ids::text[]) AND pr.company_id = @company_id::text)
  AND u.company_id = @company_id AND u.left_at IS NOT NULL;

-- name: DirectoryLeaversAdd :exec
INSERT INTO directory_leavers (profile_id, company_id, left_at) SELECT unnest(@ids::text[]), @company_id, @now ON CONFLICT DO NOTHING;

-- name: DirectoryLeaversDrop :exec
DELETE FROM directory_leavers WHERE profile_id = ANY(@ids::text[]) AND company_id = @company_id;
