package doctor

// books are the invariants of months whose books are closed.
var books = []invariant{
	{"a closed month is what the ledger moved in it", `
		SELECT 1 FROM accounting_months m
		WHERE m.totals <> (SELECT coalesce(jsonb_object_agg(x.kind, x.amount), '{}')
			FROM (SELECT a.kind, sum(e.amount) AS amount FROM transactions t
				JOIN entries e ON e.transaction_id = t.id JOIN accounts a ON a.id = e.account_id
				WHERE t.at >= m.month::timestamp AT TIME ZONE 'Asia/Dubai'
					AND t.at < (m.month + interval '1 month') AT TIME ZONE 'Asia/Dubai'
				GROUP BY a.kind) x)`},
	{"every month before a closed one with postings is closed", `
		SELECT 1 FROM transactions t
		WHERE t.at < (SELECT max(month) FROM accounting_months)::timestamp AT TIME ZONE 'Asia/Dubai'
			AND NOT EXISTS (SELECT FROM accounting_months m
				WHERE m.month = date_trunc('month', t.at AT TIME ZONE 'Asia/Dubai')::date)`},
}
