package doctor

// kitchens are the invariants of what is cooked and handed over.
var kitchens = []invariant{
	{"a run's totals are what is cooked after it", `
		SELECT 1
		FROM runs r
		CROSS JOIN LATERAL (SELECT coalesce(sum(qty), 0) AS meals, count(DISTINCT delivery_id) AS people,
				count(DISTINCT address_id) AS places
			FROM (SELECT delivery_id, address_id, sum(qty) AS qty FROM run_lines l
				WHERE l.date = r.date AND l.n <= r.n
				GROUP BY delivery_id, address_id, meal, name HAVING sum(qty) <> 0) x) c
		WHERE (r.meals, r.people, r.places) <> (c.meals, c.people, c.places)`},
	{"nothing is cooked below zero", `SELECT 1 FROM run_lines GROUP BY date, delivery_id, address_id, meal, name HAVING sum(qty) < 0`},
	{"a date's runs are numbered without a gap", `SELECT 1 FROM runs GROUP BY date HAVING count(*) <> max(n) + 1 OR min(n) <> 0`},
	{"what is in a meal is written down with it", `
		SELECT 1 FROM run_lines l
		WHERE EXISTS (SELECT 1 FROM run_facts f WHERE f.date = l.date)
			AND NOT EXISTS (SELECT 1 FROM run_facts f WHERE f.date = l.date AND f.kind = 'meal' AND f.id = l.meal)
		GROUP BY l.date, l.delivery_id, l.address_id, l.meal, l.name HAVING sum(l.qty) > 0`},
	{"papers tell of lunches that they hold", `
		SELECT 1 FROM run_facts f
		WHERE f.kind = 'lunch' AND NOT EXISTS (SELECT 1 FROM run_lines l WHERE l.date = f.date AND l.delivery_id = f.id)`},
	{"papers tell of nobody who was erased", `
		SELECT 1
		FROM run_facts f JOIN deliveries d ON d.id = f.id JOIN profiles p ON p.id = d.profile_id
		JOIN persons s ON s.id = p.person_id
		WHERE f.kind = 'lunch' AND f.facts ->> 'person' IS NOT NULL AND s.erased_at IS NOT NULL`},
	{"what was handed over was paid for and stands", `
		SELECT 1 FROM handovers h JOIN deliveries d ON d.id = h.delivery_id JOIN orders o ON o.id = d.order_id
		WHERE NOT d.live OR o.status NOT IN ('Confirmed', 'Completed')`},
	{"what was missing is no more than there was, and its price is divided to the fils", `SELECT 1
		FROM (SELECT delivery_id, meal, sum(qty) AS qty, sum(amount + company_amount) AS paid FROM shortfalls GROUP BY delivery_id, meal) s
		JOIN (SELECT delivery_id, meal, sum(qty) AS qty FROM order_lines GROUP BY delivery_id, meal) l USING (delivery_id, meal)
		WHERE s.qty > l.qty OR s.paid <> (SELECT sum(x.discounted) FROM (SELECT o.discounted FROM order_lines o, generate_series(1, o.qty)
			WHERE o.delivery_id = s.delivery_id AND o.meal = s.meal ORDER BY o.discounted DESC LIMIT s.qty) x)`},
	{"nobody got more back than they paid for a day", `
		SELECT 1 FROM shortfalls s JOIN deliveries d ON d.id = s.delivery_id
		GROUP BY d.id, d.net_amount, d.company_share HAVING sum(s.amount) > d.net_amount - d.company_share`},
	{"a shortfall is a credit of the same id in its eater's wallet", `
		SELECT 1 FROM shortfalls s JOIN deliveries d ON d.id = s.delivery_id
		WHERE s.amount <> coalesce((SELECT sum(e.amount)
				FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts a ON a.id = e.account_id
				WHERE t.kind = 'credit' AND t.cause_id = s.id AND a.kind = 'wallet' AND a.profile_id = d.profile_id), 0)`},
}
