-- +goose Up
-- A company's own sign-in by OpenID Connect. secret is sealed. tried_at: an admin went through it with these settings; whoever changes
-- them tries again before it can be on.
CREATE TABLE sign_ons (
  company_id text PRIMARY KEY REFERENCES companies,
  issuer     text NOT NULL,
  client_id  text NOT NULL,
  secret     bytea NOT NULL,
  changed_at timestamptz NOT NULL,
  tried_at   timestamptz,
  on_at      timestamptz CHECK (on_at IS NULL OR tried_at IS NOT NULL),
  only_it    boolean NOT NULL DEFAULT false CHECK (NOT only_it OR on_at IS NOT NULL)
);

-- A mail domain whose owner showed, by a DNS record, that the company speaks for it. It counts while the company also allows it.
CREATE TABLE sign_on_domains (
  domain      text PRIMARY KEY,
  company_id  text NOT NULL REFERENCES companies,
  verified_at timestamptz NOT NULL
);
CREATE INDEX sign_on_domains_by_company ON sign_on_domains (company_id);

-- Somebody was sent to a company's provider. state is the SHA-256 of what the provider sends back; profile_id is the admin who tries the
-- settings. subject, email and name are kept only while their owner proves the mailbox.
CREATE TABLE sign_on_attempts (
  state      bytea PRIMARY KEY CHECK (length(state) = 32),
  company_id text NOT NULL REFERENCES companies ON DELETE CASCADE,
  browser    bytea NOT NULL CHECK (length(browser) = 32),
  profile_id text REFERENCES profiles,
  issuer     text NOT NULL,
  client_id  text NOT NULL,
  nonce      text NOT NULL,
  verifier   text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  subject    text,
  email      text,
  name       text
);
CREATE INDEX sign_on_attempts_by_end ON sign_on_attempts (expires_at);

-- Whom a provider means by a subject. The address that it names may change; this does not.
CREATE TABLE sign_on_subjects (
  company_id text NOT NULL REFERENCES companies,
  issuer     text NOT NULL,
  subject    text NOT NULL,
  profile_id text NOT NULL REFERENCES profiles,
  linked_at  timestamptz NOT NULL,
  PRIMARY KEY (company_id, issuer, subject)
);
CREATE UNIQUE INDEX sign_on_subjects_one_per_profile ON sign_on_subjects (profile_id, issuer);

ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check,
  ADD CONSTRAINT challenges_purpose_check
    CHECK (purpose IN ('sign-in', 'reset', 'register', 'operator', 'factor', 'sign-on')) NOT VALID;

-- The company with whose own sign-in people of a mail domain go on.
CREATE VIEW sign_ons_of_domains AS
SELECT d.domain, s.company_id, c.name, s.only_it FROM sign_on_domains d
JOIN sign_ons s ON s.company_id = d.company_id AND s.on_at IS NOT NULL
JOIN companies c ON c.id = s.company_id AND c.status = 'Active' AND d.domain = ANY(c.allowed_domains);
