-- name: RunDayLock :exec
-- One run of a date at a time, until the caller's transaction ends.
SELECT pg_advisory_xact_lock(7001, @day::int);

-- name: RunsOf :many
SELECT * FROM runs WHERE date = @date ORDER BY n;

-- name: RunInsert :exec
INSERT INTO runs (date, n, taken_at, meals, people, places, mark) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: RunLinesInsert :exec
INSERT INTO run_lines (date, n, delivery_id, address_id, meal, name, qty)
SELECT @date, @n, l.delivery_id, l.address_id, l.meal, l.name, l.qty
FROM (SELECT unnest(@deliveries::text[]) AS delivery_id, unnest(@addresses::text[]) AS address_id, unnest(@meals::text[]) AS meal,
    unnest(@names::text[]) AS name, unnest(@qtys::int[]) AS qty) l;

-- name: RunLinesOf :many
-- What each run of a date added and took away.
SELECT n, delivery_id, address_id, meal, name, qty FROM run_lines WHERE date = @date ORDER BY n;

-- name: RunFactsInsert :exec
INSERT INTO run_facts (date, n, kind, id, facts)
SELECT @date, @n, f.kind, f.id, f.facts::jsonb
FROM (SELECT unnest(@kinds::text[]) AS kind, unnest(@ids::text[]) AS id, unnest(@facts::text[]) AS facts) f;

-- name: RunFactsOf :many
-- What each run of a date says anew beside its lines.
SELECT n, kind, id, facts FROM run_facts WHERE date = @date ORDER BY n;

-- name: RunFactsRedact :exec
-- Takes out of the runs of a date what these lunches' eaters avoid: they do not want it printed any more.
UPDATE run_facts SET facts = facts - 'avoids' WHERE date = @date AND kind = 'lunch' AND id = ANY(@lunches::text[]);

-- name: RunFactsForget :exec
-- Forgets who ate where on days that are over. What was said of meals stays.
DELETE FROM run_facts WHERE date < @today AND kind <> 'meal';

-- name: RunPresent :many
-- Every line that orders of a date hold now, and with 0 portions every other that was ever written down of it, with what papers would say
-- of it now. Of a day that is over nobody needs to know what somebody avoids.
SELECT x.delivery_id, x.address_id, x.meal, x.name, x.qty, a.label, a.line, t.area, w.from_time::text AS from_time,
  w.until_time::text AS until_time, c.name AS company, s.name AS person,
  CASE WHEN s.label_avoids AND NOT @over::boolean THEN s.avoids ELSE '{}' END::text[] AS avoids,
  (h.delivery_id IS NOT NULL)::boolean AS handed, coalesce(f.short, 0)::int AS short
FROM (SELECT y.delivery_id, y.address_id, y.meal, y.name, sum(y.qty)::int AS qty
  FROM (SELECT v.delivery_id, v.address_id, v.meal, v.name, v.qty FROM to_cook v
    WHERE v.delivery_date = @date
    UNION ALL SELECT r.delivery_id, r.address_id, r.meal, r.name, 0 FROM run_lines r
    WHERE r.date = @date) y
  GROUP BY y.delivery_id, y.address_id, y.meal, y.name) x
CROSS JOIN LATERAL (SELECT y.company_id, y.profile_id FROM deliveries y WHERE y.id = x.delivery_id OFFSET 0) d
JOIN addresses a ON a.id = x.address_id JOIN area_timings t ON t.id = a.area_timing_id
CROSS JOIN LATERAL window_on(t.id, @date) AS w (from_time, until_time, open)
JOIN companies c ON c.id = d.company_id JOIN profiles p ON p.id = d.profile_id JOIN persons s ON s.id = p.person_id
LEFT JOIN LATERAL (SELECT y.delivery_id FROM handovers y WHERE y.delivery_id = x.delivery_id OFFSET 0) h ON true
LEFT JOIN LATERAL (SELECT sum(qty) AS short FROM shortfalls WHERE delivery_id = x.delivery_id AND meal = x.meal) f ON true;

-- name: RunLabelsPrinted :exec
-- Remembers that labels were printed of one run of a date, or of all up to the newest that the printout has.
INSERT INTO run_labels (date, n, printed_at) SELECT r.date, r.n, @at FROM runs r WHERE r.date = @date AND r.n BETWEEN @from_n AND @until_n
ON CONFLICT DO NOTHING;

-- name: RunDaysDue :many
-- Dates that can be written down: their cut-off is over, and something was ordered for them or written down of them.
SELECT DISTINCT d.delivery_date AS date FROM deliveries d JOIN orders o ON o.id = d.order_id
WHERE d.delivery_date BETWEEN @from_date AND @until_date AND o.status IN ('Confirmed', 'Completed', 'Cancelled', 'Refunded') ORDER BY 1;

-- name: HandoverRevsLock :many
-- Locks the counters of the profiles whose lunches these are, in the one order in which rows are locked, making each at its first use.
INSERT INTO profile_revs (profile_id, rev)
SELECT x.profile_id, 0 FROM (SELECT DISTINCT d.profile_id FROM deliveries d WHERE d.id = ANY(@deliveries::text[])) x
ORDER BY x.profile_id COLLATE "C"
ON CONFLICT ON CONSTRAINT profile_revs_pkey DO UPDATE SET rev = profile_revs.rev RETURNING profile_id, rev;

-- name: HandoverOrdersLock :many
-- Locks the orders of these lunches, in the one order in which rows are locked.
SELECT o.id, o.status FROM orders o WHERE o.id IN (SELECT d.order_id FROM deliveries d WHERE d.id = ANY(@deliveries::text[]))
ORDER BY o.id COLLATE "C" FOR UPDATE;

-- name: HandoverDeliveries :many
-- All days of the orders of these lunches, that are locked now: whose they are, what became of them, and whether somebody is paying for
-- a change of the order.
SELECT d.id, d.order_id, d.profile_id, d.company_id, p.person_id, d.delivery_date, d.net_amount, d.company_share, d.live,
  (h.delivery_id IS NOT NULL)::boolean AS handed, (s.erased_at IS NOT NULL)::boolean AS erased,
  EXISTS (SELECT FROM amendments a WHERE a.order_id = d.order_id AND a.status = 'Payment Pending') AS paying
FROM deliveries d JOIN profiles p ON p.id = d.profile_id JOIN persons s ON s.id = p.person_id
LEFT JOIN handovers h ON h.delivery_id = d.id
WHERE d.order_id IN (SELECT x.order_id FROM deliveries x WHERE x.id = ANY(@deliveries::text[]));

-- name: HandoverMarksOf :many
-- Which marks were made before, whatever became of them since.
SELECT id FROM handover_marks WHERE id = ANY(@ids::text[]);

-- name: HandoverMarksForget :exec
-- Forgets the ids of marks from before a moment, some at a time.
DELETE FROM handover_marks WHERE id IN (SELECT m.id FROM handover_marks m WHERE m.at < @before LIMIT 5000);

-- name: HandoverMarksInsert :exec
INSERT INTO handover_marks (id, delivery_id, at) SELECT unnest(@ids::text[]), unnest(@deliveries::text[]), @at;

-- name: HandoversInsert :exec
INSERT INTO handovers (delivery_id, id, at, received_at, operator_id)
SELECT unnest(@deliveries::text[]), unnest(@ids::text[]), unnest(@ats::timestamptz[]), @received_at, @operator_id;

-- name: HandoversDelete :exec
-- Takes back what was marked by mistake. Their orders are locked and not Completed.
DELETE FROM handovers WHERE delivery_id = ANY(@deliveries::text[]);

-- name: ShortfallsOf :many
-- What was missing of these lunches, and what has one of these ids.
SELECT id, delivery_id, meal, qty, kind, amount, company_amount FROM shortfalls
WHERE delivery_id = ANY(@deliveries::text[]) OR id = ANY(@ids::text[]);

-- name: ShortfallLines :many
-- The portions of these lunches. Those of a meal may have two prices, because some came in for a withdrawn meal.
SELECT delivery_id, meal, name, qty, discounted FROM order_lines WHERE delivery_id = ANY(@deliveries::text[])
ORDER BY delivery_id, meal, discounted DESC, name;

-- name: ShortfallsInsert :exec
INSERT INTO shortfalls (id, delivery_id, meal, qty, kind, note, amount, company_amount, at, operator_id)
SELECT unnest(@ids::text[]), unnest(@deliveries::text[]), unnest(@meals::text[]), unnest(@qtys::int[]), unnest(@kinds::text[]),
  unnest(@notes::text[]), unnest(@amounts::bigint[]), unnest(@company_amounts::bigint[]), @at, unnest(@operators::text[]);

-- name: ShortfallCredits :exec
-- What eaters get back of it, each as a credit of the same id.
INSERT INTO credits (id, profile_id, operator_id, amount, reason, at)
SELECT unnest(@ids::text[]), unnest(@profiles::text[]), unnest(@operators::text[]), unnest(@amounts::bigint[]),
  unnest(@reasons::text[]), @at;

-- name: WithdrawnShort :many
-- Withdrawn portions of lunches of which something was missing already, and who withdrew them. Those are not taken out: what was
-- missing was counted from them.
SELECT d.id AS delivery_id, d.order_id, d.profile_id, w.meal, w.reason, w.operator_id, (sum(l.qty) - coalesce(min(f.qty), 0))::int AS qty
FROM withdrawals w JOIN deliveries d ON d.delivery_date = w.date AND d.live JOIN orders o ON o.id = d.order_id AND o.status = 'Confirmed'
JOIN order_lines l ON l.delivery_id = d.id AND l.meal = w.meal
LEFT JOIN LATERAL (SELECT sum(s.qty) AS qty FROM shortfalls s WHERE s.delivery_id = d.id AND s.meal = w.meal) f ON true
WHERE w.until <= @now AND w.date >= @since AND (sqlc.narg(deliveries)::text[] IS NULL OR d.id = ANY(sqlc.narg(deliveries)))
  AND NOT EXISTS (SELECT FROM amendments m WHERE m.order_id = o.id AND m.status IN ('Initiated', 'Payment Pending'))
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) AND EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id)
GROUP BY d.id, d.order_id, d.profile_id, w.meal, w.reason, w.operator_id HAVING sum(l.qty) > coalesce(min(f.qty), 0) ORDER BY d.id, w.meal;
