-- Companies with people who order lunch for two days of a week, further and further back. Orders number `from` to `until` are those of
-- whole weeks before this one: a week has one of each person. Everything is handed over and paid, three orders in four by card and the
-- others out of a wallet that was topped up before; months that are over are invoiced and, but for the newest two, paid. Some companies
-- have a till. Ten employees have orders of the newest eight weeks alone, however many there are. What is left out: amendments, refunds,
-- shortfalls, drafts, and counter sales of people who are known.
SET LOCAL session_replication_role = replica;

CREATE OR REPLACE FUNCTION pg_temp.ulid(kind text,
  n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT '01G' || kind || lpad(n::text, 21, '0') $$;
CREATE OR REPLACE FUNCTION pg_temp.vat(total bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT (total * 10 + 105) / 210 $$;

INSERT INTO companies (id, name, company_type, status, plan_id, minimum_day, minimum_meal_count, discount_type, discount_amount,
  share_type,
  share_value, share_duration, created_at, approved_at)
SELECT pg_temp.ulid('CM', c), 'Company ' || lpad(c::text, 4, '0'), 'Corporate', 'Active', 1, 1, 1, 'Flat', 0, 'Flat', 1000, 'Monthly',
  '2000-01-01', '2000-01-01'
FROM generate_series(0, :companies - 1) c ON CONFLICT DO NOTHING;
INSERT INTO addresses (id, company_id, label, line, area_timing_id, main)
SELECT pg_temp.ulid('AD', c), pg_temp.ulid('CM', c), 'Floor 1', 'Street ' || c, (SELECT min(id) FROM area_timings), true
FROM generate_series(0, :companies - 1) c ON CONFLICT DO NOTHING;
INSERT INTO persons (id, email, name, password_hash, created_at)
SELECT pg_temp.ulid('PN', p), 'person' || p || '@grown.example', 'Person ' || md5(p::text),
  (SELECT max(password_hash) FROM persons WHERE password_hash IS NOT NULL), '2000-01-01'
FROM generate_series(0, :people - 1) p ON CONFLICT DO NOTHING;
INSERT INTO profiles (id, person_id, company_id, client_type, status, address_id, created_at, proved_at)
SELECT pg_temp.ulid('PR', p), pg_temp.ulid('PN', p), pg_temp.ulid('CM', p % :companies),
  CASE WHEN p < :companies THEN 'Admin' ELSE 'Employee' END,
  'Active', pg_temp.ulid('AD', p % :companies), '2000-01-01', '2000-01-01'
FROM generate_series(0, :people - 1) p ON CONFLICT DO NOTHING;
INSERT INTO devices (id, profile_id, created_at, seen_at)
SELECT pg_temp.ulid('DV', p), pg_temp.ulid('PR', p), '2000-01-01', :now FROM generate_series(0, :people - 1) p ON CONFLICT DO NOTHING;
INSERT INTO accounts (id, kind, profile_id, company_id)
SELECT pg_temp.ulid('WA', p), 'wallet', pg_temp.ulid('PR', p), NULL FROM generate_series(0, :people - 1) p
UNION ALL SELECT pg_temp.ulid('CA', c), 'company', NULL, pg_temp.ulid('CM', c) FROM generate_series(0, :companies - 1) c
UNION ALL SELECT pg_temp.ulid('XA', 1), 'card', NULL, NULL UNION ALL SELECT pg_temp.ulid('XA', 2), 'sales', NULL, NULL
UNION ALL SELECT pg_temp.ulid('XA', 3), 'bank', NULL, NULL UNION ALL SELECT pg_temp.ulid('XA', 4), 'cash', NULL, NULL
ON CONFLICT DO NOTHING;
INSERT INTO tills (id, number, company_id, address_id, name, public_key, last_receipt, paired_by, paired_at,
  seen_at) OVERRIDING SYSTEM VALUE
SELECT pg_temp.ulid('TL', c), 1000 + c, pg_temp.ulid('CM', c), pg_temp.ulid('AD', c), 'Counter', decode(repeat('04', 65), 'hex'),
  100000000,
  pg_temp.ulid('PR', c), '2000-01-01', :now
FROM generate_series(0, 19) c ON CONFLICT DO NOTHING;

CREATE TEMP TABLE news ON COMMIT DROP AS
SELECT x.*, pg_temp.ulid('PR', p) AS profile, pg_temp.ulid('CM', p % :companies) AS company, pg_temp.ulid('RD', 1000000000 - n) AS id,
  pg_temp.ulid('AT', 1000000000 - n) AS attempt, n % 4 = 3 AS walleted,
  (monday - 4)::timestamp AT TIME ZONE 'Asia/Dubai' + interval '9 hours' AS at
FROM (SELECT n, n % :people AS p, :monday - 7 * (n / :people + 1)::int AS monday FROM generate_series(:from::bigint,
  :until::bigint - 1) n) x
WHERE p NOT BETWEEN :companies AND :companies + 9 OR n / :people < 8
ORDER BY n DESC;
CREATE TEMP TABLE lunches ON COMMIT DROP AS
SELECT w.*, pg_temp.ulid('DL', 2 * (1000000000 - n) + d) AS delivery, monday + 2 * d AS date FROM news w CROSS JOIN generate_series(0,
  1) d;
CREATE INDEX ON lunches (date);
ANALYZE news, lunches;

INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount, net_amount, company_share,
  employee_share,
  wallet_amount, payable_amount, amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs, handoff_key,
  created_at, paid_at)
SELECT id, profile, company, 'Completed', 'web', monday, 100000 - n / :people, 6000, 0, 6000, 2000, 4000,
  CASE WHEN walleted THEN 4000 ELSE 0 END,
  CASE WHEN walleted THEN 0 ELSE 4000 END, 0, 2 * pg_temp.vat(3000), 2 * pg_temp.vat(1000),
  '{"discount_type": "Flat", "discount_amount": 0, "share_type": "Flat", "share_value": 1000, "share_duration": "Monthly"}',
  jsonb_build_object('hash', 'grown', 'gross_amount', 6000, 'net_amount', 6000, 'company_share', 2000, 'employee_share', 4000, 'days',
  '[]'::jsonb,
    'wallet_amount', CASE WHEN walleted THEN 4000 ELSE 0 END, 'payable_amount', CASE WHEN walleted THEN 0 ELSE 4000 END),
  'grown', '{}', id, at, at
FROM news;
INSERT INTO profile_revs (profile_id, rev) SELECT DISTINCT profile, 1000000 FROM news ON CONFLICT DO NOTHING;
INSERT INTO order_moves (order_id, was, became, cause, at)
SELECT id, m.was, m.became, m.cause, at FROM news CROSS JOIN LATERAL (VALUES (1, NULL, 'Initiated', 'handoff'), (2, 'Initiated',
  'Confirmed', 'paid'),
  (3, 'Confirmed', 'Completed', 'handed over')) m (step, was, became, cause) ORDER BY n DESC, step;
INSERT INTO deliveries (id, order_id, profile_id, company_id, delivery_date, cutoff, address_id, live, gross_amount, net_amount,
  company_share,
  vat_amount, share_before)
SELECT delivery, id, profile, company, date, (date - 1)::timestamp AT TIME ZONE 'Etc/GMT-4', pg_temp.ulid('AD', p % :companies), true,
  3000, 3000, 1000,
  pg_temp.vat(3000), 0 FROM lunches;
INSERT INTO order_lines (delivery_id, meal, name, qty, price, discounted, total, vat, position)
SELECT delivery, pg_temp.ulid('ML', n % 12), 'Meal ' || n % 12, 1, 3000, 3000, 3000, pg_temp.vat(3000), 0 FROM lunches;
INSERT INTO share_periods AS s (profile_id, company_id, duration, period_start, granted)
SELECT profile, company, 'Monthly', date_trunc('month', date)::date, sum(1000) FROM lunches GROUP BY 1, 2, 3, 4
ON CONFLICT (profile_id, duration, period_start) DO UPDATE SET granted = s.granted + excluded.granted;
INSERT INTO share_uses (delivery_id, company_id, profile_id, duration, period_start, amount, state)
SELECT delivery, company, profile, 'Monthly', date_trunc('month', date)::date, 1000, 'used' FROM lunches;
INSERT INTO handovers (delivery_id, id, at, received_at, operator_id)
SELECT delivery, pg_temp.ulid('HO', 2 * n + (date - monday) / 2), date::timestamptz, date::timestamptz, (SELECT min(id)
  FROM profiles WHERE client_type = 'Operator')
FROM lunches;
INSERT INTO runs (date, n, taken_at, meals, people, places, mark)
SELECT date, 0, date::timestamptz, count(*), count(*), count(DISTINCT company), 'grown' FROM lunches GROUP BY date;
INSERT INTO run_lines (date, n, delivery_id, address_id, meal, name, qty)
SELECT date, 0, delivery, pg_temp.ulid('AD', p % :companies), pg_temp.ulid('ML', n % 12), 'Meal ' || n % 12, 1 FROM lunches;
INSERT INTO operations (device_id, n, profile_id, id, hash, kind, code, at)
SELECT pg_temp.ulid('DV', p), n / :people + 1, profile, pg_temp.ulid('OP', n), '\x00', 'day.set/1', 0, at FROM news;
UPDATE devices d SET (last_n, last_id) = (SELECT coalesce(max(o.n), 0), max(o.id)
  FROM operations o WHERE o.device_id = d.id) WHERE d.id LIKE '01GDV%';
INSERT INTO mails (id, kind, person_id, made_at, begun, begun_at, sent_at) SELECT pg_temp.ulid('LT', n), 'order', pg_temp.ulid('PN',
  p), at, 1, at, at FROM news;
INSERT INTO acts (id, at, profile_id, company_id, kind, subject) SELECT pg_temp.ulid('AC', 1000000000 - n), at, pg_temp.ulid('PR',
  p % :companies), company,
  'member.approve', profile FROM news WHERE n % 10 = 0;

-- Money: a card pays an order, or a wallet that was topped up before.
INSERT INTO topups (id, profile_id, company_id, amount, key, created_at) SELECT pg_temp.ulid('TP', n), profile, company, 4000,
  pg_temp.ulid('TP', n), at
FROM news WHERE walleted;
INSERT INTO attempts (id, purpose, subject_id, profile_id, company_id, reference, amount, email, status, fort_id, card, created_at,
  expires_at, settled_at)
SELECT attempt, CASE WHEN walleted THEN 'topup' ELSE 'order' END, CASE WHEN walleted THEN pg_temp.ulid('TP', n) ELSE id END, profile,
  company,
  'G' || n, 4000, 'person' || p || '@grown.example', 'paid', '9' || n, '**** 1111', at, at + interval '15 minutes', at FROM news;
INSERT INTO payment_events (id, identity, source, reference, fort_id, command, status, response_code, amount, verified, outcome, at)
SELECT pg_temp.ulid('EV', n), decode(md5('e' || n), 'hex'), 'notify', 'G' || n, '9' || n, 'PURCHASE', '14', '14000', 4000, true,
  'paid', at FROM news;
INSERT INTO holds (subject_id, account_id, amount, state) SELECT id, pg_temp.ulid('WA', p), 4000, 'used' FROM news WHERE walleted;
CREATE TEMP TABLE books ON COMMIT DROP AS
SELECT 4 * (1000000000 - n) AS place, pg_temp.ulid('T1', n) AS id, 'topup' AS kind, 'topup' AS cause, pg_temp.ulid('TP', n) AS subject,
  at,
  ARRAY['wallet', 'card'] AS accounts, ARRAY[4000, -4000] AS amounts, profile, company FROM news WHERE walleted
UNION ALL SELECT 4 * (1000000000 - n) + 1, pg_temp.ulid('T2', n), 'order', 'order', id, at,
  ARRAY['sales', 'company', CASE WHEN walleted THEN 'wallet' ELSE 'card' END], ARRAY[6000, -2000, -4000], profile, company FROM news;

-- Walk-ins buy at the counters of some companies.
CREATE TEMP TABLE sales ON COMMIT DROP AS
SELECT n, p % :companies AS c, pg_temp.ulid('CS', n) AS id, monday AS day,
  (monday::timestamp + interval '9 hours') AT TIME ZONE 'Asia/Dubai' AS at FROM news
WHERE p % :companies < 20;
INSERT INTO till_facts (id, till_id, kind, hash, code, receipt, happened_at, received_at)
SELECT id, pg_temp.ulid('TL', c), 'sale/1', '\x00'::bytea, 0, n + 1, at, at FROM sales
UNION ALL SELECT pg_temp.ulid('SH', (day - date '1900-01-01') * 100 + c), pg_temp.ulid('TL', c), 'open/1', '\x00', 0, NULL, min(at),
  min(at)
FROM sales GROUP BY day, c;
INSERT INTO till_shifts (id, till_id, kind, day, opened_at, closed_at, counted_amount)
SELECT pg_temp.ulid('SH', (day - date '1900-01-01') * 100 + c), pg_temp.ulid('TL', c), 'opened', day, min(at), max(at), sum(2000)
  FROM sales GROUP BY day, c;
INSERT INTO counter_sales (id, till_id, company_id, shift_id, receipt, day, sold_at, total_amount, difference_amount, vat_amount,
  cash_amount,
  change_amount, terminal_amount, company_share, wallet_amount, owed_amount)
SELECT id, pg_temp.ulid('TL', c), pg_temp.ulid('CM', c), pg_temp.ulid('SH', (day - date '1900-01-01') * 100 + c), n + 1, day, at, 2000, 0,
  pg_temp.vat(2000), 2000, 0, 0, 0, 0, 0 FROM sales;
INSERT INTO counter_lines (sale_id, position, meal, name, qty, price, total, vat)
SELECT id, 0, pg_temp.ulid('ML', 0), 'Meal 0', 1, 2000, 2000, pg_temp.vat(2000) FROM sales;
INSERT INTO books SELECT 4 * (1000000000 - n) + 2, pg_temp.ulid('T3', n), 'order', 'counter', id, at, ARRAY['sales', 'cash'],
  ARRAY[2000, -2000], NULL, NULL
FROM sales;

-- Invoices of months that are over; one that began with an earlier call gets the rest of its lines.
CREATE TEMP TABLE due ON COMMIT DROP AS
SELECT company, date_trunc('month', date)::date AS month, sum(1000) AS total FROM lunches
WHERE date < date_trunc('month', :today::timestamp) GROUP BY 1, 2;
INSERT INTO invoices (id, kind, number, company_id, month, issued_on, due_on, supply_from, supply_until, seller, buyer, net_amount,
  vat_amount,
  total_amount, created_at)
SELECT pg_temp.ulid('IV', (month - date '1900-01-01') * 10000 + right(company, 4)::int), 'invoice',
  'INV-' || y.year || '-' || lpad((coalesce(s.last, 0) + row_number() OVER (PARTITION BY y.year ORDER BY month, company))::text, 6, '0'),
  company, month, y.on, y.on + 30, month, y.on - 1, '{"name": "Sahn"}', '{"name": "Grown"}', 952, 48, 1000, y.on::timestamptz
FROM due CROSS JOIN LATERAL (SELECT (month + interval '1 month')::date AS on, extract(year
  FROM month + interval '1 month')::int AS year) y
LEFT JOIN invoice_series s ON s.kind = 'invoice' AND s.year = y.year
WHERE NOT EXISTS (SELECT FROM invoices i WHERE i.company_id = company AND i.month = due.month AND i.kind = 'invoice');
INSERT INTO invoice_series (kind, year, last)
SELECT 'invoice', extract(year FROM issued_on)::int, count(*) FROM invoices WHERE kind = 'invoice' GROUP BY 2
ON CONFLICT (kind, year) DO UPDATE SET last = excluded.last;
INSERT INTO invoice_lines (invoice_id, profile_id, date, net_amount, vat_amount, total_amount)
SELECT i.id, l.profile, l.date, 1000 - pg_temp.vat(1000), pg_temp.vat(1000), 1000
FROM lunches l JOIN invoices i ON i.company_id = l.company AND i.month = date_trunc('month', l.date)::date;
INSERT INTO invoice_shares (invoice_id, source_id, profile_id, date, amount)
SELECT i.id, l.delivery, l.profile, l.date, 1000
FROM lunches l JOIN invoices i ON i.company_id = l.company AND i.month = date_trunc('month', l.date)::date;
UPDATE invoices i SET net_amount = x.net, vat_amount = x.vat, total_amount = x.net + x.vat
FROM (SELECT l.invoice_id, sum(l.net_amount) AS net, sum(l.vat_amount) AS vat FROM invoice_lines l GROUP BY 1) x
WHERE x.invoice_id = i.id AND (i.company_id, i.month) IN (SELECT company, month FROM due);
INSERT INTO invoice_payments (id, invoice_id, company_id, way, amount, reference, paid_on, recorded_by, at)
SELECT pg_temp.ulid('P' || left(:chunk, 1), (d.month - date '1900-01-01') * 10000 + right(d.company, 4)::int), i.id, d.company,
  'transfer', d.total,
  'bank ' || :chunk, i.due_on, (SELECT min(id) FROM profiles WHERE client_type = 'Operator'), i.due_on::timestamptz
FROM due d JOIN invoices i ON i.company_id = d.company AND i.month = d.month
WHERE d.month < date_trunc('month', :today::timestamp) - interval '2 months';
INSERT INTO invoice_dues (invoice_id, company_id, due_on, due) SELECT id, company_id, due_on, due FROM invoice_balances
ON CONFLICT (invoice_id) DO UPDATE SET due = excluded.due;
INSERT INTO books SELECT 0, overlay(p.id PLACING 'Y' FROM 4), 'transfer', 'transfer', p.id, p.at, ARRAY['company', 'bank'],
  ARRAY[p.amount, -p.amount], NULL, p.company_id
FROM invoice_payments p WHERE p.reference = 'bank ' || :chunk;

INSERT INTO transactions (id, kind, cause_type, cause_id, at) SELECT id, kind, cause, subject, at FROM books;
INSERT INTO entries (transaction_id, account_id, amount)
SELECT b.id, a.id, x.amount FROM books b CROSS JOIN LATERAL unnest(b.accounts, b.amounts) x (kind, amount)
JOIN accounts a ON a.kind = x.kind
  AND coalesce(a.profile_id, a.company_id, '') = CASE x.kind WHEN 'wallet' THEN b.profile WHEN 'company' THEN b.company ELSE '' END
ORDER BY b.place;
