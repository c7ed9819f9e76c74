-- +goose Up
-- The accounts of the lunch company's own books to which its ledger goes, by the ledger's kind. A kind without a row has the usual account.
CREATE TABLE accounting_accounts (
  kind text PRIMARY KEY CHECK (kind IN ('wallet', 'card', 'sales', 'company', 'operator', 'cash', 'terminal', 'receivable', 'bank', 'vat')),
  code text NOT NULL CHECK (code <> ''),
  name text NOT NULL CHECK (name <> '')
);

-- Months whose books are closed, one after the other. Totals is what the ledger moved on each kind of account, vat the output VAT of each kind
-- of document and rate that the month's journal has, and accounts those that it names. A later month corrects it, this one never changes.
CREATE TABLE accounting_months (
  month     date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  totals    jsonb NOT NULL,
  vat       jsonb NOT NULL,
  accounts  jsonb NOT NULL,
  closed_at timestamptz NOT NULL,
  closed_by text NOT NULL REFERENCES profiles
);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON accounting_months EXECUTE FUNCTION never_changed();
