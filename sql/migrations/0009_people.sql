-- +goose Up
ALTER TABLE profiles ADD COLUMN proved_at timestamptz; -- when its person showed for it that the e-mail is theirs
UPDATE profiles SET proved_at = created_at WHERE status IN ('Active', 'Suspended');

ALTER TABLE persons ADD COLUMN erased_at timestamptz; -- when everything that tells who it was was taken away

ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check,
  ADD CONSTRAINT challenges_purpose_check CHECK (purpose IN ('sign-in', 'reset', 'register'));

-- What was typed at a registration. It counts once the challenge's code came back: until then anybody may have typed it.
CREATE TABLE registrations (
  challenge_id   text PRIMARY KEY REFERENCES challenges ON DELETE CASCADE,
  profile_id     text NOT NULL REFERENCES profiles ON DELETE CASCADE,
  name           text NOT NULL,
  mobile         text NOT NULL,
  password_hash  text,
  address_label  text NOT NULL DEFAULT '',
  address_line   text NOT NULL DEFAULT '',
  area_timing_id text REFERENCES area_timings
);
CREATE INDEX registrations_by_profile ON registrations (profile_id);

ALTER TABLE companies
  ADD COLUMN people int CHECK (people > 0), -- how many they said would eat
  ADD COLUMN allowed_domains text[] NOT NULL DEFAULT '{}',
  ADD COLUMN registration_key text UNIQUE,
  ADD COLUMN approved_at timestamptz,
  DROP CONSTRAINT companies_trn_key;
UPDATE companies SET approved_at = created_at WHERE status <> 'Pending';
-- Anybody can type a number at a registration: it is taken when the company is approved.
CREATE UNIQUE INDEX companies_one_per_trn ON companies (trn) WHERE status <> 'Pending';
CREATE UNIQUE INDEX companies_one_for_cash ON companies (company_type) WHERE company_type = 'Cash';
