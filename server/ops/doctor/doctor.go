// Package doctor checks a whole database for violated invariants. It promises that it changes nothing, and that every finding is a real
// defect: every query holds in every committed state, so a row never depends on timing.
package doctor

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// An invariant must hold in every committed state. Its query finds the rows that violate it, so a consistent database gives none.
type invariant struct{ Name, Query string }

// Finding is how many rows violate an invariant.
type Finding struct {
	Name  string
	Count int
}

// Beginner starts transactions: a pool or a connection.
type Beginner interface {
	BeginTx(ctx context.Context, options pgx.TxOptions) (pgx.Tx, error)
}

// Examine checks one snapshot of the database and returns every invariant with its count, in order.
func Examine(ctx context.Context, conn Beginner) (all []Finding, err error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("doctor: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	return ExamineIn(ctx, tx)
}

// ExamineIn checks the database as a transaction sees it.
func ExamineIn(ctx context.Context, tx pgx.Tx) ([]Finding, error) {
	every := slices.Concat(invariants, counters, cards, invoices, eaters, kitchens, planners, withdrawals, windows, people, books,
		integrations, directories)
	all := make([]Finding, len(every))
	asks := &pgx.Batch{}
	for i, v := range every {
		all[i] = Finding{Name: v.Name}
		asks.Queue("SELECT count(*) FROM (" + v.Query + ") AS broken").QueryRow(func(row pgx.Row) error {
			if err := row.Scan(&all[i].Count); err != nil {
				return fmt.Errorf("invariant %q: %w", v.Name, err)
			}
			return nil
		})
	}
	return all, tx.SendBatch(ctx, asks).Close()
}

// Broken is the names of the invariants that do not hold.
func Broken(all []Finding) []string {
	names := []string{}
	for _, f := range all {
		if f.Count > 0 {
			names = append(names, f.Name)
		}
	}
	return names
}

var invariants = []invariant{
	// The ledger.
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

	// The arithmetic of an order.
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

	// Amendments.
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

	// The card.
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

	// Tenants.
	{"what belongs to a company belongs to one", `
		SELECT 1 FROM orders o JOIN profiles p ON p.id = o.profile_id
		WHERE p.company_id IS DISTINCT FROM o.company_id
		UNION ALL SELECT 1 FROM deliveries d JOIN orders o ON o.id = d.order_id
		WHERE (d.company_id, d.profile_id) <> (o.company_id, o.profile_id)
		UNION ALL SELECT 1 FROM deliveries d JOIN addresses a ON a.id = d.address_id
		WHERE a.company_id <> d.company_id OR a.profile_id <> d.profile_id
		UNION ALL SELECT 1 FROM share_uses s JOIN deliveries d ON d.id = s.delivery_id
		WHERE (s.company_id, s.profile_id) <> (d.company_id, d.profile_id)
		UNION ALL SELECT 1 FROM share_periods s JOIN profiles p ON p.id = s.profile_id
		WHERE p.company_id IS DISTINCT FROM s.company_id
		UNION ALL SELECT 1 FROM amendments m JOIN orders o ON o.id = m.order_id
		WHERE (m.company_id, m.profile_id) <> (o.company_id, o.profile_id)
		UNION ALL SELECT 1 FROM attempts t JOIN amendments m ON m.id = t.subject_id
		WHERE (t.company_id, t.profile_id) <> (m.company_id, m.profile_id)
		UNION ALL SELECT 1 FROM attempts t JOIN orders o ON o.id = t.subject_id
		WHERE (t.company_id, t.profile_id) <> (o.company_id, o.profile_id)
		UNION ALL SELECT 1 FROM draft_days d JOIN profiles p ON p.id = d.profile_id JOIN addresses a ON a.id = d.address_id
		WHERE a.company_id <> p.company_id OR a.profile_id <> p.id`},

	// Devices and drafts.
	{"a device's numbers have no gap", `
		SELECT 1 FROM devices d
		WHERE (d.last_n, d.last_n, coalesce(d.last_id, '')) <> (SELECT count(*), coalesce(max(n), 0),
				coalesce(max(o.id) FILTER (WHERE o.n = d.last_n), '')
			FROM operations o
			WHERE o.device_id = d.id)`},
	{"an operation is done once", `SELECT 1 FROM operations WHERE NOT again GROUP BY profile_id, id HAVING count(*) > 1`},
	{"an operation belongs to its device's profile", `
		SELECT 1 FROM operations o JOIN devices d ON d.id = o.device_id WHERE o.profile_id <> d.profile_id`},
	{"nothing is newer than its profile's counter", `
		SELECT 1
		FROM (SELECT profile_id, rev FROM draft_days
			UNION ALL SELECT profile_id, rev FROM draft_alternatives
			UNION ALL SELECT profile_id, rev FROM orders) x
		LEFT JOIN profile_revs p USING (profile_id)
		WHERE x.rev > coalesce(p.rev, 0)`},
	{"an alternative is not newer than its day", `
		SELECT 1 FROM draft_alternatives a JOIN draft_days d USING (profile_id, date)
		WHERE a.rev > d.rev OR d.set_rev > d.rev OR d.foreign_rev >= d.set_rev`},
}
