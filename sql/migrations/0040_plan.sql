-- +goose Up
-- Plans are kept by operators. The version before reads only discount_percentage, which is 0 for a Flat discount.
ALTER TABLE plans
  ADD COLUMN key                text,                     -- of the device that added it; none: shipped
  ADD COLUMN name               text NOT NULL DEFAULT '',
  ADD COLUMN discount_type      text NOT NULL DEFAULT 'Percentage' CHECK (discount_type IN ('Flat', 'Percentage')),
  ADD COLUMN discount_amount    bigint NOT NULL DEFAULT 0 CHECK (discount_amount >= 0),
  ADD COLUMN minimum_day        int NOT NULL DEFAULT 3 CHECK (minimum_day BETWEEN 1 AND 5),
  ADD COLUMN minimum_meal_count int NOT NULL DEFAULT 1 CHECK (minimum_meal_count BETWEEN 1 AND 20),
  ADD COLUMN active_from        date,                     -- offered to new companies from this day on
  ADD COLUMN active_until       date;                     -- and from this day on no longer
UPDATE plans SET name = 'Plan ' || id, discount_amount = discount_percentage;
CREATE UNIQUE INDEX plans_one_per_name ON plans (lower(name)) WHERE name <> '';
CREATE UNIQUE INDEX plans_one_per_key ON plans (key);

-- What a plan becomes on a later day.
CREATE TABLE plan_changes (
  plan_id   int PRIMARY KEY REFERENCES plans ON DELETE CASCADE,
  from_date date NOT NULL,
  terms     jsonb NOT NULL
);
