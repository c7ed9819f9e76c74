-- name: ActsPage :many
-- Acts of a period in the order of time, after one of them: of everybody, of operators alone, or about one company, also without what
-- operators did. Only operators and admins are named.
SELECT a.id, a.at, coalesce(a.profile_id, '')::text AS who_id, coalesce(pr.client_type, '')::text AS who_type,
  (CASE WHEN pr.client_type IN ('Operator', 'Admin') THEN p.name ELSE '' END)::text AS who, a.kind, a.subject,
  coalesce(sc.name, st.name, sm.body->>'name', '')::text AS subject_name, coalesce(a.company_id, '')::text AS company_id,
  coalesce(c.name, '')::text AS company, a.note, coalesce(a.before::text, '')::text AS before, coalesce(a.after::text, '')::text AS after
FROM acts a LEFT JOIN profiles pr ON pr.id = a.profile_id LEFT JOIN persons p ON p.id = pr.person_id
LEFT JOIN companies c ON c.id = a.company_id
LEFT JOIN companies sc ON sc.id = a.subject LEFT JOIN tills st ON st.id = a.subject LEFT JOIN meals sm ON sm.id = a.subject
WHERE a.at >= @since AND a.at < @until AND (a.at, a.id) > (@after_at::timestamptz, @after_id::text)
  AND (@company::text = '' OR a.company_id = @company) AND (NOT @operators::boolean OR pr.client_type = 'Operator')
  AND (NOT @own::boolean OR pr.client_type IS DISTINCT FROM 'Operator')
ORDER BY a.at, a.id LIMIT @most::int;

-- name: TrailExport :one
-- What an operator or admin lately asked to export of the trail.
SELECT a.at, a.after, coalesce((SELECT p.name FROM persons p WHERE p.id = @person::text), '')::text AS name
FROM acts a
WHERE a.subject = @id AND a.kind = @kind AND a.profile_id = @by::text AND a.at >= @since;

-- name: TrailCompany :one
SELECT name FROM companies WHERE id = $1;

-- name: TrailKeySet :exec
INSERT INTO trail_keys (public_key, since) VALUES (@public_key, @since) ON CONFLICT (public_key) DO NOTHING;

-- name: TrailKeys :many
SELECT public_key FROM trail_keys ORDER BY since DESC, public_key LIMIT 100;
