-- name: AmendmentInsert :exec
INSERT INTO amendments (id, order_id, profile_id, company_id, device_id, status, base_version, quote, quote_hash, difference,
  wallet_amount, payable_amount, refund_wallet, refund_card, draft_revs, save_key, created_at, withdrawn)
VALUES ($1, $2, $3, $4, $5, 'Initiated', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);

-- name: AmendmentLock :one
SELECT * FROM amendments WHERE id = $1 FOR UPDATE;

-- name: AmendmentLook :one
SELECT * FROM amendments WHERE id = $1;

-- name: AmendmentByKey :one
-- The amendment that a key has made already.
SELECT * FROM amendments WHERE profile_id = $1 AND save_key = $2;

-- name: AmendmentOpenOf :one
-- The amendment of an order that is being paid, at most one.
SELECT * FROM amendments WHERE order_id = $1 AND status IN ('Initiated', 'Payment Pending');

-- name: AmendmentsOf :many
-- Every amendment of an order, oldest first.
SELECT * FROM amendments WHERE order_id = $1 ORDER BY created_at, id;

-- name: AmendmentMove :exec
UPDATE amendments SET status = $2, settled_at = $3 WHERE id = $1;

-- name: AmendmentMoveInsert :exec
INSERT INTO amendment_moves (amendment_id, was, became, cause, at) VALUES ($1, $2, $3, $4, $5);

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

-- name: OrderOwnLock :one
SELECT * FROM orders WHERE id = $1 AND profile_id = $2 FOR UPDATE;

-- name: OrderAmend :exec
-- What an order is after a change of it: the sums of its live deliveries, and what wallet and cards paid net.
UPDATE orders
SET gross_amount = $2, discount = $3, net_amount = $4, company_share = $5, employee_share = $6, wallet_amount = $7,
  payable_amount = $8, vat_amount = $9, company_vat_amount = $10, rev = $11, version = version + 1
WHERE id = $1;

-- name: DeliveryAmend :exec
UPDATE deliveries
SET live = $2, held = false, address_id = $3, gross_amount = $4, net_amount = $5, company_share = $6, vat_amount = $7,
  share_before = $8
WHERE id = $1;

-- name: DeliveriesSetHeld :exec
-- Holds cancelled days for an amendment that wants them back, or lets them go.
UPDATE deliveries SET held = @held, held_address_id = NULL WHERE order_id = @order_id AND delivery_date = ANY(@dates::date[]);

-- name: DeliveriesTakenByOthers :many
-- The dates of a week that other orders of a profile hold.
SELECT delivery_date FROM deliveries
WHERE profile_id = $1 AND order_id <> $2 AND (live OR held) AND delivery_date BETWEEN @from_date AND @until_date
ORDER BY delivery_date;

-- name: OrderLinesOf :many
SELECT l.* FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id WHERE d.order_id = $1 ORDER BY d.delivery_date, l.position;

-- name: OrderLinesClear :exec
DELETE FROM order_lines WHERE delivery_id = $1;

-- name: ShareUseAmend :exec
-- A delivery's share after a change.
INSERT INTO share_uses (delivery_id, company_id, profile_id, duration, period_start, amount, state) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (delivery_id) DO UPDATE SET amount = excluded.amount, state = excluded.state;

-- name: ShareUseEnd :exec
-- A delivery that has no share any more, if it ever had one.
UPDATE share_uses SET amount = 0, state = $2 WHERE delivery_id = $1;

-- name: OrderLineInsert :exec
INSERT INTO order_lines (delivery_id, meal, name, qty, price, discounted, total, vat, position, reserved, instead_of)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: DeviceLast :one
-- How far a device of a profile has come; no row when it is not theirs or may not speak any more.
SELECT last_n FROM devices WHERE id = $1 AND profile_id = $2 AND revoked_at IS NULL;
