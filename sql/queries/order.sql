-- name: OrderInsert :exec
INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount, net_amount, company_share,
  employee_share, wallet_amount, payable_amount, amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs, handoff_key, created_at)
VALUES ($1, $2, $3, $4, 'web', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22);

-- name: OrderLock :one
SELECT * FROM orders WHERE id = $1 FOR UPDATE;

-- name: OrderOf :one
SELECT * FROM orders WHERE id = $1 AND profile_id = $2;

-- name: OrderByKey :one
-- The order that a hand-off's key has made already.
SELECT * FROM orders WHERE profile_id = $1 AND handoff_key = $2;

-- name: OrdersSince :many
SELECT * FROM orders WHERE profile_id = $1 AND rev > $2 ORDER BY rev;

-- name: OrdersOnDays :many
-- Orders of a profile that hold any of these days and could still be paid or are.
SELECT DISTINCT ON (o.id) o.* FROM orders o JOIN deliveries d ON d.order_id = o.id
WHERE o.profile_id = $1 AND d.delivery_date = ANY(@dates::date[]) AND (d.live OR o.status = 'Payment Failed') ORDER BY o.id;

-- name: OrderMove :exec
UPDATE orders SET status = $2, rev = $3, amount_due = $4, paid_at = $5, version = version + 1 WHERE id = $1;

-- name: OrderTouch :exec
-- A new number for an order of which devices must learn something else than its status.
UPDATE orders SET rev = $2 WHERE id = $1;

-- name: OrderMoveInsert :exec
INSERT INTO order_moves (order_id, was, became, cause, at) VALUES ($1, $2, $3, $4, $5);

-- name: OrdersDelivered :many
-- Confirmed orders of which something was delivered and nothing is still to come.
SELECT o.id, o.profile_id FROM orders o WHERE o.status = 'Confirmed' AND EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.live)
  AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.live AND d.delivery_date >= @today) ORDER BY o.id LIMIT 100;

-- name: OrdersAbandoned :many
-- Orders whose payment failed and whose first cut-off has passed: nobody can retry them any more.
SELECT o.id, o.profile_id FROM orders o WHERE o.status = 'Payment Failed'
  AND EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.cutoff <= @now) ORDER BY o.id LIMIT 100;

-- name: DeliveryInsert :exec
INSERT INTO deliveries (id, order_id, profile_id, company_id, delivery_date, cutoff, address_id, live, net_amount, company_share, vat_amount)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: DeliveriesSetLive :exec
UPDATE deliveries SET live = $2 WHERE order_id = $1;

-- name: DeliveriesOfOrders :many
SELECT * FROM deliveries WHERE order_id = ANY(@orders::text[]) ORDER BY order_id, delivery_date;

-- name: DeliveriesSince :many
-- The deliveries of the orders that changed after a device's cursor.
SELECT d.* FROM deliveries d JOIN orders o ON o.id = d.order_id WHERE o.profile_id = $1 AND o.rev > $2 ORDER BY d.order_id, d.delivery_date;

-- name: DeliveriesTaken :many
-- The dates that already hold a delivery.
SELECT delivery_date FROM deliveries WHERE profile_id = $1 AND live AND delivery_date BETWEEN @from_date AND @until_date ORDER BY delivery_date;

-- name: OrderLineInsert :exec
INSERT INTO order_lines (delivery_id, meal, name, qty, price, discounted, total, vat, position) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: OrderLineReserve :exec
-- Notes that a line has taken its portions, so that exactly these are given back.
UPDATE order_lines l SET reserved = qty FROM deliveries d WHERE d.id = l.delivery_id AND d.order_id = @order_id AND d.delivery_date = @date AND l.meal = @meal;

-- name: OrderLinesReserved :many
-- The portions that an order has taken, in the one order in which rows are locked.
SELECT d.delivery_date, l.meal, l.reserved FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id
WHERE d.order_id = $1 AND l.reserved > 0 ORDER BY d.delivery_date, l.meal COLLATE "C";

-- name: OrderLinesFree :exec
UPDATE order_lines l SET reserved = 0 FROM deliveries d WHERE d.id = l.delivery_id AND d.order_id = $1;

-- name: OrderLinesSince :many
SELECT l.* FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id JOIN orders o ON o.id = d.order_id
WHERE o.profile_id = $1 AND o.rev > $2 ORDER BY d.order_id, d.delivery_date, l.position;

-- name: OrderAttemptsSince :many
-- Every attempt to pay those orders, oldest first.
SELECT a.* FROM attempts a JOIN orders o ON o.id = a.subject_id
WHERE a.purpose = 'order' AND o.profile_id = $1 AND o.rev > $2 ORDER BY a.created_at, a.id;

-- name: SharePeriodsLock :many
-- Locks what was granted in periods, so that two orders can never look at the same cap at once (D12).
SELECT * FROM share_periods WHERE profile_id = $1 AND duration = $2 AND period_start = ANY(@starts::date[]) ORDER BY period_start FOR UPDATE;

-- name: SharePeriodMake :exec
INSERT INTO share_periods (profile_id, company_id, duration, period_start) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING;

-- name: SharePeriodGrant :exec
UPDATE share_periods SET granted = granted + @amount::bigint WHERE profile_id = $1 AND duration = $2 AND period_start = $3;

-- name: SharePeriods :many
-- What a profile was granted in the periods of its company's present agreement.
SELECT s.period_start, s.granted FROM share_periods s JOIN profiles pr ON pr.id = s.profile_id LEFT JOIN companies c ON c.id = pr.company_id
WHERE s.profile_id = $1 AND s.duration = coalesce(c.share_duration, 'Daily') AND s.period_start BETWEEN @from_date AND @until_date ORDER BY s.period_start;

-- name: ShareUseInsert :exec
INSERT INTO share_uses (delivery_id, company_id, profile_id, duration, period_start, amount, state) VALUES ($1, $2, $3, $4, $5, $6, 'held')
ON CONFLICT (delivery_id) DO UPDATE SET amount = excluded.amount, state = 'held';

-- name: ShareUsesOfOrder :many
SELECT s.* FROM share_uses s JOIN deliveries d ON d.id = s.delivery_id WHERE d.order_id = $1 ORDER BY s.period_start, s.delivery_id;

-- name: ShareUsesSettle :exec
UPDATE share_uses SET state = @state WHERE state = 'held' AND delivery_id IN (SELECT d.id FROM deliveries d WHERE d.order_id = $1);
