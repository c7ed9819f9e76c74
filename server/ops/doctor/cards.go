package doctor

// cards are the invariants of saved cards, top-ups and partial refunds.
var cards = []invariant{
	{"a top-up is in its wallet once it is paid, and no other is", `
		SELECT 1 FROM attempts a LEFT JOIN topups u ON u.id = a.subject_id
		WHERE a.purpose = 'topup'
			AND ((u.amount, u.profile_id, u.company_id) IS DISTINCT FROM (a.amount, a.profile_id, a.company_id)
				OR CASE
					WHEN a.status = 'paid'
						AND NOT EXISTS (SELECT 1 FROM refunds r
							WHERE r.attempt_id = a.id AND r.fort_id = a.fort_id AND r.cause_id = '') THEN a.amount
					ELSE 0 END <> (SELECT coalesce(sum(e.amount), 0)
					FROM transactions t JOIN entries e ON e.transaction_id = t.id
					JOIN accounts w ON w.id = e.account_id AND w.kind = 'wallet' AND w.profile_id = a.profile_id
					WHERE t.kind = 'topup' AND t.cause_type = 'topup' AND t.cause_id = a.subject_id))
		UNION ALL SELECT 1 FROM transactions t
		WHERE t.kind = 'topup' AND t.cause_id NOT IN (SELECT id FROM topups)`},
	{"one top-up of a profile is paid at a time", `
		SELECT 1 FROM attempts WHERE purpose = 'topup' AND status = 'open' GROUP BY profile_id HAVING count(*) > 1`},
	{"who has cards has one default", `
		SELECT 1 FROM cards
		WHERE removed_at IS NULL
		GROUP BY profile_id HAVING count(*) FILTER (WHERE is_default) <> 1
		UNION ALL SELECT 1 FROM cards
		WHERE removed_at IS NOT NULL AND is_default`},
	{"a card pays for its own profile", `SELECT 1 FROM attempts a JOIN cards c ON c.id = a.card_id WHERE c.profile_id <> a.profile_id`},
	{"a token is kept only while it can be used", `SELECT 1 FROM attempts WHERE token IS NOT NULL AND (status <> 'open' OR card_id IS NULL)
		UNION ALL SELECT 1 FROM cards WHERE token IS NULL AND removed_at IS NULL`},
	{"no more is given back than was captured, to the card and instead", `
		SELECT 1 FROM refunds r JOIN attempts a ON a.id = r.attempt_id
		WHERE r.cause <> 'sent back all the same'
		GROUP BY a.reference, r.fort_id
		HAVING sum(r.amount) > coalesce((SELECT max(e.amount) FROM payment_events e
				WHERE e.reference = a.reference AND e.fort_id = r.fort_id AND e.outcome = 'paid'), 0)`},
	{"what is given instead of a refund is in the books, once", `
		SELECT 1
		FROM refunds r JOIN attempts a ON a.id = r.attempt_id
		CROSS JOIN LATERAL (VALUES ('card', -r.amount), ('other', r.amount)) part (kind, amount)
		WHERE CASE r.status WHEN 'failed' THEN part.amount ELSE 0 END <> coalesce((SELECT sum(e.amount)
				FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts k ON k.id = e.account_id
				WHERE t.cause_type = 'refund' AND t.cause_id = r.id
					AND CASE part.kind WHEN 'card' THEN k.kind = 'card'
						ELSE k.kind = 'bank' OR k.kind = 'wallet' AND k.profile_id = a.profile_id END), 0)
		UNION ALL SELECT 1 FROM transactions t
		WHERE t.cause_type = 'refund' AND t.cause_id NOT IN (SELECT id FROM refunds)`},
	{"what the provider was not asked for, or did, is not given instead", `
		SELECT 1 FROM refunds WHERE status = 'failed' AND (sent_at IS NULL OR declined_at IS NULL OR done_at IS NOT NULL)`},
	{"a refund was sent before it was done", `SELECT 1 FROM refunds WHERE sent_at < at OR done_at < at`},
	{"what went back by another hand is in the books", `
		SELECT 1 FROM transactions t LEFT JOIN refunds r ON r.id = t.cause_id
		WHERE t.cause_type = 'provider' AND (r.id IS NULL OR r.status <> 'done')
		UNION ALL SELECT 1
		FROM (SELECT sum(r.amount) AS back, coalesce(sum(booked.amount), 0) AS booked
			FROM refunds r
			CROSS JOIN LATERAL (SELECT sum(e.amount) AS amount
				FROM transactions t
				JOIN entries e ON e.transaction_id = t.id JOIN accounts k ON k.id = e.account_id AND k.kind = 'card'
				WHERE t.cause_type = 'provider' AND t.cause_id = r.id) booked
			WHERE r.cause = 'sent back at the provider'
			GROUP BY r.attempt_id, r.fort_id) x
		WHERE booked > back`},
}
