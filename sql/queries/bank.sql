-- name: BankLayouts :many
-- The columns of each bank's tables, the ones used last first.
SELECT * FROM bank_layouts ORDER BY at DESC, id LIMIT 100;

-- name: BankLayoutSet :exec
INSERT INTO bank_layouts (id, bank, headings, columns, at) VALUES (@id, @bank, @headings::text[], @columns::jsonb, @at)
ON CONFLICT (id) DO UPDATE SET bank = excluded.bank, headings = excluded.headings, columns = excluded.columns, at = excluded.at;

-- name: BankKnown :one
-- How many movements of these keys are there.
SELECT count(*)::int AS n FROM bank_lines WHERE key = ANY(@keys::text[]);

-- name: BankStatementOfHash :one
-- The statement that a file became.
SELECT id FROM bank_statements WHERE hash = $1;

-- name: BankStatementInsert :execrows
-- Keeps a statement; 0 rows when the same file was kept before, also by another transaction that has just ended.
INSERT INTO bank_statements (id, name, format, hash, known, pending, made_by, at) VALUES ($1, $2, $3, $4, 0, $5, $6, $7)
ON CONFLICT (hash) DO NOTHING;

-- name: BankLinesInsert :execrows
-- Keeps the movements of a statement that no other one had, in the order of their keys, so that two imports wait in one order.
INSERT INTO bank_lines (id, statement_id, n, account, key, booked_on, amount, currency, payer, text, reference, reversal)
SELECT x.id, @statement_id::text, x.n, x.account, x.key, x.booked_on, x.amount, x.currency, x.payer, x.text, x.reference, x.reversal
FROM (SELECT unnest(@ids::text[]) AS id, generate_series(1, cardinality(@ids)) AS n, unnest(@accounts::text[]) AS account,
    unnest(@keys::text[]) AS key, unnest(@days::date[]) AS booked_on, unnest(@amounts::bigint[]) AS amount,
    unnest(@currencies::text[]) AS currency, unnest(@payers::text[]) AS payer, unnest(@texts::text[]) AS text,
    unnest(@refs::text[]) AS reference, unnest(@reversals::boolean[]) AS reversal) x
ORDER BY x.key
ON CONFLICT (key) DO NOTHING;

-- name: BankStatementKnown :exec
-- Remembers how many lines of a statement another one had.
UPDATE bank_statements SET known = @known::int WHERE id = @id;

-- name: BankStatements :many
-- 31 statements, the newest first, after another one, with how many of their credits wait and are booked.
SELECT s.*, p.name AS by_name, l.lines, l.open, l.booked, l.first_on, l.last_on
FROM bank_statements s JOIN profiles f ON f.id = s.made_by JOIN persons p ON p.id = f.person_id
CROSS JOIN LATERAL (SELECT count(*)::int AS lines, (count(*) FILTER (WHERE b.state = 'open' AND b.amount > 0))::int AS open,
    (count(*) FILTER (WHERE b.state = 'booked'))::int AS booked, coalesce(min(b.booked_on), s.at::date)::date AS first_on,
    coalesce(max(b.booked_on), s.at::date)::date AS last_on
  FROM bank_lines b WHERE b.statement_id = s.id) l
WHERE s.id < @after::text
ORDER BY s.id DESC LIMIT 31;

-- name: BankStatement :one
SELECT s.*, p.name AS by_name FROM bank_statements s JOIN profiles f ON f.id = s.made_by JOIN persons p ON p.id = f.person_id
WHERE s.id = $1;

-- name: BankLines :many
-- The movements of a statement. twice says that another statement brought a booked movement of the same day and amount, recorded the
-- invoice on which a transfer with this reference stands without being this line's.
SELECT b.*, coalesce(p.name, '')::text AS decided_name,
  (b.state = 'open' AND EXISTS (SELECT FROM bank_lines o WHERE o.state = 'booked' AND o.booked_on = b.booked_on AND o.amount = b.amount
    AND o.statement_id <> b.statement_id))::boolean AS twice,
  (CASE WHEN b.state = 'open' AND b.reference <> '' AND b.amount > 0 THEN coalesce((SELECT i.number
    FROM invoice_payments y JOIN invoices i ON i.company_id = y.company_id AND i.id = y.invoice_id
    WHERE y.way = 'transfer' AND lower(y.reference) = lower(b.reference) AND NOT EXISTS (SELECT FROM invoice_payments u
      WHERE (u.invoice_id, u.way, u.reference, u.again) = (y.invoice_id, 'undone', y.reference, y.again))
    ORDER BY y.id LIMIT 1), '') ELSE '' END)::text AS recorded
FROM bank_lines b LEFT JOIN profiles f ON f.id = b.decided_by LEFT JOIN persons p ON p.id = f.person_id
WHERE b.statement_id = $1
ORDER BY b.n;

-- name: BankBookings :many
-- Which invoices the booked movements of a statement pay, and by which payments.
SELECT k.line_id, k.invoice_id, k.payment_id, k.amount, i.number, k.company_id, c.name AS company
FROM bank_lines b JOIN bank_bookings k ON k.line_id = b.id
JOIN invoice_payments p ON p.company_id = k.company_id AND p.id = k.payment_id AND NOT EXISTS (SELECT FROM invoice_payments u
  WHERE (u.invoice_id, u.way, u.reference, u.again) = (p.invoice_id, 'undone', p.reference, p.again))
JOIN invoices i ON i.company_id = k.company_id AND i.id = k.invoice_id JOIN companies c ON c.id = k.company_id
WHERE b.statement_id = $1
ORDER BY k.line_id, k.payment_id;

-- name: BankOpenInvoices :many
-- The invoices of all companies that are not paid whole, the oldest first.
SELECT i.id, i.number, i.company_id, c.name AS company, i.issued_on, d.due
FROM invoice_dues d JOIN invoices i ON i.company_id = d.company_id AND i.id = d.invoice_id JOIN companies c ON c.id = d.company_id
WHERE d.due > 0
ORDER BY i.id LIMIT 20000;

-- name: BankLinesLock :many
-- Movements, each held until the transaction ends.
SELECT * FROM bank_lines WHERE id = ANY(@ids::text[]) ORDER BY id FOR NO KEY UPDATE;

-- name: BankLinesDecide :exec
-- Sets what became of movements that the caller holds. by is empty for what is open again.
UPDATE bank_lines SET state = @state::text, decided_by = nullif(@by::text, ''),
  decided_at = CASE WHEN @by = '' THEN NULL ELSE @at::timestamptz END
WHERE id = ANY(@ids::text[]);

-- name: BankBookingsInsert :exec
INSERT INTO bank_bookings (company_id, invoice_id, line_id, payment_id, amount)
SELECT unnest(@companies::text[]), unnest(@invoices::text[]), unnest(@lines::text[]), unnest(@payments::text[]), unnest(@amounts::bigint[]);

-- name: InvoicesToPay :many
-- What is due of invoices, with what a transfer for them is judged by. A credit note is none of them.
SELECT i.id, i.number, i.company_id, i.issued_on, d.due
FROM invoices i JOIN invoice_dues d ON d.company_id = i.company_id AND d.invoice_id = i.id
WHERE i.id = ANY(@ids::text[]);

-- name: InvoicesReopened :many
-- Which of a company's invoices something is due on, with how much; the one that was due first comes first.
SELECT i.id, i.number, i.due_on, d.due
FROM invoices i JOIN invoice_dues d ON d.company_id = i.company_id AND d.invoice_id = i.id
WHERE i.company_id = @company_id::text AND i.id = ANY(@ids::text[]) AND d.due > 0
ORDER BY i.due_on, i.number;

-- name: InvoicesReminded :exec
-- Remembers that a company was told of late invoices by another letter.
INSERT INTO invoice_reminders (invoice_id, step, at)
SELECT i.id, x.step, @at::timestamptz
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@steps::int[]) AS step) x
JOIN invoices i ON i.company_id = @company_id::text AND i.id = x.id
ON CONFLICT DO NOTHING;

-- name: InvoiceTransfersKnown :many
-- The invoices on which transfers with these references of these companies stand, however their letters are written. One that was taken
-- back stands on none.
SELECT x.n::int AS n, i.number
FROM (SELECT generate_series(1, cardinality(@companies::text[])) AS n, unnest(@companies) AS company,
  lower(unnest(@refs::text[])) AS reference) x
JOIN invoice_payments p ON p.company_id = x.company AND p.way = 'transfer' AND lower(p.reference) = x.reference
JOIN invoices i ON i.company_id = p.company_id AND i.id = p.invoice_id
WHERE NOT EXISTS (SELECT FROM invoice_payments u
  WHERE (u.invoice_id, u.way, u.reference, u.again) = (p.invoice_id, 'undone', p.reference, p.again))
ORDER BY x.n, p.id;

-- name: InvoiceTransfersInsert :exec
-- Keeps the payments of transfers, each counted on from those of its reference that were taken back from its invoice.
INSERT INTO invoice_payments (id, invoice_id, company_id, way, amount, reference, paid_on, recorded_by, at, again)
SELECT x.id, x.invoice_id, x.company_id, 'transfer', x.amount, x.reference, x.paid_on, @recorded_by::text, @at::timestamptz,
  (SELECT count(*) FROM invoice_payments u WHERE u.invoice_id = x.invoice_id AND u.way = 'undone' AND u.reference = x.reference)
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@invoices::text[]) AS invoice_id, unnest(@companies::text[]) AS company_id,
  unnest(@amounts::bigint[]) AS amount, unnest(@refs::text[]) AS reference, unnest(@days::date[]) AS paid_on) x;

-- name: InvoiceTransferParts :many
-- All payments that were recorded together with one as one transfer, each with the line of a bank's statement that it came with. A
-- reference is one transfer while it stands, so that those which stand, or those which do not, belong together.
WITH parts AS (
  SELECT p.*, EXISTS (SELECT FROM invoice_payments u
    WHERE (u.invoice_id, u.way, u.reference, u.again) = (p.invoice_id, 'undone', p.reference, p.again)) AS undone
  FROM invoice_payments o
  JOIN invoice_payments p ON p.company_id = o.company_id AND p.way = 'transfer' AND lower(p.reference) = lower(o.reference) AND p.at = o.at
  WHERE o.id = @id::text AND o.way = 'transfer'
)
SELECT p.id, p.invoice_id, p.company_id, i.number, p.amount, p.reference, p.paid_on, p.again, coalesce(k.line_id, '')::text AS line_id,
  p.undone::boolean AS undone
FROM parts p
JOIN invoices i ON i.company_id = p.company_id AND i.id = p.invoice_id
LEFT JOIN bank_bookings k ON k.company_id = p.company_id AND k.payment_id = p.id
WHERE p.undone = (SELECT o.undone FROM parts o WHERE o.id = @id)
ORDER BY p.id;

-- name: InvoiceTransfersUndo :exec
-- Keeps that transfers were taken back.
INSERT INTO invoice_payments (id, invoice_id, company_id, way, amount, reference, paid_on, recorded_by, at, again)
SELECT unnest(@ids::text[]), unnest(@invoices::text[]), @company_id::text, 'undone', unnest(@amounts::bigint[]), unnest(@refs::text[]),
  @paid_on::date, @recorded_by::text, @at::timestamptz, unnest(@again::int[]);

-- name: InvoiceOwn :many
-- What is left of each invoice of a company without what others paid of it, and what they did.
SELECT x.id, (x.total_amount - x.credited - x.paid)::bigint AS own, x.set_off::bigint AS set_off
FROM invoice_balances x WHERE x.company_id = @company_id::text;

-- name: InvoiceSetOffs :many
-- What was set off between a company's invoices, the newest first, but for what stands on the paper of the invoice that it paid.
SELECT from_id, to_id, amount, back FROM invoice_setoffs WHERE company_id = @company_id::text AND NOT at_issue ORDER BY id DESC;

-- name: InvoiceSetOffsBack :exec
INSERT INTO invoice_setoffs (company_id, from_id, to_id, amount, set_on, at_issue, at, back)
SELECT @company_id::text, unnest(@froms::text[]), unnest(@tos::text[]), unnest(@amounts::bigint[]), @today::date, false,
  @at::timestamptz, true;
