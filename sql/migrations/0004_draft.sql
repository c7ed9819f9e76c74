-- +goose Up
-- One counter a profile: whatever a device of the profile must learn carries the next number, raised under this
-- row's lock, so that commit order is number order.
CREATE TABLE profile_revs (
  profile_id text PRIMARY KEY REFERENCES profiles,
  rev        bigint NOT NULL
);

CREATE TABLE devices (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  profile_id text NOT NULL REFERENCES profiles,
  last_n     bigint NOT NULL DEFAULT 0,
  last_id    text,
  app        text NOT NULL DEFAULT '',
  revoked_at timestamptz,
  created_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL
);
CREATE INDEX devices_by_profile ON devices (profile_id);

-- What a device said and what became of it, written with the effect. A device that was copied or renumbered says an id
-- again under another number: that row is marked and has no effect.
CREATE TABLE operations (
  device_id  text NOT NULL REFERENCES devices,
  n          bigint NOT NULL,
  profile_id text NOT NULL REFERENCES profiles,
  id         text NOT NULL CHECK (length(id) = 26),
  again      boolean NOT NULL DEFAULT false,
  hash       bytea NOT NULL,
  kind       text NOT NULL,
  code       int NOT NULL CHECK (code BETWEEN 0 AND 4),
  detail     jsonb,
  at         timestamptz NOT NULL,
  PRIMARY KEY (device_id, n)
);
CREATE UNIQUE INDEX operations_once ON operations (profile_id, id) WHERE NOT again;
CREATE INDEX operations_to_trim ON operations (device_id, n) WHERE detail IS NOT NULL;

-- Operations that broke the server and how often; after the third time one is set aside for a person to look at. The payload
-- is text because jsonb refuses some JSON, which may be the very reason.
CREATE TABLE quarantine (
  profile_id text NOT NULL REFERENCES profiles,
  id         text NOT NULL CHECK (length(id) = 26),
  device_id  text NOT NULL,
  n          bigint NOT NULL,
  strikes    int NOT NULL,
  payload    text NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (profile_id, id)
);

-- What a person means to order on a date. set_rev: when the items were written, by by_device; foreign_rev: the newest
-- writing by somebody else before that; rev: the last change of any kind, alternatives included.
CREATE TABLE draft_days (
  profile_id  text NOT NULL REFERENCES profiles,
  date        date NOT NULL,
  rev         bigint NOT NULL,
  set_rev     bigint NOT NULL,
  by_device   text,
  foreign_rev bigint NOT NULL DEFAULT 0,
  items       jsonb NOT NULL,
  address_id  text REFERENCES addresses,
  base        bigint,
  PRIMARY KEY (profile_id, date)
);

-- A late value that was not allowed to overwrite: one a device and day, asked about before payment.
CREATE TABLE draft_alternatives (
  profile_id text NOT NULL,
  date       date NOT NULL,
  device_id  text NOT NULL,
  rev        bigint NOT NULL,
  items      jsonb NOT NULL,
  address_id text REFERENCES addresses,
  PRIMARY KEY (profile_id, date, device_id),
  FOREIGN KEY (profile_id, date) REFERENCES draft_days ON DELETE CASCADE
);
