-- +goose Up
-- The rates of VAT that operators have set, in percent, each from a Dubai date on. Of two for one date the later version counts; before
-- the first it is 5 %.
CREATE TABLE vat_rates (
  version int PRIMARY KEY CHECK (version > 0),
  since   date NOT NULL,
  percent int NOT NULL CHECK (percent BETWEEN 1 AND 50),
  set_at  timestamptz NOT NULL
);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON vat_rates EXECUTE FUNCTION never_changed();

CREATE VIEW vat_rates_set AS SELECT DISTINCT ON (since) since, percent FROM vat_rates ORDER BY since, version DESC;

-- The percent that is inside the row's amounts. What was bought keeps the rate that it was bought at.
ALTER TABLE deliveries ADD COLUMN vat_rate int NOT NULL DEFAULT 5;
ALTER TABLE counter_sales ADD COLUMN vat_rate int NOT NULL DEFAULT 5;
ALTER TABLE invoice_lines ADD COLUMN vat_rate int NOT NULL DEFAULT 5;
ALTER TABLE invoice_shares ADD COLUMN vat_rate int NOT NULL DEFAULT 5;

-- A person's day is one line for each rate: a delivery that was ordered early and a purchase at a counter may differ.
ALTER TABLE invoice_shares DROP CONSTRAINT invoice_shares_invoice_id_profile_id_date_fkey;
ALTER TABLE invoice_lines DROP CONSTRAINT invoice_lines_pkey, ADD PRIMARY KEY (invoice_id, profile_id, date, vat_rate);
ALTER TABLE invoice_shares ADD FOREIGN KEY (invoice_id, profile_id, date, vat_rate) REFERENCES invoice_lines;

CREATE OR REPLACE VIEW company_shares AS
SELECT s.delivery_id AS source_id, s.company_id, s.profile_id, d.delivery_date AS date, s.amount - f.missing AS amount, d.vat_rate
FROM share_uses s JOIN deliveries d ON d.id = s.delivery_id
CROSS JOIN LATERAL (SELECT coalesce(sum(x.company_amount), 0)::bigint AS missing FROM shortfalls x WHERE x.delivery_id = s.delivery_id) f
WHERE s.state = 'used' AND s.amount > f.missing
UNION ALL
SELECT s.sale_id, s.company_id, s.profile_id, c.day, s.amount, c.vat_rate
FROM counter_shares s JOIN counter_sales c ON c.id = s.sale_id WHERE s.state = 'used';
