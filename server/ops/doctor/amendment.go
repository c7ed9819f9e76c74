package doctor

// amendments are the invariants of changes of orders.
var amendments = []invariant{
	{"paid minus refunded is the employee's share", `
		SELECT 1 FROM orders o
		WHERE EXISTS (SELECT 1 FROM order_moves m WHERE m.order_id = o.id AND m.became = 'Confirmed')
			AND o.employee_share <> (SELECT coalesce(sum(a.amount), 0) FROM attempts a
				WHERE a.status = 'paid'
					AND a.subject_id IN (SELECT o.id UNION ALL SELECT x.id FROM amendments x WHERE x.order_id = o.id)
					AND NOT EXISTS (SELECT 1 FROM refunds r
						WHERE r.attempt_id = a.id AND r.fort_id = a.fort_id AND r.cause_id = ''))
				- (SELECT coalesce(sum(x.refund_card), 0) FROM amendments x WHERE x.order_id = o.id AND x.status = 'Confirmed')
				- (SELECT coalesce(sum(e.amount), 0)
					FROM transactions t JOIN entries e ON e.transaction_id = t.id
					JOIN accounts w ON w.id = e.account_id AND w.kind = 'wallet'
					WHERE t.cause_type IN ('order', 'amendment')
						AND t.cause_id IN (SELECT o.id UNION ALL SELECT x.id FROM amendments x WHERE x.order_id = o.id))`},
	{"an amendment begins where the last one ended", `
		SELECT 1
		FROM (SELECT m.order_id, m.quote->'before' AS before, lag(m.quote->'after') OVER chain AS last,
				row_number() OVER chain AS n
			FROM amendments m
			WHERE m.status = 'Confirmed'
			WINDOW chain AS (PARTITION BY m.order_id ORDER BY m.base_version)) x
		JOIN orders o ON o.id = x.order_id
		WHERE x.before <> coalesce(x.last,
			jsonb_build_object('gross_amount', o.quote->'gross_amount', 'discount', o.quote->'discount',
				'net_amount', o.quote->'net_amount', 'company_share', o.quote->'company_share',
				'employee_share', o.quote->'employee_share', 'vat_amount', o.quote->'vat_amount'))`},
	{"an order is what its last amendment left", `
		SELECT 1
		FROM orders o
		JOIN LATERAL (SELECT m.quote->'after' AS after FROM amendments m
			WHERE m.order_id = o.id AND m.status = 'Confirmed'
			ORDER BY m.base_version DESC LIMIT 1) x ON true
		WHERE x.after <> jsonb_build_object('gross_amount', o.gross_amount, 'discount', o.discount, 'net_amount', o.net_amount,
			'company_share', o.company_share, 'employee_share', o.employee_share, 'vat_amount', o.vat_amount)`},
	{"nothing was changed after its cut-off", `
		SELECT 1
		FROM amendments m CROSS JOIN LATERAL jsonb_array_elements(m.quote->'days') day
		JOIN deliveries d ON d.order_id = m.order_id AND d.delivery_date = (day->>'date')::date
		WHERE NOT m.withdrawn AND m.created_at >= d.cutoff
			AND (m.difference > 0 OR NOT EXISTS (SELECT FROM allergen_notices n WHERE n.delivery_id = d.id AND n.yours))`},
	{"a change is of the order's own days", `SELECT 1 FROM amendments m CROSS JOIN LATERAL jsonb_array_elements(m.quote->'days') day
		WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = m.order_id AND d.delivery_date = (day->>'date')::date)`},
	{"one open amendment an order", `
		SELECT 1 FROM amendments
		WHERE status IN ('Initiated', 'Payment Pending')
		GROUP BY order_id HAVING count(*) > 1
		UNION ALL SELECT 1 FROM amendments m JOIN orders o ON o.id = m.order_id
		WHERE m.status = 'Initiated'
			OR m.status = 'Payment Pending' AND (o.status <> 'Confirmed' OR o.version <> m.base_version)`},
	{"an amendment that waits for money has one open attempt", `
		SELECT 1 FROM amendments m
		WHERE (m.status = 'Payment Pending')
				<> ((SELECT count(*) FROM attempts a
					WHERE a.purpose = 'amendment' AND a.subject_id = m.id AND a.status = 'open') = 1)
			OR (SELECT count(*) FROM attempts a WHERE a.purpose = 'amendment' AND a.subject_id = m.id)
				<> CASE WHEN m.payable_amount > 0 THEN 1 ELSE 0 END`},
	{"an attempt asks for what its amendment costs", `
		SELECT 1 FROM attempts a JOIN amendments m ON m.id = a.subject_id WHERE a.amount <> m.payable_amount`},
	{"an amendment is what was agreed", `
		SELECT 1 FROM amendments m
		WHERE m.quote_hash <> m.quote->>'hash'
			OR (m.difference, m.wallet_amount, m.payable_amount, m.refund_wallet, m.refund_card)
				<> ((m.quote->>'difference')::bigint, (m.quote->>'wallet_amount')::bigint, (m.quote->>'payable_amount')::bigint,
					(m.quote->>'refund_wallet')::bigint, (m.quote->>'refund_card')::bigint)
			OR m.difference <> (m.quote->'after'->>'employee_share')::bigint - (m.quote->'before'->>'employee_share')::bigint
			OR m.wallet_amount + m.payable_amount <> greatest(m.difference, 0)
			OR m.refund_wallet + m.refund_card <> greatest(-m.difference, 0)`},
	{"a card gets back what its amendment said", `
		SELECT 1
		FROM amendments m
		CROSS JOIN LATERAL (SELECT CASE m.status WHEN 'Confirmed' THEN m.refund_card ELSE 0 END AS due,
				coalesce((SELECT sum(r.amount) FROM refunds r WHERE r.cause_id = m.id), 0) AS back) x
		WHERE x.back > x.due
			OR x.back < x.due
				AND NOT EXISTS (SELECT 1 FROM refunds r JOIN attempts a ON a.id = r.attempt_id
					WHERE r.cause = 'sent back at the provider'
						AND a.subject_id IN (SELECT m.order_id
							UNION ALL SELECT x.id FROM amendments x
							WHERE x.order_id = m.order_id))`},
	{"only the moves of amendments that there are", `
		SELECT 1 FROM amendment_moves
		WHERE (coalesce(was, ''), became) NOT IN (('', 'Initiated'), ('Initiated', 'Payment Pending'), ('Initiated', 'Confirmed'),
			('Payment Pending', 'Confirmed'), ('Payment Pending', 'Payment Failed'), ('Payment Pending', 'Cancelled'),
			('Payment Failed', 'Confirmed'), ('Payment Failed', 'Cancelled'), ('Cancelled', 'Refunded'))
		UNION ALL SELECT 1
		FROM (SELECT was, lag(became) OVER (PARTITION BY amendment_id ORDER BY id) AS before FROM amendment_moves) m
		WHERE was IS DISTINCT FROM before`},
	{"an amendment stands where its last move led", `
		SELECT 1 FROM amendments a
		WHERE a.status IS DISTINCT FROM (SELECT became FROM amendment_moves m
			WHERE m.amendment_id = a.id
			ORDER BY id DESC LIMIT 1)`},
	{"only an open amendment holds anything", `
		SELECT 1 FROM amendments m
		WHERE m.status <> 'Payment Pending'
			AND (EXISTS (SELECT 1 FROM amendment_shares x WHERE x.amendment_id = m.id)
				OR EXISTS (SELECT 1 FROM amendment_portions x WHERE x.amendment_id = m.id))`},
	{"a share is held as far as an amendment grows it", `
		SELECT 1
		FROM amendments m JOIN orders o ON o.id = m.order_id
		CROSS JOIN LATERAL (SELECT p.start, sum(p.more) AS more
			FROM (SELECT CASE o.terms->>'share_duration' WHEN 'Weekly' THEN date_trunc('week', (day->>'date')::date)::date
						WHEN 'Monthly' THEN date_trunc('month', (day->>'date')::date)::date
						ELSE (day->>'date')::date END AS start,
					coalesce((day->'after'->>'company_share')::bigint, 0) - coalesce((day->'before'->>'company_share')::bigint,
						0) AS more
				FROM jsonb_array_elements(m.quote->'days') day) p
			GROUP BY 1) n
		WHERE m.status = 'Payment Pending'
			AND greatest(n.more, 0) <> coalesce((SELECT x.amount FROM amendment_shares x
					WHERE x.amendment_id = m.id AND x.period_start = n.start), 0)`},
	{"a day is held for the amendment that wants it back", `
		SELECT 1 FROM deliveries d
		WHERE d.held <> EXISTS (SELECT 1 FROM amendments m CROSS JOIN LATERAL jsonb_array_elements(m.quote->'days') day
			WHERE m.order_id = d.order_id AND m.status = 'Payment Pending' AND day->>'change' = 'restored'
				AND (day->>'date')::date = d.delivery_date)`},
}
