-- +goose Up
-- Ramadan, and Fridays from a day on, with delivery times and a cut-off of their own. Without a last day a kind of Fridays has no end. The
-- moon decides on an expected day, which may move. Earlier is by how many hours the cut-off is earlier than on other days.
CREATE TABLE seasons (
  id             text PRIMARY KEY CHECK (length(id) = 26),
  kind           text NOT NULL CHECK (kind IN ('ramadan', 'friday')),
  first_day      date NOT NULL,
  last_day       date CHECK (last_day >= first_day),
  first_expected boolean NOT NULL DEFAULT false,
  last_expected  boolean NOT NULL DEFAULT false,
  earlier        int NOT NULL DEFAULT 0 CHECK (earlier BETWEEN 0 AND 48),
  CHECK (kind = 'friday' OR last_day IS NOT NULL AND last_day - first_day < 31),
  CONSTRAINT seasons_one_ramadan EXCLUDE USING gist (daterange(first_day, last_day, '[]') WITH &&) WHERE (kind = 'ramadan'),
  CONSTRAINT seasons_one_friday EXCLUDE USING gist (daterange(first_day, last_day, '[]') WITH &&) WHERE (kind = 'friday')
);

-- A window's times in a season. Without times it takes no new deliveries in it; what is ordered comes at the window's own times.
CREATE TABLE season_windows (
  season_id  text NOT NULL REFERENCES seasons ON DELETE CASCADE,
  window_id  text NOT NULL REFERENCES area_timings,
  from_time  text CHECK (from_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  until_time text CHECK (until_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  PRIMARY KEY (window_id, season_id),
  CHECK ((from_time IS NULL) = (until_time IS NULL))
);

-- A window's times on a date, and whether it takes new deliveries then. Ramadan goes before Fridays.
-- +goose StatementBegin
CREATE FUNCTION window_on(timing text, day date) RETURNS TABLE (from_time text, until_time text, open boolean) STABLE LANGUAGE sql AS $$
  SELECT coalesce(s.from_time, t.from_time), coalesce(s.until_time, t.until_time),
    extract(isodow FROM day)::int = ANY(t.weekdays) AND (s.id IS NULL OR s.from_time IS NOT NULL)
  FROM area_timings t
  LEFT JOIN LATERAL (SELECT x.id, w.from_time, w.until_time FROM season_windows w JOIN seasons x ON x.id = w.season_id
    WHERE w.window_id = t.id AND day BETWEEN x.first_day AND coalesce(x.last_day, day)
      AND (x.kind = 'ramadan' OR extract(isodow FROM day) = 5)
    ORDER BY x.kind = 'ramadan' DESC LIMIT 1) s ON true
  WHERE t.id = timing
$$;
-- +goose StatementEnd

-- By how many hours the cut-off of dates is earlier than on other days, as far as it is: {"2027-02-10": 12}.
-- +goose StatementBegin
CREATE FUNCTION cutoffs_early(from_date date, until_date date) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_object_agg(y.day, y.hours), '{}') FROM (SELECT x.day::date AS day, max(s.earlier) AS hours
    FROM seasons s
    CROSS JOIN LATERAL generate_series(greatest(s.first_day, from_date), least(s.last_day, until_date), interval '1 day') AS x (day)
    WHERE s.earlier > 0 AND s.first_day <= until_date AND coalesce(s.last_day, until_date) >= from_date
      AND (s.kind = 'ramadan' OR extract(isodow FROM x.day) = 5) AND extract(isodow FROM x.day) < 6
    GROUP BY 1) y);
END
$$;
-- +goose StatementEnd

-- What devices know of seasons in a span: earlier cut-offs, each Ramadan that touches it, and on which dates a profile's lunch comes at
-- other times than its window's own. While there is no season it is {}.
-- +goose StatementBegin
CREATE FUNCTION calendar_of(of_profile text, from_date date, until_date date) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM seasons s WHERE s.first_day <= until_date AND coalesce(s.last_day, until_date) >= from_date) THEN
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

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION windows_shut(of_profile text, on_dates date[]) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('date', x.date, 'closed', NOT o.open) ORDER BY x.date), '[]')
    FROM unnest(on_dates) AS x (date)
    JOIN profiles p ON p.id = of_profile LEFT JOIN draft_days w ON w.profile_id = p.id AND w.date = x.date
    JOIN addresses a ON a.id = coalesce(w.address_id, p.address_id) JOIN area_timings t ON t.id = a.area_timing_id
    CROSS JOIN LATERAL window_on(t.id, x.date) o
    WHERE extract(isodow FROM x.date) < 6 AND (NOT o.open
      OR CASE WHEN t.capacity IS NOT NULL THEN t.capacity <= window_taken(t.id, x.date, p.id, NULL) END));
END
$$;
-- +goose StatementEnd
