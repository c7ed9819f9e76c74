-- +goose Up
-- What became of each e-invoice that is sent to the accredited provider. next_at is when it is sent, or asked about, the next time; without
-- it nothing more happens by itself. tries counts requests since the state last changed.
CREATE TABLE einvoice_transmissions (
  company_id  text NOT NULL REFERENCES companies,
  invoice_id  text NOT NULL,
  state       text NOT NULL CHECK (state IN ('waiting', 'incomplete', 'accepted', 'delivered', 'rejected', 'stopped')),
  tries       int NOT NULL DEFAULT 0,
  next_at     timestamptz,
  provider_id text NOT NULL DEFAULT '' CHECK (length(provider_id) <= 200),
  message     text NOT NULL DEFAULT '' CHECK (length(message) <= 500),
  changed_at  timestamptz NOT NULL,
  PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT einvoice_transmissions_invoice_of_company FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id),
  CHECK (state IN ('waiting', 'incomplete', 'accepted') OR next_at IS NULL),
  CHECK (state NOT IN ('accepted', 'delivered') OR provider_id <> '')
);
CREATE INDEX einvoice_transmissions_due ON einvoice_transmissions (next_at) WHERE next_at IS NOT NULL;
-- What an operator looks after.
CREATE INDEX einvoice_transmissions_stuck ON einvoice_transmissions (changed_at) WHERE state IN ('incomplete', 'rejected', 'stopped');
