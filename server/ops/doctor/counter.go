package doctor

// counters are the invariants of what is sold at counters.
var counters = []invariant{
	{"a counter sale is the sum of its lines", `
		SELECT 1 FROM counter_sales s
		WHERE (s.total_amount, s.vat_amount) <> (SELECT coalesce(sum(l.total), -1), coalesce(sum(l.vat), -1) FROM counter_lines l
			WHERE l.sale_id = s.id)
		UNION ALL SELECT 1 FROM counter_lines
		WHERE qty <= 0 OR price < 0 OR total <> qty * price`},
	{"a sold line has the VAT of its total, at its sale's rate", `
		SELECT 1 FROM counter_lines l JOIN counter_sales s ON s.id = l.sale_id
		WHERE l.vat <> (2 * s.vat_rate * l.total + 100 + s.vat_rate) / (200 + 2 * s.vat_rate)`},
	{"who pays at a counter adds up", `
		SELECT 1 FROM counter_sales
		WHERE total_amount + difference_amount <> cash_amount + terminal_amount + company_share + wallet_amount + owed_amount
			OR least(cash_amount, change_amount, terminal_amount, company_share, wallet_amount, owed_amount) < 0`},
	{"a counter sale is posted as it was paid, and taken back when it was undone", `
		WITH posted AS (
			SELECT t.cause_id AS id, t.kind AS way, a.kind, sum(e.amount) AS amount
			FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts a ON a.id = e.account_id
			WHERE t.cause_type = 'counter'
			GROUP BY 1, 2, 3
		), paid AS (
			SELECT s.id, way.kind AS way, part.kind, way.sign * part.amount AS amount
			FROM counter_sales s
			CROSS JOIN LATERAL (VALUES ('cash', -s.cash_amount), ('terminal', -s.terminal_amount), ('company', -s.company_share),
					('wallet', -s.wallet_amount), ('receivable', -s.owed_amount),
					('sales', s.total_amount + s.difference_amount)) part (kind, amount)
			CROSS JOIN (VALUES ('order', 1), ('refund', -1)) way (kind, sign)
			WHERE part.amount <> 0 AND (way.kind = 'order' OR s.voided_at IS NOT NULL)
		)
		SELECT 1 FROM posted FULL JOIN paid USING (id, way, kind)
		WHERE posted.amount IS DISTINCT FROM paid.amount
		UNION ALL SELECT 1
		FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts a ON a.id = e.account_id
		JOIN counter_sales s ON s.id = t.cause_id
		WHERE t.cause_type = 'counter' AND a.profile_id IS NOT NULL AND a.profile_id IS DISTINCT FROM s.profile_id`},
	{"a booked fact has its effect, once, and no other has", `
		SELECT 1
		FROM (SELECT f.id, f.kind, f.sale_id, f.till_id,
				f.code = 0
					OR EXISTS (SELECT 1 FROM till_quarantine q
						WHERE q.fact_id = f.id AND q.till_id = f.till_id AND q.resolution = 'booked') AS booked
			FROM till_facts f) f
		WHERE (f.kind = 'sale/1' AND f.booked) <> EXISTS (SELECT 1 FROM counter_sales s
				WHERE s.id = f.id AND s.till_id = f.till_id)
			OR f.kind = 'open/1' AND f.booked <> EXISTS (SELECT 1 FROM till_shifts h WHERE h.id = f.id AND h.till_id = f.till_id)
		UNION ALL SELECT 1 FROM counter_sales s
		WHERE (CASE WHEN s.voided_at IS NULL OR s.void_by IS NOT NULL THEN 0 ELSE 1 END) <> (SELECT count(*) FROM till_facts f
			WHERE f.kind = 'void/1' AND f.sale_id = s.id AND f.till_id = s.till_id
				AND (f.code = 0
					OR EXISTS (SELECT 1 FROM till_quarantine q WHERE q.fact_id = f.id AND q.resolution = 'booked')))`},
	{"a receipt number is one fact's", `SELECT 1 FROM till_facts WHERE receipt IS NOT NULL GROUP BY till_id, receipt HAVING count(*) > 1
		UNION ALL SELECT 1 FROM counter_sales s JOIN till_facts f ON f.id = s.id WHERE s.receipt IS DISTINCT FROM f.receipt
		UNION ALL SELECT 1 FROM tills t JOIN till_facts f ON f.till_id = t.id WHERE f.receipt > t.last_receipt`},
	{"nothing of a till counts as heard that is not kept", `
		SELECT 1 FROM tills t WHERE t.had > (SELECT count(*) FROM till_facts f WHERE f.till_id = t.id)`},
	{"a fact that was set aside is kept", `
		SELECT 1 FROM till_facts f
		WHERE f.code = 4
			AND NOT EXISTS (SELECT 1 FROM till_quarantine q
				WHERE q.fact_id = f.id AND q.till_id = f.till_id AND q.payload <> '')`},
	{"a company's share at a counter is kept as its sale stands", `
		SELECT 1 FROM counter_sales s LEFT JOIN counter_shares h ON h.sale_id = s.id LEFT JOIN profiles p ON p.id = s.profile_id
		WHERE s.company_share <> coalesce(h.amount, 0) OR h.state <> CASE WHEN s.voided_at IS NULL THEN 'used' ELSE 'released' END
			OR (h.profile_id, h.company_id) <> (s.profile_id, p.company_id)
			OR h.period_start <> CASE h.duration WHEN 'Daily' THEN s.day WHEN 'Weekly' THEN date_trunc('week', s.day)::date
				ELSE date_trunc('month', s.day)::date END`},
	{"a company's share at a counter is what was agreed", `
		SELECT 1 FROM counter_sales s
		WHERE s.company_share > 0
			AND s.company_share > coalesce(CASE s.terms->>'share_type' WHEN 'Flat' THEN (s.terms->>'share_value')::bigint
					ELSE (s.total_amount * (s.terms->>'share_value')::bigint * 2 + 100) / 200 END, 0)`},
	{"nothing is on somebody's account without their code", `
		SELECT 1 FROM counter_sales
		WHERE (profile_id IS NULL) <> (proof IS NULL) OR proof IS NULL AND company_share + wallet_amount + owed_amount <> 0
		UNION ALL SELECT 1 FROM counter_sales
		WHERE proof IS NOT NULL
		GROUP BY proof HAVING count(*) > 1`},
	{"a sale that counts as confirmed is what its buyer confirmed, in time", `
		SELECT 1 FROM counter_confirms c LEFT JOIN counter_sales s ON s.id = c.sale_id
		WHERE c.used_at IS NOT NULL
			AND ((s.till_id, s.profile_id, s.proof, s.company_share + s.wallet_amount + s.owed_amount)
					IS DISTINCT FROM (c.till_id, c.profile_id, c.proof, c.amount)
				OR c.state <> 'confirmed' OR c.answered_at >= c.expires_at)`},
	{"a till, its shifts and its sales are of one company's site", `
		SELECT 1 FROM tills t JOIN addresses a ON a.id = t.address_id
		WHERE a.company_id <> t.company_id OR a.profile_id IS NOT NULL
		UNION ALL SELECT 1 FROM counter_sales s JOIN tills t ON t.id = s.till_id JOIN till_shifts h ON h.id = s.shift_id
		WHERE s.company_id <> t.company_id OR h.till_id <> s.till_id
		UNION ALL SELECT 1 FROM counter_sales s JOIN till_shifts h ON h.id = s.void_shift_id
		WHERE h.till_id <> s.till_id`},
	{"what the office undid is in the trail, with a reason", `
		SELECT 1
		FROM (SELECT till_id, void_by, count(*) AS n FROM counter_sales WHERE void_by IS NOT NULL GROUP BY 1, 2) s
		FULL JOIN (SELECT subject, profile_id, count(*) AS n FROM acts WHERE kind = 'till.void' AND note <> '' GROUP BY 1, 2) a
			ON a.subject = s.till_id AND a.profile_id = s.void_by
		WHERE s.n IS DISTINCT FROM a.n`},
	{"a dispute is about its buyer's sale, and one that was reversed is taken back to the fils", `
		SELECT 1 FROM counter_disputes d JOIN counter_sales s ON s.id = d.sale_id
		WHERE s.profile_id IS DISTINCT FROM d.profile_id
			OR d.outcome = 'reversed'
				AND (s.voided_at IS NULL
					OR EXISTS (SELECT 1 FROM transactions t JOIN entries e ON e.transaction_id = t.id
						WHERE t.cause_type = 'counter' AND t.cause_id = s.id
						GROUP BY e.account_id HAVING sum(e.amount) <> 0)
					OR (SELECT count(*) FROM transactions t
						WHERE t.cause_type = 'counter' AND t.kind = 'refund' AND t.cause_id = s.id) <>
						sign(s.total_amount + s.difference_amount))`},
	{"a report blocked its buyer's codes of before", `
		SELECT 1 FROM counter_disputes d LEFT JOIN counter_freezes f ON f.profile_id = d.profile_id
		WHERE f.good_from IS NULL OR f.good_from < d.opened_at`},
	{"what operators decided of a dispute is in the trail, once", `
		SELECT 1
		FROM counter_disputes d
		FULL JOIN (SELECT * FROM acts WHERE kind IN ('dispute.reversed', 'dispute.rejected')) a
			ON a.after->>'sale' = d.sale_id AND a.profile_id = d.decided_by AND a.kind = 'dispute.' || d.outcome AND a.note = d.note
		WHERE (d.outcome IS NULL) <> (a.id IS NULL)`},
	{"a debt is paid out of its own wallet, by money that came in or a sale that was undone", `
		SELECT 1 FROM transactions t
		WHERE (t.kind = 'debt') <> (t.cause_type = 'debt')
			OR t.kind = 'debt'
				AND ((SELECT string_agg(a.kind, ',' ORDER BY a.kind) || count(DISTINCT a.profile_id) || sum(e.amount)
						FROM entries e JOIN accounts a ON a.id = e.account_id
						WHERE e.transaction_id = t.id) IS DISTINCT FROM 'receivable,wallet10'
					OR NOT EXISTS (SELECT 1 FROM transactions c
						WHERE c.cause_id = t.cause_id AND c.cause_type <> 'debt'
							AND c.kind IN ('credit', 'topup', 'amendment', 'refund')))`},
	{"nobody is owed anything for a lunch at a counter", `
		SELECT 1 FROM entries e JOIN accounts a ON a.id = e.account_id
		WHERE a.kind = 'receivable'
		GROUP BY a.id HAVING sum(e.amount) > 0`},
	{"one unassigned shift a till and day", `SELECT 1 FROM till_shifts WHERE unassigned GROUP BY till_id, day HAVING count(*) > 1`},
}
