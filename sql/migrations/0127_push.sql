-- +goose Up
-- Browsers that show notifications (Web Push, RFC 8030): where a push service takes them, and the keys that they are encrypted for. A row
-- belongs to a session and goes with it, so that a browser is told nothing once its person has signed out. stop is the capability that its
-- notifications carry to be switched off without a session.
CREATE TABLE push_devices (
  person_id  text NOT NULL REFERENCES persons ON DELETE CASCADE,
  session_id bytea NOT NULL REFERENCES sessions ON DELETE CASCADE,
  endpoint   text NOT NULL CHECK (endpoint LIKE 'http%' AND length(endpoint) <= 1000),
  p256dh     bytea NOT NULL CHECK (length(p256dh) = 65),
  auth       bytea NOT NULL CHECK (length(auth) = 16),
  stop       bytea NOT NULL CHECK (length(stop) = 16),
  made_at    timestamptz NOT NULL,
  PRIMARY KEY (person_id, session_id)
);
CREATE INDEX push_devices_by_session ON push_devices (session_id);
CREATE INDEX push_devices_by_endpoint ON push_devices (endpoint);
CREATE INDEX push_devices_by_stop ON push_devices (stop);

-- What a person wants to be told by notifications. Without a row it is all kinds, neutral words, and quiet from 21:00 to 07:00. off are the
-- kinds that are not told; quiet_from and quiet_until are minutes of a day in Dubai, both null without quiet hours.
CREATE TABLE push_choices (
  person_id   text PRIMARY KEY REFERENCES persons ON DELETE CASCADE,
  off         text[] NOT NULL DEFAULT '{}' CHECK (off <@ ARRAY['week', 'desk', 'allergen', 'payment', 'till']),
  detail      boolean NOT NULL DEFAULT false,
  quiet_from  int CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until int CHECK (quiet_until BETWEEN 0 AND 1439),
  changed_at  timestamptz NOT NULL,
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
  CHECK (quiet_from <> quiet_until)
);

-- The key by which push services know this installation (VAPID, RFC 8292), made when it is first needed. secret is sealed.
CREATE TABLE push_keys (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  secret  bytea NOT NULL,
  public  bytea NOT NULL CHECK (length(public) = 65),
  made_at timestamptz NOT NULL
);

-- How a message reached its person: by mail (null), as a notification (true), or not at all since no browser of theirs takes any (false).
ALTER TABLE mails ADD COLUMN pushed boolean;
