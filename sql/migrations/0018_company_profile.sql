-- +goose Up
-- Whom the lunch company asks when something concerns the whole company.
ALTER TABLE companies
  ADD COLUMN contact_name  text NOT NULL DEFAULT '',
  ADD COLUMN contact_email text NOT NULL DEFAULT '',
  ADD COLUMN contact_phone text NOT NULL DEFAULT '';

-- A place that nobody can choose any more; what was ordered to it keeps it.
ALTER TABLE addresses ADD COLUMN retired_at timestamptz;

-- The result of a company's monthly tier review, once per month.
CREATE TABLE tier_reviews (
  company_id text NOT NULL REFERENCES companies,
  month      date NOT NULL CHECK (extract(day FROM month) = 1),
  people     int NOT NULL CHECK (people >= 0), -- Active on that day
  was        int REFERENCES plans,             -- none: no plan
  became     int REFERENCES plans,
  outcome    text NOT NULL CHECK (outcome IN ('kept', 'rose', 'warned', 'fell')),
  at         timestamptz NOT NULL,
  PRIMARY KEY (company_id, month),
  CHECK ((outcome IN ('kept', 'warned')) = (was IS NOT DISTINCT FROM became))
);
