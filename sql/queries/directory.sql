-- name: DirectoryTokenOf :one
-- Whose directory a token is.
SELECT id, company_id, seen_at FROM directory_tokens WHERE hash = @hash AND revoked_at IS NULL;

-- name: DirectoryTokenSeen :exec
UPDATE directory_tokens SET seen_at = @now::timestamptz WHERE id = @id;

-- name: DirectoryTokenStill :one
-- Held, so that it is not revoked while its directory writes.
SELECT id FROM directory_tokens WHERE id = @id AND company_id = @company_id AND revoked_at IS NULL FOR KEY SHARE;

-- name: DirectoryTokens :many
SELECT t.id, t.ending, t.made_at, t.seen_at, p.name AS made_by FROM directory_tokens t
JOIN profiles pr ON pr.id = t.made_by AND pr.company_id = t.company_id JOIN persons p ON p.id = pr.person_id
WHERE t.company_id = @company_id AND t.revoked_at IS NULL ORDER BY t.id;

-- name: DirectoryTokenMake :exec
INSERT INTO directory_tokens (id, company_id, hash, ending, made_by, made_at)
VALUES (@id, @company_id, @hash, @ending, @made_by, @now);

-- name: DirectoryTokenEnd :execrows
UPDATE directory_tokens SET revoked_at = @now::timestamptz WHERE id = @id AND company_id = @company_id AND revoked_at IS NULL;

-- name: DirectoryCounts :one
-- How many people and groups the directory told of.
SELECT (SELECT count(*) FROM directory_users u WHERE u.company_id = @company_id AND u.gone_at IS NULL) AS people,
  (SELECT count(*) FROM directory_groups g WHERE g.company_id = @company_id) AS groups;

-- name: DirectoryDomainIs :one
-- Whether a mail domain is one that the company allows and showed to be its own.
SELECT EXISTS (SELECT FROM sign_on_domains d JOIN companies c ON c.id = d.company_id AND d.domain = ANY(c.allowed_domains)
  WHERE d.company_id = @company_id AND d.domain = @domain) AS own;

-- name: DirectoryUsers :many
-- The people whom the directory may see, of whom what is asked for holds: an empty text asks for nothing.
SELECT d.id, d.email, d.name::text AS name, d.active::boolean AS active, d.user_name, d.external_id, d.told, d.left_at, d.made_at,
  d.changed_at, count(*) OVER () AS total,
  coalesce((SELECT jsonb_agg(jsonb_build_object('value', g.id, 'display', g.name) ORDER BY g.id)
    FROM directory_members m JOIN directory_groups g ON g.id = m.group_id WHERE m.profile_id = d.id), '[]')::jsonb AS groups
FROM directory_people d
WHERE d.company_id = @company_id::text AND (@id::text = '' OR d.id = @id) AND (@external_id::text = '' OR d.external_id = @external_id)
  AND (@user_name::text = '' OR lower(d.user_name) = lower(@user_name))
  AND (@email::text = '' OR lower(coalesce(d.told->'emails'->0->>'value', d.email)) = lower(@email))
ORDER BY d.id OFFSET @skip::int LIMIT @most::int;

-- name: DirectoryUserNamed :one
-- Whether another one has a user name or an address. Who waits to be let in at that address may be told of.
SELECT EXISTS (SELECT FROM directory_people d WHERE d.company_id = @company_id::text AND d.id <> @id
  AND (lower(d.user_name) = lower(@user_name) OR @email::text <> '' AND d.email = @email)
  AND NOT (@id = '' AND d.email = @email AND d.told IS NULL AND EXISTS (SELECT FROM profiles o
    WHERE o.id = d.id AND o.company_id = d.company_id AND o.status = 'Pending'))) AS taken;

-- name: DirectoryUserSet :exec
INSERT INTO directory_users AS u (profile_id, company_id, user_name, external_id, told, made_at, changed_at, left_at)
VALUES (@profile_id, @company_id, @user_name, sqlc.narg(external_id), @told, @now, @now, sqlc.narg(left_at))
ON CONFLICT ON CONSTRAINT directory_users_pkey DO UPDATE SET user_name = excluded.user_name, external_id = excluded.external_id,
  told = excluded.told, changed_at = excluded.changed_at, left_at = excluded.left_at, gone_at = NULL
WHERE u.company_id = excluded.company_id;

-- name: DirectoryUserGone :exec
UPDATE directory_users SET gone_at = @now::timestamptz, changed_at = @now
WHERE profile_id = @profile_id AND company_id = @company_id;

-- name: DirectoryUserWas :one
-- When the directory said of somebody that they left.
SELECT left_at FROM directory_users WHERE profile_id = @profile_id AND company_id = @company_id;

-- name: DirectoryProfilesOf :many
-- A person's profiles in a company, by one of them; with others also those under other addresses of theirs.
SELECT o.id, o.status, o.client_type, (o.held_at IS NOT NULL)::boolean AS held, (o.proved_at IS NOT NULL)::boolean AS proved,
  (o.removed_at IS NOT NULL)::boolean AS removed, o.person_id, o.invited_name
FROM profiles o
WHERE (o.person_id = (SELECT pr.person_id FROM profiles pr WHERE pr.id = @id AND pr.company_id = @company_id::text)
    OR @others::boolean AND o.id IN (SELECT x.other_id FROM directory_others x WHERE x.company_id = @company_id AND x.profile_id = @id))
  AND o.company_id = @company_id AND o.client_type IN ('Admin', 'Employee')
ORDER BY o.id;

-- name: DirectoryHold :exec
-- Before the company and its profiles, so that neither somebody nor who they are under other addresses signs in meanwhile.
SELECT FROM persons
WHERE id IN (SELECT pr.person_id FROM profiles pr WHERE pr.id = @id AND pr.company_id = @company_id::text
  UNION SELECT x.person_id FROM directory_others x WHERE x.company_id = @company_id AND x.profile_id = @id)
ORDER BY id FOR NO KEY UPDATE;

-- name: DirectoryGroups :many
-- The groups of a directory of which what is asked for holds: an empty text asks for nothing.
SELECT g.id, g.name, g.external_id, g.department_id, g.made_at, g.changed_at, count(*) OVER () AS total FROM directory_groups g
WHERE g.company_id = @company_id AND (@id::text = '' OR g.id = @id) AND (@external_id::text = '' OR g.external_id = @external_id)
  AND (@name::text = '' OR lower(g.name) = lower(@name))
  AND (@member::text = ''
    OR EXISTS (SELECT FROM directory_members m WHERE m.company_id = g.company_id AND m.group_id = g.id AND m.profile_id = @member))
ORDER BY g.id OFFSET @skip::int LIMIT @most::int;

-- name: DirectoryMembersOf :many
SELECT m.group_id, m.profile_id, d.user_name FROM directory_members m
JOIN directory_people d ON d.id = m.profile_id AND d.company_id = m.company_id
WHERE m.company_id = @company_id::text AND m.group_id = ANY(@groups::text[]) ORDER BY m.group_id, m.profile_id;

-- name: DirectoryGroupSet :exec
INSERT INTO directory_groups AS g (id, company_id, name, external_id, department_id, made_at, changed_at)
VALUES (@id, @company_id, @name, sqlc.narg(external_id), sqlc.narg(department_id), @now, @now)
ON CONFLICT ON CONSTRAINT directory_groups_pkey DO UPDATE SET name = excluded.name, external_id = excluded.external_id,
  department_id = excluded.department_id, changed_at = excluded.changed_at
WHERE g.company_id = excluded.company_id;

-- name: DirectoryGroupNamed :one
SELECT EXISTS (SELECT FROM directory_groups WHERE company_id = @company_id AND lower(name) = lower(@name) AND id <> @id) AS taken;

-- name: DirectoryGroupDrop :exec
DELETE FROM directory_groups WHERE id = @id AND company_id = @company_id;

-- name: DirectoryMembersAdd :many
-- Those of some people whom the directory may see are in a group from now on.
INSERT INTO directory_members AS m (company_id, group_id, profile_id, joined_at)
SELECT d.company_id, @group_id, d.id, @now FROM directory_people d WHERE d.company_id = @company_id::text AND d.id = ANY(@ids::text[])
ON CONFLICT ON CONSTRAINT directory_members_pkey DO UPDATE SET joined_at = m.joined_at RETURNING profile_id;

-- name: DirectoryMembersDrop :exec
DELETE FROM directory_members WHERE company_id = @company_id AND group_id = @group_id AND profile_id = ANY(@ids::text[]);

-- name: DirectoryMemberDrop :exec
-- Whoever is deleted is in no group.
DELETE FROM directory_members WHERE company_id = @company_id AND profile_id = @profile_id;

-- name: DirectoryDepartmentsSet :exec
-- The department of people is the group that they joined last.
UPDATE profiles pr SET department_id = n.department_id
FROM (SELECT a.id, (SELECT g.department_id FROM directory_members m
    JOIN directory_groups g ON g.id = m.group_id AND g.company_id = m.company_id AND g.department_id IS NOT NULL
    WHERE m.profile_id = a.id AND m.company_id = @company_id::text ORDER BY m.joined_at DESC, g.id DESC LIMIT 1) AS department_id
  FROM unnest(@ids::text[]) AS a(id)) n
WHERE pr.id = n.id AND pr.company_id = @company_id::text AND pr.removed_at IS NULL AND pr.department_id IS DISTINCT FROM n.department_id;
