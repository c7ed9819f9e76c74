-- name: OperatorAreas :many
-- Every area in the order of lists, closed ones last, with what it becomes on a later date.
SELECT a.id, a.name, a.name_ar, (a.closed_at IS NOT NULL)::boolean AS closed, c.from_date AS next_from, c.name AS next_name,
  c.name_ar AS next_name_ar, c.closed AS next_closed
FROM areas a LEFT JOIN area_changes c ON c.area_id = a.id
ORDER BY a.closed_at IS NOT NULL, a.position, lower(a.name), a.id;

-- name: OperatorWindows :many
-- Every window, with what it becomes on a later date, and what depends on it: places where lunch is brought, and deliveries from a date on,
-- in all, on the fullest day, by weekday from Monday to Friday, and by date.
WITH coming AS MATERIALIZED (SELECT a.area_timing_id, d.delivery_date AS date, extract(isodow FROM d.delivery_date) AS weekday,
    count(*) AS n
  FROM (SELECT delivery_date, address_id, order_id FROM deliveries
    WHERE delivery_date >= @from_date::date AND (live OR held) OFFSET 0) d
  JOIN addresses a ON a.id = d.address_id JOIN orders o ON o.id = d.order_id
  WHERE o.status NOT IN ('Cancelled', 'Refunded')
  GROUP BY a.area_timing_id, d.delivery_date)
SELECT t.id, coalesce(t.area_id, '')::text AS area_id, t.from_time, t.until_time, (t.closed_at IS NOT NULL)::boolean AS closed,
  t.weekdays, coalesce(t.capacity, 0)::int AS capacity, t.ramadan_only,
  (SELECT count(*) FROM addresses a WHERE a.area_timing_id = t.id AND a.retired_at IS NULL)::int AS places,
  u.deliveries, u.fullest, u.by_weekday, u.by_date, c.from_date AS next_from, c.from_time AS next_from_time,
  c.until_time AS next_until_time, c.weekdays AS next_weekdays, c.capacity AS next_capacity, c.closed AS next_closed
FROM area_timings t LEFT JOIN window_changes c ON c.window_id = t.id
CROSS JOIN LATERAL (SELECT coalesce(sum(x.n), 0)::int AS deliveries, coalesce(max(x.n), 0)::int AS fullest,
    ARRAY[coalesce(sum(x.n) FILTER (WHERE x.weekday = 1), 0), coalesce(sum(x.n) FILTER (WHERE x.weekday = 2), 0),
      coalesce(sum(x.n) FILTER (WHERE x.weekday = 3), 0), coalesce(sum(x.n) FILTER (WHERE x.weekday = 4), 0),
      coalesce(sum(x.n) FILTER (WHERE x.weekday = 5), 0)]::int[] AS by_weekday,
    coalesce(jsonb_object_agg(x.date, x.n), '{}')::jsonb AS by_date
  FROM coming x WHERE x.area_timing_id = t.id) u
ORDER BY t.from_time, t.until_time, t.id;

-- name: AreaHold :one
SELECT * FROM areas WHERE id = $1 FOR UPDATE;

-- name: AreaAdd :execrows
-- A new area comes last; 0 rows when there is one with this id.
INSERT INTO areas (id, name, name_ar, position)
VALUES (@id, @name, @name_ar, (SELECT coalesce(max(position), 0) + 1 FROM areas)) ON CONFLICT (id) DO NOTHING;

-- name: AreaChange :exec
UPDATE areas SET name = @name, name_ar = @name_ar,
  closed_at = CASE WHEN @closed::boolean THEN coalesce(closed_at, @now::timestamptz) END
WHERE id = @id;

-- name: WindowsRename :exec
UPDATE area_timings SET area = @name WHERE area_id = @area_id::text;

-- name: AreaNamed :one
-- Whether another area has a name, or will have it.
SELECT EXISTS (SELECT FROM areas a LEFT JOIN area_changes c ON c.area_id = a.id
  WHERE a.id <> @id AND lower(@name::text) IN (lower(a.name), lower(c.name))) AS named;

-- name: AreaChangeOf :many
-- What an area becomes, if anything.
SELECT * FROM area_changes WHERE area_id = $1;

-- name: AreaChangePlan :exec
-- What an area becomes on a later date; it replaces what it was to become.
INSERT INTO area_changes (area_id, from_date, name, name_ar, closed) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (area_id) DO UPDATE SET from_date = excluded.from_date, name = excluded.name, name_ar = excluded.name_ar,
  closed = excluded.closed;

-- name: AreaChangeDrop :exec
DELETE FROM area_changes WHERE area_id = $1;

-- name: WindowChangeOf :many
-- What the windows of an area become.
SELECT c.* FROM window_changes c JOIN area_timings t ON t.id = c.window_id WHERE t.area_id = @area_id::text;

-- name: WindowChangePlan :exec
-- What a window becomes on a later date; it replaces what it was to become.
INSERT INTO window_changes (window_id, from_date, from_time, until_time, weekdays, capacity, closed)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (window_id) DO UPDATE SET from_date = excluded.from_date, from_time = excluded.from_time, until_time = excluded.until_time,
  weekdays = excluded.weekdays, capacity = excluded.capacity, closed = excluded.closed;

-- name: WindowChangeDrop :exec
DELETE FROM window_changes WHERE window_id = $1;

-- name: AreasOrder :exec
UPDATE areas SET position = x.place FROM unnest(@ids::text[]) WITH ORDINALITY AS x (id, place) WHERE areas.id = x.id;

-- name: WindowsOf :many
SELECT * FROM area_timings WHERE area_id = @area_id::text ORDER BY from_time, until_time, id;

-- name: WindowArea :one
SELECT coalesce(area_id, '')::text FROM area_timings WHERE id = $1;

-- name: AreaTimingInsert :execrows
-- A window of an area; 0 rows when there is one with this id.
INSERT INTO area_timings (id, area_id, area, from_time, until_time, weekdays, capacity, ramadan_only)
SELECT @id, a.id, a.name, @from_time, @until_time, @weekdays, sqlc.narg(capacity), @ramadan_only
FROM areas a WHERE a.id = @area_id ON CONFLICT (id) DO NOTHING;

-- name: WindowChange :exec
UPDATE area_timings SET from_time = @from_time, until_time = @until_time, weekdays = @weekdays, capacity = sqlc.narg(capacity),
  closed_at = CASE WHEN @closed::boolean THEN coalesce(closed_at, @now::timestamptz) END
WHERE id = @id;
