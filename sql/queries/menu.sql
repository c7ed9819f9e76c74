-- name: MenuInsert :exec
-- Stores a published menu; the same bytes again change nothing.
INSERT INTO menus (week, hash, body, published_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING;

-- name: MenuMakeCurrent :exec
INSERT INTO menus_current (week, hash) VALUES ($1, $2) ON CONFLICT (week) DO UPDATE SET hash = excluded.hash;

-- name: MenuBody :one
SELECT body FROM menus WHERE week = $1 AND hash = $2;

-- name: MenusCurrent :many
-- The current menu's hash of each week from a Monday on.
SELECT week, hash FROM menus_current WHERE week >= @from_week AND week <= @until_week ORDER BY week;

-- name: PortionsInsert :exec
INSERT INTO portions (date, meal, cooked) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

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

-- name: ClosedDayInsert :exec
INSERT INTO closed_days (date, name) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: ClosedDays :many
SELECT date FROM closed_days WHERE date BETWEEN @from_date AND @until_date ORDER BY date;
