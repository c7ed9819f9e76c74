-- +goose Up
-- A window that exists only in Ramadan, for iftar or suhoor. It belongs to the date on which it begins, also after midnight.
ALTER TABLE area_timings ADD COLUMN ramadan_only boolean NOT NULL DEFAULT false;

-- +goose StatementBegin
CREATE FUNCTION ramadan_on(day date) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM seasons s WHERE s.kind = 'ramadan' AND day BETWEEN s.first_day AND s.last_day)
$$;
-- +goose StatementEnd

-- A window's times on a date, and whether it takes new deliveries then, as before; and only in Ramadan where it exists only then.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION window_on(timing text, day date) RETURNS TABLE (from_time text, until_time text, open boolean) STABLE
LANGUAGE sql AS $$
  SELECT coalesce(s.from_time, CASE WHEN c.from_date <= day THEN c.from_time ELSE t.from_time END),
    coalesce(s.until_time, CASE WHEN c.from_date <= day THEN c.until_time ELSE t.until_time END),
    extract(isodow FROM day)::int = ANY(CASE WHEN c.from_date <= day THEN c.weekdays ELSE t.weekdays END)
      AND (s.id IS NULL OR s.from_time IS NOT NULL)
      AND CASE WHEN t.ramadan_only THEN ramadan_on(day) ELSE true END
      AND NOT CASE WHEN c.window_id IS NULL THEN false WHEN c.from_date <= day THEN c.closed ELSE t.closed_at IS NOT NULL END
      AND NOT CASE WHEN x.area_id IS NULL THEN false WHEN x.from_date <= day THEN x.closed
        ELSE EXISTS (SELECT FROM areas a WHERE a.id = x.area_id AND a.closed_at IS NOT NULL) END
  FROM area_timings t LEFT JOIN window_changes c ON c.window_id = t.id LEFT JOIN area_changes x ON x.area_id = t.area_id
  LEFT JOIN LATERAL (SELECT x.id, w.from_time, w.until_time FROM season_windows w JOIN seasons x ON x.id = w.season_id
    WHERE w.window_id = t.id AND day BETWEEN x.first_day AND coalesce(x.last_day, day)
      AND (x.kind = 'ramadan' OR extract(isodow FROM day) = 5)
    ORDER BY x.kind = 'ramadan' DESC LIMIT 1) s ON true
  WHERE t.id = timing
$$;
-- +goose StatementEnd

-- Lunches whose window exists only in Ramadan and whose date is not in it any more: Ramadan moved after they were ordered. They are
-- handled like those of a closed day.
CREATE VIEW lunches_outside AS
SELECT d.company_id, d.id AS delivery_id, d.delivery_date AS date
FROM area_timings t JOIN addresses a ON a.area_timing_id = t.id JOIN deliveries d ON d.address_id = a.id AND d.company_id = a.company_id
WHERE t.ramadan_only AND (d.live OR d.held) AND NOT ramadan_on(d.delivery_date);

-- Why nothing is brought to a place on a date that was ordered: the day's name, or that Ramadan moved; no row when it is brought.
-- +goose StatementBegin
CREATE FUNCTION lunch_closed(place text, day date) RETURNS TABLE (name text, name_ar text) STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT c.name, c.name_ar FROM closed_days c WHERE c.date = day;
  IF NOT FOUND AND EXISTS (SELECT FROM addresses a JOIN area_timings t ON t.id = a.area_timing_id
    WHERE a.id = place AND t.ramadan_only AND NOT ramadan_on(day)) THEN
    RETURN QUERY SELECT 'Ramadan’s new dates', 'تغيّر أيام رمضان';
  END IF;
END
$$;
-- +goose StatementEnd

-- Whose lunch comes at other times than they know, as before, and not those that do not come since Ramadan moved.
CREATE OR REPLACE VIEW hours_untold AS
SELECT h.company_id, h.delivery_id, h.n, d.profile_id, d.delivery_date AS date, w.from_time, w.until_time
FROM hours_told h
JOIN deliveries d ON d.id = h.delivery_id AND d.company_id = h.company_id AND d.live
JOIN orders o ON o.id = d.order_id AND o.company_id = d.company_id AND o.status = 'Confirmed'
JOIN addresses a ON a.id = d.address_id AND a.company_id = d.company_id AND a.area_timing_id = h.window_id
CROSS JOIN LATERAL window_on(h.window_id, d.delivery_date) AS w (from_time, until_time, open)
WHERE (w.from_time, w.until_time) <> (h.from_time, h.until_time)
  AND NOT EXISTS (SELECT FROM closed_days c WHERE c.date = d.delivery_date)
  AND NOT EXISTS (SELECT FROM lunches_outside x WHERE x.delivery_id = d.id AND x.company_id = d.company_id)
  AND NOT EXISTS (SELECT FROM handovers x WHERE x.delivery_id = d.id) AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id);

-- What devices know of seasons in a span, as before. Hours are those that differ from the times of a profile's own place today, which a
-- device shows where it is told no others: a day may go to another place, with a window of its own.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION calendar_of(of_profile text, from_date date, until_date date) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM seasons s WHERE s.first_day <= until_date AND coalesce(s.last_day, until_date) >= from_date)
    AND NOT EXISTS (SELECT FROM window_changes c WHERE c.from_date <= until_date) THEN
    RETURN '{}';
  END IF;
  RETURN jsonb_build_object('early', cutoffs_early(from_date, until_date),
    'ramadan', (SELECT coalesce(jsonb_agg(jsonb_build_object('first', s.first_day, 'last', s.last_day) ORDER BY s.first_day), '[]')
      FROM seasons s WHERE s.kind = 'ramadan' AND s.first_day <= until_date AND s.last_day >= from_date),
    'hours', (SELECT coalesce(jsonb_object_agg(x.day::date, o.from_time || '–' || o.until_time), '{}')
      FROM generate_series(from_date, until_date, interval '1 day') AS x (day) JOIN profiles p ON p.id = of_profile
      LEFT JOIN draft_days w ON w.profile_id = p.id AND w.date = x.day
      LEFT JOIN deliveries d ON d.profile_id = p.id AND d.company_id = p.company_id AND d.delivery_date = x.day AND d.live
      JOIN addresses a ON a.id = coalesce(d.address_id, w.address_id, p.address_id) AND a.company_id = p.company_id
      LEFT JOIN addresses own ON own.id = p.address_id AND own.company_id = p.company_id
      LEFT JOIN area_timings t ON t.id = own.area_timing_id CROSS JOIN LATERAL window_on(a.area_timing_id, x.day::date) o
      WHERE extract(isodow FROM x.day) < 6 AND (o.from_time, o.until_time) IS DISTINCT FROM (t.from_time, t.until_time)));
END
$$;
-- +goose StatementEnd
