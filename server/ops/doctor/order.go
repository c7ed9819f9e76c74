package doctor

// orders are the invariants of the arithmetic of an order.
var orders = []invariant{
	{"an order is the sum of its lines", `
		SELECT 1 FROM orders o
		WHERE (o.gross_amount, o.net_amount, o.vat_amount) <> (SELECT coalesce(sum(l.qty * l.price), 0),
				coalesce(sum(l.total), 0),
				coalesce(sum(l.vat), 0)
			FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id
			WHERE d.order_id = o.id)`},
	{"a delivery is the sum of its lines", `
		SELECT 1 FROM deliveries d
		WHERE (d.gross_amount, d.net_amount, d.vat_amount) <> (SELECT coalesce(sum(l.qty * l.price), 0),
					coalesce(sum(l.total), 0),
					coalesce(sum(l.vat), 0)
				FROM order_lines l
				WHERE l.delivery_id = d.id)
			OR d.live AND NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.delivery_id = d.id)`},
	{"an order's share is the sum of its days'", `
		SELECT 1 FROM orders o
		WHERE (o.company_share, o.company_vat_amount) <> (SELECT coalesce(sum(d.company_share), -1),
				coalesce(sum((2 * d.vat_rate * d.company_share + 100 + d.vat_rate) / (200 + 2 * d.vat_rate)), -1)
			FROM deliveries d
			WHERE d.order_id = o.id)`},
	{"a line's total is its portions", `SELECT 1 FROM order_lines WHERE qty <= 0 OR price < 0 OR total <> qty * discounted`},
	{"a line has the VAT of its total, at its delivery's rate", `
		SELECT 1 FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id
		WHERE l.vat <> (2 * d.vat_rate * l.total + 100 + d.vat_rate) / (200 + 2 * d.vat_rate)`},
	{"a rate is the usual one, or one that operators have set", `
		SELECT 1 FROM (SELECT vat_rate FROM deliveries UNION SELECT vat_rate FROM counter_sales) x
		WHERE vat_rate <> 5 AND vat_rate NOT IN (SELECT percent FROM vat_rates)`},
	{"a price follows the agreed discount", `
		SELECT 1
		FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id JOIN orders o ON o.id = d.order_id
		CROSS JOIN LATERAL (SELECT o.terms->>'discount_type' AS kind, (o.terms->>'discount_amount')::bigint AS off) t
		WHERE l.discounted <> CASE t.kind WHEN 'Flat' THEN greatest(0, l.price - t.off)
			ELSE least(l.price, (l.price * (100 - t.off) * 2 + 1000) / 2000 * 10) END`},
	{"who pays what adds up", `
		SELECT 1 FROM orders
		WHERE discount NOT BETWEEN 0 AND gross_amount OR net_amount <> gross_amount - discount
			OR net_amount <> company_share + employee_share OR employee_share <> wallet_amount + payable_amount
			OR least(company_share, employee_share, payable_amount) < 0
			OR wallet_amount < 0
				AND NOT EXISTS (SELECT 1 FROM amendments m
					WHERE m.order_id = orders.id AND m.status = 'Confirmed' AND m.refund_wallet > 0)`},
	{"nothing is due on a paid order", `
		SELECT 1 FROM orders
		WHERE CASE WHEN status IN ('Confirmed', 'Completed', 'Cancelled', 'Refunded') THEN amount_due <> 0
			ELSE amount_due <> payable_amount END`},
	{"an order is what was quoted", `
		SELECT 1 FROM orders o
		WHERE o.quote_hash <> o.quote->>'hash'
			OR NOT EXISTS (SELECT 1 FROM amendments m WHERE m.order_id = o.id AND m.status = 'Confirmed')
				AND (o.payable_amount <> (o.quote->>'payable_amount')::bigint
					OR o.wallet_amount <> (o.quote->>'wallet_amount')::bigint
					OR o.company_share <> (o.quote->>'company_share')::bigint
					OR o.gross_amount <> (o.quote->>'gross_amount')::bigint)`},
}

// reservations are the invariants of what an order holds while it stands, and of its moves.
var reservations = []invariant{
	// The company's share.
	{"a day's share is what was agreed", `
		SELECT 1 FROM deliveries d JOIN orders o ON o.id = d.order_id
		WHERE d.company_share > CASE o.terms->>'share_type' WHEN 'Flat' THEN (o.terms->>'share_value')::bigint
			ELSE (d.net_amount * (o.terms->>'share_value')::bigint * 2 + 100) / 200 END`},
	{"a day's share can be counted again", `
		SELECT 1 FROM deliveries d JOIN orders o ON o.id = d.order_id
		WHERE d.company_share <> greatest(0,
			least(d.net_amount,
				CASE o.terms->>'share_type' WHEN 'Flat' THEN (o.terms->>'share_value')::bigint
					ELSE (d.net_amount * (o.terms->>'share_value')::bigint * 2 + 100) / 200 END,
				(o.terms->>'share_cap')::bigint - d.share_before))`},
	{"no period grants more than its cap", `
		SELECT 1 FROM share_periods p JOIN (
			SELECT x.profile_id, x.duration, x.period_start,
				max(coalesce((x.terms->>'share_cap')::bigint, 9223372036854775807)) AS most
			FROM (SELECT o.terms, s.profile_id, s.duration, s.period_start
				FROM share_uses s JOIN deliveries d ON d.id = s.delivery_id JOIN orders o ON o.id = d.order_id
				UNION ALL SELECT c.terms, s.profile_id, s.duration, s.period_start
				FROM counter_shares s JOIN counter_sales c ON c.id = s.sale_id) x
			GROUP BY 1, 2, 3) x USING (profile_id, duration, period_start)
		WHERE p.granted > x.most`},
	{"a period grants what deliveries use", `
		SELECT 1 FROM share_periods p FULL JOIN (
			SELECT x.profile_id, x.duration, x.period_start, sum(x.amount) AS amount
			FROM (SELECT profile_id, duration, period_start, amount FROM share_uses WHERE state <> 'released'
				UNION ALL SELECT profile_id, duration, period_start, amount FROM amendment_shares
				UNION ALL SELECT profile_id, duration, period_start, amount FROM counter_shares WHERE state <> 'released') x
			GROUP BY 1, 2, 3) x USING (profile_id, duration, period_start)
		WHERE p.granted IS DISTINCT FROM coalesce(x.amount, 0)`},
	{"a delivery's share is kept as its order stands", `
		SELECT 1 FROM deliveries d JOIN orders o ON o.id = d.order_id LEFT JOIN share_uses s ON s.delivery_id = d.id
		WHERE d.company_share <> coalesce(s.amount, 0)
			OR s.state <> CASE WHEN NOT d.live THEN 'released' WHEN o.status IN ('Confirmed', 'Completed') THEN 'used'
				WHEN o.status IN ('Initiated', 'Payment Pending') THEN 'held' ELSE 'released' END`},
	{"a share is in the period of its day", `
		SELECT 1 FROM share_uses s JOIN deliveries d ON d.id = s.delivery_id
		WHERE s.period_start <> CASE s.duration WHEN 'Daily' THEN d.delivery_date
			WHEN 'Weekly' THEN date_trunc('week', d.delivery_date)::date ELSE date_trunc('month', d.delivery_date)::date END`},

	// What an order holds.
	{"wallet money is held as its order stands", `
		SELECT 1 FROM orders o LEFT JOIN holds h ON h.subject_id = o.id LEFT JOIN accounts a ON a.id = h.account_id
		WHERE (o.quote->>'wallet_amount')::bigint <> coalesce(h.amount, 0) OR a.profile_id <> o.profile_id
			OR h.state
				<> CASE WHEN EXISTS (SELECT 1 FROM order_moves m WHERE m.order_id = o.id AND m.became = 'Confirmed') THEN 'used'
					WHEN o.status IN ('Initiated', 'Payment Pending') THEN 'held' ELSE 'released' END`},
	{"wallet money is held as its amendment stands", `
		SELECT 1 FROM amendments o LEFT JOIN holds h ON h.subject_id = o.id LEFT JOIN accounts a ON a.id = h.account_id
		WHERE o.wallet_amount <> coalesce(h.amount, 0) OR a.profile_id <> o.profile_id
			OR h.state <> CASE o.status WHEN 'Confirmed' THEN 'used' WHEN 'Payment Pending' THEN 'held' ELSE 'released' END
		UNION ALL SELECT 1 FROM holds h
		WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = h.subject_id)
			AND NOT EXISTS (SELECT 1 FROM amendments o WHERE o.id = h.subject_id)`},
	{"portions taken are those of lines", `
		SELECT 1 FROM portions p
		WHERE p.taken NOT BETWEEN 0 AND p.cooked
			OR p.taken <> (SELECT coalesce(sum(l.reserved), 0) FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id
				WHERE d.delivery_date = p.date AND l.meal = p.meal)
				+ (SELECT coalesce(sum(x.qty), 0) FROM amendment_portions x WHERE x.date = p.date AND x.meal = p.meal)`},
	{"an order that was given up holds no portion", `
		SELECT 1 FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id JOIN orders o ON o.id = d.order_id
		WHERE l.reserved > 0 AND o.status IN ('Payment Failed', 'Cancelled', 'Refunded')`},
	{"a delivery is live as its order stands", `
		SELECT 1 FROM deliveries d JOIN orders o ON o.id = d.order_id
		WHERE d.live AND o.status NOT IN ('Initiated', 'Payment Pending', 'Confirmed', 'Completed')
			OR NOT d.live AND o.status IN ('Initiated', 'Payment Pending')
			OR NOT d.live AND o.status IN ('Confirmed', 'Completed')
				AND 'null' IS DISTINCT FROM (SELECT jsonb_typeof(day->'after')
					FROM amendments m CROSS JOIN LATERAL jsonb_array_elements(m.quote->'days') day
					WHERE m.order_id = o.id AND m.status = 'Confirmed' AND (day->>'date')::date = d.delivery_date
					ORDER BY m.base_version DESC LIMIT 1)`},
	{"an order that stands has a delivery left", `
		SELECT 1 FROM orders o
		WHERE o.status IN ('Confirmed', 'Completed')
			AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.live)`},
	{"one live delivery a profile and date", `
		SELECT 1 FROM deliveries WHERE live OR held GROUP BY profile_id, delivery_date HAVING count(*) > 1`},
	{"an order has deliveries of its one week", `SELECT 1 FROM orders o WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id)
		OR EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.delivery_date NOT BETWEEN o.week AND o.week + 4)`},
	{"the stored cut-off is that of the day", `
		SELECT 1 FROM deliveries CROSS JOIN LATERAL (SELECT (delivery_date - 1)::timestamp AT TIME ZONE 'Etc/GMT-4' AS at) usual
		WHERE cutoff > usual.at OR cutoff < usual.at - interval '48 hours'`},
	{"nothing was ordered after its cut-off", `
		SELECT 1 FROM orders o JOIN deliveries d ON d.order_id = o.id WHERE o.source = 'web' AND o.created_at >= d.cutoff`},

	// Moves.
	{"only the moves that there are", `
		SELECT 1 FROM order_moves
		WHERE (coalesce(was, ''), became) NOT IN (('', 'Initiated'), ('Initiated', 'Payment Pending'), ('Initiated', 'Confirmed'),
			('Initiated', 'Cancelled'), ('Payment Pending', 'Confirmed'), ('Payment Pending', 'Payment Failed'),
			('Payment Pending', 'Cancelled'), ('Payment Failed', 'Payment Pending'), ('Payment Failed', 'Confirmed'),
			('Payment Failed', 'Cancelled'), ('Confirmed', 'Completed'), ('Confirmed', 'Cancelled'), ('Cancelled', 'Refunded'))`},
	{"every move begins where the last one ended", `
		SELECT 1 FROM (SELECT was, lag(became) OVER (PARTITION BY order_id ORDER BY id) AS before FROM order_moves) m
		WHERE was IS DISTINCT FROM before`},
	{"an order stands where its last move led", `
		SELECT 1 FROM orders o
		WHERE o.status IS DISTINCT FROM (SELECT became FROM order_moves m WHERE m.order_id = o.id ORDER BY id DESC LIMIT 1)`},
	{"one order a key", `SELECT 1 FROM orders GROUP BY profile_id, handoff_key HAVING count(*) > 1
		UNION ALL SELECT 1 FROM attempts a JOIN orders o ON o.profile_id = a.profile_id AND o.handoff_key = a.handoff_key
		WHERE a.subject_id <> o.id`},
}
