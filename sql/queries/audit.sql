-- name: ActInsert :exec
INSERT INTO acts (id, at, profile_id, company_id, kind, subject, before, after, note)
VALUES (@id, @at, sqlc.narg(profile_id), sqlc.narg(company_id), @kind, @subject, sqlc.narg(before), sqlc.narg(after), @note);

-- name: ActsInsert :exec
-- One act on many: each row is of one subject, with what it was before and is after.
INSERT INTO acts (id, at, profile_id, company_id, kind, subject, before, after, note)
SELECT a.id, @at, sqlc.narg(profile_id), sqlc.narg(company_id), @kind, a.subject, nullif(a.before, '')::jsonb,
  nullif(a.after, '')::jsonb, @note
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@subjects::text[]) AS subject, unnest(@befores::text[]) AS before,
    unnest(@afters::text[]) AS after) a;
