-- +goose Up
-- What an order writes is written once: no index that another one covers or that nobody asks, and no check of what its order's keys say.
-- A key that begins with what rows are looked up by is their index as well.
ALTER TABLE order_moves DROP CONSTRAINT order_moves_pkey, ADD PRIMARY KEY (order_id, id);
DROP INDEX order_moves_by_order;
ALTER TABLE entries DROP CONSTRAINT entries_pkey, ADD PRIMARY KEY (account_id, id);
DROP INDEX entries_by_account;
ALTER TABLE transactions DROP CONSTRAINT transactions_once, ADD CONSTRAINT transactions_once UNIQUE (cause_id, cause_type, kind);
DROP INDEX transactions_by_cause;

-- Whatever asks for live deliveries of a date can use deliveries_by_place. Reports read the rows themselves, for what was missing of them.
DROP INDEX deliveries_by_date;
DROP INDEX deliveries_eaten;
CREATE INDEX deliveries_eaten ON deliveries (company_id, delivery_date) WHERE live;
-- A company's periods are found by its people.
DROP INDEX share_periods_by_company;
-- Only the doctor asked which deliveries use a period, and counts all periods at once now.
DROP INDEX share_uses_by_period;
-- Few attempts have a capture yet when they are written.
ALTER TABLE attempts DROP CONSTRAINT attempts_one_per_capture;
CREATE UNIQUE INDEX attempts_one_per_capture ON attempts (fort_id) WHERE fort_id IS NOT NULL;

-- The order has the same profile and company and its own keys to both; a share has those of its delivery. The doctor compares them.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_profile_id_fkey, DROP CONSTRAINT deliveries_company_id_fkey;
ALTER TABLE share_uses DROP CONSTRAINT share_uses_company_id_fkey;

-- Rows that are changed in place find room on their page (HOT).
ALTER TABLE draft_days SET (fillfactor = 50);
ALTER TABLE profile_revs SET (fillfactor = 50);
ALTER TABLE devices SET (fillfactor = 50);
ALTER TABLE portions SET (fillfactor = 50);
ALTER TABLE share_periods SET (fillfactor = 80);
ALTER TABLE share_uses SET (fillfactor = 80);

-- Once a statement, not once a row: the lock of the companies, then what their invoices have to be told.
-- +goose StatementBegin
CREATE FUNCTION shares_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7002, hashtext(c.company_id))
  FROM (SELECT DISTINCT f.company_id FROM fresh f WHERE f.state = 'used' ORDER BY 1) c;
  IF FOUND THEN
    INSERT INTO invoice_changes (source_id, company_id, date)
    SELECT f.delivery_id, f.company_id, d.delivery_date FROM fresh f JOIN deliveries d ON d.id = f.delivery_id
    WHERE f.state = 'used' AND EXISTS (SELECT FROM invoices i
      WHERE i.company_id = f.company_id AND i.kind = 'invoice' AND i.month >= date_trunc('month', d.delivery_date)::date)
    ORDER BY 1 ON CONFLICT (source_id) DO UPDATE SET n = invoice_changes.n + 1;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION shares_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7002, hashtext(c.company_id))
  FROM (SELECT DISTINCT f.company_id FROM fresh f JOIN was w ON w.delivery_id = f.delivery_id
    WHERE 'used' IN (w.state, f.state) AND (w.state, w.amount) <> (f.state, f.amount) ORDER BY 1) c;
  IF FOUND THEN
    INSERT INTO invoice_changes (source_id, company_id, date)
    SELECT f.delivery_id, f.company_id, d.delivery_date FROM fresh f JOIN was w ON w.delivery_id = f.delivery_id
    JOIN deliveries d ON d.id = f.delivery_id
    WHERE 'used' IN (w.state, f.state) AND (w.state, w.amount) <> (f.state, f.amount) AND EXISTS (SELECT FROM invoices i
      WHERE i.company_id = f.company_id AND i.kind = 'invoice' AND i.month >= date_trunc('month', d.delivery_date)::date)
    ORDER BY 1 ON CONFLICT (source_id) DO UPDATE SET n = invoice_changes.n + 1;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
DROP TRIGGER share_inserted ON share_uses;
DROP TRIGGER share_changed ON share_uses;
CREATE TRIGGER share_inserted AFTER INSERT ON share_uses REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION shares_inserted();
CREATE TRIGGER share_changed AFTER UPDATE ON share_uses REFERENCING OLD TABLE AS was NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION shares_changed();
DROP FUNCTION share_changed();
