-- name: WithdrawalInsert :exec
INSERT INTO withdrawals (date, meal, instead, reason, until, people, meals, at, operator_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: WithdrawalsInstead :exec
-- Something else comes wherever a meal should have come instead that is itself withdrawn now.
UPDATE withdrawals SET instead = nullif(@instead::text, ''), n = n + 1 WHERE date = @date AND withdrawals.instead = @meal::text;

-- name: WithdrawalChosen :one
-- How many people have ordered a meal for a date and wait for it, and how many portions.
SELECT count(DISTINCT d.profile_id)::int AS people, coalesce(sum(l.qty), 0)::int AS meals
FROM deliveries d JOIN orders o ON o.id = d.order_id JOIN order_lines l ON l.delivery_id = d.id
WHERE d.delivery_date = $1 AND l.meal = $2 AND d.live AND o.status = 'Confirmed'
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
  AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id AND s.meal = l.meal);

-- name: WithdrawnUntold :many
-- Orders of which somebody has not been told what was withdrawn. Whose lunch came, or who knows that it was missing, is not told.
SELECT DISTINCT o.id, o.profile_id
FROM withdrawals w JOIN deliveries d ON d.delivery_date = w.date AND d.live
JOIN orders o ON o.id = d.order_id AND o.status = 'Confirmed' JOIN order_lines l ON l.delivery_id = d.id AND l.meal = w.meal
WHERE w.date >= @today AND o.id > @after
  AND NOT EXISTS (SELECT FROM withdrawals_told t WHERE t.delivery_id = d.id AND t.meal = w.meal AND t.n = w.n)
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
  AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id AND s.meal = w.meal)
ORDER BY o.id LIMIT 100;

-- name: WithdrawnToTell :many
-- What to tell about an order that is locked now.
SELECT d.id AS delivery_id, w.date, w.meal, w.n, min(l.name)::text AS name, sum(l.qty)::int AS qty
FROM withdrawals w
JOIN deliveries d ON d.delivery_date = w.date AND d.live JOIN orders o ON o.id = d.order_id AND o.status = 'Confirmed'
JOIN order_lines l ON l.delivery_id = d.id AND l.meal = w.meal
WHERE w.date >= @since AND o.id = @order_id
  AND NOT EXISTS (SELECT FROM withdrawals_told t WHERE t.delivery_id = d.id AND t.meal = w.meal AND t.n = w.n)
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
  AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id AND s.meal = w.meal)
GROUP BY d.id, w.date, w.meal, w.n ORDER BY w.date, w.meal;

-- name: WithdrawalToldInsert :exec
INSERT INTO withdrawals_told (delivery_id, date, meal, n, name, qty, at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: WithdrawalTold :one
-- What somebody is told, and who. Short: something of that lunch was missing, so that what was withdrawn of it is paid back in any case.
SELECT t.date, t.meal, t.name, t.qty, t.at, t.n, w.instead, w.until, w.n AS newest, p.person_id, s.email, s.name AS person,
  o.id AS order_id, o.week, EXISTS (SELECT FROM shortfalls x WHERE x.delivery_id = t.delivery_id)::boolean AS short
FROM withdrawals_told t JOIN withdrawals w ON w.date = t.date AND w.meal = t.meal JOIN deliveries d ON d.id = t.delivery_id
JOIN orders o ON o.id = d.order_id JOIN profiles p ON p.id = d.profile_id JOIN persons s ON s.id = p.person_id
WHERE t.delivery_id = $1 AND t.meal = $2 AND t.n = $3;

-- name: WithdrawnDue :many
-- Orders that hold a withdrawn meal of a date whose cut-off is over, of all dates since one or of one alone. One that is being changed
-- waits.
SELECT DISTINCT o.id, o.profile_id FROM withdrawals w JOIN deliveries d ON d.delivery_date = w.date AND d.live
JOIN orders o ON o.id = d.order_id AND o.status = 'Confirmed' JOIN order_lines l ON l.delivery_id = d.id AND l.meal = w.meal
WHERE w.until <= @now AND w.date >= @since AND (sqlc.narg('date')::date IS NULL OR w.date = sqlc.narg('date')) AND o.id > @after
  AND NOT EXISTS (SELECT FROM amendments m WHERE m.order_id = o.id AND m.status IN ('Initiated', 'Payment Pending'))
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id)
ORDER BY o.id LIMIT 100;

-- name: WithdrawnOf :many
-- The meals that were withdrawn on an order's days, and whether that day's lunch came, or should have come.
SELECT w.date, w.meal, w.instead,
  (EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
    OR EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id))::boolean AS served
FROM withdrawals w JOIN deliveries d ON d.delivery_date = w.date
WHERE d.order_id = $1
ORDER BY w.date, w.meal;

-- name: LunchEnds :one
-- When the last lunch of a date is brought, as the windows of its places have it; empty when there is none.
SELECT coalesce(max(t.until_time), '')::text
FROM deliveries d JOIN orders o ON o.id = d.order_id JOIN addresses a ON a.id = d.address_id
JOIN area_timings t ON t.id = a.area_timing_id
WHERE d.delivery_date = $1 AND d.live AND o.status IN ('Confirmed', 'Completed');
