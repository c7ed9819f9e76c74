-- name: AttemptsOf :many
-- Every attempt for these subjects, oldest first.
SELECT * FROM attempts WHERE purpose = $1 AND subject_id = ANY(@subjects::text[]) ORDER BY created_at, id;

-- name: TopupInsert :exec
INSERT INTO topups (id, profile_id, company_id, amount, key, created_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: TopupByKey :one
SELECT * FROM topups WHERE profile_id = $1 AND key = $2;

-- name: TopupUnderway :one
-- The top-up of a profile of which nobody knows yet whether it is paid.
SELECT a.id FROM attempts a WHERE a.profile_id = $1 AND a.purpose = 'topup' AND a.status = 'open' ORDER BY a.created_at LIMIT 1;
