-- +goose Up
CREATE TABLE persons (
  id            text PRIMARY KEY CHECK (length(id) = 26),
  email         text NOT NULL CONSTRAINT persons_one_per_email UNIQUE,
  name          text NOT NULL,
  mobile        text NOT NULL DEFAULT '',
  password_hash text,
  picture       text NOT NULL DEFAULT '',
  created_at    timestamptz NOT NULL
);

CREATE TABLE profiles (
  id          text PRIMARY KEY CHECK (length(id) = 26),
  person_id   text NOT NULL REFERENCES persons,
  company_id  text REFERENCES companies,
  client_type text NOT NULL CHECK (client_type IN ('Admin', 'Employee', 'Cash', 'Operator')),
  status      text NOT NULL CHECK (status IN ('Invited', 'Pending', 'Active', 'Suspended')),
  address_id  text REFERENCES addresses,
  created_at  timestamptz NOT NULL,
  used_at     timestamptz, -- when it was last signed in to
  CONSTRAINT profiles_one_per_company UNIQUE NULLS NOT DISTINCT (person_id, company_id, client_type),
  CHECK ((client_type = 'Operator') = (company_id IS NULL))
);
CREATE INDEX profiles_by_company ON profiles (company_id);

ALTER TABLE addresses ADD CONSTRAINT addresses_profile FOREIGN KEY (profile_id) REFERENCES profiles;

-- The session of record; Redis only caches it. id is the SHA-256 of the cookie, so a copy of this table signs nobody in.
CREATE TABLE sessions (
  id           bytea PRIMARY KEY CHECK (length(id) = 32),
  profile_id   text NOT NULL REFERENCES profiles,
  person_id    text NOT NULL REFERENCES persons,
  created_at   timestamptz NOT NULL,
  seen_at      timestamptz NOT NULL,
  idle_seconds int NOT NULL,
  ends_at      timestamptz NOT NULL
);
CREATE INDEX sessions_by_person ON sessions (person_id);
CREATE INDEX sessions_by_end ON sessions (ends_at);

-- A one-time code that was requested. The code itself is stored nowhere: it is derived from the id with the server's secret.
CREATE TABLE challenges (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  purpose    text NOT NULL CHECK (purpose IN ('sign-in', 'reset')),
  person_id  text NOT NULL REFERENCES persons,
  browser    bytea NOT NULL CHECK (length(browser) = 32),
  tries      int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  voided_at  timestamptz
);
CREATE INDEX challenges_open ON challenges (person_id, created_at);

-- How often something was tried in a window: exact under any number of servers, and kept when Redis is lost.
CREATE TABLE attempts_made (
  key       text NOT NULL,
  window_at timestamptz NOT NULL,
  n         int NOT NULL,
  PRIMARY KEY (key, window_at)
);
CREATE INDEX attempts_made_by_window ON attempts_made (window_at);
