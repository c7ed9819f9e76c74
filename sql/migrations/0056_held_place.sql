-- +goose Up
-- The place to which an amendment that waits for its payment will bring a day: it takes room in that place's window meanwhile. Versions
-- before hold no room for such a day and leave the column empty.
ALTER TABLE deliveries ADD COLUMN held_address_id text REFERENCES addresses;

-- How many deliveries a window has on a day, besides those of one profile or to one place (each may be NULL).
CREATE FUNCTION window_taken(timing text, day date, but_profile text, but_place text) RETURNS bigint STABLE LANGUAGE sql AS $$
  SELECT count(*) FROM deliveries d
  LEFT JOIN addresses a ON a.id = d.address_id AND (d.live OR d.held AND d.held_address_id IS NULL) AND a.id IS DISTINCT FROM but_place
  LEFT JOIN addresses h ON h.id = d.held_address_id AND h.id IS DISTINCT FROM but_place
  WHERE d.delivery_date = day AND (d.live OR d.held) AND d.profile_id IS DISTINCT FROM but_profile
    AND (a.area_timing_id = timing OR h.area_timing_id = timing)
$$;
