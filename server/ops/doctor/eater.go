package doctor

// eaterPosted is what eaters paid (or, below zero, got back) of everything that was posted and of what was missing.
const eaterPosted = `(
	SELECT CASE WHEN t.cause_type <> 'counter' THEN t.cause_type WHEN t.kind = 'refund' THEN 'void' ELSE 'sale' END AS source,
		t.cause_id AS source_id, -sum(e.amount) AS amount
	FROM transactions t JOIN entries e ON e.transaction_id = t.id
	JOIN accounts a ON a.id = e.account_id AND a.kind NOT IN ('sales', 'company')
	WHERE t.cause_type IN ('order', 'amendment')
		OR t.cause_type = 'counter' AND EXISTS (SELECT 1 FROM counter_sales s WHERE s.id = t.cause_id AND s.profile_id IS NOT NULL)
	GROUP BY 1, 2
	UNION ALL SELECT 'missing', id, -amount FROM shortfalls WHERE amount > 0)`

// eaters are the invariants of eaters' tax invoices and credit notes.
var eaters = []invariant{
	{"what an eater paid or got back is on one document to the fils, or waits for it", `
		SELECT 1
		FROM ` + eaterPosted + ` p
		FULL JOIN (SELECT source, source_id, sum(CASE kind WHEN 'invoice' THEN total_amount ELSE -total_amount END) AS amount
			FROM eater_documents
			GROUP BY 1, 2) d USING (source, source_id)
		WHERE coalesce(p.amount, 0) <> coalesce(d.amount, 0)
			AND (d.amount IS NOT NULL
				OR NOT EXISTS (SELECT 1 FROM eater_documents_due u WHERE (u.source, u.source_id) = (p.source, p.source_id)))
		UNION ALL SELECT 1 FROM eater_documents_due u JOIN eater_documents d ON (d.source, d.source_id) = (u.source, u.source_id)`},
	{"an eater's document is the sum of its lines", `
		SELECT 1 FROM eater_documents d
		WHERE (d.net_amount, d.vat_amount, d.total_amount) <> (SELECT coalesce(sum((l ->> 'net')::bigint), 0),
					coalesce(sum((l ->> 'vat')::bigint), 0), coalesce(sum((l ->> 'total')::bigint), 0)
				FROM jsonb_array_elements(d.lines) l)
			OR d.net_amount + d.vat_amount <> d.total_amount`},
	{"no number of an eater's document is missing or given twice", `
		SELECT 1
		FROM (SELECT d.kind, extract(year FROM d.issued_on)::int AS year, count(*) AS n, count(DISTINCT d.number) AS different,
				max(split_part(d.number, '-', 3)::int) AS last,
				bool_and(d.number LIKE CASE d.kind WHEN 'invoice' THEN 'TI-' ELSE 'TC-' END
					|| extract(year FROM d.issued_on) || '-______') AS named
			FROM eater_documents d
			GROUP BY 1, 2) x
		FULL JOIN eater_document_series s ON (s.kind, s.year) = (x.kind, x.year)
		WHERE (x.n, x.different, x.last) IS DISTINCT FROM (s.last::bigint, s.last::bigint, s.last) OR NOT x.named`},
	{"an eater's document is about their own lunch, and a credit note takes back no more than was invoiced", `
		SELECT 1 FROM eater_documents d
		WHERE d.profile_id IS DISTINCT FROM coalesce((SELECT o.profile_id FROM orders o WHERE o.id = d.about_id),
				(SELECT s.profile_id FROM counter_sales s WHERE s.id = d.about_id))
			OR d.kind = 'credit'
				AND NOT EXISTS (SELECT 1 FROM eater_documents i
					WHERE i.kind = 'invoice' AND i.about_id = d.about_id AND i.number = split_part(d.credits, ', ', 1))
		UNION ALL SELECT 1 FROM eater_documents
		GROUP BY about_id HAVING sum(CASE kind WHEN 'invoice' THEN total_amount ELSE -total_amount END) < 0`},
	// A change that costs its eater nothing has no document, though it may move the VAT by the rounding of its lines.
	{"eaters' documents have the VAT that the report of sales counts", `
		SELECT 1
		FROM orders o
		JOIN (SELECT about_id, sum(CASE kind WHEN 'invoice' THEN vat_amount ELSE -vat_amount END) AS vat FROM eater_documents
			WHERE source IN ('order', 'amendment')
			GROUP BY 1) d ON d.about_id = o.id
		WHERE abs(d.vat - (o.vat_amount - o.company_vat_amount)) > 5 * (SELECT count(*) FROM amendments a
				WHERE a.order_id = o.id AND a.difference = 0 AND a.status = 'Confirmed')
			AND NOT EXISTS (SELECT 1 FROM eater_documents_due u
				WHERE u.source_id = o.id OR u.source_id IN (SELECT a.id FROM amendments a WHERE a.order_id = o.id))
		UNION ALL SELECT 1
		FROM eater_documents d JOIN counter_sales s ON s.id = d.about_id
		WHERE d.vat_amount <> s.vat_amount
				+ sign(s.difference_amount)::bigint * ((2 * s.vat_rate * abs(s.difference_amount) + 100 + s.vat_rate) / (200 + 2 * s.vat_rate))
				- (2 * s.vat_rate * s.company_share + 100 + s.vat_rate) / (200 + 2 * s.vat_rate)`},
}
