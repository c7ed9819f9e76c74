-- +goose Up
-- Areas and their windows are kept by operators. A window also carries its area's name, which the version before reads.
CREATE TABLE areas (
  id        text PRIMARY KEY CHECK (length(id) = 26),
  name      text NOT NULL CHECK (name <> ''),
  name_ar   text NOT NULL DEFAULT '',
  position  int NOT NULL DEFAULT 0,
  closed_at timestamptz
);
CREATE UNIQUE INDEX areas_one_per_name ON areas (lower(name));

ALTER TABLE area_timings ADD COLUMN area_id text REFERENCES areas, ADD COLUMN closed_at timestamptz;
INSERT INTO areas (id, name) SELECT min(id), min(area) FROM area_timings WHERE area <> '' GROUP BY lower(area);
UPDATE area_timings t SET area_id = a.id FROM areas a WHERE lower(a.name) = lower(t.area);
CREATE INDEX area_timings_by_area ON area_timings (area_id);

-- The windows that take new deliveries.
CREATE VIEW windows_open AS
SELECT t.id FROM area_timings t LEFT JOIN areas a ON a.id = t.area_id
WHERE t.closed_at IS NULL AND a.closed_at IS NULL;
