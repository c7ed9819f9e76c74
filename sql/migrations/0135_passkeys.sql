-- +goose Up
-- Passkeys (WebAuthn): what a device signs with instead of a password. credential is how the device knows the key, public_key the COSE key.
-- signs is the highest counter that was seen, 0 for devices that do not count. An operator's stands beside their app and signs nobody in
-- alone. stopped_at is since when it is not taken any more, because a copy of it was seen.
CREATE TABLE passkeys (
  person_id  text NOT NULL REFERENCES persons ON DELETE CASCADE,
  id         text NOT NULL CHECK (length(id) = 26),
  operator   boolean NOT NULL,
  credential bytea NOT NULL CHECK (length(credential) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL CHECK (length(public_key) BETWEEN 1 AND 4000),
  signs      bigint NOT NULL CHECK (signs >= 0),
  synced     boolean NOT NULL, -- may be on several devices of its owner, which never changes
  transports text[] NOT NULL,
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  made_at    timestamptz NOT NULL,
  used_at    timestamptz,
  stopped_at timestamptz,
  PRIMARY KEY (person_id, id)
);
CREATE UNIQUE INDEX passkeys_one_per_credential ON passkeys (credential);

ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check,
  ADD CONSTRAINT challenges_purpose_check
    CHECK (purpose IN ('sign-in', 'reset', 'register', 'operator', 'factor', 'sign-on', 'passkey', 'passkey-add', 'passkey-operator'))
    NOT VALID;
