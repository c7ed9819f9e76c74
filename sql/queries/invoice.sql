-- name: InvoiceSharesLock :exec
-- Nobody writes shares of a company until the caller's transaction ends: what is not seen by it sees its invoice. Triggers hold the
-- same lock together, for whoever writes shares.
SELECT pg_advisory_xact_lock(7002, hashtext(@company_id::text));

-- name: InvoiceAccountLock :exec
-- One change of what a company owes at a time, until the caller's transaction ends.
SELECT pg_advisory_xact_lock(7003, hashtext(@company_id::text));

-- name: InvoiceSetOff :execrows
-- Lets what came too much for some of a company's invoices pay those that are open, the oldest first, both in order. One that somebody
-- is just paying by card is left alone until that is over. issued is the invoice that is being written, if one is.
INSERT INTO invoice_setoffs (company_id, from_id, to_id, amount, set_on, at_issue, at)
SELECT @company_id::text, s.id, o.id, (least(s.upto, o.upto) - greatest(s.upto - s.amount, o.upto - o.amount))::bigint,
  @today::date, o.id = @issued::text, @at::timestamptz
FROM (SELECT x.id, -x.due AS amount, sum(-x.due) OVER (ORDER BY x.month, x.id) AS upto FROM invoice_balances x
  WHERE x.company_id = @company_id AND x.due < 0) s
JOIN (SELECT x.id, x.due AS amount, sum(x.due) OVER (ORDER BY x.month, x.id) AS upto FROM invoice_balances x
  WHERE x.company_id = @company_id AND x.due > 0
    AND NOT EXISTS (SELECT FROM attempts a WHERE a.purpose = 'invoice' AND a.subject_id = x.id AND a.status = 'open')) o
  ON s.upto - s.amount < o.upto AND o.upto - o.amount < s.upto;

-- name: InvoiceCompaniesDue :many
-- Companies with shares of a month, or with changes until its end, and no invoice of it. While waiting, one with a day of that month
-- still open to somebody's payment is none of them.
SELECT c.id FROM companies c
WHERE NOT EXISTS (SELECT FROM invoices i WHERE i.company_id = c.id AND i.kind = 'invoice' AND i.month = @month::date)
  AND (EXISTS (SELECT FROM deliveries d JOIN share_uses s ON s.delivery_id = d.id
      WHERE d.company_id = c.id AND d.delivery_date >= @month AND d.delivery_date < @next::date AND s.state = 'used'
        AND s.amount > 0)
    OR EXISTS (SELECT FROM counter_shares s JOIN counter_sales x ON x.id = s.sale_id
      WHERE s.company_id = c.id AND s.state = 'used' AND x.day >= @month AND x.day < @next)
    OR EXISTS (SELECT FROM invoice_changes v WHERE v.company_id = c.id AND v.date < @next))
  AND NOT (@waiting::boolean
    AND (EXISTS (SELECT FROM deliveries d JOIN share_uses s ON s.delivery_id = d.id
        WHERE d.company_id = c.id AND d.delivery_date >= @month AND d.delivery_date < @next AND s.state = 'held')
      OR EXISTS (SELECT FROM amendments m JOIN deliveries d ON d.order_id = m.order_id
        WHERE m.company_id = c.id AND m.status IN ('Initiated', 'Payment Pending')
          AND d.delivery_date >= @month AND d.delivery_date < @next)))
ORDER BY c.id;

-- name: InvoiceChangesLock :many
-- What changed of a company's invoiced days; held until the transaction ends.
SELECT source_id, date FROM invoice_changes WHERE company_id = $1 ORDER BY source_id FOR UPDATE;

-- name: InvoiceChangesDone :exec
DELETE FROM invoice_changes WHERE source_id = ANY(@sources::text[]);

-- name: InvoiceOfMonth :one
SELECT EXISTS (SELECT FROM invoices WHERE company_id = $1 AND month = $2 AND kind = 'invoice') AS there;

-- name: InvoiceToBill :many
-- What is used of a company's share and not invoiced: of a month, and of changes until its end.
SELECT s.source_id::text AS source_id, s.profile_id::text AS profile_id, s.date::date AS date, s.amount::bigint AS amount,
  s.vat_rate::int AS vat_rate
FROM company_shares s
WHERE s.company_id = @company_id::text AND s.date >= @month::date AND s.date < @next::date
  AND NOT s.source_id = ANY(@sources::text[]) AND NOT EXISTS (SELECT FROM invoice_shares x WHERE x.source_id = s.source_id)
ORDER BY s.date, s.profile_id, s.source_id;

-- name: InvoiceSources :many
-- For shares that changed: what is used now, and what was invoiced less what was credited of it.
SELECT c.source_id, c.date, coalesce(s.amount, 0)::bigint AS used, coalesce(s.profile_id, '')::text AS profile_id,
  coalesce(s.vat_rate, 5)::int AS vat_rate,
  (SELECT coalesce(sum(CASE i.kind WHEN 'invoice' THEN x.amount ELSE -x.amount END), 0)
    FROM invoice_shares x JOIN invoices i ON i.id = x.invoice_id
    WHERE x.source_id = c.source_id)::bigint AS billed
FROM invoice_changes c LEFT JOIN company_shares s ON s.source_id = c.source_id
WHERE c.source_id = ANY(@sources::text[])
ORDER BY c.date, c.source_id;

-- name: InvoiceNumber :one
-- The next number of a year.
INSERT INTO invoice_series (kind, year, last)
VALUES ($1, $2, 1)
ON CONFLICT (kind, year) DO UPDATE SET last = invoice_series.last + 1
RETURNING last;

-- name: InvoiceBuyer :one
-- Whom a document of a moment is for, as the company stood then: without an address of its own for invoices, that of its main place.
SELECT coalesce(f.name, c.name)::text AS name, coalesce(f.trn, c.trn, '')::text AS trn,
  coalesce(f.address, nullif(c.billing_address, ''), a.line, '')::text AS address
FROM companies c
LEFT JOIN LATERAL (SELECT line FROM addresses
  WHERE company_id = c.id AND profile_id IS NULL
  ORDER BY retired_at IS NOT NULL, main DESC, id LIMIT 1) a ON true
LEFT JOIN LATERAL (SELECT b.name, b.trn, b.address FROM company_details_before b
  WHERE b.company_id = c.id AND b.until > @at::timestamptz
  ORDER BY b.until LIMIT 1) f ON true
WHERE c.id = @id::text;

-- name: SellerAt :one
-- Who sells, as documents of a moment name it; no row while that is who the configuration names.
SELECT * FROM sellers WHERE since <= @at::timestamptz ORDER BY version DESC LIMIT 1;

-- name: InvoiceInsert :exec
INSERT INTO invoices (id, kind, number, company_id, month, credits_id, issued_on, due_on, supply_from, supply_until, seller,
  buyer, net_amount, vat_amount, total_amount, created_at, vat_on_total)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);

-- name: InvoiceLinesInsert :exec
INSERT INTO invoice_lines (invoice_id, profile_id, date, vat_rate, net_amount, vat_amount, total_amount)
SELECT @invoice_id::text, unnest(@profiles::text[]), unnest(@dates::date[]), unnest(@rates::int[]), unnest(@nets::bigint[]),
  unnest(@vats::bigint[]), unnest(@totals::bigint[]);

-- name: InvoiceSharesInsert :exec
INSERT INTO invoice_shares (invoice_id, source_id, profile_id, date, amount, vat_rate)
SELECT @invoice_id::text, unnest(@sources::text[]), unnest(@profiles::text[]), unnest(@dates::date[]), unnest(@amounts::bigint[]),
  unnest(@rates::int[]);

-- name: InvoiceCompaniesChanged :many
-- Companies of which something that was invoiced is used less now.
SELECT DISTINCT c.company_id FROM invoice_changes c LEFT JOIN company_shares s ON s.source_id = c.source_id
WHERE coalesce(s.amount, 0) < (SELECT coalesce(sum(CASE i.kind WHEN 'invoice' THEN x.amount ELSE -x.amount END), 0)
  FROM invoice_shares x JOIN invoices i ON i.id = x.invoice_id
  WHERE x.source_id = c.source_id)
ORDER BY c.company_id;

-- name: InvoiceBilled :many
-- On which invoices a share stands, the newest first, each less what was credited of it, with all that is left of that invoice at the
-- share's rate of VAT. line_total and line_vat: what is left of the line of its person, day and rate.
SELECT x.source_id, x.profile_id, x.date, x.vat_rate, i.id AS invoice_id, i.month,
  (x.amount - (SELECT coalesce(sum(y.amount), 0) FROM invoices n JOIN invoice_shares y ON y.invoice_id = n.id
    WHERE n.credits_id = i.id AND y.source_id = x.source_id))::bigint AS stands,
  (l.total - coalesce(k.total, 0))::bigint AS left_of_rate, i.vat_on_total,
  (o.total_amount - coalesce(c.total, 0))::bigint AS line_total, (o.vat_amount - coalesce(c.vat, 0))::bigint AS line_vat
FROM invoice_shares x JOIN invoices i ON i.id = x.invoice_id AND i.kind = 'invoice'
JOIN invoice_lines o ON (o.invoice_id, o.profile_id, o.date, o.vat_rate) = (x.invoice_id, x.profile_id, x.date, x.vat_rate)
LEFT JOIN LATERAL (SELECT sum(m.total_amount) AS total, sum(m.vat_amount) AS vat
  FROM invoices n JOIN invoice_lines m ON m.invoice_id = n.id
  WHERE n.credits_id = i.id AND (m.profile_id, m.date, m.vat_rate) = (x.profile_id, x.date, x.vat_rate)) c ON true
JOIN (SELECT m.invoice_id, m.vat_rate, sum(m.total_amount) AS total FROM invoice_lines m
  WHERE m.invoice_id IN (SELECT s.invoice_id FROM invoice_shares s WHERE s.source_id = ANY(@sources::text[]))
  GROUP BY m.invoice_id, m.vat_rate) l ON (l.invoice_id, l.vat_rate) = (x.invoice_id, x.vat_rate)
LEFT JOIN (SELECT n.credits_id, m.vat_rate, sum(m.total_amount) AS total FROM invoices n JOIN invoice_lines m ON m.invoice_id = n.id
  WHERE n.credits_id IN (SELECT s.invoice_id FROM invoice_shares s WHERE s.source_id = ANY(@sources))
  GROUP BY n.credits_id, m.vat_rate) k ON (k.credits_id, k.vat_rate) = (x.invoice_id, x.vat_rate)
WHERE x.source_id = ANY(@sources)
ORDER BY i.month DESC, x.date, x.profile_id, x.source_id;

-- name: EInvoice :one
-- A document of a company as UBL, empty until it was made, and what else one says: the company's registration, and the seller's settings.
SELECT coalesce(e.xml, '')::text AS xml, c.registration,
  (SELECT coalesce(jsonb_object_agg(s.name, s.value), '{}') FROM settings s WHERE s.name LIKE 'einvoice\_%')::text AS seller
FROM companies c LEFT JOIN einvoices e ON e.invoice_id = @invoice_id AND e.company_id = c.id
WHERE c.id = @company_id;

-- name: EInvoiceInsert :exec
-- Keeps a document as UBL, unless somebody else just did.
INSERT INTO einvoices (invoice_id, company_id, uuid, xml, made_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT ON CONSTRAINT einvoices_pkey DO NOTHING;

-- name: EInvoicesPlan :execrows
-- Plans to send the documents issued from a day on that are not planned yet.
INSERT INTO einvoice_transmissions (company_id, invoice_id, state, next_at, changed_at)
SELECT i.company_id, i.id, 'waiting', @now::timestamptz, @now FROM invoices i
WHERE i.issued_on >= @from_date::date
  AND NOT EXISTS (SELECT FROM einvoice_transmissions t WHERE t.invoice_id = i.id AND t.company_id = i.company_id)
ON CONFLICT (company_id, invoice_id) DO NOTHING;

-- name: EInvoicesClaim :many
-- Takes documents whose turn it is, the longest waiting first, so that no other server sends them until the given instant.
UPDATE einvoice_transmissions t SET next_at = @claimed_until::timestamptz, tries = t.tries + 1
FROM (SELECT company_id, invoice_id FROM einvoice_transmissions WHERE next_at <= @now::timestamptz
  ORDER BY next_at LIMIT @most::int FOR UPDATE SKIP LOCKED) due
WHERE (t.company_id, t.invoice_id) = (due.company_id, due.invoice_id)
RETURNING t.company_id, t.invoice_id, t.state, t.tries, t.provider_id;

-- name: EInvoiceTransmitted :exec
-- Keeps what came of a request. A state that stays keeps its count of tries and since when it is.
UPDATE einvoice_transmissions SET state = @state::text, message = left(@message::text, 500), next_at = sqlc.narg('next_at')::timestamptz,
  provider_id = CASE @provider_id::text WHEN '' THEN provider_id ELSE @provider_id END,
  tries = CASE state WHEN @state THEN tries ELSE 0 END, changed_at = CASE state WHEN @state THEN changed_at ELSE @now::timestamptz END
WHERE company_id = @company_id AND invoice_id = @invoice_id AND state IN ('waiting', 'incomplete', 'accepted');

-- name: EInvoiceSendAgain :execrows
-- Lets a document that was rejected, or given up, be sent once more.
UPDATE einvoice_transmissions SET state = 'waiting', tries = 0, next_at = @now::timestamptz, changed_at = @now
WHERE company_id = @company_id AND invoice_id = @invoice_id AND state IN ('rejected', 'stopped', 'incomplete');

-- name: EInvoiceTransmissions :many
-- What became of an invoice and its credit notes as e-invoices.
SELECT i.id, i.number, t.state, t.message, t.changed_at FROM invoices i
JOIN einvoice_transmissions t ON t.company_id = i.company_id AND t.invoice_id = i.id
WHERE i.company_id = @company_id AND (i.id = @invoice_id OR i.credits_id = @invoice_id)
ORDER BY i.id;

-- name: InvoiceOne :one
-- A company's invoice or credit note.
SELECT * FROM invoices WHERE id = $1 AND company_id = @company_id;

-- name: InvoiceLook :one
SELECT * FROM invoices WHERE id = $1;

-- name: InvoiceDue :one
-- What is left to pay of an invoice: below zero when more came than it is worth now.
SELECT due::bigint AS due FROM invoice_balances WHERE id = $1;

-- name: InvoiceList :many
-- A company's invoices, the newest first, each with what was credited, paid and set off, its number in the list, and how many there are in
-- all; beyond the end it is the last page. state is empty, open, overdue or paid.
WITH page AS (SELECT @skip::int AS skip, @most::int AS most), matching AS (
  SELECT x.id, x.number, x.month, x.issued_on, x.due_on, x.total_amount, x.credited::bigint AS credited, x.paid::bigint AS paid,
    x.set_off::bigint AS set_off, (count(*) OVER ())::int AS total, (row_number() OVER (ORDER BY x.month DESC))::int AS n
  FROM invoice_balances x
  WHERE x.company_id = @company_id::text AND (@year::int = 0 OR extract(year FROM x.month) = @year)
    AND CASE @state::text WHEN 'open' THEN x.due > 0 WHEN 'paid' THEN x.due <= 0
      WHEN 'overdue' THEN x.due > 0 AND x.due_on < @today::date ELSE true END
)
SELECT matching.* FROM matching, page WHERE n > least(skip, (total - 1) / most * most) ORDER BY n LIMIT (SELECT most FROM page);

-- name: InvoiceAccount :one
-- How a company stands: what it was invoiced, credited and has paid, and how much of it is due how long.
SELECT count(*) FILTER (WHERE x.due > 0)::int AS open, count(*) FILTER (WHERE x.due > 0 AND x.due_on < @today::date)::int AS overdue,
  coalesce(sum(x.due), 0)::bigint AS balance, coalesce(sum(-x.due) FILTER (WHERE x.due < 0), 0)::bigint AS credit,
  coalesce(sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on >= @today), 0)::bigint AS not_yet,
  coalesce(sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on < @today AND x.due_on + 30 >= @today), 0)::bigint AS to_30,
  coalesce(sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on + 30 < @today AND x.due_on + 60 >= @today), 0)::bigint AS to_60,
  coalesce(sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on + 60 < @today AND x.due_on + 90 >= @today), 0)::bigint AS to_90,
  coalesce(sum(x.due) FILTER (WHERE x.due > 0 AND x.due_on + 90 < @today), 0)::bigint AS beyond,
  coalesce(min(extract(year FROM x.month)), 0)::int AS first_year, coalesce(max(extract(year FROM x.month)), 0)::int AS last_year,
  coalesce(min(extract(year FROM x.issued_on)), 0)::int AS first_issued
FROM invoice_balances x WHERE x.company_id = @company_id::text;

-- name: InvoiceForecast :one
-- What of a company's share the next invoice would hold already: of days until its end, ordered or sold.
SELECT coalesce(sum(s.amount), 0)::bigint AS amount, count(DISTINCT (s.profile_id, s.date))::int AS lunches FROM company_shares s
WHERE s.company_id = @company_id::text AND s.date >= @month::date AND s.date < @next::date
  AND NOT EXISTS (SELECT FROM invoice_shares x WHERE x.source_id = s.source_id);

-- name: InvoiceDays :many
-- A document's lines, summed by day and rate.
SELECT date, vat_rate, count(*)::int AS lunches, sum(net_amount)::bigint AS net, sum(vat_amount)::bigint AS vat,
  sum(total_amount)::bigint AS total, min(total_amount)::bigint AS least, max(total_amount)::bigint AS most
FROM invoice_lines
WHERE invoice_id = $1
GROUP BY date, vat_rate ORDER BY date, vat_rate;

-- name: InvoicePeople :many
-- A document's lines, summed by person. Who was erased has no name.
SELECT l.profile_id, CASE WHEN p.erased_at IS NULL THEN p.name ELSE '' END::text AS name, count(*)::int AS lunches,
  sum(l.net_amount)::bigint AS net, sum(l.vat_amount)::bigint AS vat, sum(l.total_amount)::bigint AS total
FROM invoice_lines l JOIN profiles f ON f.id = l.profile_id JOIN persons p ON p.id = f.person_id
WHERE l.invoice_id = $1
GROUP BY l.profile_id, p.id ORDER BY name, l.profile_id;

-- name: InvoiceLines :many
-- A document's lines by day and person, of one day or one person alone where that is asked.
SELECT l.date, l.profile_id, CASE WHEN p.erased_at IS NULL THEN p.name ELSE '' END::text AS name, l.vat_rate, l.net_amount,
  l.vat_amount, l.total_amount
FROM invoice_lines l JOIN profiles f ON f.id = l.profile_id JOIN persons p ON p.id = f.person_id
WHERE l.invoice_id = $1 AND (@every_day::bool OR l.date = @day::date) AND (@person::text = '' OR l.profile_id = @person)
ORDER BY l.date, name, l.profile_id, l.vat_rate LIMIT @most::int;

-- name: InvoiceWhoPaid :one
-- What the days of an invoice cost before the discount, and who paid what of it: totals of many, never of one; and whether
-- somebody is just paying it. What was missing is paid by nobody.
SELECT coalesce(sum(d.gross_amount - f.missing), 0)::bigint AS gross, coalesce(sum(d.net_amount - f.missing), 0)::bigint AS net,
  coalesce(sum(d.company_share - f.company), 0)::bigint AS company, count(*)::int AS lunches,
  EXISTS (SELECT FROM attempts a WHERE a.purpose = 'invoice' AND a.subject_id = $1 AND a.status = 'open')::boolean AS paying
FROM deliveries d
CROSS JOIN LATERAL (SELECT coalesce(sum(s.amount + s.company_amount), 0)::bigint AS missing,
    coalesce(sum(s.company_amount), 0)::bigint AS company
  FROM shortfalls s
  WHERE s.delivery_id = d.id) f
WHERE d.id IN (SELECT x.source_id FROM invoice_shares x WHERE x.invoice_id = $1) AND d.live
  AND (f.missing = 0 OR f.missing < d.net_amount);

-- name: InvoiceCredits :many
-- The credit notes of an invoice.
SELECT id, number, issued_on, total_amount FROM invoices WHERE credits_id = @invoice_id::text ORDER BY number;

-- name: InvoicePayments :many
-- What paid an invoice, in order; below zero what was taken back of it, and what paid another invoice. A set-off's reference is the
-- number of the other invoice.
SELECT p.way, p.amount, p.reference, p.paid_on, ''::text AS other_id, p.at, p.id,
  (p.way = 'transfer' AND NOT EXISTS (SELECT FROM invoice_payments u
    WHERE (u.invoice_id, u.way, u.reference, u.again) = (p.invoice_id, 'undone', p.reference, p.again)))::boolean AS stands
FROM invoice_payments p
WHERE p.invoice_id = $1
UNION ALL SELECT 'setoff', s.amount, o.number, s.set_on, o.id, s.at, s.id::text, false
FROM invoice_setoffs s JOIN invoices o ON o.id = s.from_id
WHERE s.to_id = $1
UNION ALL SELECT 'setoff', -s.amount, o.number, s.set_on, o.id, s.at, s.id::text, false
FROM invoice_setoffs s JOIN invoices o ON o.id = s.to_id
WHERE s.from_id = $1
ORDER BY 6, 7;

-- name: InvoiceSetOffAtIssue :many
-- What paid an invoice when it was issued, and so stands on it.
SELECT o.number, s.amount FROM invoice_setoffs s JOIN invoices o ON o.id = s.from_id
WHERE s.to_id = @invoice_id::text AND s.at_issue
ORDER BY s.id;

-- name: InvoicePaymentInsert :execrows
-- Keeps a payment; 0 rows when it was kept before.
INSERT INTO invoice_payments (id, invoice_id, company_id, way, amount, reference, paid_on, recorded_by, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT ON CONSTRAINT invoice_payments_once DO NOTHING;

-- name: InvoicePaymentOne :one
-- A company's payment by its reference, however its letters are written, and the invoice that it stands on; the one asked about first.
-- A transfer that was taken back is none.
SELECT p.amount, p.paid_on, p.invoice_id, i.number FROM invoice_payments p JOIN invoices i ON i.id = p.invoice_id
WHERE p.company_id = @company_id::text AND p.way = @way::text AND lower(p.reference) = lower(@reference::text)
  AND NOT EXISTS (SELECT FROM invoice_payments u
    WHERE (u.invoice_id, u.way, u.reference, u.again) = (p.invoice_id, 'undone', p.reference, p.again))
ORDER BY p.invoice_id <> @invoice_id::text, p.id LIMIT 1;

-- name: InvoiceAccountsLock :exec
-- InvoiceAccountLock of several companies, in the order of the lock's numbers.
SELECT pg_advisory_xact_lock(7003, x.n) FROM (SELECT DISTINCT hashtext(c) AS n FROM unnest(@companies::text[]) c ORDER BY 1) x;

-- name: InvoiceStatement :many
-- Everything on a company's account between two days, in order, and what stood before the first. A set-off moves so much from one
-- invoice (its note) to another.
SELECT 'before'::text AS kind, ''::text AS number, @from_date::date AS date,
  coalesce(sum(CASE x.kind WHEN 'invoice' THEN x.amount ELSE -x.amount END), 0)::bigint AS amount, ''::text AS note,
  ''::text AS id
FROM (SELECT i.kind, i.issued_on AS date, i.total_amount AS amount, i.company_id FROM invoices i
  UNION ALL SELECT p.way, p.paid_on, p.amount, p.company_id FROM invoice_payments p) x
WHERE x.company_id = @company_id::text AND x.date < @from_date
UNION ALL SELECT i.kind, i.number, i.issued_on, i.total_amount, coalesce(o.number, '')::text, i.id
FROM invoices i LEFT JOIN invoices o ON o.id = i.credits_id
WHERE i.company_id = @company_id AND i.issued_on BETWEEN @from_date AND @until_date::date
UNION ALL SELECT p.way, o.number, p.paid_on, p.amount, p.reference, p.invoice_id
FROM invoice_payments p JOIN invoices o ON o.id = p.invoice_id
WHERE p.company_id = @company_id AND p.paid_on BETWEEN @from_date AND @until_date
UNION ALL SELECT 'setoff', o.number, s.set_on, s.amount, f.number, s.id::text
FROM invoice_setoffs s JOIN invoices o ON o.id = s.to_id JOIN invoices f ON f.id = s.from_id
WHERE s.company_id = @company_id AND s.set_on BETWEEN @from_date AND @until_date
ORDER BY 3, 1, 2, 6;

-- name: InvoiceAttempt :one
-- The payment of an invoice of which nobody knows yet whether it came.
SELECT * FROM attempts WHERE purpose = 'invoice' AND subject_id = $1 AND status = 'open';

-- name: InvoicesToRemind :many
-- Late invoices with the newest of these steps that they have reached, in days after they were due, where neither it nor a later one was
-- told of.
SELECT x.id, x.due_on, x.company_id, s.step::int AS step
FROM (SELECT d.invoice_id AS id, d.company_id, d.due_on FROM invoice_dues d WHERE d.due <> 0 AND d.due > 0) x
CROSS JOIN LATERAL (SELECT max(n) AS step FROM unnest(@steps::int[]) n WHERE x.due_on + n <= @today::date) s
WHERE x.due_on < @today AND s.step IS NOT NULL
  AND NOT EXISTS (SELECT FROM invoice_reminders r WHERE r.invoice_id = x.id AND r.step >= s.step)
ORDER BY x.id;

-- name: InvoiceReminded :execrows
-- Remembers that a company was told of a late invoice; 0 rows when it was before, and when nobody is there to be told.
INSERT INTO invoice_reminders (invoice_id, step, at)
SELECT i.id, @step::int, @at::timestamptz FROM invoices i
WHERE i.id = @invoice_id::text
  AND EXISTS (SELECT FROM profiles f JOIN persons p ON p.id = f.person_id
    WHERE f.company_id = i.company_id AND f.client_type = 'Admin' AND f.status = 'Active' AND p.erased_at IS NULL)
ON CONFLICT DO NOTHING;

-- name: InvoiceAdmins :many
-- Whom a letter about a company's invoices goes to.
SELECT p.id, p.name, p.email, p.language FROM profiles f JOIN persons p ON p.id = f.person_id
WHERE f.company_id = @company_id::text AND f.client_type = 'Admin' AND f.status = 'Active' AND p.erased_at IS NULL
ORDER BY p.id;

-- name: InvoiceFirstDay :one
-- The first day since another that has a delivery or a counter sale, and not later than a third.
SELECT coalesce(least((SELECT min(d.delivery_date) FROM deliveries d WHERE d.delivery_date >= @since::date),
    (SELECT min(c.day) FROM counter_sales c WHERE c.day >= @since::date)), @until::date)::date AS day;

-- name: InvoicesOfAll :many
-- 31 invoices of every company whose name or number holds some words, the newest first, after the invoice `after`. state is empty, due,
-- overdue, paid, credit or unsent; each is found along an index that is in this order and holds no others, however many there are. unsent
-- are those that support must look after as e-invoices, themselves or a credit note.
SELECT x.id, x.number, x.month, x.issued_on, x.due_on, x.total_amount, x.credited::bigint AS credited, x.paid::bigint AS paid,
  x.set_off::bigint AS set_off, c.id AS company_id, c.name AS company
FROM ((SELECT i.id FROM invoices i WHERE @state::text = '' AND i.kind = 'invoice' AND i.id < @after::text
    AND (@words::text = '' OR i.number ILIKE '%' || @words || '%' OR EXISTS (SELECT FROM companies n WHERE n.id = i.company_id
      AND n.name ILIKE '%' || @words || '%')) ORDER BY i.id DESC LIMIT 31)
  UNION ALL (SELECT d.invoice_id FROM invoice_dues d WHERE @state IN ('due', 'overdue') AND d.due > 0 AND d.invoice_id < @after
    AND (@state = 'due' OR d.due_on < @today::date)
    AND (@words = '' OR EXISTS (SELECT FROM invoices i JOIN companies n ON n.id = i.company_id WHERE i.id = d.invoice_id
      AND (i.number ILIKE '%' || @words || '%' OR n.name ILIKE '%' || @words || '%'))) ORDER BY d.invoice_id DESC LIMIT 31)
  UNION ALL (SELECT d.invoice_id FROM invoice_dues d WHERE @state = 'paid' AND d.due <= 0 AND d.invoice_id < @after
    AND (@words = '' OR EXISTS (SELECT FROM invoices i JOIN companies n ON n.id = i.company_id WHERE i.id = d.invoice_id
      AND (i.number ILIKE '%' || @words || '%' OR n.name ILIKE '%' || @words || '%'))) ORDER BY d.invoice_id DESC LIMIT 31)
  UNION ALL (SELECT d.invoice_id FROM invoice_dues d WHERE @state = 'credit' AND d.due < 0 AND d.invoice_id < @after
    AND (@words = '' OR EXISTS (SELECT FROM invoices i JOIN companies n ON n.id = i.company_id WHERE i.id = d.invoice_id
      AND (i.number ILIKE '%' || @words || '%' OR n.name ILIKE '%' || @words || '%'))) ORDER BY d.invoice_id DESC LIMIT 31)
  UNION ALL (SELECT DISTINCT coalesce(i.credits_id, i.id) FROM einvoice_transmissions t
    JOIN invoices i ON i.company_id = t.company_id AND i.id = t.invoice_id JOIN companies n ON n.id = i.company_id
    WHERE @state = 'unsent' AND t.state IN ('incomplete', 'rejected', 'stopped') AND coalesce(i.credits_id, i.id) < @after
      AND (@words = '' OR i.number ILIKE '%' || @words || '%' OR n.name ILIKE '%' || @words || '%')
    ORDER BY 1 DESC LIMIT 31)) f
CROSS JOIN LATERAL (SELECT * FROM invoice_balances b WHERE b.id = f.id OFFSET 0) x
JOIN companies c ON c.id = x.company_id
ORDER BY x.id DESC;

-- name: InvoiceOfAny :one
-- An invoice as it stands, whosever it is.
SELECT x.id, x.number, x.month, x.issued_on, x.due_on, x.total_amount, x.credited::bigint AS credited, x.paid::bigint AS paid,
  x.set_off::bigint AS set_off, c.id AS company_id, c.name AS company,
  EXISTS (SELECT FROM attempts a WHERE a.purpose = 'invoice' AND a.subject_id = x.id AND a.status = 'open')::boolean AS paying
FROM invoice_balances x JOIN companies c ON c.id = x.company_id
WHERE x.id = $1;

-- name: EaterDocumentsDue :many
-- What was posted and has no document yet, the oldest first, but for what another transaction just writes one for. Held until the
-- transaction ends.
SELECT * FROM eater_documents_due ORDER BY at, source_id LIMIT @most::int FOR UPDATE SKIP LOCKED;

-- name: EaterDocumentDue :many
-- The same of one thing that was posted, after what it changes or takes back, and after whoever just writes its document.
SELECT * FROM eater_documents_due WHERE (source, source_id) IN (SELECT @source::text, @id::text
  UNION ALL SELECT 'order', a.order_id FROM amendments a WHERE @source = 'amendment' AND a.id = @id
  UNION ALL SELECT 'sale', @id WHERE @source = 'void')
ORDER BY source IN ('order', 'sale') DESC, at FOR UPDATE;

-- name: EaterDocumentSources :many
-- What documents are about. quote is what was agreed about an order or a change. total is what an eater paid of a sale at a counter, where
-- vat is the VAT of its lines, difference what was taken beyond their prices and share the company's part, or what an eater gets back of a
-- delivery. vat_rates are the percents by date. A sale to somebody whom nobody knows is not here.
SELECT 'order'::text AS source, o.id AS source_id, o.id AS about_id, o.profile_id, o.company_id, o.quote, o.week AS date,
  0::bigint AS total, 0::bigint AS vat, 0::bigint AS difference, 0::bigint AS share, 0::int AS qty,
  (SELECT jsonb_object_agg(d.delivery_date, d.vat_rate) FROM deliveries d WHERE d.order_id = o.id)::jsonb AS vat_rates
FROM orders o WHERE o.id = ANY(@ids::text[])
UNION ALL SELECT 'amendment', a.id, a.order_id, a.profile_id, a.company_id, a.quote, o.week, 0, 0, 0, 0, 0,
  (SELECT jsonb_object_agg(d.delivery_date, d.vat_rate) FROM deliveries d WHERE d.order_id = o.id)
FROM amendments a JOIN orders o ON o.id = a.order_id WHERE a.id = ANY(@ids)
UNION ALL SELECT 'sale', s.id, s.id, f.id, f.company_id, '{}'::jsonb, s.day, s.total_amount + s.difference_amount - s.company_share,
  s.vat_amount, s.difference_amount, s.company_share, (SELECT coalesce(sum(l.qty), 0)::int FROM counter_lines l WHERE l.sale_id = s.id),
  jsonb_build_object(s.day, s.vat_rate)
FROM counter_sales s JOIN profiles f ON f.id = s.profile_id WHERE s.id = ANY(@ids)
UNION ALL SELECT 'missing', m.id, d.order_id, d.profile_id, d.company_id, '{}'::jsonb, d.delivery_date, m.amount, 0, 0,
  m.company_amount, m.qty, jsonb_build_object(d.delivery_date, d.vat_rate)
FROM shortfalls m JOIN deliveries d ON d.id = m.delivery_id WHERE m.id = ANY(@ids);

-- name: EaterInvoicesOf :many
-- The numbers of the tax invoices about orders and sales.
SELECT about_id, number FROM eater_documents WHERE kind = 'invoice' AND about_id = ANY(@abouts::text[]) ORDER BY id;

-- name: EaterDocumentNumbers :many
-- Takes the next so many numbers of series, and answers with the last of each.
INSERT INTO eater_document_series AS s (kind, year, last)
SELECT unnest(@kinds::text[]), unnest(@years::int[]), unnest(@counts::int[])
ON CONFLICT (kind, year) DO UPDATE SET last = s.last + EXCLUDED.last
RETURNING kind, year, last;

-- name: EaterDocumentsInsert :exec
INSERT INTO eater_documents (id, kind, number, profile_id, company_id, source, source_id, about_id, credits, issued_at, issued_on,
  supply_from, supply_until, seller, lines, net_amount, vat_amount, total_amount)
SELECT unnest(@ids::text[]), unnest(@kinds::text[]), unnest(@numbers::text[]), unnest(@profiles::text[]), unnest(@companies::text[]),
  unnest(@sources::text[]), unnest(@source_ids::text[]), unnest(@abouts::text[]), unnest(@credits::text[]),
  unnest(@issued::timestamptz[]), unnest(@issued_on::date[]), unnest(@froms::date[]), unnest(@untils::date[]), @seller::jsonb,
  unnest(@lines::text[])::jsonb, unnest(@nets::bigint[]), unnest(@vats::bigint[]), unnest(@totals::bigint[]);

-- name: EaterDocumentsDone :exec
DELETE FROM eater_documents_due
WHERE (source, source_id) IN (SELECT unnest(@sources::text[]), unnest(@source_ids::text[]));

-- name: EaterDocuments :many
-- An eater's documents about an order or a sale at a counter, in the order in which they were issued.
SELECT id, kind, number, issued_on, vat_amount, total_amount FROM eater_documents
WHERE about_id = @about_id::text AND profile_id = @profile_id::text
ORDER BY id;

-- name: EaterDocument :one
-- A document of an eater, with their name and where their lunches go. Who was erased has neither. Whose it is is for the caller to check.
SELECT d.*, (CASE WHEN p.erased_at IS NULL THEN p.name ELSE '' END)::text AS name,
  (CASE WHEN p.erased_at IS NULL THEN coalesce(a.line, '') ELSE '' END)::text AS address, c.name AS company
FROM eater_documents d JOIN profiles f ON f.id = d.profile_id JOIN persons p ON p.id = f.person_id JOIN companies c ON c.id = d.company_id
LEFT JOIN addresses a ON a.id = f.address_id
WHERE d.id = $1;

-- name: EaterDocumentOf :one
-- The tax invoice or credit note about one thing that was posted.
SELECT kind, number FROM eater_documents WHERE source = @source AND source_id = @source_id;
