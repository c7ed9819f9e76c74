-- name: ReportSums :many
-- What a company's people ate on the days of two spans, the one that is asked about and the one before: in all, by day, week or month,
-- and by department. Counters have no list price: what was taken there is its own gross. What was missing is paid by nobody, and a
-- lunch of which all was is none. Others are those of a day, week or month who ate and were not Active by its end. One statement, so
-- that all of it agrees.
WITH people AS MATERIALIZED (
  SELECT p.id, row_number() OVER () AS n, coalesce(p.department_id, '') AS department,
    CASE WHEN p.status = 'Active' THEN (p.proved_at AT TIME ZONE 'Asia/Dubai')::date END AS since
  FROM profiles p
  WHERE p.company_id = @company_id::text AND (@department::text = '' OR coalesce(p.department_id, 'none') = @department)
), missed AS (
  SELECT s.delivery_id, sum(s.amount + s.company_amount)::bigint AS amount, sum(s.company_amount)::bigint AS share
  FROM shortfalls s
  GROUP BY s.delivery_id
), eaten AS (
  SELECT d.delivery_date AS date, d.profile_id, d.gross_amount - coalesce(m.amount, 0) AS gross,
    d.net_amount - coalesce(m.amount, 0) AS net, d.company_share - coalesce(m.share, 0) AS share, 0::bigint AS counter
  FROM deliveries d LEFT JOIN missed m ON m.delivery_id = d.id
  WHERE (m.amount IS NULL OR m.amount = 0 OR m.amount < d.net_amount) AND d.company_id = @company_id AND d.live
    AND NOT EXISTS (SELECT FROM orders o WHERE o.id = d.order_id AND o.status IN ('Initiated', 'Payment Pending'))
    AND (d.delivery_date BETWEEN @from_date::date AND @until_date::date
      OR d.delivery_date BETWEEN @before_from::date AND @before_until::date)
  UNION ALL SELECT s.day, s.profile_id, s.total_amount + s.difference_amount, s.total_amount + s.difference_amount,
    s.company_share, s.total_amount + s.difference_amount
  FROM counter_sales s
  WHERE s.voided_at IS NULL AND s.profile_id IN (SELECT id FROM people)
    AND (s.day BETWEEN @from_date AND @until_date OR s.day BETWEEN @before_from AND @before_until)
), told AS (
  SELECT CASE @by_span::text WHEN 'day' THEN e.date WHEN 'week' THEN e.date - (e.date - date '2001-01-01') % 7
      ELSE date_trunc('month', e.date::timestamp)::date END AS start,
    p.n, e.date < @from_date AS before, sum(e.gross)::bigint AS gross, sum(e.net)::bigint AS net, sum(e.share)::bigint AS share,
    count(*) AS lunches, count(DISTINCT e.date) FILTER (WHERE e.share > 0) AS shared, sum(e.counter)::bigint AS counter
  FROM eaten e JOIN people p ON p.id = e.profile_id
  GROUP BY 1, 2, 3
)
SELECT before, (GROUPING(start) = 0)::boolean AS of_span, (GROUPING(department) = 0)::boolean AS of_department,
  coalesce(start, @from_date)::date AS start, coalesce(department, '')::text AS department, sum(lunches)::bigint AS lunches,
  sum(shared)::bigint AS shared, count(DISTINCT n)::int AS eaters, sum(gross)::bigint AS gross, sum(net)::bigint AS net,
  sum(share)::bigint AS share, sum(counter)::bigint AS counter,
  count(*) FILTER (WHERE since IS NULL OR since > @until_date::date
    OR since > CASE @by_span::text WHEN 'day' THEN start WHEN 'week' THEN start + 6
      ELSE (start + interval '1 month')::date - 1 END)::int AS others
FROM told JOIN people USING (n)
GROUP BY GROUPING SETS ((before), (before, start), (before, department)) ORDER BY 1, 2, 3, 4, 5;

-- name: ReportPeople :many
-- How many people of each department could eat in each span: who is Active by its end, or ate although they have left since.
SELECT coalesce(p.department_id, '')::text AS id, coalesce(d.name, '')::text AS name,
  count(*) FILTER (WHERE p.status = 'Active' AND p.proved_at < @until_end::timestamptz
    OR EXISTS (SELECT FROM deliveries x
      WHERE x.profile_id = p.id AND x.live AND x.delivery_date BETWEEN @from_date::date AND @until_date::date
        AND NOT EXISTS (SELECT FROM orders o WHERE o.id = x.order_id AND o.status IN ('Initiated', 'Payment Pending')))
    OR EXISTS (SELECT FROM counter_sales s
      WHERE s.profile_id = p.id AND s.voided_at IS NULL AND s.day BETWEEN @from_date AND @until_date))::int AS people,
  count(*) FILTER (WHERE p.status = 'Active' AND p.proved_at < @before_end::timestamptz
    OR EXISTS (SELECT FROM deliveries x
      WHERE x.profile_id = p.id AND x.live AND x.delivery_date BETWEEN @before_from::date AND @before_until::date
        AND NOT EXISTS (SELECT FROM orders o WHERE o.id = x.order_id AND o.status IN ('Initiated', 'Payment Pending')))
    OR EXISTS (SELECT FROM counter_sales s
      WHERE s.profile_id = p.id AND s.voided_at IS NULL AND s.day BETWEEN @before_from AND @before_until))::int AS before
FROM profiles p LEFT JOIN departments d ON d.id = p.department_id
WHERE p.company_id = @company_id::text
GROUP BY 1, 2 ORDER BY 2, 1;

-- name: ReportShares :many
-- What was granted in the periods that a span touches, of the kind that the company's present rules have, and how many people came to
-- the cap that it was granted at; without a cap no row but the company's.
SELECT c.name, c.share_duration AS duration, c.share_cap AS cap, coalesce(s.period_start, @from_date::date)::date AS start,
  coalesce(s.people, 0)::int AS people, coalesce(s.granted, 0)::bigint AS granted, coalesce(s.allowed, 0)::bigint AS allowed,
  coalesce(s.capped, 0)::int AS capped
FROM companies c
LEFT JOIN LATERAL (SELECT g.period_start, count(*) AS people, sum(g.granted) AS granted, sum(g.cap) AS allowed,
    count(*) FILTER (WHERE g.granted >= g.cap) AS capped
  FROM profiles p JOIN share_periods g ON g.profile_id = p.id
  WHERE p.company_id = c.id AND c.share_cap > 0 AND g.cap > 0 AND g.duration = c.share_duration AND g.granted > 0
    AND g.period_start BETWEEN date_trunc(CASE c.share_duration WHEN 'Monthly' THEN 'month' WHEN 'Weekly' THEN 'week'
        ELSE 'day' END, @from_date::date)::date AND @until_date::date
    AND (@department::text = '' OR coalesce(p.department_id, 'none') = @department)
  GROUP BY g.period_start) s ON true
WHERE c.id = @company_id::text
ORDER BY 4;

-- name: ReportActive :many
-- Since when each of the people who are Active has been, in order.
SELECT (p.proved_at AT TIME ZONE 'Asia/Dubai')::date AS since FROM profiles p
WHERE p.company_id = @company_id::text AND p.status = 'Active' AND p.proved_at IS NOT NULL
  AND (@department::text = '' OR coalesce(p.department_id, 'none') = @department)
ORDER BY 1;

-- name: ReportMeals :many
-- The meals that most people had, counted by whole weeks in which five people or more had them: fewer, or the difference of two spans,
-- would tell of somebody's dishes.
SELECT meal, max(name)::text AS name, sum(qty)::int AS qty
FROM (SELECT week, meal, max(name) AS name, sum(qty) AS qty
  FROM (SELECT d.delivery_date - (d.delivery_date - date '2001-01-01') % 7 AS week, l.meal, d.profile_id,
      max(l.name COLLATE "C") AS name, sum(l.qty) AS qty
    FROM deliveries d JOIN order_lines l ON l.delivery_id = d.id
    WHERE d.company_id = @company_id::text AND d.live AND d.delivery_date BETWEEN @from_date::date AND @until_date::date
      AND NOT EXISTS (SELECT FROM orders o WHERE o.id = d.order_id AND o.status IN ('Initiated', 'Payment Pending'))
    GROUP BY 1, 2, 3) had
  WHERE week >= @from_date AND week + 4 <= @until_date
  GROUP BY 1, 2 HAVING count(*) >= 5) weeks
GROUP BY meal ORDER BY 3 DESC, 2, 1 LIMIT 5;

-- name: ReportSales :many
-- What was sold on the days of a span, whosever company: in all, by day, by company and by channel. A lunch counts on its day, less
-- what was missing of it; one at a counter is its buyer's company's, or the counter's where nobody said who bought. One statement, so
-- that all of it agrees.
WITH missed AS (
  SELECT s.delivery_id, sum(s.amount + s.company_amount)::bigint AS amount, sum(s.company_amount)::bigint AS share
  FROM shortfalls s
  GROUP BY s.delivery_id
), sold AS (
  SELECT d.delivery_date AS day, d.company_id, 'app'::text AS channel, d.gross_amount - coalesce(m.amount, 0) AS gross,
    d.net_amount - coalesce(m.amount, 0) AS net, d.company_share - coalesce(m.share, 0) AS share
  FROM deliveries d LEFT JOIN missed m ON m.delivery_id = d.id
  WHERE (m.amount IS NULL OR m.amount = 0 OR m.amount < d.net_amount) AND d.live
    AND NOT EXISTS (SELECT FROM orders o WHERE o.id = d.order_id AND o.status IN ('Initiated', 'Payment Pending'))
    AND d.delivery_date BETWEEN @from_date::date AND @until_date::date
  UNION ALL SELECT s.day, coalesce(p.company_id, s.company_id), 'counter', s.total_amount + s.difference_amount,
    s.total_amount + s.difference_amount, s.company_share
  FROM counter_sales s LEFT JOIN profiles p ON p.id = s.profile_id
  WHERE s.voided_at IS NULL AND s.day BETWEEN @from_date AND @until_date
), summed AS (
  SELECT GROUPING(day) = 0 AS of_day, GROUPING(company_id) = 0 AS of_company, GROUPING(channel) = 0 AS of_channel,
    day, company_id, channel, count(*) AS lunches, coalesce(sum(gross), 0) AS gross, coalesce(sum(net), 0) AS net,
    coalesce(sum(share), 0) AS share, coalesce(sum(net) FILTER (WHERE channel = 'counter'), 0) AS counter
  FROM sold
  GROUP BY GROUPING SETS ((), (day), (company_id), (channel))
)
SELECT s.of_day::boolean AS of_day, s.of_company::boolean AS of_company, s.of_channel::boolean AS of_channel,
  coalesce(s.day, @from_date)::date AS day, coalesce(s.company_id, '')::text AS company_id, coalesce(c.name, '')::text AS company,
  coalesce(s.channel, '')::text AS channel, s.lunches, s.gross::bigint AS gross, s.net::bigint AS net, s.share::bigint AS share,
  s.counter::bigint AS counter
FROM summed s LEFT JOIN companies c ON c.id = s.company_id
ORDER BY of_day, of_company, day, net DESC, company, company_id, channel;

-- name: ReportSalesMeals :many
-- What was sold on the days of a span by meal, with its portions. What counters took beyond their prices, or short, has no meal.
WITH missed AS (
  SELECT s.delivery_id, s.meal, sum(s.qty) AS qty, sum(s.amount + s.company_amount)::bigint AS amount
  FROM shortfalls s
  GROUP BY s.delivery_id, s.meal
), sold AS (
  SELECT l.meal, l.name, l.qty - coalesce(m.qty, 0) AS app, 0 AS counter, l.total - coalesce(m.amount, 0) AS amount
  FROM deliveries d CROSS JOIN LATERAL (SELECT * FROM order_lines y WHERE y.delivery_id = d.id OFFSET 0) l
  LEFT JOIN missed m ON (m.delivery_id, m.meal) = (l.delivery_id, l.meal)
  WHERE d.live AND NOT EXISTS (SELECT FROM orders o WHERE o.id = d.order_id AND o.status IN ('Initiated', 'Payment Pending'))
    AND d.delivery_date BETWEEN @from_date::date AND @until_date::date
  UNION ALL SELECT l.meal, l.name, 0, l.qty, l.total
  FROM counter_sales s CROSS JOIN LATERAL (SELECT * FROM counter_lines y WHERE y.sale_id = s.id OFFSET 0) l
  WHERE s.voided_at IS NULL AND s.day BETWEEN @from_date AND @until_date
  UNION ALL SELECT '', '', 0, 0, s.difference_amount
  FROM counter_sales s
  WHERE s.voided_at IS NULL AND s.difference_amount <> 0 AND s.day BETWEEN @from_date AND @until_date
)
SELECT meal, max(name COLLATE "C")::text AS name, sum(app)::bigint AS app, sum(counter)::bigint AS counter, sum(amount)::bigint AS net
FROM sold
GROUP BY meal HAVING sum(app + counter) > 0 OR sum(amount) <> 0
ORDER BY meal = '', 5 DESC, 2, 1;

-- name: ReportReceivables :many
-- What each company owes today by the age of its invoices, what came too much of it, and what of its shares is on no invoice yet: all
-- of later months than the last invoiced, and what changed of the others. Due, less what came too much, and not yet invoiced are together
-- what the company owes in the ledger.
WITH owed AS (
  SELECT x.company_id, sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on >= @today::date) AS not_yet,
    sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on BETWEEN (@today)::date - 30 AND (@today)::date - 1) AS to_30,
    sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on BETWEEN (@today)::date - 60 AND (@today)::date - 31) AS to_60,
    sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on BETWEEN (@today)::date - 90 AND (@today)::date - 61) AS to_90,
    sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on < (@today)::date - 90) AS beyond, sum(-x.due) FILTER (WHERE x.due < 0) AS credit
  FROM invoice_dues x
  WHERE x.due <> 0
  GROUP BY x.company_id
), changed AS (
  SELECT v.company_id, sum(coalesce(s.amount, 0)
    - coalesce((SELECT sum(CASE i.kind WHEN 'invoice' THEN x.amount ELSE -x.amount END)
      FROM invoice_shares x JOIN invoices i ON i.id = x.invoice_id
      WHERE x.source_id = v.source_id), 0)) AS amount
  FROM invoice_changes v LEFT JOIN company_shares s ON s.source_id = v.source_id
  GROUP BY v.company_id
)
SELECT c.id, c.name, coalesce(o.not_yet, 0)::bigint AS not_yet, coalesce(o.to_30, 0)::bigint AS to_30,
  coalesce(o.to_60, 0)::bigint AS to_60, coalesce(o.to_90, 0)::bigint AS to_90, coalesce(o.beyond, 0)::bigint AS beyond,
  coalesce(o.credit, 0)::bigint AS credit, (u.amount + coalesce(v.amount, 0))::bigint AS not_invoiced
FROM companies c LEFT JOIN owed o ON o.company_id = c.id LEFT JOIN changed v ON v.company_id = c.id
CROSS JOIN LATERAL (SELECT coalesce(max(i.month) + interval '1 month', '-infinity')::date AS month FROM invoices i
  WHERE i.company_id = c.id AND i.kind = 'invoice' OFFSET 0) n
CROSS JOIN LATERAL (SELECT coalesce(sum(s.amount), 0) AS amount FROM company_shares s
  WHERE s.company_id = c.id AND s.date >= n.month
    AND NOT EXISTS (SELECT FROM invoice_changes y WHERE y.source_id = s.source_id)) u
WHERE coalesce(o.not_yet, 0) <> 0 OR coalesce(o.to_30, 0) <> 0 OR coalesce(o.to_60, 0) <> 0 OR coalesce(o.to_90, 0) <> 0
  OR coalesce(o.beyond, 0) <> 0 OR coalesce(o.credit, 0) <> 0 OR u.amount + coalesce(v.amount, 0) <> 0
ORDER BY c.name, c.id;

-- name: ReportDebts :one
-- What people owe today for lunches at counters, and how many people.
SELECT count(*)::int AS people, coalesce(sum(-x.balance), 0)::bigint AS amount
FROM (SELECT sum(e.amount) AS balance FROM accounts a JOIN entries e ON e.account_id = a.id
  WHERE a.kind = 'receivable'
  GROUP BY a.id HAVING sum(e.amount) < 0) x;

-- name: ReportVAT :many
-- The output VAT of a span by kind of document and rate: company invoices and credit notes by their date of issue, and what people paid
-- themselves by the day of the lunch. What was missing, or undone at a counter on a later day, counts on the day on which it was given
-- back. VAT is rate/(100 + rate) of each document's line, half up to the fils; on an eater's part it is what the company's part leaves of
-- the line's. A document with lines at two rates counts at both.
SELECT i.kind, l.vat_rate, count(DISTINCT i.id)::bigint AS documents,
  coalesce(sum(CASE i.kind WHEN 'invoice' THEN l.total_amount ELSE -l.total_amount END), 0)::bigint AS total,
  coalesce(sum(CASE i.kind WHEN 'invoice' THEN l.vat_amount ELSE -l.vat_amount END), 0)::bigint AS vat,
  CASE i.kind WHEN 'invoice' THEN 1 ELSE 2 END AS place
FROM invoices i
CROSS JOIN LATERAL (SELECT x.vat_rate, x.total_amount, x.vat_amount FROM invoice_lines x WHERE x.invoice_id = i.id OFFSET 0) l
WHERE i.issued_on BETWEEN @from_date::date AND @until_date::date
GROUP BY i.kind, l.vat_rate
UNION ALL SELECT 'order', d.vat_rate, count(*) FILTER (WHERE d.net_amount > d.company_share),
  sum(d.net_amount - d.company_share)::bigint,
  sum(d.vat_amount - (2 * d.vat_rate * d.company_share + 100 + d.vat_rate) / (200 + 2 * d.vat_rate))::bigint, 3
FROM deliveries d
WHERE d.live AND (SELECT o.status FROM orders o WHERE o.id = d.order_id) NOT IN ('Initiated', 'Payment Pending')
  AND d.delivery_date BETWEEN @from_date AND @until_date
GROUP BY d.vat_rate
UNION ALL SELECT 'missing', d.vat_rate, count(*), sum(-s.amount)::bigint,
  sum(-((2 * d.vat_rate * s.amount + 100 + d.vat_rate) / (200 + 2 * d.vat_rate)))::bigint, 4
FROM shortfalls s CROSS JOIN LATERAL (SELECT x.vat_rate FROM deliveries x WHERE x.id = s.delivery_id OFFSET 0) d
WHERE s.amount > 0 AND (s.at AT TIME ZONE 'Asia/Dubai')::date BETWEEN @from_date AND @until_date
GROUP BY d.vat_rate
UNION ALL SELECT 'counter', s.vat_rate, count(*), sum(s.total_amount + s.difference_amount - s.company_share)::bigint,
  sum(s.vat_amount
    + sign(s.difference_amount)::bigint * ((2 * s.vat_rate * abs(s.difference_amount) + 100 + s.vat_rate) / (200 + 2 * s.vat_rate))
    - (2 * s.vat_rate * s.company_share + 100 + s.vat_rate) / (200 + 2 * s.vat_rate))::bigint, 5
FROM counter_sales s
WHERE s.day BETWEEN @from_date AND @until_date AND (s.voided_at IS NULL OR s.void_day > s.day)
GROUP BY s.vat_rate
UNION ALL SELECT 'void', s.vat_rate, count(*), sum(s.company_share - s.total_amount - s.difference_amount)::bigint,
  sum((2 * s.vat_rate * s.company_share + 100 + s.vat_rate) / (200 + 2 * s.vat_rate) - s.vat_amount
    - sign(s.difference_amount)::bigint
      * ((2 * s.vat_rate * abs(s.difference_amount) + 100 + s.vat_rate) / (200 + 2 * s.vat_rate)))::bigint, 6
FROM counter_sales s
WHERE s.void_day > s.day AND s.void_day BETWEEN @from_date AND @until_date
GROUP BY s.vat_rate
ORDER BY 6, 2;
