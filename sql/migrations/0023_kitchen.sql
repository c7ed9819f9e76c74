-- +goose Up
-- What the kitchen cooks for a date: the orders as they stood when it was frozen (n = 0), then numbered deltas. The totals are those
-- after a run; mark names its whole content in a few letters, so that two printouts can be told apart.
CREATE TABLE runs (
  date     date NOT NULL,
  n        int NOT NULL CHECK (n >= 0),
  taken_at timestamptz NOT NULL,
  meals    int NOT NULL CHECK (meals >= 0),  -- portions
  people   int NOT NULL CHECK (people >= 0), -- deliveries
  places   int NOT NULL CHECK (places >= 0), -- addresses
  mark     text NOT NULL,
  PRIMARY KEY (date, n)
);

-- What a run adds (or takes away, below zero). The sum over a date's runs is what is cooked.
CREATE TABLE run_lines (
  date        date NOT NULL,
  n           int NOT NULL,
  delivery_id text NOT NULL REFERENCES deliveries,
  address_id  text NOT NULL REFERENCES addresses,
  meal        text NOT NULL,
  name        text NOT NULL,
  qty         int NOT NULL CHECK (qty <> 0),
  PRIMARY KEY (date, delivery_id, address_id, meal, name, n),
  FOREIGN KEY (date, n) REFERENCES runs
);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON runs EXECUTE FUNCTION never_changed();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON run_lines EXECUTE FUNCTION never_changed();
CREATE INDEX deliveries_by_date ON deliveries (delivery_date) WHERE live;

-- A day's lunch that came into somebody's hands. The id is made by the device that scanned it, which may have been offline.
CREATE TABLE handovers (
  delivery_id text PRIMARY KEY REFERENCES deliveries,
  id          text NOT NULL UNIQUE CHECK (length(id) = 26),
  at          timestamptz NOT NULL, -- by the device's clock, never in the future
  received_at timestamptz NOT NULL,
  operator_id text NOT NULL REFERENCES profiles
);

-- Marks by the ids that devices gave them: one that was taken back does not return when a device sends it again.
CREATE TABLE handover_marks (
  id          text PRIMARY KEY CHECK (length(id) = 26),
  delivery_id text NOT NULL REFERENCES deliveries,
  at          timestamptz NOT NULL
);

-- Portions that were missing or no good. amount went into the eater's wallet as a credit of the same id; company_amount is the
-- company's part of their price.
CREATE TABLE shortfalls (
  id             text PRIMARY KEY CHECK (length(id) = 26),
  delivery_id    text NOT NULL REFERENCES deliveries,
  meal           text NOT NULL,
  qty            int NOT NULL CHECK (qty > 0),
  kind           text NOT NULL CHECK (kind IN ('missing', 'failed')),
  note           text NOT NULL DEFAULT '',
  amount         bigint NOT NULL CHECK (amount >= 0),
  company_amount bigint NOT NULL CHECK (company_amount >= 0),
  at             timestamptz NOT NULL,
  operator_id    text NOT NULL REFERENCES profiles
);
CREATE INDEX shortfalls_by_delivery ON shortfalls (delivery_id);

-- Whether a person lets what they avoid be printed on their own labels. It says something about their health: only who wants it.
ALTER TABLE persons ADD COLUMN label_avoids boolean NOT NULL DEFAULT false;
