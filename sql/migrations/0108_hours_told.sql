-- +goose Up
-- Whose lunch comes at other times since a season was set, moved or removed: the times that they know, of which window. n counts what they
-- were told; due is true until a letter is planned.
CREATE TABLE hours_told (
  company_id  text NOT NULL REFERENCES companies,
  delivery_id text NOT NULL,
  date        date NOT NULL,
  window_id   text NOT NULL REFERENCES area_timings,
  from_time   text NOT NULL,
  until_time  text NOT NULL,
  n           int NOT NULL DEFAULT 0,
  due         boolean NOT NULL DEFAULT true,
  PRIMARY KEY (company_id, delivery_id)
);
CREATE INDEX hours_told_due ON hours_told (date) WHERE due;

-- Whose lunch comes at other times than they know. One that moved to another window, was brought, or comes on a closed day is not among them.
CREATE VIEW hours_untold AS
SELECT h.company_id, h.delivery_id, h.n, d.profile_id, d.delivery_date AS date, w.from_time, w.until_time
FROM hours_told h
JOIN deliveries d ON d.id = h.delivery_id AND d.company_id = h.company_id AND d.live
JOIN orders o ON o.id = d.order_id AND o.company_id = d.company_id AND o.status = 'Confirmed'
JOIN addresses a ON a.id = d.address_id AND a.company_id = d.company_id AND a.area_timing_id = h.window_id
CROSS JOIN LATERAL window_on(h.window_id, d.delivery_date) AS w (from_time, until_time, open)
WHERE (w.from_time, w.until_time) <> (h.from_time, h.until_time)
  AND NOT EXISTS (SELECT FROM closed_days c WHERE c.date = d.delivery_date)
  AND NOT EXISTS (SELECT FROM handovers x WHERE x.delivery_id = d.id) AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id);
