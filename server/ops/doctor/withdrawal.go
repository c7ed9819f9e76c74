package doctor

// withdrawals are the invariants of meals that were taken off a date.
var withdrawals = []invariant{
	{"a withdrawn meal is on no menu of its date", `
		WITH days AS MATERIALIZED (
			SELECT (day->>'date')::date AS date, (day->'meals')::jsonb AS meals
			FROM menus_current c
			JOIN menus m USING (week, hash) CROSS JOIN LATERAL json_array_elements(convert_from(m.body, 'UTF8')::json->'days') day
			WHERE EXISTS (SELECT FROM withdrawals w WHERE c.week <= w.date AND w.date <= c.week + 6)
		)
		SELECT 1 FROM withdrawals w JOIN days USING (date) WHERE days.meals ? w.meal`},
	{"what comes instead of a withdrawn meal is not withdrawn itself", `
		SELECT 1 FROM withdrawals w JOIN withdrawals x ON x.date = w.date AND x.meal = w.instead
		UNION ALL SELECT 1 FROM withdrawals
		CROSS JOIN LATERAL (SELECT (date - 1)::timestamp AT TIME ZONE 'Etc/GMT-4' AS at) usual
		WHERE until > usual.at OR until < usual.at - interval '48 hours'`},
	{"what came in for a withdrawn meal costs what that did, and is no more than there was", `
		SELECT 1 FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id
		WHERE l.instead_of <> ''
			AND (NOT EXISTS (SELECT FROM withdrawals w WHERE w.date = d.delivery_date AND w.meal = l.instead_of)
				AND NOT EXISTS (SELECT FROM allergen_notices n JOIN allergen_corrections c ON c.id = n.correction_id
					WHERE n.delivery_id = d.id AND c.meal = l.instead_of AND n.yours)
				OR (SELECT sum(x.qty) FROM order_lines x WHERE x.delivery_id = l.delivery_id AND x.instead_of = l.instead_of)
					> (SELECT coalesce(max((i->>'qty')::int), 0)
						FROM amendments m CROSS JOIN LATERAL jsonb_array_elements(m.quote->'days') day
						CROSS JOIN LATERAL jsonb_array_elements(day->'before'->'items') i
						WHERE m.order_id = d.order_id AND m.status = 'Confirmed' AND (day->>'date')::date = d.delivery_date
							AND i->>'meal' = l.instead_of AND (i->>'price')::bigint = l.price
							AND (i->>'discounted')::bigint = l.discounted))`},
	{"nobody pays for a meal that was withdrawn", `
		SELECT 1 FROM amendments m
		WHERE m.withdrawn
			AND (m.difference > 0 OR m.status <> 'Confirmed'
				OR NOT EXISTS (SELECT FROM amendment_moves v JOIN deliveries d ON d.order_id = m.order_id
					JOIN closed_days_told t ON t.delivery_id = d.id WHERE v.amendment_id = m.id AND v.cause = 'a day was closed')
				AND (m.refund_card > 0 OR NOT EXISTS (SELECT
					FROM jsonb_array_elements(m.quote->'days') day JOIN withdrawals w ON w.date = (day->>'date')::date
					JOIN LATERAL jsonb_array_elements(day->'before'->'items') i ON i->>'meal' = w.meal
					WHERE m.created_at >= w.until)))`},
	{"a day that was added to an order came for another one", `
		SELECT 1 FROM deliveries d
		WHERE d.added AND d.live AND NOT EXISTS (SELECT
			FROM amendments m CROSS JOIN LATERAL jsonb_array_elements(m.quote->'days') day
			WHERE m.order_id = d.order_id AND m.status = 'Confirmed' AND (day->>'date')::date = d.delivery_date
				AND day->>'change' = 'restored')`},
	{"whoever was told of a withdrawal had the meal", `
		SELECT 1 FROM withdrawals_told t JOIN deliveries d ON d.id = t.delivery_id JOIN withdrawals w USING (date, meal)
		WHERE d.delivery_date <> t.date OR t.n > w.n`},
	{"whoever was noted for a correction has lunch in its week, and was told after it", `
		SELECT 1 FROM allergen_notices n JOIN allergen_corrections c ON c.id = n.correction_id JOIN deliveries d ON d.id = n.delivery_id
		WHERE d.delivery_date NOT BETWEEN c.week AND c.week + 6 OR n.told_at < c.at`},
	{"whoever is told of other times has lunch on that day", `
		SELECT 1 FROM hours_told t LEFT JOIN deliveries d ON d.id = t.delivery_id AND d.company_id = t.company_id
		WHERE d.delivery_date IS DISTINCT FROM t.date`},
}
