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

-- name: WithdrawalsToldInsert :exec
INSERT INTO withdrawals_told (delivery_id, date, meal, n, name, qty, at)
SELECT unnest(@deliveries::text[]), unnest(@dates::date[]), unnest(@meals::text[]), unnest(@ns::int[]), unnest(@names::text[]),
  unnest(@qtys::int[]), @at;

-- name: WithdrawalTold :one
-- What somebody is told, and who. Short: something of that lunch was missing, so that what was withdrawn of it is paid back in any case.
SELECT t.date, t.meal, t.name, t.qty, t.at, t.n, w.instead, w.until, w.n AS newest, p.person_id, s.email, s.language,
  s.name AS person, o.id AS order_id, o.week, EXISTS (SELECT FROM shortfalls x WHERE x.delivery_id = t.delivery_id)::boolean AS short
FROM withdrawals_told t JOIN withdrawals w ON w.date = t.date AND w.meal = t.meal JOIN deliveries d ON d.id = t.delivery_id
JOIN orders o ON o.id = d.order_id JOIN profiles p ON p.id = d.profile_id JOIN persons s ON s.id = p.person_id
WHERE t.delivery_id = $1 AND t.meal = $2 AND t.n = $3;

-- name: ClosedUntold :many
-- Orders of which somebody has not been told that nothing is delivered on a day of theirs, or that it is after all: the day was closed, or
-- their window exists only in Ramadan, which moved. Whose lunch came is not told.
SELECT DISTINCT o.id, o.profile_id
FROM deliveries d JOIN orders o ON o.id = d.order_id AND o.company_id = d.company_id AND o.status = 'Confirmed'
LEFT JOIN closed_days c ON c.date = d.delivery_date LEFT JOIN closed_days_told t ON t.delivery_id = d.id
LEFT JOIN lunches_outside x ON x.delivery_id = d.id AND x.company_id = d.company_id AND x.date >= @today
WHERE d.live AND d.delivery_date >= @today AND o.id > @after
  AND (c.date IS NOT NULL OR x.date IS NOT NULL) <> coalesce(t.closed, false)
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id)
ORDER BY o.id LIMIT 100;

-- name: ClosedTell :many
-- Marks what is told now of an order that is locked.
INSERT INTO closed_days_told AS t (delivery_id, closed, at)
SELECT d.id, c.name IS NOT NULL, @at::timestamptz
FROM deliveries d JOIN orders o ON o.id = d.order_id AND o.status = 'Confirmed'
LEFT JOIN LATERAL lunch_closed(d.address_id, d.delivery_date) AS c (name, name_ar) ON true
LEFT JOIN closed_days_told x ON x.delivery_id = d.id
WHERE o.id = @order_id AND d.live AND d.delivery_date >= @since::date AND (c.name IS NOT NULL) <> coalesce(x.closed, false)
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id)
ON CONFLICT ON CONSTRAINT closed_days_told_pkey DO UPDATE SET closed = excluded.closed, n = t.n + 1, at = excluded.at
RETURNING t.delivery_id, t.n;

-- name: ClosedTold :one
-- What somebody is told of a closed day, and who. The day has no name when it was opened again.
SELECT t.n, t.closed, t.at, d.delivery_date, d.cutoff, o.id AS order_id, p.person_id, s.email, s.language, s.name AS person,
  coalesce(c.name, '')::text AS name, coalesce(c.name_ar, '')::text AS name_ar
FROM closed_days_told t JOIN deliveries d ON d.id = t.delivery_id JOIN orders o ON o.id = d.order_id
JOIN profiles p ON p.id = d.profile_id JOIN persons s ON s.id = p.person_id
LEFT JOIN LATERAL lunch_closed(d.address_id, d.delivery_date) AS c (name, name_ar) ON true
WHERE t.delivery_id = $1;

-- name: WithdrawnDue :many
-- Orders that hold a withdrawn meal of a date whose cut-off is over, or lunch that does not come (of a closed day, or of a window that
-- exists only in Ramadan) and whose cut-off is over, of all dates since or of one alone. One that is being changed waits.
SELECT DISTINCT o.id, o.profile_id FROM withdrawals w JOIN deliveries d ON d.delivery_date = w.date AND d.live
JOIN orders o ON o.id = d.order_id AND o.status = 'Confirmed' JOIN order_lines l ON l.delivery_id = d.id AND l.meal = w.meal
WHERE w.until <= @now AND w.date >= @since AND (sqlc.narg('date')::date IS NULL OR w.date = sqlc.narg('date')) AND o.id > @after
  AND NOT EXISTS (SELECT FROM amendments m WHERE m.order_id = o.id AND m.status IN ('Initiated', 'Payment Pending'))
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id)
UNION
SELECT o.id, o.profile_id FROM (SELECT y.date, y.delivery_id FROM lunches_outside y UNION ALL
  SELECT c.date, y.id FROM closed_days c JOIN deliveries y ON y.delivery_date = c.date AND y.live) c
JOIN deliveries d ON d.id = c.delivery_id AND d.live JOIN orders o ON o.id = d.order_id AND o.status = 'Confirmed'
WHERE d.cutoff <= @now AND c.date >= @since AND (sqlc.narg('date')::date IS NULL OR c.date = sqlc.narg('date')) AND o.id > @after
  AND NOT EXISTS (SELECT FROM amendments m WHERE m.order_id = o.id AND m.status IN ('Initiated', 'Payment Pending'))
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id)
ORDER BY 1 LIMIT 100;

-- name: WithdrawnOf :many
-- The meals that were withdrawn on an order's days, and whether that day's lunch came, or should have come. Each meal of a lunch is that
-- does not come, as on a closed day.
SELECT x.date, x.meal, x.instead, x.closed,
  (EXISTS (SELECT FROM handovers h WHERE h.delivery_id = x.delivery_id)
    OR EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = x.delivery_id))::boolean AS served
FROM (SELECT w.date, w.meal, w.instead, false AS closed, d.id AS delivery_id
    FROM withdrawals w JOIN deliveries d ON d.delivery_date = w.date
    WHERE d.order_id = @order_id AND NOT (d.live AND EXISTS (SELECT FROM lunch_closed(d.address_id, d.delivery_date)))
      AND NOT EXISTS (SELECT FROM closed_days c WHERE c.date = w.date)
  UNION ALL
  SELECT DISTINCT d.delivery_date, l.meal, NULL, true, d.id
    FROM deliveries d CROSS JOIN LATERAL lunch_closed(d.address_id, d.delivery_date) AS c (name, name_ar)
    JOIN order_lines l ON l.delivery_id = d.id
    WHERE d.order_id = @order_id AND d.live) x
ORDER BY x.date, x.meal;

-- name: LunchEnds :one
-- When the last lunch of a date is brought, as the windows of its places have it; empty when there is none.
SELECT coalesce(max(t.until_time), '')::text
FROM deliveries d JOIN orders o ON o.id = d.order_id JOIN addresses a ON a.id = d.address_id
CROSS JOIN LATERAL window_on(a.area_timing_id, d.delivery_date) AS t (from_time, until_time, open)
WHERE d.delivery_date = $1 AND d.live AND o.status IN ('Confirmed', 'Completed');

-- name: CorrectionInsert :exec
INSERT INTO allergen_corrections (id, week, meal, name, changed, at, operator_id)
VALUES ($1, $2, $3, $4, $5, $6, nullif(@operator_id::text, ''));

-- name: CorrectionNotices :one
-- Notes everybody with a meal in a delivery ahead, also while it is being paid. It is theirs to act on when they avoid what it has more
-- of now, or were told so before and it still has what they avoid.
WITH noticed AS (
  INSERT INTO allergen_notices (correction_id, delivery_id, yours)
  SELECT @correction::text, d.id, s.avoids && @raised::text[] OR s.avoids && @has::text[]
      AND EXISTS (SELECT FROM allergen_notices n JOIN allergen_corrections c ON c.id = n.correction_id
        WHERE n.delivery_id = d.id AND c.meal = @meal::text AND n.yours)
  FROM deliveries d JOIN orders o ON o.id = d.order_id JOIN profiles p ON p.id = d.profile_id JOIN persons s ON s.id = p.person_id
  WHERE (d.live OR d.held) AND d.delivery_date BETWEEN @from_date::date AND @until_date::date
    AND (EXISTS (SELECT FROM order_lines l WHERE l.delivery_id = d.id AND l.meal = @meal)
      OR EXISTS (SELECT FROM amendments a JOIN amendment_wants w ON w.amendment_id = a.id
        WHERE a.order_id = o.id AND w.date = d.delivery_date AND w.meal = @meal))
    AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
  RETURNING delivery_id, yours
)
SELECT count(DISTINCT d.profile_id)::int AS people, count(DISTINCT d.profile_id) FILTER (WHERE n.yours)::int AS yours
FROM noticed n JOIN deliveries d ON d.id = n.delivery_id;

-- name: CorrectionsUntold :many
-- Orders of which somebody has not been told of a correction.
SELECT DISTINCT o.id, o.profile_id
FROM allergen_notices n JOIN allergen_corrections c ON c.id = n.correction_id JOIN deliveries d ON d.id = n.delivery_id AND d.live
JOIN orders o ON o.id = d.order_id AND o.status = 'Confirmed' JOIN order_lines l ON l.delivery_id = d.id AND l.meal = c.meal
WHERE n.told_at IS NULL AND d.delivery_date >= @today AND o.id > @after
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
ORDER BY o.id LIMIT 100;

-- name: CorrectionsTell :many
-- Marks what is told now of an order that is locked.
UPDATE allergen_notices n SET told_at = @at::timestamptz
FROM allergen_corrections c, deliveries d, orders o
WHERE c.id = n.correction_id AND d.id = n.delivery_id AND d.live AND o.id = d.order_id AND o.id = @order_id AND o.status = 'Confirmed'
  AND n.told_at IS NULL AND d.delivery_date >= @today::date
  AND EXISTS (SELECT FROM order_lines l WHERE l.delivery_id = d.id AND l.meal = c.meal)
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
RETURNING n.correction_id, n.delivery_id, n.yours;

-- name: CorrectionTold :one
-- What somebody is told of a corrected meal of their lunch, and who.
SELECT c.name, c.changed, n.told_at::timestamptz AS told_at, d.delivery_date, d.cutoff, o.id AS order_id, p.person_id, s.email,
  s.language, s.name AS person,
  (SELECT coalesce(sum(l.qty), 0) FROM order_lines l WHERE l.delivery_id = d.id AND l.meal = c.meal)::int AS qty
FROM allergen_notices n JOIN allergen_corrections c ON c.id = n.correction_id JOIN deliveries d ON d.id = n.delivery_id
JOIN orders o ON o.id = d.order_id JOIN profiles p ON p.id = d.profile_id JOIN persons s ON s.id = p.person_id
WHERE n.correction_id = $1 AND n.delivery_id = $2 AND n.told_at IS NOT NULL;

-- name: CorrectionsMade :many
-- Corrections, the newest first, after the correction `after`, with how many people had the meal ahead.
SELECT c.id, c.week, c.meal, c.name, c.changed, c.at, coalesce(s.name, '')::text AS operator,
  (SELECT count(*) FROM allergen_notices n WHERE n.correction_id = c.id)::int AS lunches
FROM allergen_corrections c LEFT JOIN profiles p ON p.id = c.operator_id LEFT JOIN persons s ON s.id = p.person_id
WHERE @after::text = '' OR c.id < @after
ORDER BY c.id DESC LIMIT @most::int;

-- name: CorrectionsToldTo :many
-- Who was told of some corrections to act, of which lunch, when, and when their letter was sent. Who was erased has no name.
SELECT n.correction_id, d.delivery_date AS date, n.told_at, CASE WHEN s.erased_at IS NULL THEN s.name ELSE '' END::text AS person,
  p.id AS profile_id, coalesce(m.id, '')::text AS letter, m.sent_at
FROM allergen_notices n JOIN deliveries d ON d.id = n.delivery_id JOIN profiles p ON p.id = d.profile_id
JOIN persons s ON s.id = p.person_id LEFT JOIN mails m ON m.id = 'corrected-' || n.correction_id || '-' || n.delivery_id
WHERE n.correction_id = ANY(@corrections::text[]) AND n.yours AND n.told_at IS NOT NULL
ORDER BY d.delivery_date, s.name, n.delivery_id;

-- name: LeaversDue :many
-- Orders of people who left with a day that is open and that the company pays a part of. One that is being changed waits.
SELECT DISTINCT o.id, o.profile_id, o.week FROM directory_leavers l
JOIN orders o ON o.profile_id = l.profile_id AND o.company_id = l.company_id AND o.status = 'Confirmed'
JOIN deliveries d ON d.order_id = o.id AND d.live AND d.company_share > 0 AND d.cutoff > @now
WHERE o.id > @after AND NOT EXISTS (SELECT FROM amendments m WHERE m.order_id = o.id AND m.status IN ('Initiated', 'Payment Pending'))
ORDER BY o.id LIMIT 100;

-- name: LeaverIs :one
SELECT EXISTS (SELECT FROM directory_leavers l JOIN profiles pr ON pr.id = l.profile_id AND pr.company_id = l.company_id
  WHERE l.profile_id = @profile_id AND pr.status = 'Suspended') AS left;

-- name: LeaversDone :exec
-- Forgets those who are back, and those of whom nothing is open and nothing is being paid any more.
DELETE FROM directory_leavers l
WHERE EXISTS (SELECT FROM profiles pr WHERE pr.id = l.profile_id AND pr.company_id = l.company_id AND pr.status <> 'Suspended')
  OR NOT EXISTS (SELECT FROM orders o WHERE o.profile_id = l.profile_id AND o.company_id = l.company_id
  AND (o.status IN ('Initiated', 'Payment Pending')
    OR EXISTS (SELECT FROM amendments m WHERE m.order_id = o.id AND m.status IN ('Initiated', 'Payment Pending'))
    OR o.status = 'Confirmed' AND EXISTS (SELECT FROM deliveries d
      WHERE d.order_id = o.id AND d.live AND d.company_share > 0 AND d.cutoff > @now)));

-- name: LeaverCancelled :exec
INSERT INTO directory_cancelled (amendment_id, company_id) VALUES (@amendment_id, @company_id);

-- name: LeaversUntold :many
-- The companies whose admins have to be told of cancelled days.
SELECT DISTINCT company_id FROM directory_cancelled WHERE told_at IS NULL ORDER BY company_id;

-- name: LeaversTell :many
UPDATE directory_cancelled SET told_at = @now::timestamptz WHERE company_id = @company_id AND told_at IS NULL RETURNING amendment_id;

-- name: LeaversCancelled :many
-- What was cancelled of whose orders. Who was erased has no name.
SELECT a.quote, CASE WHEN p.erased_at IS NULL THEN p.name ELSE '' END::text AS name, p.email
FROM directory_cancelled c JOIN amendments a ON a.id = c.amendment_id AND a.company_id = c.company_id
JOIN orders o ON o.id = a.order_id JOIN profiles pr ON pr.id = o.profile_id JOIN persons p ON p.id = pr.person_id
WHERE c.company_id = @company_id AND c.amendment_id = ANY(@ids::text[]) ORDER BY p.name, a.id;

-- name: HoursDue :many
-- Marks that letters are planned to everybody whose lunch comes at other times than they know, and says to whom.
WITH due AS (
  UPDATE hours_told h SET due = false FROM hours_untold u
  WHERE h.due AND h.date >= @today::date AND u.company_id = h.company_id AND u.delivery_id = h.delivery_id
  RETURNING u.profile_id
)
SELECT DISTINCT profile_id FROM due ORDER BY 1;

-- name: HoursUntold :many
-- What a person is to be told of their lunches' times, and who they are. Who was erased is told nothing.
SELECT u.company_id, u.delivery_id, u.n, u.date, u.from_time::text AS from_time, u.until_time::text AS until_time, s.id AS person_id,
  s.email, s.language, s.name AS person
FROM hours_untold u JOIN profiles p ON p.id = u.profile_id JOIN persons s ON s.id = p.person_id
WHERE u.profile_id = @profile::text AND u.date >= @today::date AND s.erased_at IS NULL
ORDER BY u.date, u.delivery_id;

-- name: HoursTold :exec
-- Notes the times that a person was told. What another letter told meanwhile stays.
UPDATE hours_told h SET from_time = x.from_time, until_time = x.until_time, n = h.n + 1
FROM (SELECT unnest(@companies::text[]) AS company_id, unnest(@deliveries::text[]) AS delivery_id, unnest(@ns::int[]) AS n,
  unnest(@from_times::text[]) AS from_time, unnest(@until_times::text[]) AS until_time) x
WHERE h.company_id = x.company_id AND h.delivery_id = x.delivery_id AND h.n = x.n;
