-- +goose Up
-- What is due of each invoice, kept by whatever changes it: below zero when more came than it is worth now. The view invoice_balances says
-- the same, counted.
CREATE TABLE invoice_dues (
  invoice_id text PRIMARY KEY REFERENCES invoices,
  company_id text NOT NULL REFERENCES companies,
  due_on     date NOT NULL,
  due        bigint NOT NULL
);
CREATE INDEX invoice_dues_open ON invoice_dues (company_id, due_on) WHERE due <> 0;
INSERT INTO invoice_dues (invoice_id, company_id, due_on, due) SELECT id, company_id, due_on, due FROM invoice_balances;

-- +goose StatementBegin
CREATE FUNCTION invoice_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'invoices' THEN
      INSERT INTO invoice_dues (invoice_id, company_id, due_on, due) SELECT NEW.id, NEW.company_id, NEW.due_on, NEW.total_amount WHERE NEW.kind = 'invoice';
      UPDATE invoice_dues SET due = due - NEW.total_amount WHERE invoice_id = NEW.credits_id;
    WHEN 'invoice_payments' THEN
      UPDATE invoice_dues SET due = due - NEW.amount WHERE invoice_id = NEW.invoice_id;
    ELSE
      UPDATE invoice_dues SET due = due + CASE invoice_id WHEN NEW.from_id THEN NEW.amount ELSE -NEW.amount END WHERE invoice_id IN (NEW.from_id, NEW.to_id);
  END CASE;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER invoice_due AFTER INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION invoice_due();
CREATE TRIGGER invoice_due AFTER INSERT ON invoice_payments FOR EACH ROW EXECUTE FUNCTION invoice_due();
CREATE TRIGGER invoice_due AFTER INSERT ON invoice_setoffs FOR EACH ROW EXECUTE FUNCTION invoice_due();
