-- name: CutoffsEarly :one
-- By how many hours the cut-off of dates is earlier than on other days, as far as it is.
SELECT cutoffs_early(@from_date, @until_date)::jsonb AS early;
-- name: HoursOf :many
-- When lunches that are ordered, or being paid, come: those of one window, or of all. Outside are those whose window does not exist on
-- their date.
SELECT d.id, t.from_time::text AS from_time, t.until_time::text AS until_time,
  EXISTS (SELECT FROM lunches_outside x WHERE x.delivery_id = d.id AND x.company_id = d.company_id)::boolean AS outside
FROM deliveries d JOIN orders o ON o.id = d.order_id AND o.company_id = d.company_id
JOIN addresses a ON a.id = d.address_id AND a.company_id = d.company_id
CROSS JOIN LATERAL window_on(a.area_timing_id, d.delivery_date) AS t (from_time, until_time, open)
WHERE d.delivery_date BETWEEN @from_date::date AND @until_date::date AND (d.live OR d.held) AND o.status NOT IN ('Cancelled', 'Refunded')
  AND (@window_id::text = '' OR a.area_timing_id = @window_id)
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id)
ORDER BY d.id;
-- name: HoursChanged :one
-- Notes whose lunch comes at other times than before, and counts them. Who waits to be told already keeps the times that they know.
WITH changed AS (
  INSERT INTO hours_told AS h (company_id, delivery_id, date, window_id, from_time, until_time)
  SELECT d.company_id, d.id, d.delivery_date, a.area_timing_id, x.from_time, x.until_time
  FROM (SELECT unnest(@ids::text[]) AS id, unnest(@from_times::text[]) AS from_time, unnest(@until_times::text[]) AS until_time) x
  JOIN deliveries d ON d.id = x.id JOIN addresses a ON a.id = d.address_id
  CROSS JOIN LATERAL window_on(a.area_timing_id, d.delivery_date) AS t (from_time, until_time, open)
  WHERE (t.from_time, t.until_time) <> (x.from_time, x.until_time)
    AND NOT EXISTS (SELECT FROM lunches_outside y WHERE y.delivery_id = d.id AND y.company_id = d.company_id)
  ORDER BY d.company_id, d.id
  ON CONFLICT ON CONSTRAINT hours_told_pkey DO UPDATE SET due = true, date = excluded.date, window_id = excluded.window_id,
    from_time = CASE WHEN h.window_id = excluded.window_id THEN h.from_time ELSE excluded.from_time END,
    until_time = CASE WHEN h.window_id = excluded.window_id THEN h.until_time ELSE excluded.until_time END
  RETURNING 1
)
SELECT count(*)::int FROM changed;
-- name: LunchesOutside :many
-- Of some lunches, those whose window does not exist on their date.
SELECT delivery_id FROM lunches_outside WHERE delivery_id = ANY(@ids::text[]);
