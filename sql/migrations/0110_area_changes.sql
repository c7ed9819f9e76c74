-- +goose Up
-- What an area or a window becomes on a later Dubai date, until that has come. Capacity 0 is no limit.
CREATE TABLE area_changes (
  area_id   text PRIMARY KEY REFERENCES areas ON DELETE CASCADE,
  from_date date NOT NULL,
  name      text NOT NULL CHECK (name <> ''),
  name_ar   text NOT NULL,
  closed    boolean NOT NULL
);
CREATE TABLE window_changes (
  window_id  text PRIMARY KEY REFERENCES area_timings ON DELETE CASCADE,
  from_date  date NOT NULL,
  from_time  text NOT NULL CHECK (from_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  until_time text NOT NULL CHECK (until_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  weekdays   int[] NOT NULL CHECK (cardinality(weekdays) > 0),
  capacity   int NOT NULL CHECK (capacity >= 0),
  closed     boolean NOT NULL
);

-- The windows that take new deliveries, now or from a later date on.
CREATE OR REPLACE VIEW windows_open AS
SELECT t.id FROM area_timings t LEFT JOIN areas a ON a.id = t.area_id
LEFT JOIN window_changes c ON c.window_id = t.id LEFT JOIN area_changes x ON x.area_id = t.area_id
WHERE (t.closed_at IS NULL OR NOT c.closed) AND (a.closed_at IS NULL OR NOT x.closed);

-- A window's times on a date, and whether it takes new deliveries then: as it will be from that date on, and as seasons have it, Ramadan
-- before Fridays. Whether it or its area is closed counts here while a change of that waits; windows_open knows it otherwise.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION window_on(timing text, day date) RETURNS TABLE (from_time text, until_time text, open boolean) STABLE
LANGUAGE sql AS $$
  SELECT coalesce(s.from_time, CASE WHEN c.from_date <= day THEN c.from_time ELSE t.from_time END),
    coalesce(s.until_time, CASE WHEN c.from_date <= day THEN c.until_time ELSE t.until_time END),
    extract(isodow FROM day)::int = ANY(CASE WHEN c.from_date <= day THEN c.weekdays ELSE t.weekdays END)
      AND (s.id IS NULL OR s.from_time IS NOT NULL)
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

-- How many deliveries a window with a capacity of its own takes on a date; null is no limit.
-- +goose StatementBegin
CREATE FUNCTION window_room(timing text, own int, day date) RETURNS TABLE (capacity int) STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN c.window_id IS NULL THEN own ELSE nullif(c.capacity, 0) END
  FROM (SELECT timing AS id) t LEFT JOIN window_changes c ON c.window_id = t.id AND c.from_date <= day
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION windows_shut(of_profile text, on_dates date[]) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('date', x.date, 'closed', NOT o.open) ORDER BY x.date), '[]')
    FROM unnest(on_dates) AS x (date)
    JOIN profiles p ON p.id = of_profile LEFT JOIN draft_days w ON w.profile_id = p.id AND w.date = x.date
    JOIN addresses a ON a.id = coalesce(w.address_id, p.address_id) JOIN area_timings t ON t.id = a.area_timing_id
    CROSS JOIN LATERAL window_on(t.id, x.date) o CROSS JOIN LATERAL window_room(t.id, t.capacity, x.date) r
    WHERE extract(isodow FROM x.date) < 6 AND (NOT o.open
      OR CASE WHEN r.capacity IS NOT NULL THEN r.capacity <= window_taken(t.id, x.date, p.id, NULL) END));
END
$$;
-- +goose StatementEnd

-- What devices know of seasons in a span, as before; and on which dates a profile's lunch comes at other times than its window has today,
-- also by a change of the window.
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
      JOIN area_timings t ON t.id = a.area_timing_id CROSS JOIN LATERAL window_on(t.id, x.day::date) o
      WHERE extract(isodow FROM x.day) < 6 AND (o.from_time, o.until_time) <> (t.from_time, t.until_time)));
END
$$;
-- +goose StatementEnd
