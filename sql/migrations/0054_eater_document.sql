-- +goose Up
-- The last number given in a year. The row is locked until the documents that have its numbers are committed, so no number is missing.
CREATE TABLE eater_document_series (
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit')),
  year int NOT NULL,
  last int NOT NULL CHECK (last > 0),
  PRIMARY KEY (kind, year)
);

-- Tax invoices for what eaters pay themselves, and credit notes for what they get back. Nothing of them ever changes. Amounts of credit
-- notes are positive as well. source says what kind of thing source_id is: an order, an amendment, a sale at a counter, a sale that was
-- undone (void) or a shortfall (missing). about_id is the order or the sale. The eater's name stands with the person.
CREATE TABLE eater_documents (
  id           text PRIMARY KEY CHECK (length(id) = 26),
  kind         text NOT NULL CHECK (kind IN ('invoice', 'credit')),
  number       text NOT NULL CONSTRAINT eater_documents_one_per_number UNIQUE,
  profile_id   text NOT NULL REFERENCES profiles,
  company_id   text NOT NULL REFERENCES companies,
  source       text NOT NULL CHECK (source IN ('order', 'amendment', 'sale', 'void', 'missing')),
  source_id    text NOT NULL,
  about_id     text NOT NULL,
  credits      text NOT NULL DEFAULT '', -- the numbers of the invoices that a credit note takes back from
  issued_at    timestamptz NOT NULL,
  issued_on    date NOT NULL,
  supply_from  date NOT NULL,
  supply_until date NOT NULL CHECK (supply_until >= supply_from),
  seller       jsonb NOT NULL, -- as it was then
  lines        jsonb NOT NULL,
  net_amount   bigint NOT NULL,
  vat_amount   bigint NOT NULL,
  total_amount bigint NOT NULL CHECK (total_amount > 0 AND net_amount + vat_amount = total_amount),
  CONSTRAINT eater_documents_one_per_source UNIQUE (source, source_id),
  CHECK ((kind = 'credit') = (credits <> ''))
);
CREATE INDEX eater_documents_by_subject ON eater_documents (about_id, id);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON eater_documents EXECUTE FUNCTION never_changed();

-- What was posted and has no document yet. Whoever posts it writes this with it, whatever part of the server it is; the row goes when the
-- document is there, or when none is needed because no eater paid any of it.
CREATE TABLE eater_documents_due (
  source    text NOT NULL,
  source_id text NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (source, source_id)
);
CREATE INDEX eater_documents_due_by_time ON eater_documents_due (at, source_id);

-- +goose StatementBegin
CREATE FUNCTION eater_document_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'shortfalls' THEN
    INSERT INTO eater_documents_due VALUES ('missing', NEW.id, NEW.at) ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO eater_documents_due
    VALUES (CASE WHEN NEW.cause_type <> 'counter' THEN NEW.cause_type WHEN NEW.kind = 'refund' THEN 'void' ELSE 'sale' END,
      NEW.cause_id, NEW.at)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER eater_document_due AFTER INSERT ON transactions FOR EACH ROW
  WHEN (NEW.cause_type IN ('order', 'amendment', 'counter')) EXECUTE FUNCTION eater_document_due();
CREATE TRIGGER eater_document_due AFTER INSERT ON shortfalls FOR EACH ROW WHEN (NEW.amount > 0) EXECUTE FUNCTION eater_document_due();

-- What was paid and given back before gets its documents too.
INSERT INTO eater_documents_due
SELECT CASE WHEN cause_type <> 'counter' THEN cause_type WHEN kind = 'refund' THEN 'void' ELSE 'sale' END, cause_id, at
FROM transactions WHERE cause_type IN ('order', 'amendment', 'counter')
UNION ALL SELECT 'missing', id, at FROM shortfalls WHERE amount > 0
ON CONFLICT DO NOTHING;
