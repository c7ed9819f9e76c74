-- +goose Up
-- Where a company wants to be told of events. secret is sealed: the key that signs, or the whole address of a Slack or Teams channel, of
-- which url is the part that may be shown. before signs beside it until before_until. failing_at is the first failure since the last success.
CREATE TABLE webhooks (
  id           text NOT NULL CHECK (length(id) = 26),
  company_id   text NOT NULL REFERENCES companies,
  style        text NOT NULL CHECK (style IN ('standard', 'slack', 'teams')),
  url          text NOT NULL,
  kinds        text[] NOT NULL CHECK (kinds <> '{}'),
  language     text NOT NULL CHECK (language IN ('en', 'ar')),
  secret       bytea NOT NULL,
  before       bytea,
  before_until timestamptz,
  made_by      text NOT NULL,
  created_at   timestamptz NOT NULL,
  failing_at   timestamptz,
  disabled_at  timestamptz,
  disabled_for text CHECK (disabled_for IN ('admin', 'failing', 'gone')),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, made_by) REFERENCES profiles (company_id, id),
  CHECK ((disabled_at IS NULL) = (disabled_for IS NULL)),
  CHECK ((before IS NULL) = (before_until IS NULL))
);
CREATE INDEX webhooks_by_maker ON webhooks (made_by);

-- How far a company's events were looked for: in time, and in ids of what has them in its order. What lies shortly before is read again.
CREATE TABLE webhook_marks (
  company_id text PRIMARY KEY REFERENCES companies,
  at         timestamptz NOT NULL,
  id         text NOT NULL CHECK (length(id) = 26)
);

-- What happened, once for each key.
CREATE TABLE webhook_events (
  id         text NOT NULL CHECK (length(id) = 26),
  company_id text NOT NULL REFERENCES companies,
  kind       text NOT NULL,
  key        text NOT NULL,
  at         timestamptz NOT NULL,
  data       jsonb NOT NULL,
  made_at    timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, key)
);
CREATE INDEX webhook_events_by_age ON webhook_events (made_at);

-- An event on its way to a webhook. tries counts since it was last asked for; attempts are the newest, as they went.
CREATE TABLE webhook_deliveries (
  company_id text NOT NULL REFERENCES companies,
  webhook_id text NOT NULL,
  event_id   text NOT NULL,
  state      text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'held')),
  tries      int NOT NULL DEFAULT 0,
  next_at    timestamptz NOT NULL,
  attempts   jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (company_id, webhook_id, event_id),
  FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, event_id) REFERENCES webhook_events (company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (company_id, next_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (company_id, event_id);
