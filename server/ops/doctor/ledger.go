package doctor

// ledgers are the invariants of accounts and their entries.
var ledgers = []invariant{
	{"a transaction's entries sum to zero", `SELECT transaction_id FROM entries GROUP BY 1 HAVING sum(amount) <> 0`},
	{"the whole book sums to zero", `SELECT 1 FROM entries HAVING sum(amount) <> 0`},
	{"a transaction has entries", `SELECT 1 FROM transactions t WHERE NOT EXISTS (SELECT 1 FROM entries e WHERE e.transaction_id = t.id)`},
	{"no wallet was ever below zero", `SELECT 1 FROM (SELECT sum(e.amount) OVER (PARTITION BY account_id ORDER BY e.id) AS run
		FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.kind = 'wallet') x WHERE run < 0`},
	{"no wallet holds more than it has", `
		SELECT 1 FROM accounts a
		WHERE a.kind = 'wallet'
			AND (SELECT coalesce(sum(amount), 0) FROM entries e WHERE e.account_id = a.id) < (SELECT coalesce(sum(amount), 0)
				FROM holds h
				WHERE h.account_id = a.id AND h.state = 'held')`},
	{"a transaction has a cause", `SELECT 1 FROM transactions t WHERE t.cause_type = 'order' AND NOT EXISTS
		(SELECT 1 FROM orders o JOIN order_moves m ON m.order_id = o.id AND m.became = 'Confirmed' WHERE o.id = t.cause_id)
		OR t.cause_type = 'amendment' AND NOT EXISTS (SELECT 1 FROM amendments a WHERE a.id = t.cause_id AND a.status = 'Confirmed')`},
	{"a cause is posted once", `SELECT 1 FROM transactions GROUP BY cause_type, cause_id, kind HAVING count(*) > 1`},
	{"a confirmed order is posted as it was paid", `
		SELECT 1
		FROM orders o
		CROSS JOIN LATERAL (VALUES ('wallet', -o.wallet_amount), ('card', -o.payable_amount),
				('company', -o.company_share), ('sales', o.net_amount)) part (kind, amount)
		WHERE EXISTS (SELECT 1 FROM order_moves m WHERE m.order_id = o.id AND m.became = 'Confirmed')
			AND part.amount <> coalesce((SELECT sum(e.amount)
					FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts a ON a.id = e.account_id
					WHERE t.kind = t.cause_type
						AND t.cause_id IN (SELECT o.id UNION ALL SELECT x.id FROM amendments x WHERE x.order_id = o.id)
						AND a.kind = part.kind), 0)`},
	{"an amendment is posted as it was paid", `
		SELECT 1
		FROM amendments m
		CROSS JOIN LATERAL (VALUES ('wallet', m.refund_wallet - m.wallet_amount), ('card', m.refund_card - m.payable_amount),
				('company', (m.quote->'before'->>'company_share')::bigint - (m.quote->'after'->>'company_share')::bigint),
				('sales',
					(m.quote->'after'->>'net_amount')::bigint - (m.quote->'before'->>'net_amount')::bigint)) part (kind, amount)
		WHERE CASE m.status WHEN 'Confirmed' THEN part.amount ELSE 0 END <> coalesce((SELECT sum(e.amount)
				FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts a ON a.id = e.account_id
				WHERE t.cause_type = 'amendment' AND t.cause_id = m.id AND a.kind = part.kind), 0)`},
}
