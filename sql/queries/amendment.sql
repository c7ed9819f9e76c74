-- name: AmendmentInsert :exec
WITH moved AS (INSERT INTO amendment_moves (amendment_id, became, cause, at) VALUES (@id, 'Initiated', 'saved', @created_at))
INSERT INTO amendments (id, order_id, profile_id, company_id, device_id, status, base_version, quote, quote_hash, difference,
  wallet_amount, payable_amount, refund_wallet, refund_card, draft_revs, save_key, created_at, withdrawn)
VALUES (@id, @order_id, @profile_id, @company_id, @device_id, 'Initiated', @base_version, @quote, @quote_hash, @difference,
  @wallet_amount, @payable_amount, @refund_wallet, @refund_card, @draft_revs, @save_key, @created_at, @withdrawn);

-- name: AmendmentLock :one
SELECT * FROM amendments WHERE id = $1 FOR UPDATE;

-- name: AmendmentLook :one
SELECT * FROM amendments WHERE id = $1;

-- name: AmendmentMove :exec
-- Changes an amendment's status and keeps the move. The database refuses one that is not allowed.
WITH moved AS (INSERT INTO amendment_moves (amendment_id, was, became, cause, at) VALUES (@id, @was::text, @became::text, @cause, @at))
UPDATE amendments m SET status = @became, settled_at = sqlc.narg(settled_at)::timestamptz WHERE m.id = @id;

-- name: AmendmentDaysServed :one
-- Whether a lunch of an order that is locked now came, or should have come, on one of these dates: it was handed over or missing.
SELECT EXISTS (SELECT FROM deliveries d WHERE d.order_id = @order_id AND d.delivery_date = ANY(@dates::date[])
  AND (EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) OR EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id)));

-- name: AmendmentShares :many
SELECT * FROM amendment_shares WHERE amendment_id = $1 ORDER BY period_start;

-- name: AmendmentPortions :many
SELECT * FROM amendment_portions WHERE amendment_id = $1 ORDER BY date, meal COLLATE "C";

-- name: OrderOwnLock :one
SELECT * FROM orders WHERE id = $1 AND profile_id = $2 FOR UPDATE;

-- name: OrderAmend :exec
-- What an order is after a change of it: the sums of its live deliveries, and what wallet and cards paid net.
UPDATE orders
SET gross_amount = $2, discount = $3, net_amount = $4, company_share = $5, employee_share = $6, wallet_amount = $7,
  payable_amount = $8, vat_amount = $9, company_vat_amount = $10, rev = $11, version = version + 1
WHERE id = $1;

-- name: DeliveryAdd :exec
-- A day that an amendment adds to an order, empty until that takes effect.
INSERT INTO deliveries (id, order_id, profile_id, company_id, live, delivery_date, cutoff, address_id, gross_amount, net_amount,
  company_share, vat_amount, vat_rate, share_before, added)
VALUES ($1, $2, $3, $4, false, $5, $6, $7, 0, 0, 0, 0, $8, 0, true);

-- name: DeliveriesHold :exec
-- Holds cancelled days for an amendment that brings them back.
UPDATE deliveries SET held = true WHERE order_id = @order_id AND delivery_date = ANY(@dates::date[]);

-- name: OrderLinesOf :many
SELECT l.* FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id WHERE d.order_id = $1 ORDER BY d.delivery_date, l.position;

-- name: AmendmentKnown :one
-- The amendment that a key has made already, with its open attempt.
SELECT sqlc.embed(m), t.id AS attempt_id, t.reference AS attempt_reference, t.email AS attempt_email, t.expires_at AS attempt_expires_at,
  coalesce(t.amount, 0)::bigint AS attempt_amount, coalesce(t.save_card, false) AS attempt_save_card, t.token AS attempt_token
FROM amendments m LEFT JOIN attempts t ON t.purpose = 'amendment' AND t.subject_id = m.id AND t.status = 'open'
WHERE m.profile_id = $1 AND m.save_key = $2;

-- name: ChangeAround :one
-- What a change of an order depends on beside its content: who eats, whether a device is theirs and may speak, how many of their payments
-- failed since, the amendment of it that is being paid, whether the provider sent back money that paid for it without being asked (what
-- paid for nothing does not count), which days of its week are closed or close earlier, on which of its days the window of its place does
-- not exist since Ramadan moved, and which days other orders hold.
SELECT p.email, (p.erased_at IS NOT NULL)::boolean AS erased,
  EXISTS (SELECT FROM devices v WHERE v.id = @device::text AND v.profile_id = o.profile_id AND v.revoked_at IS NULL) AS device,
  (SELECT count(*) FROM attempts t
    WHERE t.profile_id = o.profile_id AND t.status = 'failed' AND t.reason NOT IN ('expired', 'paid_before')
      AND t.created_at > @since::timestamptz)::int AS failed,
  coalesce(m.id, '')::text AS underway,
  coalesce((SELECT t.id FROM attempts t WHERE t.purpose = 'amendment' AND t.subject_id = m.id AND t.status = 'open'), '')::text AS intent,
  EXISTS (SELECT FROM refunds r JOIN attempts a ON a.id = r.attempt_id AND a.fort_id = r.fort_id
    WHERE r.cause = 'sent back at the provider' AND a.status = 'paid'
      AND a.subject_id IN (SELECT o.id UNION ALL SELECT x.id FROM amendments x WHERE x.order_id = o.id)
      AND NOT EXISTS (SELECT FROM refunds w WHERE w.attempt_id = r.attempt_id AND w.fort_id = r.fort_id AND w.cause_id = '')) AS sent_back,
  ARRAY(SELECT c.date FROM closed_days c WHERE c.date BETWEEN o.week AND o.week + 6)::date[] AS closed,
  ARRAY(SELECT d.delivery_date FROM deliveries d CROSS JOIN LATERAL lunch_closed(d.address_id, d.delivery_date)
    WHERE d.order_id = o.id AND d.live AND NOT EXISTS (SELECT FROM closed_days c WHERE c.date = d.delivery_date))::date[] AS outside,
  cutoffs_early(o.week, o.week + 6)::jsonb AS early,
  ARRAY(SELECT d.delivery_date FROM deliveries d WHERE d.profile_id = o.profile_id AND d.order_id <> o.id AND (d.live OR d.held)
    AND d.delivery_date BETWEEN o.week AND o.week + 6)::date[] AS taken
FROM orders o JOIN profiles pr ON pr.id = o.profile_id JOIN persons p ON p.id = pr.person_id
LEFT JOIN amendments m ON m.order_id = o.id AND m.status IN ('Initiated', 'Payment Pending')
WHERE o.id = @order_id;

-- name: ChangePeriodsMake :exec
-- Makes the periods in which an order's company pays a share of its days, and of those that may be added, by the order's own terms, unless
-- they are there.
INSERT INTO share_periods (profile_id, company_id, duration, period_start)
SELECT DISTINCT o.profile_id, o.company_id, x.duration, x.start
FROM (SELECT unnest(@durations::text[]) AS duration, unnest(@dates::date[]) AS date, unnest(@starts::date[]) AS start) x
JOIN orders o ON o.id = @order_id AND o.terms->>'share_duration' = x.duration AND (o.terms->>'share_value')::bigint > 0
WHERE x.date = ANY(@added::date[]) OR EXISTS (SELECT FROM deliveries d WHERE d.order_id = o.id AND d.delivery_date = x.date)
ORDER BY x.start ON CONFLICT DO NOTHING;

-- name: ChangePeriodsLock :many
-- Locks what was granted in those periods, so that two orders can never look at the same cap at once.
SELECT s.* FROM share_periods s
JOIN orders o ON o.id = @order_id AND s.profile_id = o.profile_id AND s.duration = o.terms->>'share_duration'
WHERE s.period_start = ANY(@starts::date[]) ORDER BY s.period_start FOR UPDATE OF s;

-- name: ChangePeriods :many
-- The same as it is now.
SELECT s.* FROM share_periods s
JOIN orders o ON o.id = @order_id AND s.profile_id = o.profile_id AND s.duration = o.terms->>'share_duration'
WHERE s.period_start = ANY(@starts::date[]) ORDER BY s.period_start;

-- name: ChangePortionsLock :many
-- Portions left of every limited meal in an order's week. It locks those of meals that come and of meals that the order has on some days,
-- in the one order in which rows are locked.
SELECT w.date, w.meal, w.left_over FROM (
  SELECT p.date, p.meal, (p.cooked - p.taken)::int AS left_over FROM portions p
  WHERE (p.date, p.meal) IN (SELECT unnest(@dates::date[]), unnest(@meals::text[])
    UNION SELECT d.delivery_date, l.meal FROM deliveries d JOIN order_lines l ON l.delivery_id = d.id
      WHERE d.order_id = @order_id AND d.delivery_date = ANY(@days::date[]))
  ORDER BY p.date, p.meal COLLATE "C" FOR UPDATE) w
UNION ALL
SELECT p.date, p.meal, (p.cooked - p.taken)::int FROM portions p JOIN orders o ON o.id = @order_id AND p.date BETWEEN o.week AND o.week + 6
WHERE (p.date, p.meal) NOT IN (SELECT unnest(@dates), unnest(@meals)
  UNION SELECT d.delivery_date, l.meal FROM deliveries d JOIN order_lines l ON l.delivery_id = d.id
    WHERE d.order_id = @order_id AND d.delivery_date = ANY(@days));

-- name: ChangePortions :many
-- Portions left of every limited meal in an order's week.
SELECT p.date, p.meal, (p.cooked - p.taken)::int AS left_over FROM portions p
JOIN orders o ON o.id = @order_id AND p.date BETWEEN o.week AND o.week + 6;

-- name: ChangeWindowsHold :exec
-- Holds the windows of ChangeStops that take a limited number of deliveries, in the one order in which they are locked.
SELECT t.id FROM area_timings t
WHERE (t.capacity IS NOT NULL OR EXISTS (SELECT FROM window_changes c WHERE c.window_id = t.id)) AND t.id IN (
  SELECT a.area_timing_id FROM (SELECT unnest(@dates::date[]) AS date, unnest(@places::text[]) AS place) x
  JOIN orders o ON o.id = @order_id JOIN profiles pr ON pr.id = o.profile_id
  LEFT JOIN deliveries d ON d.order_id = o.id AND d.delivery_date = x.date
  JOIN addresses a ON a.id = coalesce(nullif(x.place, ''), d.address_id) OR a.id = pr.address_id
  WHERE x.place NOT IN ('', d.address_id) OR NOT EXISTS (SELECT FROM order_lines l WHERE l.delivery_id = d.id))
ORDER BY t.id FOR NO KEY UPDATE;

-- name: ChangeStops :many
-- Where days of an order that come back, or go to another place, may be brought: each to the place that was named or else where it went
-- before, and to its eater's own; a day that the order never had to the latter. Allowed says whether they may have lunch there at all,
-- closed that the place's window does not deliver on that day, full that it has no room for one more delivery.
SELECT x.date::date AS date, a.id AS place, (a.id IS NOT DISTINCT FROM pr.address_id)::boolean AS own,
  (a.company_id = o.company_id AND (a.profile_id IS NULL OR a.profile_id = o.profile_id) AND a.retired_at IS NULL
    AND EXISTS (SELECT FROM windows_open w WHERE w.id = t.id))::boolean AS allowed,
  (NOT w.open)::boolean AS closed,
  coalesce(CASE WHEN r.capacity IS NOT NULL THEN r.capacity <= window_taken(t.id, x.date, o.profile_id, NULL) END, false)::boolean AS "full"
FROM (SELECT unnest(@dates::date[]) AS date, unnest(@places::text[]) AS place) x
JOIN orders o ON o.id = @order_id JOIN profiles pr ON pr.id = o.profile_id
LEFT JOIN deliveries d ON d.order_id = o.id AND d.delivery_date = x.date
JOIN addresses a ON a.id = coalesce(nullif(x.place, ''), d.address_id) OR a.id = pr.address_id
JOIN area_timings t ON t.id = a.area_timing_id
CROSS JOIN LATERAL window_on(t.id, x.date) AS w (from_time, until_time, open)
CROSS JOIN LATERAL window_room(t.id, t.capacity, x.date) AS r (capacity)
WHERE x.place NOT IN ('', d.address_id) OR NOT EXISTS (SELECT FROM order_lines l WHERE l.delivery_id = d.id);

-- name: ChangeReserve :exec
-- Moves portions of limited meals and the company's share in its periods, which the transaction has all locked; amounts below zero are
-- given back.
WITH moved AS (
  UPDATE portions p SET taken = p.taken + x.n
  FROM (SELECT unnest(@portion_dates::date[]) AS date, unnest(@portion_meals::text[]) AS meal, unnest(@portion_counts::int[]) AS n) x
  WHERE p.date = x.date AND p.meal = x.meal
)
UPDATE share_periods s SET granted = s.granted + x.amount
FROM (SELECT unnest(@starts::date[]) AS start, unnest(@amounts::bigint[]) AS amount) x
WHERE s.profile_id = @profile_id AND s.duration = @duration AND s.period_start = x.start;

-- name: ChangeHold :exec
-- Keeps what an amendment holds until it is paid: share by period and portions by meal.
WITH shares AS (
  INSERT INTO amendment_shares (amendment_id, profile_id, duration, period_start, amount)
  SELECT @amendment_id::text, @profile_id::text, @duration::text, unnest(@starts::date[]), unnest(@amounts::bigint[])
)
INSERT INTO amendment_portions (amendment_id, date, meal, qty)
SELECT @amendment_id, unnest(@portion_dates::date[]), unnest(@portion_meals::text[]), unnest(@portion_counts::int[]);

-- name: ChangeForget :exec
-- Deletes the records of what an amendment held, once it was released or has become the order's own.
WITH shares AS (DELETE FROM amendment_shares s WHERE s.amendment_id = @amendment_id),
portions AS (DELETE FROM amendment_portions p WHERE p.amendment_id = @amendment_id)
UPDATE deliveries d SET held = false, held_address_id = NULL
WHERE d.order_id = @order_id AND d.delivery_date = ANY(@dates::date[]) AND (d.held OR d.held_address_id IS NOT NULL);

-- name: ChangeDays :exec
-- Writes days of an order and their shares. A day that has no share ends what it had, if it ever had one.
WITH changed AS (
  UPDATE deliveries d
  SET live = x.live, held = false, held_address_id = NULL, address_id = x.place, gross_amount = x.gross, net_amount = x.net,
    company_share = x.share, vat_amount = x.vat, share_before = x.used
  FROM (SELECT unnest(@ids::text[]) AS id, unnest(@lives::boolean[]) AS live, unnest(@places::text[]) AS place,
    unnest(@gross_amounts::bigint[]) AS gross, unnest(@net_amounts::bigint[]) AS net, unnest(@company_shares::bigint[]) AS share,
    unnest(@vat_amounts::bigint[]) AS vat, unnest(@shares_before::bigint[]) AS used) x
  WHERE d.id = x.id
), ended AS (
  UPDATE share_uses u SET amount = 0, state = CASE WHEN x.live THEN 'used' ELSE 'released' END
  FROM (SELECT unnest(@ids::text[]) AS id, unnest(@lives::boolean[]) AS live, unnest(@company_shares::bigint[]) AS share) x
  WHERE u.delivery_id = x.id AND x.share = 0
)
INSERT INTO share_uses (delivery_id, company_id, profile_id, duration, period_start, amount, state)
SELECT x.id, @company_id::text, @profile_id::text, @duration::text, x.start, x.share, 'used'
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@starts::date[]) AS start, unnest(@company_shares::bigint[]) AS share) x
WHERE x.share > 0
ON CONFLICT ON CONSTRAINT share_uses_pkey DO UPDATE SET amount = excluded.amount, state = excluded.state;

-- name: ChangeLinesClear :exec
DELETE FROM order_lines WHERE delivery_id = ANY(@deliveries::text[]);

-- name: ChangeLines :exec
INSERT INTO order_lines (delivery_id, meal, name, qty, price, discounted, total, vat, position, reserved, instead_of)
SELECT unnest(@deliveries::text[]), unnest(@meals::text[]), unnest(@names::text[]), unnest(@quantities::int[]), unnest(@prices::bigint[]),
  unnest(@discounteds::bigint[]), unnest(@totals::bigint[]), unnest(@vats::bigint[]), unnest(@positions::int[]), unnest(@reserves::int[]),
  unnest(@insteads::text[]);

-- name: DeliveriesHoldPlaces :exec
-- Holds room in the windows of the places to which an amendment brings days of an order, until DeliveriesSetHeld.
UPDATE deliveries d SET held_address_id = x.place
FROM (SELECT unnest(@dates::date[]) AS date, unnest(@places::text[]) AS place) x
WHERE d.order_id = @order_id AND d.delivery_date = x.date;

-- name: CorrectedOf :many
-- The meals on an order's days whose newest correction is for its eater to act on, and whether that day's lunch came.
SELECT DISTINCT ON (d.delivery_date, c.meal) d.delivery_date AS date, c.meal, n.yours,
  (EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
    OR EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id))::boolean AS served
FROM allergen_notices n JOIN allergen_corrections c ON c.id = n.correction_id JOIN deliveries d ON d.id = n.delivery_id
WHERE d.order_id = $1
ORDER BY d.delivery_date, c.meal, c.at DESC, c.id DESC;
