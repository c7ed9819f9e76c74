-- name: ProfileRevNext :one
-- Locks the profile's counter as ProfileRevLock does and raises it at once, for a transaction that writes something or is rolled back.
INSERT INTO profile_revs (profile_id, rev) VALUES ($1, 1)
ON CONFLICT ON CONSTRAINT profile_revs_pkey DO UPDATE SET rev = profile_revs.rev + 1 RETURNING rev;

-- name: HandoffEater :one
-- Who hands off: the person, the terms of their company, how far their device has come (below zero when it is not theirs or may not speak
-- any more), how many of their payments failed since, which days of a span are closed, close earlier,
-- and hold a delivery already or are held for one, the rates of VAT that are set, and the accounts to which a sale is posted.
SELECT pr.id, pr.person_id, pr.company_id, pr.client_type, pr.status, pr.address_id, p.name, p.email, c.company_type,
  c.status AS company_status, c.minimum_day, c.minimum_meal_count, c.discount_type, c.discount_amount, c.share_type, c.share_value,
  c.share_cap, c.share_duration,
  coalesce((SELECT v.last_n FROM devices v WHERE v.id = @device AND v.profile_id = pr.id AND v.revoked_at IS NULL), -1)::bigint AS said,
  (SELECT count(*) FROM attempts t
    WHERE t.profile_id = pr.id AND t.status = 'failed' AND t.reason NOT IN ('expired', 'paid_before')
      AND t.created_at > @since::timestamptz)::int AS failed,
  ARRAY(SELECT x.date FROM closed_days x WHERE x.date BETWEEN @from_date::date AND @until_date::date)::date[] AS closed,
  cutoffs_early(@from_date, @until_date)::jsonb AS early,
  ARRAY(SELECT d.delivery_date FROM deliveries d
    WHERE d.profile_id = pr.id AND (d.live OR d.held) AND d.delivery_date BETWEEN @from_date AND @until_date)::date[] AS taken,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('from', y.since, 'percent', y.percent) ORDER BY y.since), '[]') FROM vat_rates_set y)::jsonb
    AS vat_rates,
  coalesce((SELECT a.id FROM accounts a WHERE a.kind = 'sales' AND a.profile_id IS NULL AND a.company_id IS NULL), '')::text AS sales,
  coalesce((SELECT a.id FROM accounts a WHERE a.kind = 'company' AND a.profile_id IS NULL AND a.company_id = c.id), '')::text AS pays
FROM profiles pr JOIN persons p ON p.id = pr.person_id LEFT JOIN companies c ON c.id = pr.company_id
WHERE pr.id = @profile_id;

-- name: HandoffDrafts :many
-- The drafts of these days, each with where it goes and whether it may, and whether its person must decide between two devices first.
SELECT w.date, w.rev, w.set_rev, w.items, coalesce(w.address_id, pr.address_id, '')::text AS address_id,
  EXISTS (SELECT FROM draft_alternatives x WHERE x.profile_id = w.profile_id AND x.date = w.date) AS undecided,
  EXISTS (SELECT FROM addresses a JOIN windows_open o ON o.id = a.area_timing_id
    WHERE a.id = coalesce(w.address_id, pr.address_id) AND a.company_id = pr.company_id
      AND (a.profile_id IS NULL OR a.profile_id = pr.id) AND a.retired_at IS NULL) AS allowed
FROM draft_days w JOIN profiles pr ON pr.id = w.profile_id
WHERE w.profile_id = $1 AND w.date = ANY(@dates::date[]) ORDER BY w.date;

-- name: HandoffOrders :many
-- The order that a hand-off's key has made, or has handed to the card page again, and those of its profile that hold any of these days for
-- which something is drafted and could still be paid or are; each with its open attempt and its days.
SELECT sqlc.embed(o), (o.id = ANY(x.known))::boolean AS known, t.id AS attempt_id, t.reference AS attempt_reference,
  t.email AS attempt_email, t.expires_at AS attempt_expires_at, coalesce(t.amount, 0)::bigint AS attempt_amount,
  coalesce(t.save_card, false) AS attempt_save_card, t.token AS attempt_token,
  ARRAY(SELECT d.id FROM deliveries d WHERE d.order_id = o.id ORDER BY d.delivery_date)::text[] AS deliveries,
  ARRAY(SELECT d.delivery_date FROM deliveries d WHERE d.order_id = o.id ORDER BY d.delivery_date)::date[] AS dates,
  ARRAY(SELECT d.address_id FROM deliveries d WHERE d.order_id = o.id ORDER BY d.delivery_date)::text[] AS addresses
FROM (SELECT ARRAY(
    SELECT k.id FROM orders k WHERE k.profile_id = @profile_id AND k.handoff_key = @key
    UNION ALL
    SELECT a.subject_id FROM attempts a WHERE a.profile_id = @profile_id AND a.handoff_key = @key)::text[] AS known,
  ARRAY(SELECT w.date FROM draft_days w
    WHERE w.profile_id = @profile_id AND w.date = ANY(@dates::date[]) AND w.items <> '[]')::date[] AS days) x
JOIN orders o ON o.id = ANY(x.known)
  OR o.id IN (SELECT d.order_id FROM deliveries d WHERE d.profile_id = @profile_id AND (d.live OR d.held) AND d.delivery_date = ANY(x.days))
  OR o.status = 'Payment Failed' AND EXISTS (SELECT FROM deliveries d WHERE d.order_id = o.id AND d.delivery_date = ANY(x.days))
LEFT JOIN attempts t ON t.purpose = 'order' AND t.subject_id = o.id AND t.status = 'open'
WHERE o.profile_id = @profile_id ORDER BY o.id;

-- name: HandoffPeriodsMake :exec
-- Makes the periods of a profile's company's agreement in which its company pays a share of these days, unless they are there. When one
-- was made in the same moment, it breaks share_periods_pkey: without ON CONFLICT a row is written once.
INSERT INTO share_periods (profile_id, company_id, duration, period_start)
SELECT DISTINCT pr.id, c.id, x.duration, x.start
FROM (SELECT unnest(@durations::text[]) AS duration, unnest(@starts::date[]) AS start) x
JOIN profiles pr ON pr.id = @profile_id::text JOIN companies c ON c.id = pr.company_id AND c.share_duration = x.duration
WHERE c.share_value > 0 AND c.status = 'Active' AND c.company_type = 'Corporate'
  AND NOT EXISTS (SELECT FROM share_periods s WHERE (s.profile_id, s.duration, s.period_start) = (pr.id, x.duration, x.start))
ORDER BY x.start;

-- name: HandoffPeriods :many
-- Locks what was granted in those periods, so that two orders can never look at the same cap at once.
SELECT s.* FROM share_periods s
WHERE s.profile_id = @profile_id AND s.period_start = ANY(@starts::date[])
  AND s.duration = (SELECT c.share_duration FROM profiles pr JOIN companies c ON c.id = pr.company_id WHERE pr.id = @profile_id)
ORDER BY s.period_start FOR UPDATE;

-- name: HandoffPortions :many
-- Portions left of every limited meal in a span of dates. It locks those that a profile's drafts of these days want, in the one order in
-- which rows are locked.
SELECT w.date, w.meal, w.left_over FROM (
  SELECT p.date, p.meal, (p.cooked - p.taken)::int AS left_over FROM portions p
  WHERE (p.date, p.meal) IN (SELECT d.date, i->>'meal' FROM draft_days d CROSS JOIN LATERAL jsonb_array_elements(d.items) i
    WHERE d.profile_id = @profile_id AND d.date = ANY(@dates::date[]))
  ORDER BY p.date, p.meal COLLATE "C" FOR UPDATE) w
UNION ALL
SELECT o.date, o.meal, (o.cooked - o.taken)::int FROM portions o
WHERE o.date BETWEEN @from_date AND @until_date
  AND (o.date, o.meal) NOT IN (SELECT d.date, i->>'meal' FROM draft_days d CROSS JOIN LATERAL jsonb_array_elements(d.items) i
    WHERE d.profile_id = @profile_id AND d.date = ANY(@dates));

-- name: HandoffWindowsHold :exec
-- Holds the windows of a profile's drafts of these days that take a limited number of deliveries, or will, in the one order in which
-- they are locked.
SELECT t.id FROM area_timings t
WHERE (t.capacity IS NOT NULL OR EXISTS (SELECT FROM window_changes c WHERE c.window_id = t.id))
  AND t.id IN (SELECT a.area_timing_id
  FROM draft_days w JOIN profiles pr ON pr.id = w.profile_id JOIN addresses a ON a.id = coalesce(w.address_id, pr.address_id)
  WHERE w.profile_id = $1 AND w.date = ANY(@dates::date[]))
ORDER BY t.id FOR NO KEY UPDATE;

-- name: OrderPlace :exec
-- Writes a new order that has gone from Initiated to its status, with its days and their lines. Nothing of it is reserved by this.
WITH placed AS (
  INSERT INTO orders (id, profile_id, company_id, status, source, week, version, rev, gross_amount, discount, net_amount, company_share,
    employee_share, wallet_amount, payable_amount, amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs,
    handoff_key, device_id, created_at, paid_at)
  VALUES (@id, @profile_id, @company_id, @status::text, 'web', @week, 2, @rev, @gross_amount, @discount, @net_amount, @company_share,
    @employee_share, @wallet_amount, @payable_amount, @amount_due, @vat_amount, @company_vat_amount, @terms, @quote, @quote_hash,
    @draft_revs, @handoff_key, @device_id, @created_at::timestamptz, sqlc.narg(paid_at)::timestamptz)
), moved AS (
  INSERT INTO order_moves (order_id, was, became, cause, at)
  VALUES (@id, NULL, 'Initiated', 'placed', @created_at), (@id, 'Initiated', @status, @cause::text, @created_at)
), delivered AS (
  INSERT INTO deliveries (id, order_id, profile_id, company_id, live, delivery_date, cutoff, address_id, gross_amount, net_amount,
    company_share, vat_amount, vat_rate, share_before)
  SELECT unnest(@deliveries::text[]), @id, @profile_id, @company_id, true, unnest(@dates::date[]), unnest(@cutoffs::timestamptz[]),
    unnest(@addresses::text[]), unnest(@gross_amounts::bigint[]), unnest(@net_amounts::bigint[]), unnest(@company_shares::bigint[]),
    unnest(@vat_amounts::bigint[]), unnest(@vat_rates::int[]), unnest(@shares_before::bigint[])
)
INSERT INTO order_lines (delivery_id, meal, name, qty, price, discounted, total, vat, position, reserved)
SELECT unnest(@of_deliveries::text[]), unnest(@meals::text[]), unnest(@names::text[]), unnest(@quantities::int[]),
  unnest(@prices::bigint[]), unnest(@discounteds::bigint[]), unnest(@totals::bigint[]), unnest(@vats::bigint[]),
  unnest(@positions::int[]), unnest(@reserves::int[]);

-- name: OrderPlaceAgain :exec
-- Hands a failed order to the card page again: its days are live and its lines have taken their portions, as in the arrays.
WITH placed AS (
  UPDATE orders o
  SET status = 'Payment Pending', rev = @rev, amount_due = o.payable_amount, draft_revs = @draft_revs, version = o.version + 1
  WHERE o.id = @id
), moved AS (
  INSERT INTO order_moves (order_id, was, became, cause, at) VALUES (@id, 'Payment Failed', 'Payment Pending', @cause, @now)
), delivered AS (
  UPDATE deliveries d SET live = true, share_before = x.used
  FROM (SELECT unnest(@deliveries::text[]) AS id, unnest(@shares_before::bigint[]) AS used) x WHERE d.id = x.id
)
UPDATE order_lines l SET reserved = x.reserved
FROM (SELECT unnest(@of_deliveries::text[]) AS delivery_id, unnest(@meals::text[]) AS meal, unnest(@reserves::int[]) AS reserved) x
WHERE l.delivery_id = x.delivery_id AND l.meal = x.meal;

-- name: OrderReserve :exec
-- Takes portions of limited meals and grants the company's share of days in their periods, which the transaction has all locked. An order
-- that is handed over again has shares already.
WITH taken AS (
  UPDATE portions p SET taken = p.taken + x.n
  FROM (SELECT unnest(@portion_dates::date[]) AS date, unnest(@portion_meals::text[]) AS meal, unnest(@portion_counts::int[]) AS n) x
  WHERE p.date = x.date AND p.meal = x.meal
), again AS (
  UPDATE share_uses u SET amount = x.amount, state = @state::text
  FROM (SELECT unnest(@deliveries::text[]) AS id, unnest(@amounts::bigint[]) AS amount) x WHERE u.delivery_id = x.id AND @again::boolean
  RETURNING u.delivery_id
), used AS (
  INSERT INTO share_uses (delivery_id, company_id, profile_id, duration, period_start, amount, state)
  SELECT x.id, @company_id, @profile_id, @duration::text, x.start, x.amount, @state
  FROM (SELECT unnest(@deliveries) AS id, unnest(@starts::date[]) AS start, unnest(@amounts) AS amount) x
  WHERE x.id NOT IN (SELECT a.delivery_id FROM again a)
)
UPDATE share_periods s SET granted = s.granted + x.amount
FROM (SELECT start, sum(amount)::bigint AS amount
  FROM (SELECT unnest(@starts::date[]) AS start, unnest(@amounts::bigint[]) AS amount) y GROUP BY start) x
WHERE s.profile_id = @profile_id AND s.duration = @duration AND s.period_start = x.start;

-- name: OrdersReplaced :exec
-- Cancels failed orders of which others take the place.
WITH cancelled AS (
  UPDATE orders o SET status = 'Cancelled', rev = @rev, amount_due = 0, version = o.version + 1
  WHERE o.id = ANY(@ids::text[]) RETURNING o.id
)
INSERT INTO order_moves (order_id, was, became, cause, at)
SELECT c.id, 'Payment Failed', 'Cancelled', @cause::text, @now::timestamptz FROM cancelled c;

-- name: OrderLock :one
SELECT * FROM orders WHERE id = $1 FOR UPDATE;

-- name: OrderOf :one
SELECT * FROM orders WHERE id = $1 AND profile_id = $2;

-- name: OrderCompany :one
SELECT name FROM companies WHERE id = $1;

-- name: OrderAny :one
-- Whoever's order it is, for an operator.
SELECT * FROM orders WHERE id = $1;

-- name: OrdersSince :many
-- Up to a revision that is included, as in the queries below.
SELECT * FROM orders WHERE profile_id = $1 AND rev > $2 AND rev <= @until ORDER BY rev;

-- name: OrderMove :exec
-- Changes an order's status and keeps the move. The database refuses one that is not allowed.
WITH moved AS (INSERT INTO order_moves (order_id, was, became, cause, at) VALUES (@id, @was::text, @became::text, @cause, @at))
UPDATE orders o
SET status = @became, rev = @rev, amount_due = @amount_due, paid_at = sqlc.narg(paid_at)::timestamptz, version = o.version + 1
WHERE o.id = @id;

-- name: OrderTouch :exec
-- A new number for an order of which devices must learn something else than its status.
UPDATE orders SET rev = $2 WHERE id = $1;

-- name: OrderMovesOf :many
SELECT * FROM order_moves WHERE order_id = $1 ORDER BY id;

-- name: OrdersDelivered :many
-- Confirmed orders of which something was delivered and nothing is still to come, and of which nobody is paying for a change.
SELECT o.id, o.profile_id FROM orders o
WHERE o.status = 'Confirmed' AND EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.live)
  AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.live AND d.delivery_date >= @today)
  AND NOT EXISTS (SELECT 1 FROM amendments a WHERE a.order_id = o.id AND a.status = 'Payment Pending')
ORDER BY o.id LIMIT 100;

-- name: OrderDelivered :one
-- Whether an order that is locked now is one of those.
SELECT coalesce(EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = $1 AND d.live)
  AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = $1 AND d.live AND d.delivery_date >= @today)
  AND NOT EXISTS (SELECT 1 FROM amendments a WHERE a.order_id = $1 AND a.status = 'Payment Pending'), false)::boolean;

-- name: OrdersAbandoned :many
-- Orders whose payment failed and whose first cut-off has passed: nobody can retry them any more.
SELECT o.id, o.profile_id FROM orders o WHERE o.status = 'Payment Failed'
  AND EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.cutoff <= @now) ORDER BY o.id LIMIT 100;

-- name: DeliveriesShareBefore :exec
-- Notes how much of each period's share was used when an order's days were granted theirs.
UPDATE deliveries d SET share_before = x.used
FROM (SELECT $1::text AS order_id, unnest(@dates::date[]) AS date, unnest(@used::bigint[]) AS used) x
WHERE d.order_id = x.order_id AND d.delivery_date = x.date;

-- name: DeliveriesSetLive :exec
UPDATE deliveries SET live = $2 WHERE order_id = $1;

-- name: DeliveriesOfOrders :many
SELECT * FROM deliveries WHERE order_id = ANY(@orders::text[]) ORDER BY order_id, delivery_date;

-- name: DeliveriesSince :many
-- The deliveries of the orders that changed after a device's cursor.
SELECT d.* FROM deliveries d JOIN orders o ON o.id = d.order_id
WHERE o.profile_id = $1 AND o.rev > $2 AND o.rev <= @until ORDER BY d.order_id, d.delivery_date;

-- name: WindowsHold :exec
-- Holds the windows of some places that take a limited number of deliveries, in the one order in which they are locked.
SELECT t.id FROM area_timings t
WHERE (t.capacity IS NOT NULL OR EXISTS (SELECT FROM window_changes c WHERE c.window_id = t.id))
  AND t.id IN (SELECT a.area_timing_id FROM addresses a WHERE a.id = ANY(@places::text[]))
ORDER BY t.id FOR NO KEY UPDATE;

-- name: WindowsShut :many
-- Of places on dates, those whose window does not deliver on that day (closed), or has no room for a delivery of this profile.
SELECT x.date::date AS date, (NOT w.open)::boolean AS closed
FROM (SELECT unnest(@dates::date[]) AS date, unnest(@places::text[]) AS address_id) x
JOIN addresses a ON a.id = x.address_id JOIN area_timings t ON t.id = a.area_timing_id
CROSS JOIN LATERAL window_on(t.id, x.date) AS w (from_time, until_time, open)
CROSS JOIN LATERAL window_room(t.id, t.capacity, x.date) AS r (capacity)
WHERE NOT w.open
  OR CASE WHEN r.capacity IS NOT NULL THEN r.capacity <= window_taken(t.id, x.date, @profile_id::text, NULL) END
ORDER BY x.date;

-- name: LiveOf :one
-- What may change at any time for a profile over a span of whole weeks: what it may spend, what it was granted in the periods of its
-- company's present agreement, the days that already hold a delivery or are held for one, and, the same for everybody, portions left of
-- limited meals, closed days, rates of VAT that are set, and the current menus' hashes; of some dates those that a window shuts; and the
-- seasons that touch the span.
SELECT (coalesce((SELECT sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id
    WHERE a.kind = 'wallet' AND a.profile_id = @profile_id::text), 0)
  - coalesce((SELECT sum(h.amount) FROM holds h JOIN accounts a ON a.id = h.account_id
      WHERE h.state = 'held' AND a.kind = 'wallet' AND a.profile_id = @profile_id), 0))::bigint AS wallet,
  (SELECT coalesce(jsonb_object_agg(s.period_start, s.granted), '{}')
    FROM share_periods s JOIN profiles pr ON pr.id = s.profile_id LEFT JOIN companies c ON c.id = pr.company_id
    WHERE s.profile_id = @profile_id AND s.duration = coalesce(c.share_duration, 'Daily') AND s.granted > 0
      AND s.period_start BETWEEN @period_date::date AND @until_date::date)::jsonb AS shares,
  ARRAY(SELECT d.delivery_date FROM deliveries d
    WHERE d.profile_id = @profile_id AND (d.live OR d.held) AND d.delivery_date BETWEEN @from_date::date AND @until_date
    ORDER BY d.delivery_date)::date[] AS taken,
  (SELECT coalesce(jsonb_object_agg(x.date, x.meals), '{}')
    FROM (SELECT o.date, jsonb_object_agg(o.meal, o.cooked - o.taken) AS meals FROM portions o
      WHERE o.date BETWEEN @from_date AND @until_date GROUP BY o.date) x)::jsonb AS portions,
  ARRAY(SELECT c.date FROM closed_days c WHERE c.date BETWEEN @from_date AND @until_date ORDER BY c.date)::date[] AS closed,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('from', y.since, 'percent', y.percent) ORDER BY y.since), '[]') FROM vat_rates_set y)::jsonb
    AS vat_rates,
  (SELECT coalesce(jsonb_object_agg(m.week, m.hash), '{}') FROM menus_current m WHERE m.week BETWEEN @from_date AND @until_date)::jsonb
    AS menus,
  windows_shut(@profile_id, @dates::date[])::jsonb AS shut, calendar_of(@profile_id, @from_date, @until_date)::jsonb AS calendar;

-- name: WindowsShutFor :one
SELECT windows_shut(@profile_id::text, @dates::date[])::jsonb AS shut;

-- name: OrderLineReserve :exec
-- Notes that a line has taken its portions, so that exactly these are given back.
UPDATE order_lines l SET reserved = qty
FROM deliveries d
WHERE d.id = l.delivery_id AND d.order_id = @order_id AND d.delivery_date = @date AND l.meal = @meal;

-- name: OrderLinesReserved :many
-- The portions that an order has taken, in the one order in which rows are locked.
SELECT d.delivery_date, l.meal, l.reserved FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id
WHERE d.order_id = $1 AND l.reserved > 0 ORDER BY d.delivery_date, l.meal COLLATE "C";

-- name: OrderLinesFree :exec
UPDATE order_lines l SET reserved = 0 FROM deliveries d WHERE d.id = l.delivery_id AND d.order_id = $1;

-- name: OrderLinesSince :many
-- The lines of those orders, and whether their meals were withdrawn since: until when they can be swapped, and what comes instead. And
-- the newest correction of their allergens since, and why lunch does not come: the name of a closed day, or that Ramadan moved.
SELECT l.*, w.until AS withdrawn_until, w.instead AS withdrawn_instead, coalesce(c.at, d.cutoff)::timestamptz AS corrected_at,
  coalesce(c.changed, 'null')::jsonb AS corrected, coalesce(c.yours, false)::boolean AS corrected_yours, d.cutoff,
  coalesce(h.name, '')::text AS holiday, coalesce(h.name_ar, '')::text AS holiday_ar
FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id JOIN orders o ON o.id = d.order_id
LEFT JOIN LATERAL (SELECT x.name, x.name_ar FROM lunch_closed(d.address_id, d.delivery_date) AS x (name, name_ar)
  WHERE d.live AND o.status IN ('Payment Pending', 'Confirmed')
    AND NOT EXISTS (SELECT FROM handovers x WHERE x.delivery_id = d.id)) h ON true
LEFT JOIN withdrawals w
  ON w.date = d.delivery_date AND w.meal = l.meal AND d.live AND o.status IN ('Payment Pending', 'Confirmed')
    AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
LEFT JOIN LATERAL (SELECT x.at, x.changed, n.yours FROM allergen_notices n JOIN allergen_corrections x ON x.id = n.correction_id
  WHERE n.delivery_id = d.id AND x.meal = l.meal AND d.live AND o.status IN ('Payment Pending', 'Confirmed')
    AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
  ORDER BY x.at DESC, x.id DESC LIMIT 1) c ON true
WHERE o.profile_id = $1 AND o.rev > $2 AND o.rev <= @until
ORDER BY d.order_id, d.delivery_date, l.position;

-- name: OrderAttemptsSince :many
-- Every attempt to pay those orders, oldest first.
SELECT a.* FROM attempts a JOIN orders o ON o.id = a.subject_id
WHERE a.purpose = 'order' AND o.profile_id = $1 AND o.rev > $2 AND o.rev <= @until ORDER BY a.created_at, a.id;

-- name: SharePeriodsLock :many
-- Locks what was granted in periods, so that two orders can never look at the same cap at once.
SELECT * FROM share_periods
WHERE profile_id = $1 AND duration = $2 AND period_start = ANY(@starts::date[])
ORDER BY period_start FOR UPDATE;

-- name: SharePeriodMake :exec
INSERT INTO share_periods (profile_id, company_id, duration, period_start) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING;

-- name: SharePeriodGrant :exec
UPDATE share_periods SET granted = granted + @amount::bigint WHERE profile_id = $1 AND duration = $2 AND period_start = $3;

-- name: ShareUseInsert :exec
INSERT INTO share_uses (delivery_id, company_id, profile_id, duration, period_start, amount, state) VALUES ($1, $2, $3, $4, $5, $6, 'held')
ON CONFLICT ON CONSTRAINT share_uses_pkey DO UPDATE SET amount = excluded.amount, state = 'held';

-- name: ShareUsesOfOrder :many
SELECT s.* FROM share_uses s JOIN deliveries d ON d.id = s.delivery_id WHERE d.order_id = $1 ORDER BY s.period_start, s.delivery_id;

-- name: ShareUsesSettle :exec
UPDATE share_uses SET state = @state WHERE state = 'held' AND delivery_id IN (SELECT d.id FROM deliveries d WHERE d.order_id = $1);

-- name: OrderShortfalls :many
-- What was missing of an order's days or no good, who said so, and what its dearest portion cost.
SELECT s.id, d.delivery_date, s.meal, l.name, l.price, l.discounted, s.qty, s.kind, s.amount, s.company_amount, s.at, p.name AS operator,
  d.vat_rate
FROM shortfalls s JOIN deliveries d ON d.id = s.delivery_id JOIN profiles pr ON pr.id = s.operator_id JOIN persons p ON p.id = pr.person_id
JOIN LATERAL (SELECT o.name, o.price, o.discounted FROM order_lines o WHERE o.delivery_id = s.delivery_id AND o.meal = s.meal
  ORDER BY o.discounted DESC, o.instead_of LIMIT 1) l ON true
WHERE d.order_id = $1 ORDER BY s.at, s.id;

-- name: OrderPlaces :many
-- What places are called where an order's days were to come, also retired ones.
SELECT id, label FROM addresses WHERE id = ANY(@ids::text[]);

-- name: AttemptOf :one
SELECT * FROM attempts WHERE id = $1 AND profile_id = $2;

-- name: AttemptsPaidBefore :exec
-- Ends a later try to pay what an earlier one has paid after all. If it is paid too, its money goes back.
UPDATE attempts SET status = 'failed', reason = 'paid_before', settled_at = $3, token = NULL
WHERE purpose = $1 AND subject_id = $2 AND status = 'open';

-- name: RefundsOf :many
SELECT * FROM refunds WHERE attempt_id = ANY(@attempts::text[]) ORDER BY at, id;

-- name: PortionsLeft :many
-- Portions left of every limited meal in a span of dates.
SELECT date, meal, (cooked - taken)::int AS left_over FROM portions WHERE date BETWEEN @from_date AND @until_date ORDER BY date, meal;

-- name: PortionsLimited :one
SELECT EXISTS (SELECT 1 FROM portions WHERE date = $1 AND meal = $2);

-- name: PortionsTake :execrows
-- Takes portions of a limited meal; no row means that too few are left. An unlimited meal has no row to ask.
UPDATE portions SET taken = taken + @n::int WHERE date = $1 AND meal = $2 AND taken + @n <= cooked;

-- name: PortionsGiveBack :exec
UPDATE portions SET taken = taken - @n::int WHERE date = $1 AND meal = $2;

-- name: OrdersCompleted :exec
-- Completes Confirmed orders, each with the next revision of its profile.
WITH done AS (
  SELECT unnest(@ids::text[]) AS id, unnest(@profiles::text[]) AS profile_id, unnest(@revs::bigint[]) AS rev
), moved AS (
  INSERT INTO order_moves (order_id, was, became, cause, at) SELECT id, 'Confirmed', 'Completed', @cause::text, @now::timestamptz FROM done
), numbered AS (
  UPDATE profile_revs r SET rev = x.rev
  FROM (SELECT profile_id, max(rev) AS rev FROM done GROUP BY profile_id) x WHERE r.profile_id = x.profile_id
)
UPDATE orders o SET status = 'Completed', rev = d.rev, version = o.version + 1 FROM done d WHERE o.id = d.id;

-- name: AmendmentOf :one
SELECT * FROM amendments WHERE id = $1 AND profile_id = $2;

-- name: AmendmentsSince :many
-- The amendments of the orders that changed after a device's cursor, oldest first, each with the newest try to pay it.
SELECT sqlc.embed(m), t.id AS attempt_id, t.status AS attempt_status, t.reason AS attempt_reason, t.expires_at AS attempt_expires_at
FROM amendments m JOIN orders o ON o.id = m.order_id LEFT JOIN attempts t ON t.id =
  (SELECT x.id FROM attempts x WHERE x.purpose = 'amendment' AND x.subject_id = m.id ORDER BY x.created_at DESC, x.id DESC LIMIT 1)
WHERE o.profile_id = $1 AND o.rev > $2 AND o.rev <= @until ORDER BY m.created_at, m.id;

-- name: AmendmentMovesOf :many
-- What became of every amendment of an order, in order.
SELECT v.* FROM amendment_moves v JOIN amendments m ON m.id = v.amendment_id WHERE m.order_id = $1 ORDER BY v.id;

-- name: AmendmentRefunds :one
-- How many refunds of an order and its amendments the provider has not done yet, and whether it has done any.
SELECT count(*) FILTER (WHERE r.status = 'asked' AND r.cause_id <> '') AS open,
  coalesce(bool_or(r.status = 'done'), false)::boolean AS went
FROM refunds r JOIN attempts a ON a.id = r.attempt_id
WHERE a.subject_id IN (SELECT @order_id::text UNION ALL SELECT m.id FROM amendments m WHERE m.order_id = @order_id);

-- name: AttemptReported :one
-- Whether the provider has reported that a card was tried: more than that it keeps, or does not know, an order nobody has paid.
SELECT EXISTS (SELECT FROM payment_events
  WHERE reference = $1 AND outcome NOT IN ('cancelled', 'invalid', 'not known') AND response_code NOT LIKE '01%');

-- name: AmendmentsOf :many
-- Every amendment of an order, oldest first.
SELECT * FROM amendments WHERE order_id = $1 ORDER BY created_at, id;

-- name: MailsReopen :many
-- Letters whose messages went another way and did not arrive: they are to be written after all.
UPDATE mails SET sent_at = NULL, pushed = NULL, begun = 0, begun_at = NULL WHERE id = ANY(@ids::text[]) AND pushed RETURNING id;
