-- name: TopupInsert :exec
INSERT INTO topups (id, profile_id, company_id, amount, key, created_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: TopupByKey :one
-- The attempt of the top-up that was asked for with a key.
SELECT a.* FROM topups t JOIN attempts a ON a.purpose = 'topup' AND a.subject_id = t.id AND a.company_id = t.company_id
WHERE t.profile_id = $1 AND t.key = $2 ORDER BY a.created_at, a.id LIMIT 1;

-- name: TopupUnderway :one
-- The top-up of a profile of which nobody knows yet whether it is paid.
SELECT a.id FROM attempts a WHERE a.profile_id = $1 AND a.purpose = 'topup' AND a.status = 'open' ORDER BY a.created_at LIMIT 1;
