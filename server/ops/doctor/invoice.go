package doctor

// billed is what was invoiced of each share, less what was credited of it, next to what is used of it.
const billed = `(
	SELECT coalesce(s.source_id, b.source_id) AS source_id, coalesce(s.company_id, b.company_id) AS company_id,
		coalesce(s.date, b.date) AS date,
		coalesce(s.amount, 0) AS used, coalesce(b.amount, 0) AS billed, b.source_id IS NOT NULL AS seen
	FROM company_shares s
	FULL JOIN (SELECT x.source_id, i.company_id, x.date, sum(CASE i.kind WHEN 'invoice' THEN x.amount ELSE -x.amount END) AS amount
		FROM invoice_shares x JOIN invoices i ON i.id = x.invoice_id
		GROUP BY 1, 2, 3) b ON b.source_id = s.source_id)`

// waiting reports that a share of x may differ from what was billed of it: it changed, or its month is not invoiced yet.
const waiting = `(EXISTS (SELECT 1 FROM invoice_changes c WHERE c.source_id = x.source_id)
	OR NOT x.seen
		AND NOT EXISTS (SELECT 1 FROM invoices i
			WHERE i.company_id = x.company_id AND i.kind = 'invoice' AND i.month >= date_trunc('month', x.date)::date))`

// invoices are the invariants of what companies are billed.
var invoices = []invariant{
	{"an invoice is the sum of its lines", `
		SELECT 1 FROM invoices i
		WHERE (i.net_amount, i.vat_amount, i.total_amount) <> (SELECT coalesce(sum(l.net_amount), -1),
					coalesce(sum(l.vat_amount), -1), coalesce(sum(l.total_amount), -1)
				FROM invoice_lines l
				WHERE l.invoice_id = i.id)
			OR i.net_amount + i.vat_amount <> i.total_amount`},
	{"an invoice's line has the VAT of its total, within a fils, and no more is credited of it", `
		SELECT 1
		FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
		LEFT JOIN LATERAL (SELECT sum(c.total_amount)::bigint AS total
			FROM invoices n JOIN invoice_lines c ON c.invoice_id = n.id
			WHERE n.credits_id = i.id AND (c.profile_id, c.date, c.vat_rate) = (l.profile_id, l.date, l.vat_rate)) c ON true
		WHERE abs(l.vat_amount - (2 * l.vat_rate * l.total_amount + 100 + l.vat_rate) / (200 + 2 * l.vat_rate)) > 1
			OR l.total_amount < c.total`},
	{"a document has the VAT of its total at each rate, and what credit notes leave of an invoice has the VAT of what they leave", `
		SELECT 1
		FROM (SELECT i.id, l.vat_rate AS rate, sum(l.total_amount)::bigint AS total, sum(l.vat_amount)::bigint AS vat
			FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
			WHERE i.kind = 'invoice' AND i.vat_on_total
			GROUP BY 1, 2) x
		LEFT JOIN (SELECT n.credits_id, l.vat_rate AS rate, sum(l.total_amount)::bigint AS total, sum(l.vat_amount)::bigint AS vat
			FROM invoices n JOIN invoice_lines l ON l.invoice_id = n.id
			WHERE n.kind = 'credit'
			GROUP BY 1, 2) c ON (c.credits_id, c.rate) = (x.id, x.rate)
		WHERE x.vat <> (2 * x.rate * x.total + 100 + x.rate) / (200 + 2 * x.rate)
			OR x.vat - c.vat <> (2 * x.rate * (x.total - c.total) + 100 + x.rate) / (200 + 2 * x.rate)`},
	{"what is invoiced has the rate that it was bought at", `
		SELECT 1 FROM invoice_shares x
		LEFT JOIN deliveries d ON d.id = x.source_id LEFT JOIN counter_sales s ON s.id = x.source_id
		WHERE x.vat_rate <> coalesce(d.vat_rate, s.vat_rate)`},
	{"an invoice's line is the shares that it is made of", `
		SELECT 1
		FROM invoice_lines l
		FULL JOIN (SELECT invoice_id, profile_id, date, vat_rate, sum(amount) AS amount FROM invoice_shares GROUP BY 1, 2, 3, 4) x
			ON (x.invoice_id, x.profile_id, x.date, x.vat_rate) = (l.invoice_id, l.profile_id, l.date, l.vat_rate)
		WHERE l.total_amount IS DISTINCT FROM x.amount`},
	{"no number of an invoice is missing or given twice", `
		SELECT 1
		FROM (SELECT i.kind, extract(year FROM i.issued_on)::int AS year, count(*) AS n, count(DISTINCT i.number) AS different,
				max(split_part(i.number, '-', 3)::int) AS last,
				bool_and(i.number LIKE CASE i.kind WHEN 'invoice' THEN 'INV-' ELSE 'CN-' END
					|| extract(year FROM i.issued_on) || '-______') AS named
			FROM invoices i
			GROUP BY 1, 2) x
		FULL JOIN invoice_series s ON (s.kind, s.year) = (x.kind, x.year)
		WHERE (x.n, x.different, x.last) IS DISTINCT FROM (s.last::bigint, s.last::bigint, s.last) OR NOT x.named`},
	{"one invoice a company and month", `SELECT 1 FROM invoices WHERE kind = 'invoice' GROUP BY company_id, month HAVING count(*) > 1`},
	{"every used share of an invoiced month is billed, once", `SELECT 1 FROM ` + billed + ` x WHERE x.used <> x.billed AND NOT ` + waiting},
	{"what companies were billed, and will be, is what the ledger says they gave", `
		SELECT 1
		FROM (SELECT a.company_id, sum(e.amount) AS amount
			FROM entries e JOIN accounts a ON a.id = e.account_id AND a.kind = 'company'
			JOIN transactions t ON t.id = e.transaction_id AND t.kind NOT IN ('invoice', 'transfer') AND t.cause_type <> 'provider'
			GROUP BY 1) l
		FULL JOIN (SELECT b.company_id, sum(b.amount) AS amount
			FROM (SELECT i.company_id, CASE i.kind WHEN 'invoice' THEN i.total_amount ELSE -i.total_amount END AS amount
				FROM invoices i
				UNION ALL SELECT x.company_id, x.used - x.billed FROM ` + billed + ` x WHERE ` + waiting + `) b
			GROUP BY 1) u ON u.company_id = l.company_id
		WHERE coalesce(l.amount, 0) <> -coalesce(u.amount, 0)`},
	{"a payment of an invoice is in the books", `
		SELECT 1
		FROM (SELECT a.company_id, t.kind, sum(e.amount) AS amount
			FROM entries e JOIN accounts a ON a.id = e.account_id AND a.kind = 'company'
			JOIN transactions t ON t.id = e.transaction_id AND (t.kind IN ('invoice', 'transfer') OR t.cause_type = 'provider')
			GROUP BY 1, 2) l
		FULL JOIN (SELECT p.company_id,
				CASE p.way WHEN 'card' THEN 'invoice' WHEN 'returned' THEN 'refund' ELSE 'transfer' END AS kind,
				sum(p.amount) AS amount
			FROM invoice_payments p
			GROUP BY 1, 2) p ON (p.company_id, p.kind) = (l.company_id, l.kind)
		WHERE l.amount IS DISTINCT FROM p.amount`},
	{"a card paid what was due of an invoice, or goes back", `
		SELECT 1 FROM attempts a
		WHERE a.purpose = 'invoice'
			AND CASE
				WHEN a.status = 'paid'
					AND NOT EXISTS (SELECT 1 FROM refunds r
						WHERE r.attempt_id = a.id AND r.fort_id = a.fort_id AND r.cause_id = '') THEN a.amount
				ELSE 0 END <> (SELECT coalesce(sum(p.amount), 0) FROM invoice_payments p
				WHERE p.way = 'card' AND p.reference = a.id AND p.invoice_id = a.subject_id)
		UNION ALL SELECT 1 FROM invoice_payments p
		WHERE p.way = 'card' AND p.reference NOT IN (SELECT id FROM attempts WHERE purpose = 'invoice')`},
	{"what the provider took back of an invoice's payment is due again", `
		SELECT 1
		FROM (SELECT r.id, a.subject_id, r.amount FROM refunds r JOIN attempts a ON a.id = r.attempt_id
			WHERE a.purpose = 'invoice'
				AND a.status = 'paid' AND a.fort_id = r.fort_id AND r.cause_id LIKE 'found %'
				AND NOT EXISTS (SELECT 1 FROM refunds w
					WHERE w.attempt_id = a.id AND w.fort_id = r.fort_id AND w.cause_id = '')) r
		FULL JOIN (SELECT p.reference, p.invoice_id, -p.amount AS amount FROM invoice_payments p WHERE p.way = 'returned') p
			ON (p.reference, p.invoice_id) = (r.id, r.subject_id)
		WHERE p.amount IS DISTINCT FROM r.amount`},
	{"what came too much for an invoice pays those that are open", `
		SELECT 1 FROM invoice_balances s
		WHERE s.due < 0
			AND EXISTS (SELECT 1 FROM invoice_balances o
				WHERE o.company_id = s.company_id AND o.due > 0
					AND NOT EXISTS (SELECT 1 FROM attempts a
						WHERE a.purpose = 'invoice' AND a.subject_id = o.id AND a.status = 'open'))`},
	{"what is kept as due of an invoice is what its documents and payments leave", `
		SELECT 1 FROM invoice_balances b FULL JOIN invoice_dues d ON d.invoice_id = b.id
		WHERE (b.due, b.due_on, b.company_id) IS DISTINCT FROM (d.due, d.due_on, d.company_id)`},
	{"a company is billed for nothing that was missing", `
		SELECT 1 FROM shortfalls s JOIN deliveries d ON d.id = s.delivery_id
		WHERE s.company_amount <> coalesce((SELECT sum(e.amount)
				FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts a ON a.id = e.account_id
				WHERE t.cause_type = 'shortfall' AND t.cause_id = s.id AND a.kind = 'company' AND a.company_id = d.company_id), 0)
		UNION ALL SELECT 1 FROM transactions t
		WHERE t.cause_type = 'shortfall' AND t.cause_id NOT IN (SELECT id FROM shortfalls)`},
	{"a line of a bank's statement is booked whole, as payments that stand on its invoices, or not at all", `
		SELECT 1
		FROM bank_lines l
		LEFT JOIN (SELECT k.line_id, sum(k.amount)::bigint AS amount
			FROM bank_bookings k LEFT JOIN invoice_payments p ON p.company_id = k.company_id AND p.id = k.payment_id
			WHERE NOT EXISTS (SELECT 1 FROM invoice_payments u
				WHERE (u.invoice_id, u.way, u.reference, u.again) = (p.invoice_id, 'undone', p.reference, p.again))
			GROUP BY 1) k ON k.line_id = l.id
		WHERE (CASE l.state WHEN 'booked' THEN l.amount END) IS DISTINCT FROM k.amount
		UNION ALL SELECT 1
		FROM bank_bookings k JOIN bank_lines l ON l.id = k.line_id
		LEFT JOIN invoice_payments p ON p.company_id = k.company_id AND p.id = k.payment_id
		WHERE (p.way, p.invoice_id, p.amount, p.paid_on) IS DISTINCT FROM ('transfer', k.invoice_id, k.amount, l.booked_on)`},
	{"a transfer is taken back whole and once, and is there", `
		SELECT 1 FROM invoice_payments u
		LEFT JOIN invoice_payments p ON (p.invoice_id, p.way, p.reference, p.again) = (u.invoice_id, 'transfer', u.reference, u.again)
		WHERE u.way = 'undone' AND (p.company_id, p.amount) IS DISTINCT FROM (u.company_id, -u.amount)
		UNION ALL SELECT 1
		FROM transactions t LEFT JOIN invoice_payments p ON p.id = t.cause_id
		LEFT JOIN invoice_payments u ON (u.invoice_id, u.way, u.reference, u.again) = (p.invoice_id, 'undone', p.reference, p.again)
		WHERE t.cause_type = 'undo' AND u.id IS NULL`},
	{"an invoice is about its own company", `
		SELECT 1 FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id JOIN profiles p ON p.id = l.profile_id
		WHERE p.company_id IS DISTINCT FROM i.company_id
		UNION ALL SELECT 1 FROM invoice_payments p JOIN invoices i ON i.id = p.invoice_id
		WHERE p.company_id <> i.company_id
		UNION ALL SELECT 1 FROM invoices n JOIN invoices i ON i.id = n.credits_id
		WHERE n.company_id <> i.company_id
		UNION ALL SELECT 1 FROM invoice_setoffs s JOIN invoices f ON f.id = s.from_id JOIN invoices o ON o.id = s.to_id
		WHERE (f.company_id, o.company_id) <> (s.company_id, s.company_id) OR f.id = o.id
		UNION ALL SELECT 1 FROM attempts a JOIN invoices i ON i.id = a.subject_id
		WHERE a.company_id <> i.company_id`},
}
