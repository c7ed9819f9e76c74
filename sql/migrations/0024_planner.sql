-- +goose Up
-- What the kitchen can cook. The body is a menu's meal without its id and its mark "new".
CREATE TABLE meals (
  id          text PRIMARY KEY CHECK (length(id) = 26),
  code        text NOT NULL CONSTRAINT meals_one_per_code UNIQUE CHECK (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'), -- what a spreadsheet calls it
  body        jsonb NOT NULL,
  new_until   date, -- menus of weeks that begin by then mark it as new
  rev         int NOT NULL DEFAULT 1,
  changed_at  timestamptz NOT NULL,
  archived_at timestamptz -- not to be planned any more
);

-- Photos of meals, under the hash of their bytes: what a published menu shows never changes.
CREATE TABLE meal_photos (
  hash     text PRIMARY KEY,
  body     bytea NOT NULL CHECK (length(body) <= 262144),
  added_at timestamptz NOT NULL
);

-- What the kitchen means to offer in a week. Nobody sees it before it is published.
CREATE TABLE planned_weeks (
  week       date PRIMARY KEY CHECK (extract(isodow FROM week) = 1),
  rev        int NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL
);

CREATE TABLE planned_meals (
  week     date NOT NULL REFERENCES planned_weeks ON DELETE CASCADE,
  date     date NOT NULL,
  meal     text NOT NULL REFERENCES meals,
  place    int NOT NULL CHECK (place >= 0), -- the order in which a day shows them
  portions int CHECK (portions >= 0),       -- how many are cooked; empty when as many as are ordered
  PRIMARY KEY (date, meal),
  CONSTRAINT planned_in_its_week CHECK (date - week BETWEEN 0 AND 4)
);
CREATE INDEX planned_meals_of_week ON planned_meals (week);
CREATE INDEX planned_meals_of_meal ON planned_meals (meal, date);

-- Portions that changes of orders want beyond what their days have, while somebody pays for them.
CREATE VIEW amendment_wants AS
SELECT a.id AS amendment_id, o.week, (day->>'date')::date AS date, i.meal::text AS meal, sum(i.qty)::int AS qty
FROM amendments a JOIN orders o ON o.id = a.order_id CROSS JOIN LATERAL jsonb_array_elements(a.quote->'days') day
CROSS JOIN LATERAL (
  SELECT x->>'meal' AS meal, (x->>'qty')::int AS qty FROM jsonb_array_elements(day->'after'->'items') x
  UNION ALL SELECT x->>'meal', -(x->>'qty')::int FROM jsonb_array_elements(day->'before'->'items') x
) i
WHERE a.status IN ('Initiated', 'Payment Pending')
GROUP BY a.id, o.week, day->>'date', i.meal HAVING sum(i.qty) > 0;

-- What is on the menus already is in the book.
INSERT INTO meals (id, code, body, new_until, changed_at)
SELECT DISTINCT ON (m->>'id') m->>'id', lower(m->>'id'), m - 'id' - 'new', max(c.week) FILTER (WHERE m->'new' = 'true') OVER (PARTITION BY m->>'id'), n.published_at
FROM menus_current c JOIN menus n USING (week, hash) CROSS JOIN LATERAL jsonb_array_elements(convert_from(n.body, 'UTF8')::jsonb->'meals') m
WHERE m->>'id' ~ '^[0-9A-Z]{26}$' ORDER BY m->>'id', c.week DESC;
