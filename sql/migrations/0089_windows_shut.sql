-- +goose Up
-- Of dates, those on which the window of a profile's place, the drafted day's or else its own, does not deliver (closed) or is full. A
-- function's plan is kept by the connection, while a request's statement was planned anew each time.
-- +goose StatementBegin
CREATE FUNCTION windows_shut(of_profile text, on_dates date[]) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('date', x.date, 'closed', extract(isodow FROM x.date)::int <> ALL(t.weekdays))
      ORDER BY x.date), '[]')
    FROM unnest(on_dates) AS x (date)
    JOIN profiles p ON p.id = of_profile LEFT JOIN draft_days w ON w.profile_id = p.id AND w.date = x.date
    JOIN addresses a ON a.id = coalesce(w.address_id, p.address_id) JOIN area_timings t ON t.id = a.area_timing_id
    WHERE extract(isodow FROM x.date) < 6 AND (extract(isodow FROM x.date)::int <> ALL(t.weekdays)
      OR CASE WHEN t.capacity IS NOT NULL THEN t.capacity <= window_taken(t.id, x.date, p.id, NULL) END));
END
$$;
-- +goose StatementEnd
