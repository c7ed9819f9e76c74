-- +goose Up
-- What e-invoices say of a company beside its name, TRN and address: its Emirate and what registers it. Empty until somebody fills it in.
ALTER TABLE companies ADD COLUMN registration jsonb NOT NULL DEFAULT '{}';

-- Documents as UBL, made once, when all that they must say is known; from then on each stays what it is.
CREATE TABLE einvoices (
  invoice_id text PRIMARY KEY REFERENCES invoices,
  company_id text NOT NULL REFERENCES companies,
  uuid       text NOT NULL UNIQUE CHECK (length(uuid) = 36),
  xml        text NOT NULL,
  made_at    timestamptz NOT NULL
);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON einvoices EXECUTE FUNCTION never_changed();

-- What an operator sets for all e-invoices.
ALTER TABLE settings DROP CONSTRAINT settings_name_check,
  ADD CONSTRAINT settings_name_check CHECK (name IN ('phone', 'whatsapp', 'instagram', 'linkedin', 'hello_from', 'hello_until',
    'share_type', 'share_value', 'share_cap', 'share_duration', 'einvoice_emirate', 'einvoice_kind', 'einvoice_number', 'einvoice_issuer',
    'einvoice_flags'));
