-- +goose Up
-- Whoever writes shares of a company's people holds a lock of that company together with all others who do; whoever invoices the
-- company holds it alone. So what an invoice does not see sees the invoice, and no other company waits.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION note_invoice_change(source text, company text, day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7002, hashtext(company));
  -- The row is locked also when it is there: whoever is just taking the change up must see this one, or leave it.
  INSERT INTO invoice_changes (source_id, company_id, date) SELECT source, company, day
  WHERE EXISTS (SELECT FROM invoices i WHERE i.company_id = company AND i.kind = 'invoice' AND i.month >= date_trunc('month', day)::date)
  ON CONFLICT (source_id) DO UPDATE SET n = invoice_changes.n + 1;
END
$$;
-- +goose StatementEnd

-- The company's part of what was missing is not for it to pay.
CREATE OR REPLACE VIEW company_shares AS
SELECT s.delivery_id AS source_id, s.company_id, s.profile_id, d.delivery_date AS date, s.amount - f.missing AS amount
FROM share_uses s JOIN deliveries d ON d.id = s.delivery_id
CROSS JOIN LATERAL (SELECT coalesce(sum(x.company_amount), 0)::bigint AS missing FROM shortfalls x WHERE x.delivery_id = s.delivery_id) f
WHERE s.state = 'used' AND s.amount > f.missing
UNION ALL
SELECT s.sale_id, s.company_id, s.profile_id, c.day, s.amount
FROM counter_shares s JOIN counter_sales c ON c.id = s.sale_id WHERE s.state = 'used';

-- +goose StatementBegin
CREATE FUNCTION shortfall_noted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_invoice_change(d.id, d.company_id, d.delivery_date) FROM deliveries d WHERE d.id = NEW.delivery_id;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER shortfall_noted AFTER INSERT ON shortfalls FOR EACH ROW WHEN (NEW.company_amount > 0) EXECUTE FUNCTION shortfall_noted();

-- What was missing before this was known is given back like all that comes after.
INSERT INTO accounts (id, kind) SELECT substr(md5('operator' || now()::text), 1, 26), 'operator' WHERE EXISTS (SELECT FROM shortfalls WHERE company_amount > 0) ON CONFLICT DO NOTHING;
INSERT INTO transactions (id, kind, cause_type, cause_id, at) SELECT s.id, 'credit', 'shortfall', s.id, s.at FROM shortfalls s WHERE s.company_amount > 0;
INSERT INTO entries (transaction_id, account_id, amount)
SELECT s.id, a.id, CASE a.kind WHEN 'company' THEN s.company_amount ELSE -s.company_amount END
FROM shortfalls s JOIN deliveries d ON d.id = s.delivery_id JOIN accounts a ON a.kind = 'company' AND a.company_id = d.company_id OR a.kind = 'operator' AND a.company_id IS NULL
WHERE s.company_amount > 0;
SELECT note_invoice_change(d.id, d.company_id, d.delivery_date) FROM deliveries d WHERE EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id AND s.company_amount > 0);

-- What came too much for one invoice and pays another of the company. The company's account in the ledger stays as it is: what it
-- owes in all is the same.
CREATE TABLE invoice_setoffs (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id text NOT NULL REFERENCES companies,
  from_id    text NOT NULL REFERENCES invoices,
  to_id      text NOT NULL REFERENCES invoices,
  amount     bigint NOT NULL CHECK (amount > 0),
  set_on     date NOT NULL,
  at_issue   boolean NOT NULL, -- with the invoice that it pays, which says so
  at         timestamptz NOT NULL,
  CHECK (from_id <> to_id)
);
CREATE INDEX invoice_setoffs_by_company ON invoice_setoffs (company_id, set_on);
CREATE INDEX invoice_setoffs_from ON invoice_setoffs (from_id);
CREATE INDEX invoice_setoffs_to ON invoice_setoffs (to_id);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_setoffs EXECUTE FUNCTION never_changed();

-- What a card paid and its bank took back again stands below zero.
ALTER TABLE invoice_payments DROP CONSTRAINT invoice_payments_way_check, DROP CONSTRAINT invoice_payments_amount_check,
  ADD CONSTRAINT invoice_payments_way_check CHECK (way IN ('card', 'transfer', 'returned')),
  ADD CONSTRAINT invoice_payments_amount_check CHECK (CASE way WHEN 'returned' THEN amount < 0 ELSE amount > 0 END);

CREATE OR REPLACE VIEW invoice_standings AS
SELECT i.id, i.number, i.company_id, i.month, i.issued_on, i.due_on, i.total_amount, k.credited, p.paid, p.paid_on, i.total_amount - k.credited - p.paid - o.set_off AS due, o.set_off
FROM invoices i
CROSS JOIN LATERAL (SELECT coalesce(sum(n.total_amount), 0)::bigint AS credited FROM invoices n WHERE n.credits_id = i.id) k
CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount), 0)::bigint AS paid, max(y.paid_on) AS paid_on FROM invoice_payments y WHERE y.invoice_id = i.id) p
CROSS JOIN LATERAL (SELECT (coalesce((SELECT sum(x.amount) FROM invoice_setoffs x WHERE x.to_id = i.id), 0)
  - coalesce((SELECT sum(x.amount) FROM invoice_setoffs x WHERE x.from_id = i.id), 0))::bigint AS set_off) o
WHERE i.kind = 'invoice';

-- What is too much by now pays what is open by now, the oldest first.
INSERT INTO invoice_setoffs (company_id, from_id, to_id, amount, set_on, at_issue, at)
SELECT s.company_id, s.id, o.id, (least(s.upto, o.upto) - greatest(s.upto - s.amount, o.upto - o.amount))::bigint, (now() AT TIME ZONE 'Asia/Dubai')::date, false, now()
FROM (SELECT x.company_id, x.id, -x.due AS amount, sum(-x.due) OVER (PARTITION BY x.company_id ORDER BY x.month, x.id) AS upto FROM invoice_standings x WHERE x.due < 0) s
JOIN (SELECT x.company_id, x.id, x.due AS amount, sum(x.due) OVER (PARTITION BY x.company_id ORDER BY x.month, x.id) AS upto FROM invoice_standings x
  WHERE x.due > 0 AND NOT EXISTS (SELECT FROM attempts a WHERE a.purpose = 'invoice' AND a.subject_id = x.id AND a.status = 'open')) o
ON o.company_id = s.company_id AND s.upto - s.amount < o.upto AND o.upto - o.amount < s.upto;
