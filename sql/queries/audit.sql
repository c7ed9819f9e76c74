-- name: ActInsert :exec
INSERT INTO acts (id, at, profile_id, company_id, kind, subject, before, after, note)
VALUES (@id, @at, sqlc.narg(profile_id), sqlc.narg(company_id), @kind, @subject, sqlc.narg(before), sqlc.narg(after), @note);

-- name: ActsInsert :exec
-- Many acts at once, of one moment.
INSERT INTO acts (id, at, profile_id, company_id, kind, subject, before, after, note)
SELECT a.id, @at, nullif(a.profile, ''), nullif(a.company, ''), a.kind, a.subject, nullif(a.before, '')::jsonb,
  nullif(a.after, '')::jsonb, a.note
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@profiles::text[]) AS profile, unnest(@companies::text[]) AS company,
    unnest(@kinds::text[]) AS kind, unnest(@subjects::text[]) AS subject, unnest(@befores::text[]) AS before,
    unnest(@afters::text[]) AS after, unnest(@notes::text[]) AS note) a;
