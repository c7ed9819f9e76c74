-- +goose Up
-- The provider's answer to the last refund request. A refund is made another way only after the provider has declined it.
ALTER TABLE refunds
  ADD COLUMN declined_at timestamptz, -- it said no; empty while an answer to the last asking is not here
  ADD COLUMN unclear_at  timestamptz; -- when one was asked for again of which an answer was still missing

-- What operators read in the provider's back office about a payment that it leaves open.
ALTER TABLE payment_events DROP CONSTRAINT payment_events_source_check;
ALTER TABLE payment_events ADD CONSTRAINT payment_events_source_check CHECK (source IN ('return', 'notify', 'check', 'operator'));
CREATE INDEX payment_events_of_operators ON payment_events (reference) WHERE source = 'operator';

ALTER TABLE cases_closed DROP CONSTRAINT cases_closed_kind_check;
ALTER TABLE cases_closed ADD CONSTRAINT cases_closed_kind_check CHECK (kind IN ('change', 'refund', 'attempt', 'job', 'letter', 'copy'));

-- Where somebody is signed in, as they read it, and whose session a device spoke with last: both end together.
ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN session_id bytea;
CREATE INDEX devices_by_session ON devices (session_id) WHERE session_id IS NOT NULL;
