-- +goose Up
-- One attempt to take money for one purpose.
CREATE TABLE attempts (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  purpose    text NOT NULL CHECK (purpose IN ('order', 'amendment', 'topup', 'invoice')),
  subject_id text NOT NULL,
  profile_id text NOT NULL REFERENCES profiles,
  company_id text NOT NULL REFERENCES companies,
  reference  text NOT NULL CONSTRAINT attempts_one_per_reference UNIQUE,
  amount     bigint NOT NULL CHECK (amount > 0),
  currency   text NOT NULL DEFAULT 'AED' CHECK (currency = 'AED'),
  email      text NOT NULL,
  status     text NOT NULL CHECK (status IN ('open', 'paid', 'failed')),
  reason     text NOT NULL DEFAULT '',
  fort_id    text CONSTRAINT attempts_one_per_capture UNIQUE,
  card       text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  settled_at timestamptz
);
CREATE UNIQUE INDEX attempts_one_open ON attempts (purpose, subject_id) WHERE status = 'open';
CREATE INDEX attempts_by_subject ON attempts (subject_id);

-- What the provider said, once each, without card data or personal data.
CREATE TABLE payment_events (
  id            text PRIMARY KEY CHECK (length(id) = 26),
  identity      bytea NOT NULL CONSTRAINT payment_events_once UNIQUE,
  source        text NOT NULL CHECK (source IN ('return', 'notify', 'check')),
  reference     text NOT NULL,
  fort_id       text NOT NULL DEFAULT '',
  command       text NOT NULL DEFAULT '',
  status        text NOT NULL DEFAULT '',
  response_code text NOT NULL DEFAULT '',
  amount        bigint,
  verified      boolean NOT NULL,
  outcome       text NOT NULL,
  at            timestamptz NOT NULL
);
CREATE INDEX payment_events_by_reference ON payment_events (reference);

-- Money that goes back. id is also the provider's maintenance_reference, so asking twice refunds once.
CREATE TABLE refunds (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  attempt_id text NOT NULL REFERENCES attempts,
  fort_id    text NOT NULL CHECK (fort_id <> ''), -- the capture that is undone
  amount     bigint NOT NULL CHECK (amount > 0),
  cause      text NOT NULL,
  status     text NOT NULL CHECK (status IN ('asked', 'done', 'failed')),
  at         timestamptz NOT NULL,
  done_at    timestamptz,
  CONSTRAINT refunds_once UNIQUE (attempt_id, fort_id)
);
