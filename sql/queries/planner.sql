-- name: Meals :many
-- The kitchen's whole book.
SELECT * FROM meals ORDER BY id LIMIT 2001;

-- name: MealsOf :many
-- Some meals of the book, by their ids.
SELECT * FROM meals WHERE id = ANY(@ids::text[]) ORDER BY id;

-- name: MealsCount :one
SELECT count(*) FROM meals;

-- name: MealHold :one
-- A meal, until the caller's transaction ends: nobody changes or plans it meanwhile.
SELECT * FROM meals WHERE id = $1 FOR UPDATE;

-- name: MealInsert :execrows
-- Adds a meal; no row when it is here already.
INSERT INTO meals (id, code, body, new_until, changed_at)
VALUES (@id, @code, @body, sqlc.narg(new_until), @changed_at)
ON CONFLICT (id) DO NOTHING;

-- name: MealsInsert :exec
-- Adds meals that are not here yet. An empty date is none.
INSERT INTO meals (id, code, body, new_until, changed_at)
SELECT m.id, m.code, m.body::jsonb, nullif(m.new_until, '')::date, @changed_at
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@codes::text[]) AS code, unnest(@bodies::text[]) AS body,
    unnest(@new_untils::text[]) AS new_until) m
ON CONFLICT (id) DO NOTHING;

-- name: MealChange :exec
UPDATE meals SET code = @code, body = @body, new_until = sqlc.narg(new_until), rev = rev + 1, changed_at = @changed_at WHERE id = @id;

-- name: MealArchive :exec
-- Takes a meal out of the book, or puts it back.
UPDATE meals SET archived_at = sqlc.narg(archived_at), rev = rev + 1, changed_at = @changed_at WHERE id = @id;

-- name: MealPlannedOn :many
-- The dates from one on for which a meal is planned.
SELECT date FROM planned_meals WHERE meal = @meal AND date >= @from_date ORDER BY date;

-- name: PlannerLock :exec
-- One change of a week's plan at a time, until the caller's transaction ends.
SELECT pg_advisory_xact_lock(7004, @week::int);

-- name: Planned :many
-- The planned weeks of a span with what they offer; a week that offers nothing is one row without a meal.
SELECT w.week, w.rev, coalesce(m.date, w.week)::date AS date, coalesce(m.meal, '')::text AS meal, m.portions
FROM planned_weeks w LEFT JOIN planned_meals m ON m.week = w.week
WHERE w.week BETWEEN @from_week AND @until_week ORDER BY w.week, m.date, m.place, m.meal;

-- name: PlannedMealsHold :many
-- Meals that are to be planned, until the caller's transaction ends: none of them is archived meanwhile.
SELECT id FROM meals WHERE id = ANY(@ids::text[]) ORDER BY id FOR KEY SHARE;

-- name: PlannedWeekSet :one
-- Counts a change of a week's plan.
INSERT INTO planned_weeks (week, changed_at) VALUES (@week, @changed_at)
ON CONFLICT (week) DO UPDATE SET rev = planned_weeks.rev + 1, changed_at = excluded.changed_at RETURNING rev;

-- name: PlannedMealsClear :exec
DELETE FROM planned_meals WHERE week = $1;

-- name: PlannedMealsInsert :exec
-- Portions below zero are no limit.
INSERT INTO planned_meals (week, date, meal, place, portions)
SELECT @week, m.date, m.meal, m.place, nullif(m.portions, -1)
FROM (SELECT unnest(@dates::date[]) AS date, unnest(@meals::text[]) AS meal, unnest(@places::int[]) AS place,
    unnest(@portions::int[]) AS portions) m;

-- name: MenusHold :many
-- The current menus of some weeks. Nobody publishes another before the caller's transaction ends.
SELECT week, hash FROM menus_current WHERE week = ANY(@weeks::date[]) ORDER BY week FOR KEY SHARE;

-- name: MealsOrdered :many
-- How many portions of each meal are ordered for a span of dates, with those that somebody is paying for.
SELECT x.date, x.meal, sum(x.qty)::int AS qty FROM (
  SELECT d.delivery_date AS date, l.meal, l.qty
  FROM deliveries d CROSS JOIN LATERAL (SELECT y.meal, y.qty FROM order_lines y WHERE y.delivery_id = d.id OFFSET 0) l
  WHERE d.live AND d.delivery_date BETWEEN @from_date::date AND @until_date::date
  UNION ALL SELECT w.date, w.meal, w.qty FROM amendment_wants w WHERE w.date BETWEEN @from_date::date AND @until_date::date
) x GROUP BY x.date, x.meal ORDER BY x.date, x.meal;

-- name: RamadansBetween :many
-- First and last day of each Ramadan that touches some dates.
SELECT first_day, last_day::date AS last_day FROM seasons
WHERE kind = 'ramadan' AND first_day <= @until_date::date AND last_day >= @from_date::date ORDER BY first_day;

-- name: ClosedDaysNamed :many
SELECT date, name, name_ar FROM closed_days WHERE date BETWEEN @from_date AND @until_date ORDER BY date;

-- name: PortionsBetween :many
SELECT * FROM portions WHERE date BETWEEN @from_date AND @until_date ORDER BY date, meal;

-- name: PortionsCookedSet :execrows
-- Cooks another number of a limited meal; no row when more are taken.
UPDATE portions SET cooked = $3 WHERE date = $1 AND meal = $2 AND taken <= $3;

-- name: PortionsLinesCount :exec
-- Says of every line of a meal on a date that it has taken its portions. The caller limits the meal.
UPDATE order_lines l SET reserved = l.qty FROM deliveries d
WHERE d.id = l.delivery_id AND d.live AND d.delivery_date = $1 AND l.meal = $2;

-- name: PortionsLimit :execrows
-- Limits a meal on a date that had no limit: what is ordered by now is taken. No row when that is more.
INSERT INTO portions (date, meal, cooked, taken)
SELECT @date, @meal, @cooked, x.taken FROM (SELECT coalesce(sum(y.qty), 0)::int AS taken FROM (
  SELECT l.qty FROM deliveries d JOIN order_lines l ON l.delivery_id = d.id WHERE d.live AND d.delivery_date = @date AND l.meal = @meal
  UNION ALL SELECT w.qty FROM amendment_wants w WHERE w.date = @date AND w.meal = @meal) y) x
WHERE x.taken <= @cooked;

-- name: PortionsWantsCount :exec
-- Holds what changes of orders want of a meal that comes to be limited.
INSERT INTO amendment_portions (amendment_id, date, meal, qty)
SELECT w.amendment_id, w.date, w.meal, w.qty FROM amendment_wants w WHERE w.date = $1 AND w.meal = $2;

-- name: PortionsWantsForget :exec
DELETE FROM amendment_portions WHERE date = $1 AND meal = $2;

-- name: PortionsLinesForget :exec
UPDATE order_lines l SET reserved = 0
FROM deliveries d
WHERE d.id = l.delivery_id AND d.delivery_date = $1 AND l.meal = $2 AND l.reserved > 0;

-- name: PortionsRemove :exec
-- Lifts a limit. What was taken of it must be forgotten before.
DELETE FROM portions WHERE date = $1 AND meal = $2;

-- name: PhotoIsHere :one
SELECT EXISTS (SELECT FROM meal_photos WHERE hash = $1);

-- name: WithdrawalOf :one
SELECT * FROM withdrawals WHERE date = $1 AND meal = $2;

-- name: WithdrawalsOn :many
-- What was withdrawn, and what comes instead to somebody who still has it; empty when that is nothing, or nobody.
SELECT w.date, w.meal,
  (CASE
    WHEN EXISTS (SELECT FROM deliveries d JOIN orders o ON o.id = d.order_id JOIN order_lines l ON l.delivery_id = d.id
      WHERE d.delivery_date = w.date AND l.meal = w.meal AND d.live AND o.status = 'Confirmed'
        AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
        AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id)) THEN coalesce(w.instead, '')
    ELSE '' END)::text AS coming
FROM withdrawals w
WHERE w.date BETWEEN @from_date AND @until_date
ORDER BY w.date, w.meal;

-- name: WithdrawalPlanned :exec
-- Takes a meal off what is planned for a date.
WITH gone AS (DELETE FROM planned_meals p WHERE p.date = $1 AND p.meal = $2 RETURNING p.week)
UPDATE planned_weeks w SET rev = rev + 1, changed_at = $3 FROM gone WHERE w.week = gone.week;

-- name: Withdrawals :many
-- The withdrawals of a week, and how many people still have the meal. Whose lunch came, or who was paid back what was missing, does
-- not wait.
SELECT w.*,
  (SELECT count(DISTINCT d.profile_id)
    FROM deliveries d JOIN orders o ON o.id = d.order_id JOIN order_lines l ON l.delivery_id = d.id
    WHERE d.delivery_date = w.date AND l.meal = w.meal AND d.live AND o.status = 'Confirmed'
      AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
      AND l.qty > (SELECT coalesce(sum(s.qty), 0) FROM shortfalls s
        WHERE s.delivery_id = d.id AND s.meal = l.meal))::int AS waiting
FROM withdrawals w
WHERE w.date BETWEEN @from_date AND @until_date
ORDER BY w.date, w.at, w.meal;

-- name: PhotoInsert :execrows
-- Keeps a photo of a meal under the hash of its bytes; no row when it is here already.
INSERT INTO meal_photos (hash, body, added_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

-- name: PlannedMealsKeep :exec
-- The meals of a planned week, until the caller's transaction ends: nobody changes one meanwhile.
SELECT m.id FROM meals m WHERE m.id IN (SELECT x.meal FROM planned_meals x WHERE x.week = $1) ORDER BY m.id FOR KEY SHARE;
