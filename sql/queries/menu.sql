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

-- name: ClosedDayInsert :exec
INSERT INTO closed_days (date, name) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: ClosedDays :many
SELECT date FROM closed_days WHERE date BETWEEN @from_date AND @until_date ORDER BY date;

-- name: PhotoBody :one
SELECT body FROM meal_photos WHERE hash = $1;

-- name: MenusPublished :many
-- The current menus of weeks, with their content.
SELECT c.week, c.hash, m.body, m.published_at FROM menus_current c JOIN menus m ON m.week = c.week AND m.hash = c.hash
WHERE c.week BETWEEN @from_week AND @until_week ORDER BY c.week;

-- name: MenusOf :many
-- The current menu's hash of each of these weeks.
SELECT week, hash FROM menus_current WHERE week = ANY(@weeks::date[]) ORDER BY week;

-- name: MenusBodies :many
-- The current menus of these weeks, with their content.
SELECT c.week, c.hash, m.body FROM menus_current c JOIN menus m ON m.week = c.week AND m.hash = c.hash
WHERE c.week = ANY(@weeks::date[]);

-- name: MenuLock :exec
-- Keeps orders of a week from being placed, changed or given back, until the caller's transaction ends.
SELECT hash FROM menus_current WHERE week = $1 FOR UPDATE;
