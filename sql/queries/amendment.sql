-- name: AmendmentInsert :exec
INSERT INTO amendments (id, order_id, profile_id, company_id, device_id, status, base_version, quote, quote_hash, difference,
  wallet_amount, payable_amount, refund_wallet, refund_card, draft_revs, save_key, created_at, withdrawn)
VALUES ($1, $2, $3, $4, $5, 'Initiated', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);

-- name: AmendmentLock :one
SELECT * FROM amendments WHERE id = $1 FOR UPDATE;

-- name: AmendmentLook :one
SELECT * FROM amendments WHERE id = $1;

-- name: AmendmentOf :one
SELECT * FROM amendments WHERE id = $1 AND profile_id = $2;

-- name: AmendmentByKey :one
-- The amendment that a key has made already.
SELECT * FROM amendments WHERE profile_id = $1 AND save_key = $2;

-- name: AmendmentOpenOf :one
-- The amendment of an order that is being paid, at most one.
SELECT * FROM amendments WHERE order_id = $1 AND status IN ('Initiated', 'Payment Pending');

-- name: AmendmentsOf :many
-- Every amendment of an order, oldest first.
SELECT * FROM amendments WHERE order_id = $1 ORDER BY created_at, id;

-- name: AmendmentsSince :many
-- The amendments of the orders that changed after a device's cursor, oldest first, each with the newest try to pay it.
SELECT sqlc.embed(m), t.id AS attempt_id, t.status AS attempt_status, t.reason AS attempt_reason, t.expires_at AS attempt_expires_at
FROM amendments m JOIN orders o ON o.id = m.order_id LEFT JOIN attempts t ON t.id =
  (SELECT x.id FROM attempts x WHERE x.purpose = 'amendment' AND x.subject_id = m.id ORDER BY x.created_at DESC, x.id DESC LIMIT 1)
WHERE o.profile_id = $1 AND o.rev > $2 ORDER BY m.created_at, m.id;

-- name: AmendmentMove :exec
UPDATE amendments SET status = $2, settled_at = $3 WHERE id = $1;

-- name: AmendmentMoveInsert :exec
INSERT INTO amendment_moves (amendment_id, was, became, cause, at) VALUES ($1, $2, $3, $4, $5);

-- name: AmendmentMovesOf :many
-- What became of every amendment of an order, in order.
SELECT v.* FROM amendment_moves v JOIN amendments m ON m.id = v.amendment_id WHERE m.order_id = $1 ORDER BY v.id;

-- name: AmendmentDaysServed :one
-- Whether a lunch of an order that is locked now came, or should have come, on one of these dates: it was handed over or missing.
SELECT EXISTS (SELECT FROM deliveries d WHERE d.order_id = @order_id AND d.delivery_date = ANY(@dates::date[])
  AND (EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) OR EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id)));

-- name: AmendmentShareInsert :exec
INSERT INTO amendment_shares (amendment_id, profile_id, duration, period_start, amount) VALUES ($1, $2, $3, $4, $5);

-- name: AmendmentShares :many
SELECT * FROM amendment_shares WHERE amendment_id = $1 ORDER BY period_start;

-- name: AmendmentSharesClear :exec
DELETE FROM amendment_shares WHERE amendment_id = $1;

-- name: AmendmentPortionInsert :exec
INSERT INTO amendment_portions (amendment_id, date, meal, qty) VALUES ($1, $2, $3, $4);

-- name: AmendmentPortions :many
SELECT * FROM amendment_portions WHERE amendment_id = $1 ORDER BY date, meal COLLATE "C";

-- name: AmendmentPortionsClear :exec
DELETE FROM amendment_portions WHERE amendment_id = $1;

-- name: AmendmentRefunds :one
-- How many refunds of an order and its amendments the provider has not done yet, and whether it has done any.
SELECT count(*) FILTER (WHERE r.status = 'asked' AND r.cause_id <> '') AS open,
  coalesce(bool_or(r.status = 'done'), false)::boolean AS went
FROM refunds r JOIN attempts a ON a.id = r.attempt_id
WHERE a.subject_id IN (SELECT @order_id::text UNION ALL SELECT m.id FROM amendments m WHERE m.order_id = @order_id);

-- name: OrderSentBack :one
-- Whether the provider sent back money that paid for an order or a change of it, without being asked. What paid for nothing does not count.
SELECT EXISTS (SELECT FROM refunds r JOIN attempts a ON a.id = r.attempt_id AND a.fort_id = r.fort_id
  WHERE r.cause = 'sent back at the provider' AND a.status = 'paid'
    AND a.subject_id IN (SELECT @order_id::text UNION ALL SELECT m.id FROM amendments m WHERE m.order_id = @order_id)
    AND NOT EXISTS (SELECT FROM refunds w WHERE w.attempt_id = r.attempt_id AND w.fort_id = r.fort_id AND w.cause_id = ''));

-- name: PortionsLock :many
-- Locks the portions of meals in the one order in which everybody does, and tells what is left.
SELECT p.date, p.meal, (p.cooked - p.taken)::int AS left_over FROM portions p
WHERE (p.date, p.meal) IN (SELECT unnest(@dates::date[]), unnest(@meals::text[])) ORDER BY p.date, p.meal COLLATE "C" FOR UPDATE;
