-- +goose Up
-- Ways to what people look for, so that nothing is found by reading the whole past.
CREATE INDEX attempts_by_profile ON attempts (profile_id, created_at DESC, id DESC);
CREATE INDEX attempts_by_email ON attempts (email, created_at DESC, id DESC);
CREATE INDEX attempts_not_paid ON attempts (status, created_at DESC, id DESC) WHERE status <> 'paid';
CREATE INDEX mails_unsent ON mails (made_at) WHERE sent_at IS NULL;
CREATE INDEX refunds_unasked ON refunds (at) WHERE cause IN ('sent back at the provider', 'sent back all the same');
CREATE INDEX counter_sales_of_day ON counter_sales (day);
CREATE INDEX counter_shares_by_company ON counter_shares (company_id);
CREATE INDEX persons_by_name ON persons (lower(name));
CREATE INDEX invoices_by_issue ON invoices (issued_on);

-- What companies pay of lunches that are theirs to pay. A share is used only of a delivery that stands, so a company's days are found by
-- the index of what was eaten.
CREATE OR REPLACE VIEW company_shares AS
SELECT d.id AS source_id, d.company_id, d.profile_id, d.delivery_date AS date, s.amount - f.missing AS amount, d.vat_rate
FROM deliveries d CROSS JOIN LATERAL (SELECT u.amount FROM share_uses u WHERE u.delivery_id = d.id AND u.state = 'used' OFFSET 0) s
CROSS JOIN LATERAL (SELECT coalesce(sum(x.company_amount), 0)::bigint AS missing FROM shortfalls x WHERE x.delivery_id = d.id) f
WHERE d.live AND s.amount > f.missing
UNION ALL
SELECT s.sale_id, s.company_id, s.profile_id, c.day, s.amount, c.vat_rate
FROM counter_shares s JOIN counter_sales c ON c.id = s.sale_id WHERE s.state = 'used';

-- What is cooked. Orders and lines are looked up by delivery (OFFSET 0 keeps it so): whoever asks, asks about a few days.
CREATE OR REPLACE VIEW to_cook AS
SELECT d.delivery_date, d.id AS delivery_id, d.address_id, l.meal, l.name, sum(l.qty)::int AS qty
FROM deliveries d CROSS JOIN LATERAL (SELECT x.status FROM orders x WHERE x.id = d.order_id OFFSET 0) o
CROSS JOIN LATERAL (SELECT x.meal, x.name, x.qty FROM order_lines x WHERE x.delivery_id = d.id OFFSET 0) l
WHERE d.live AND o.status IN ('Confirmed', 'Completed') AND NOT EXISTS (SELECT FROM withdrawals w WHERE w.date = d.delivery_date AND w.meal = l.meal
  AND NOT EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id) AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.delivery_id = d.id AND s.meal = l.meal AND s.at < w.at))
GROUP BY d.delivery_date, d.id, d.address_id, l.meal, l.name;
