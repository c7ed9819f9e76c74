-- +goose Up
-- Who did what to whom, for ever: acts of a company's admins and of the lunch company's own people. Names and addresses of people
-- stand in their own tables, so that whoever is erased is erased here as well.
CREATE TABLE acts (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  at         timestamptz NOT NULL,
  profile_id text REFERENCES profiles,  -- who; none when the house did it by itself
  company_id text REFERENCES companies, -- whose wall it happened behind; none for what concerns no company
  kind       text NOT NULL CHECK (kind <> ''),
  subject    text NOT NULL,             -- the id of what it was done to
  before     jsonb,
  after      jsonb,
  note       text NOT NULL DEFAULT ''
);
CREATE INDEX acts_by_company ON acts (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX acts_by_subject ON acts (subject, id);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON acts EXECUTE FUNCTION never_changed();

CREATE TABLE departments (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  company_id text NOT NULL REFERENCES companies,
  name       text NOT NULL CHECK (name <> ''),
  created_at timestamptz NOT NULL,
  UNIQUE (company_id, id)
);
CREATE UNIQUE INDEX departments_one_per_name ON departments (company_id, lower(name));

-- Whoever is removed is Suspended for good: their orders and their money stay in the books, and an invitation takes them in again.
ALTER TABLE profiles
  ADD COLUMN department_id text,
  ADD COLUMN invited_at    timestamptz, -- when an admin last wrote to them
  ADD COLUMN removed_at    timestamptz,
  ADD CONSTRAINT profiles_department FOREIGN KEY (company_id, department_id) REFERENCES departments (company_id, id) ON DELETE SET NULL (department_id),
  ADD CONSTRAINT profiles_removed_are_out CHECK (removed_at IS NULL OR status = 'Suspended');
CREATE INDEX profiles_by_department ON profiles (department_id) WHERE department_id IS NOT NULL;
UPDATE profiles SET invited_at = created_at WHERE status = 'Invited';
CREATE INDEX sessions_by_profile ON sessions (profile_id);
