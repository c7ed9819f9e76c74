-- +goose Up
-- A closed day's name in Arabic, empty where nobody wrote it, and whether its date is only expected: the moon decides, and it may move.
ALTER TABLE closed_days ADD COLUMN name_ar text NOT NULL DEFAULT '', ADD COLUMN expected boolean NOT NULL DEFAULT false;

-- Whose lunch came on a day that was closed, and what they were told last: that nothing is delivered, or that it is delivered after all.
-- n grows with each, so that a newer letter replaces one that waits.
CREATE TABLE closed_days_told (
  delivery_id text PRIMARY KEY REFERENCES deliveries,
  closed      boolean NOT NULL,
  n           int NOT NULL DEFAULT 1,
  at          timestamptz NOT NULL
);

-- A day that an amendment added to an order, for one that was closed. While it is not live, nobody has lunch on it.
ALTER TABLE deliveries ADD COLUMN added boolean NOT NULL DEFAULT false;
