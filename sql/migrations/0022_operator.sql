-- +goose Up
-- What one of the lunch company's own staff may do: the kitchen cooks and hands over, support looks after people, companies and
-- money, a manager may all of it.
ALTER TABLE profiles ADD COLUMN operator_role text CHECK (operator_role IN ('kitchen', 'support', 'manager'));
UPDATE profiles SET operator_role = 'manager' WHERE client_type = 'Operator';
ALTER TABLE profiles ADD CONSTRAINT profiles_operators_have_a_role CHECK ((client_type = 'Operator') = (operator_role IS NOT NULL));

-- When an operator put somebody on hold: only an operator lets them in again, whatever their company wants.
ALTER TABLE profiles ADD COLUMN held_at timestamptz;

-- A code that an operator types beside the password.
ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check,
  ADD CONSTRAINT challenges_purpose_check CHECK (purpose IN ('sign-in', 'reset', 'register', 'operator'));

-- Why a company was turned down or suspended. Whoever was turned down has taken no tax number.
ALTER TABLE companies DROP CONSTRAINT companies_status_check,
  ADD CONSTRAINT companies_status_check CHECK (status IN ('Pending', 'Active', 'Suspended', 'Rejected')),
  ADD COLUMN status_note text NOT NULL DEFAULT '';
DROP INDEX companies_one_per_trn;
CREATE UNIQUE INDEX companies_one_per_trn ON companies (trn) WHERE status IN ('Active', 'Suspended');
CREATE INDEX companies_by_status ON companies (status, id);

-- Money that an operator gave out of good will; the ledger has it under the same id.
CREATE TABLE credits (
  id          text PRIMARY KEY CHECK (length(id) = 26), -- made by the operator's device: pressed twice it is one credit
  profile_id  text NOT NULL REFERENCES profiles,
  operator_id text NOT NULL REFERENCES profiles,
  amount      bigint NOT NULL CHECK (amount > 0),
  reason      text NOT NULL CHECK (reason <> ''),
  at          timestamptz NOT NULL
);
CREATE INDEX credits_by_operator ON credits (operator_id, at);
CREATE INDEX credits_by_profile ON credits (profile_id, at);

-- What somebody looked at and need not look at again: kind says of what, id is that thing's.
CREATE TABLE cases_closed (
  kind        text NOT NULL CHECK (kind IN ('change', 'refund', 'job', 'letter', 'copy')),
  id          text NOT NULL,
  operator_id text NOT NULL REFERENCES profiles,
  note        text NOT NULL CHECK (note <> ''),
  at          timestamptz NOT NULL,
  PRIMARY KEY (kind, id)
);

-- What operators set and the app shows. A setting without a row has the value of the server's configuration.
CREATE TABLE settings (
  name  text PRIMARY KEY CHECK (name IN ('phone', 'whatsapp', 'instagram', 'linkedin', 'hello_from', 'hello_until')),
  value text NOT NULL
);

CREATE INDEX attempts_by_age ON attempts (created_at DESC, id DESC);
