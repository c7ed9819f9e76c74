-- +goose Up
-- Codes for tills whose owner blocked them: none is given out while frozen_at is set, and those made before good_from buy nothing by
-- themselves.
CREATE TABLE counter_freezes (
  profile_id text PRIMARY KEY REFERENCES profiles,
  frozen_at  timestamptz,
  good_from  timestamptz NOT NULL
);
CREATE INDEX counter_freezes_by_time ON counter_freezes (good_from);

-- Purchases of which the buyer says that somebody else made them. An operator takes the sale back, or finds it right.
CREATE TABLE counter_disputes (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  sale_id    text NOT NULL CONSTRAINT counter_disputes_one_per_sale UNIQUE REFERENCES counter_sales,
  profile_id text NOT NULL REFERENCES profiles,
  opened_at  timestamptz NOT NULL,
  outcome    text CHECK (outcome IN ('reversed', 'rejected')),
  decided_at timestamptz,
  decided_by text REFERENCES profiles,
  note       text NOT NULL DEFAULT '',
  CHECK (num_nonnulls(outcome, decided_at, decided_by) IN (0, 3))
);
CREATE INDEX counter_disputes_waiting ON counter_disputes (opened_at) WHERE outcome IS NULL;
CREATE INDEX counter_disputes_by_profile ON counter_disputes (profile_id);
