-- name: AttemptInsert :exec
INSERT INTO attempts (id, purpose, subject_id, profile_id, company_id, reference, amount, email, status, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10);

-- name: AttemptOf :one
SELECT * FROM attempts WHERE id = $1 AND profile_id = $2;

-- name: AttemptByReference :one
SELECT * FROM attempts WHERE reference = $1;

-- name: AttemptLook :one
SELECT * FROM attempts WHERE id = $1;

-- name: AttemptLock :one
SELECT * FROM attempts WHERE id = $1 FOR UPDATE;

-- name: AttemptOpenOf :one
-- The attempt that is open for a subject, at most one.
SELECT * FROM attempts WHERE purpose = $1 AND subject_id = $2 AND status = 'open';

-- name: AttemptsOf :many
-- Every attempt for these subjects, oldest first.
SELECT * FROM attempts WHERE purpose = $1 AND subject_id = ANY(@subjects::text[]) ORDER BY created_at, id;

-- name: AttemptSettle :exec
UPDATE attempts SET status = $2, reason = $3, fort_id = $4, card = $5, settled_at = $6 WHERE id = $1;

-- name: AttemptsOpen :many
-- Attempts that the sweep must ask the provider about.
SELECT id FROM attempts WHERE status = 'open' AND created_at < @before ORDER BY created_at LIMIT 200;

-- name: PaymentEventInsert :execrows
-- Keeps what the provider said; 0 rows when it was said before.
INSERT INTO payment_events (id, identity, source, reference, fort_id, command, status, response_code, amount, verified, outcome, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT ON CONSTRAINT payment_events_once DO NOTHING;

-- name: RefundInsert :execrows
INSERT INTO refunds (id, attempt_id, fort_id, amount, cause, status, at) VALUES ($1, $2, $3, $4, $5, 'asked', $6) ON CONFLICT ON CONSTRAINT refunds_once DO NOTHING;

-- name: RefundOne :one
-- A refund, with how much of the same attempt went back before it.
SELECT r.*, a.reference, (SELECT coalesce(sum(o.amount), 0) FROM refunds o WHERE o.attempt_id = r.attempt_id AND o.status = 'done')::bigint AS returned
FROM refunds r JOIN attempts a ON a.id = r.attempt_id WHERE r.id = $1;

-- name: RefundDone :execrows
-- Closes a refund of an attempt; 0 rows when it was closed before.
UPDATE refunds SET status = 'done', done_at = @now::timestamptz WHERE id = $1 AND attempt_id = $2 AND status = 'asked';

-- name: RefundsAsked :many
SELECT id FROM refunds WHERE status = 'asked' AND at < @before ORDER BY at LIMIT 100;

-- name: RefundsOf :many
SELECT * FROM refunds WHERE attempt_id = ANY(@attempts::text[]) ORDER BY at;
