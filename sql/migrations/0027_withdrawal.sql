-- +goose Up
-- A meal that was taken off a date for everybody. A person who ordered it may swap it free of charge until the date's cut-off. Afterwards
-- what is left of it becomes another meal, or is refunded.
CREATE TABLE withdrawals (
  date        date NOT NULL,
  meal        text NOT NULL,
  instead     text CHECK (instead <> meal), -- what comes when nobody chooses; empty when it is paid back
  reason      text NOT NULL,
  until       timestamptz NOT NULL,         -- the date's cut-off
  n           int NOT NULL DEFAULT 0,       -- grows when something else comes instead, so that people are told again
  people      int NOT NULL CHECK (people >= 0), -- who had ordered it by then, and how many portions
  meals       int NOT NULL CHECK (meals >= 0),
  at          timestamptz NOT NULL,
  operator_id text NOT NULL REFERENCES profiles,
  PRIMARY KEY (date, meal)
);

-- Whose lunch held it when they were told, how many portions, and what it was called. Each is told once of each n.
CREATE TABLE withdrawals_told (
  delivery_id text NOT NULL REFERENCES deliveries,
  date        date NOT NULL,
  meal        text NOT NULL,
  n           int NOT NULL,
  name        text NOT NULL,
  qty         int NOT NULL CHECK (qty > 0),
  at          timestamptz NOT NULL,
  PRIMARY KEY (delivery_id, meal, n),
  FOREIGN KEY (date, meal) REFERENCES withdrawals
);

-- A change that nobody asked for: withdrawn meals were taken out of an order.
ALTER TABLE amendments ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;

-- The withdrawn meal that these portions came in for, at its price. The same meal may stand beside it at a price of its own.
ALTER TABLE order_lines ADD COLUMN instead_of text NOT NULL DEFAULT '';
ALTER TABLE order_lines DROP CONSTRAINT order_lines_pkey;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_pkey PRIMARY KEY (delivery_id, meal, instead_of);

-- What orders want cooked. A withdrawn meal is not, also while its order still says so; what was on a table already, or was missing
-- there, was.
CREATE VIEW to_cook AS
SELECT d.delivery_date, d.id AS delivery_id, d.address_id, l.meal, l.name, sum(l.qty)::int AS qty
FROM deliveries d JOIN orders o ON o.id = d.order_id JOIN order_lines l ON l.delivery_id = d.id
WHERE d.live AND o.status IN ('Confirmed', 'Completed') AND NOT EXISTS (SELECT FROM withdrawals w WHERE w.date = d.delivery_date AND w.meal = l.meal
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id AND s.meal = l.meal AND s.at < w.at))
GROUP BY d.delivery_date, d.id, d.address_id, l.meal, l.name;
