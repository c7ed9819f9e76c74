-- +goose Up
-- The name under which an admin invited somebody: until they accept, the admin sees that one and not the one of their account, so that
-- inviting an address does not tell whose it is. NULL for invitations by versions before, which show the account's.
ALTER TABLE profiles ADD COLUMN invited_name text;

CREATE FUNCTION member_name(status text, proved_at timestamptz, invited_name text, name text) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT coalesce(CASE WHEN status = 'Invited' OR proved_at IS NULL THEN invited_name END, name)
$$;

-- Whether a registration is nothing but typed: nobody entered the code that was mailed to its address.
CREATE FUNCTION only_typed(status text, proved_at timestamptz) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
  SELECT status = 'Pending' AND proved_at IS NULL
$$;

-- The browsers in which a person was known who has been erased since: each deletes what it kept of them when it asks next.
CREATE TABLE erased_devices (
  person_id text NOT NULL REFERENCES persons,
  device    bytea NOT NULL CHECK (length(device) = 32),
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (device, person_id)
);
