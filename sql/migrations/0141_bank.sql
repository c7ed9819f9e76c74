-- +goose Up
-- What a bank exported of the lunch company's account. hash is of the file, so that it is kept once.
CREATE TABLE bank_statements (
  id      text PRIMARY KEY CHECK (length(id) = 26),
  name    text NOT NULL CHECK (length(name) <= 120),
  format  text NOT NULL CHECK (format IN ('camt', 'csv')),
  hash    text NOT NULL CONSTRAINT bank_statements_once UNIQUE,
  known   int NOT NULL CHECK (known >= 0),   -- lines that another statement had brought before
  pending int NOT NULL CHECK (pending >= 0), -- entries that the bank had not booked yet
  made_by text NOT NULL REFERENCES profiles,
  at      timestamptz NOT NULL
);

-- Movements of the account, each once whatever statement it comes with. amount is in hundredths of its currency, below zero what went out.
-- Only state and who decided it ever change.
CREATE TABLE bank_lines (
  id           text PRIMARY KEY CHECK (length(id) = 26),
  statement_id text NOT NULL REFERENCES bank_statements,
  n            int NOT NULL CHECK (n > 0),
  account      text NOT NULL CHECK (account <> ''),
  key          text NOT NULL CONSTRAINT bank_lines_once UNIQUE,
  booked_on    date NOT NULL,
  amount       bigint NOT NULL CHECK (amount <> 0),
  currency     text NOT NULL,
  payer        text NOT NULL,
  text         text NOT NULL,
  reference    text NOT NULL CHECK (length(reference) <= 80),
  reversal     boolean NOT NULL,
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'booked', 'aside')),
  decided_by   text REFERENCES profiles,
  decided_at   timestamptz,
  CONSTRAINT bank_lines_one_per_place UNIQUE (statement_id, n),
  CHECK ((state = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (state <> 'booked' OR amount > 0 AND currency = 'AED' AND NOT reversal)
);
CREATE INDEX bank_lines_booked ON bank_lines (booked_on, amount) WHERE state = 'booked';
CREATE INDEX bank_lines_decided_by ON bank_lines (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX bank_statements_made_by ON bank_statements (made_by);

-- The payments of invoices that a booked line became.
CREATE TABLE bank_bookings (
  company_id text NOT NULL REFERENCES companies,
  invoice_id text NOT NULL,
  line_id    text NOT NULL REFERENCES bank_lines,
  payment_id text NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (company_id, invoice_id, line_id),
  CONSTRAINT bank_bookings_once UNIQUE (company_id, payment_id),
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id)
);
CREATE INDEX bank_bookings_of_line ON bank_bookings (line_id);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_bookings EXECUTE FUNCTION never_changed();

-- The columns of each bank's tables, under the bank's name in lower case. headings tell the next table of the same bank.
CREATE TABLE bank_layouts (
  id       text PRIMARY KEY CHECK (id <> '' AND length(id) <= 60),
  bank     text NOT NULL,
  headings text[] NOT NULL,
  columns  jsonb NOT NULL,
  at       timestamptz NOT NULL
);
