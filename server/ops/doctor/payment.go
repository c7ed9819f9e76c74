package doctor

// payments are the invariants of attempts, captures and refunds.
var payments = []invariant{
	{"an order that waits for money has one open attempt", `SELECT 1 FROM orders o WHERE (o.status = 'Payment Pending') <>
		((SELECT count(*) FROM attempts a WHERE a.purpose = 'order' AND a.subject_id = o.id AND a.status = 'open') = 1)`},
	{"an attempt asks for what its order has to pay", `
		SELECT 1 FROM attempts a JOIN orders o ON o.id = a.subject_id
		WHERE a.purpose = 'order' AND a.amount <> (o.quote->>'payable_amount')::bigint`},
	{"what was paid has a proved word of the provider", `
		SELECT 1 FROM attempts a
		WHERE a.status = 'paid'
			AND NOT EXISTS (SELECT 1 FROM payment_events e
				WHERE e.reference = a.reference AND e.verified AND e.source IN ('notify', 'check', 'operator')
					AND e.outcome = 'paid' AND e.fort_id = a.fort_id AND e.amount = a.amount)`},
	{"a paid attempt has a capture and no other has", `
		SELECT 1 FROM attempts WHERE (status = 'paid') <> (fort_id IS NOT NULL) OR (status = 'open') <> (settled_at IS NULL)`},
	{"every capture paid for one thing or goes back", `
		SELECT 1
		FROM (SELECT DISTINCT a.id, a.subject_id, a.fort_id AS own, e.fort_id, e.amount
			FROM payment_events e JOIN attempts a ON a.reference = e.reference
			WHERE e.outcome = 'paid' AND e.source IN ('notify', 'check', 'operator') AND e.amount > 0 AND e.fort_id <> '') c
		CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount), 0) AS back, coalesce(bool_or(r.cause_id = ''), false) AS whole
			FROM refunds r
			WHERE r.attempt_id = c.id AND r.fort_id = c.fort_id AND r.cause <> 'sent back all the same') r
		WHERE CASE WHEN r.whole THEN r.back <> c.amount
			ELSE r.back > c.amount OR c.own IS DISTINCT FROM c.fort_id
				OR NOT EXISTS (SELECT
					FROM transactions t JOIN entries e ON e.transaction_id = t.id
					JOIN accounts k ON k.id = e.account_id AND k.kind = 'card'
					WHERE t.kind = t.cause_type AND t.cause_id IN (c.subject_id, c.id) AND e.amount = -c.amount) END`},
	{"a confirmed order is paid for, once", `
		SELECT 1 FROM orders o
		WHERE EXISTS (SELECT 1 FROM order_moves m WHERE m.order_id = o.id AND m.became = 'Confirmed')
			AND (o.quote->>'payable_amount')::bigint <> (SELECT coalesce(sum(a.amount), 0) FROM attempts a
				WHERE a.subject_id = o.id AND a.status = 'paid'
					AND NOT EXISTS (SELECT 1 FROM refunds r
						WHERE r.attempt_id = a.id AND r.fort_id = a.fort_id AND r.cause_id = ''))
		UNION ALL SELECT 1 FROM amendments m
		WHERE CASE m.status WHEN 'Confirmed' THEN m.payable_amount ELSE 0 END <> (SELECT coalesce(sum(a.amount), 0)
			FROM attempts a
			WHERE a.subject_id = m.id AND a.status = 'paid'
				AND NOT EXISTS (SELECT 1 FROM refunds r
					WHERE r.attempt_id = a.id AND r.fort_id = a.fort_id AND r.cause_id = ''))`},
	{"no reference and no capture twice", `
		SELECT 1 FROM attempts
		GROUP BY reference HAVING count(*) > 1
		UNION ALL SELECT 1 FROM attempts
		WHERE fort_id IS NOT NULL
		GROUP BY fort_id HAVING count(*) > 1`},
	{"no more goes back than was captured", `
		SELECT 1 FROM refunds r JOIN attempts a ON a.id = r.attempt_id
		WHERE r.status <> 'failed'
		GROUP BY a.reference, r.fort_id
		HAVING sum(r.amount) > coalesce((SELECT max(e.amount) FROM payment_events e
				WHERE e.reference = a.reference AND e.fort_id = r.fort_id AND e.outcome = 'paid'), 0)`},
	{"a refund is done or still asked for", `SELECT 1 FROM refunds WHERE (status = 'done') <> (done_at IS NOT NULL)`},
	{"a refunded order's money went back", `
		SELECT 1 FROM orders o
		WHERE o.status = 'Refunded'
			AND NOT EXISTS (SELECT 1 FROM refunds r JOIN attempts a ON a.id = r.attempt_id
				WHERE a.subject_id IN (SELECT o.id UNION ALL SELECT x.id FROM amendments x WHERE x.order_id = o.id)
					AND r.status = 'done')
		UNION ALL SELECT 1 FROM amendments m
		WHERE m.status = 'Refunded'
			AND NOT EXISTS (SELECT 1 FROM refunds r JOIN attempts a ON a.id = r.attempt_id
				WHERE a.subject_id = m.id AND r.status = 'done')`},
}
