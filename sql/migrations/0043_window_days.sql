-- +goose Up
-- On which weekdays a window delivers, Monday is 1, and how many deliveries it takes a day; null is no limit. The version before gives
-- every weekday and no limit.
ALTER TABLE area_timings ADD COLUMN weekdays int[] NOT NULL DEFAULT '{1,2,3,4,5}' CHECK (cardinality(weekdays) > 0),
  ADD COLUMN capacity int CHECK (capacity > 0);
CREATE INDEX deliveries_by_place ON deliveries (delivery_date, address_id) WHERE live OR held;
