-- +goose Up
-- Browsers in which a person has signed in. device is the SHA-256 of a cookie that outlives sessions and signs nobody in: it only keeps
-- the person's attempts there apart from those of strangers.
CREATE TABLE known_devices (
  person_id text NOT NULL REFERENCES persons,
  device    bytea NOT NULL CHECK (length(device) = 32),
  name      text NOT NULL,
  network   text NOT NULL, -- from where it was last used to sign in
  first_at  timestamptz NOT NULL,
  seen_at   timestamptz NOT NULL,
  PRIMARY KEY (person_id, device)
);
CREATE INDEX known_devices_by_device ON known_devices (device);
CREATE INDEX known_devices_by_network ON known_devices (network, seen_at);

ALTER TABLE sessions ADD COLUMN known_device bytea; -- the browser that it began in

-- How often something was done under a key, and when it may be done again: each time later than the last.
CREATE TABLE paces (
  key      text PRIMARY KEY,
  n        int NOT NULL,
  taken_at timestamptz NOT NULL,
  free_at  timestamptz NOT NULL
);
CREATE INDEX paces_by_end ON paces (free_at);

-- A code that was requested for an address that gets none has a challenge too, so that guessing tells nothing about the address.
ALTER TABLE challenges ALTER COLUMN person_id DROP NOT NULL,
  ADD COLUMN account text, -- keyed hash of the address
  ADD COLUMN used_in bytea; -- the browser's session cookie (hashed) since the code was used
CREATE INDEX challenges_by_browser ON challenges (browser, created_at);
CREATE INDEX challenges_by_use ON challenges (used_in) WHERE used_in IS NOT NULL;

-- The mailbox that an address leads to: mail providers drop what follows a plus sign, and Gmail the dots.
CREATE FUNCTION mailbox_of(email text) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT CASE WHEN split_part(email, '@', 2) IN ('gmail.com', 'googlemail.com')
    THEN replace(regexp_replace(split_part(email, '@', 1), '(.)\+.*$', '\1'), '.', '') || '@gmail.com'
    ELSE regexp_replace(split_part(email, '@', 1), '(.)\+.*$', '\1') || '@' || split_part(email, '@', 2) END
$$;
ALTER TABLE persons ADD COLUMN mailbox text GENERATED ALWAYS AS (mailbox_of(email)) STORED;
CREATE INDEX persons_by_mailbox ON persons (mailbox);
