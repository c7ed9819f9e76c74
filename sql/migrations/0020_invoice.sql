-- +goose Up
-- What companies pay of lunches that are theirs to pay: one row for a delivery or a counter sale.
CREATE VIEW company_shares AS
SELECT s.delivery_id AS source_id, s.company_id, s.profile_id, d.delivery_date AS date, s.amount
FROM share_uses s JOIN deliveries d ON d.id = s.delivery_id WHERE s.state = 'used' AND s.amount > 0
UNION ALL
SELECT s.sale_id, s.company_id, s.profile_id, c.day, s.amount
FROM counter_shares s JOIN counter_sales c ON c.id = s.sale_id WHERE s.state = 'used';

-- The last number given in a year. The row is locked until the document that has it is committed, so no number is missing.
CREATE TABLE invoice_series (
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit')),
  year int NOT NULL,
  last int NOT NULL CHECK (last > 0),
  PRIMARY KEY (kind, year)
);

-- Tax invoices and the credit notes that take some of one back. Nothing of them ever changes; what is due is counted. Amounts of
-- credit notes are positive as well. month is the month that was invoiced; lines of it may be about earlier days.
CREATE TABLE invoices (
  id           text PRIMARY KEY CHECK (length(id) = 26),
  kind         text NOT NULL CHECK (kind IN ('invoice', 'credit')),
  number       text NOT NULL CONSTRAINT invoices_one_per_number UNIQUE,
  company_id   text NOT NULL REFERENCES companies,
  month        date NOT NULL CHECK (extract(day FROM month) = 1),
  credits_id   text REFERENCES invoices, -- the invoice that a credit note is about
  issued_on    date NOT NULL,
  due_on       date NOT NULL CHECK (due_on >= issued_on),
  supply_from  date NOT NULL,
  supply_until date NOT NULL CHECK (supply_until BETWEEN supply_from AND issued_on),
  seller       jsonb NOT NULL, -- both as they were on that day
  buyer        jsonb NOT NULL,
  net_amount   bigint NOT NULL,
  vat_amount   bigint NOT NULL CHECK (vat_amount >= 0),
  total_amount bigint NOT NULL CHECK (total_amount > 0 AND net_amount + vat_amount = total_amount),
  created_at   timestamptz NOT NULL,
  CHECK ((kind = 'credit') = (credits_id IS NOT NULL))
);
CREATE UNIQUE INDEX invoices_one_per_month ON invoices (company_id, month) WHERE kind = 'invoice';
CREATE INDEX invoices_by_company ON invoices (company_id, month DESC, id);
CREATE INDEX invoices_by_due ON invoices (due_on) WHERE kind = 'invoice';
CREATE INDEX invoices_credited ON invoices (credits_id) WHERE credits_id IS NOT NULL;

-- One person and day. Names stand with the people, so that whoever is erased is erased here as well.
CREATE TABLE invoice_lines (
  invoice_id   text NOT NULL REFERENCES invoices,
  profile_id   text NOT NULL REFERENCES profiles,
  date         date NOT NULL,
  net_amount   bigint NOT NULL,
  vat_amount   bigint NOT NULL CHECK (vat_amount >= 0),
  total_amount bigint NOT NULL CHECK (total_amount > 0 AND net_amount + vat_amount = total_amount),
  PRIMARY KEY (invoice_id, profile_id, date)
);

-- What a line is made of: so much of the share of one delivery or counter sale.
CREATE TABLE invoice_shares (
  invoice_id text NOT NULL,
  source_id  text NOT NULL,
  profile_id text NOT NULL,
  date       date NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (invoice_id, source_id),
  FOREIGN KEY (invoice_id, profile_id, date) REFERENCES invoice_lines
);
CREATE INDEX invoice_shares_by_source ON invoice_shares (source_id);

-- Money that came for an invoice: by card, or by a transfer that an operator saw at the bank.
CREATE TABLE invoice_payments (
  id          text PRIMARY KEY CHECK (length(id) = 26),
  invoice_id  text NOT NULL REFERENCES invoices,
  company_id  text NOT NULL REFERENCES companies,
  way         text NOT NULL CHECK (way IN ('card', 'transfer')),
  amount      bigint NOT NULL CHECK (amount > 0),
  reference   text NOT NULL CHECK (reference <> ''), -- the attempt's, or the bank's
  paid_on     date NOT NULL,
  recorded_by text REFERENCES profiles,
  at          timestamptz NOT NULL,
  CHECK ((way = 'transfer') = (recorded_by IS NOT NULL)),
  CONSTRAINT invoice_payments_once UNIQUE (invoice_id, way, reference)
);
CREATE INDEX invoice_payments_by_company ON invoice_payments (company_id, at);

-- How every invoice stands: what was credited and paid of it, and what is due; below zero when more came than it is worth now.
CREATE VIEW invoice_standings AS
SELECT i.id, i.number, i.company_id, i.month, i.issued_on, i.due_on, i.total_amount, k.credited, p.paid, p.paid_on, i.total_amount - k.credited - p.paid AS due
FROM invoices i
CROSS JOIN LATERAL (SELECT coalesce(sum(n.total_amount), 0)::bigint AS credited FROM invoices n WHERE n.credits_id = i.id) k
CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount), 0)::bigint AS paid, max(y.paid_on) AS paid_on FROM invoice_payments y WHERE y.invoice_id = i.id) p
WHERE i.kind = 'invoice';

CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices EXECUTE FUNCTION never_changed();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_lines EXECUTE FUNCTION never_changed();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_shares EXECUTE FUNCTION never_changed();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_payments EXECUTE FUNCTION never_changed();

-- Shares that changed, or were first used, after their month was invoiced: the next run credits or invoices the difference.
-- Whoever writes shares also writes this, whatever part of the server it is.
CREATE TABLE invoice_changes (
  source_id  text PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies,
  date       date NOT NULL,
  n          int NOT NULL DEFAULT 1
);
CREATE INDEX invoice_changes_by_company ON invoice_changes (company_id);

-- +goose StatementBegin
CREATE FUNCTION note_invoice_change(source text, company text, day date) RETURNS void LANGUAGE sql AS $$
  -- The row is locked also when it is there: whoever is just taking the change up must see this one, or leave it.
  INSERT INTO invoice_changes (source_id, company_id, date) SELECT source, company, day
  WHERE EXISTS (SELECT FROM invoices i WHERE i.company_id = company AND i.kind = 'invoice' AND i.month >= date_trunc('month', day)::date)
  ON CONFLICT (source_id) DO UPDATE SET n = invoice_changes.n + 1
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION share_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_invoice_change(NEW.delivery_id, NEW.company_id, d.delivery_date) FROM deliveries d WHERE d.id = NEW.delivery_id;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION counter_share_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_invoice_change(NEW.sale_id, NEW.company_id, c.day) FROM counter_sales c WHERE c.id = NEW.sale_id;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER share_inserted AFTER INSERT ON share_uses FOR EACH ROW WHEN (NEW.state = 'used') EXECUTE FUNCTION share_changed();
CREATE TRIGGER share_changed AFTER UPDATE ON share_uses FOR EACH ROW
  WHEN ((OLD.state = 'used' OR NEW.state = 'used') AND (OLD.state, OLD.amount) <> (NEW.state, NEW.amount)) EXECUTE FUNCTION share_changed();
CREATE TRIGGER share_inserted AFTER INSERT ON counter_shares FOR EACH ROW EXECUTE FUNCTION counter_share_changed();
CREATE TRIGGER share_changed AFTER UPDATE ON counter_shares FOR EACH ROW WHEN ((OLD.state, OLD.amount) <> (NEW.state, NEW.amount)) EXECUTE FUNCTION counter_share_changed();

-- The bank account that transfers come to, and the two ways to pay an invoice.
ALTER TABLE accounts DROP CONSTRAINT accounts_kind_check,
  ADD CONSTRAINT accounts_kind_check CHECK (kind IN ('wallet', 'card', 'sales', 'company', 'operator', 'cash', 'terminal', 'receivable', 'bank'));
ALTER TABLE transactions DROP CONSTRAINT transactions_kind_check,
  ADD CONSTRAINT transactions_kind_check CHECK (kind IN ('credit', 'order', 'amendment', 'refund', 'topup', 'debt', 'invoice', 'transfer'));
