package doctor

// planners are the invariants of menus and of what is planned.
var planners = []invariant{
	{"a menu is what its hash says", `
		SELECT 1 FROM menus
		WHERE hash <> left(encode(sha256(body), 'hex'), 16)
			OR substring(convert_from(body, 'UTF8') from '"week":"([^"]*)"') IS DISTINCT FROM week::text`},
	{"what a menu offers on a day of its week it tells of, once", `
		WITH current AS MATERIALIZED (
			SELECT week, convert_from(body, 'UTF8')::jsonb AS b FROM menus_current JOIN menus USING (week, hash)
		), offered AS (
			SELECT c.week, (day->>'date')::date AS date, o.meal
			FROM current c CROSS JOIN LATERAL jsonb_array_elements(c.b->'days') day
			CROSS JOIN LATERAL jsonb_array_elements_text(day->'meals') o(meal)
		), told AS (
			SELECT c.week, k.id AS meal, count(*) AS n
			FROM current c CROSS JOIN LATERAL jsonb_to_recordset(c.b->'meals') k(id text)
			GROUP BY 1, 2
		)
		SELECT 1 FROM offered o LEFT JOIN told USING (week, meal)
		WHERE o.date NOT BETWEEN o.week AND o.week + 6 OR told.n IS DISTINCT FROM 1`},
	{"what is ordered of a planned week is on its menu or was withdrawn", `
		SELECT 1 FROM deliveries d JOIN order_lines l ON l.delivery_id = d.id
		WHERE d.live AND EXISTS (SELECT FROM planned_weeks p WHERE d.delivery_date - p.week BETWEEN 0 AND 4)
			AND (d.delivery_date, l.meal) NOT IN (SELECT (day->>'date')::date, o.meal
				FROM planned_weeks p JOIN menus_current c USING (week) JOIN menus m USING (week, hash)
				CROSS JOIN LATERAL jsonb_array_elements(convert_from(m.body, 'UTF8')::jsonb->'days') day
				CROSS JOIN LATERAL jsonb_array_elements_text(day->'meals') o(meal)
				UNION ALL SELECT w.date, w.meal FROM withdrawals w)`},
	{"a limit of a planned week counts all that is ordered", `
		SELECT 1 FROM portions p JOIN planned_weeks k ON p.date - k.week BETWEEN 0 AND 4
		WHERE p.taken <> (SELECT coalesce(sum(l.qty), 0) FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id
			WHERE d.live AND d.delivery_date = p.date AND l.meal = p.meal)
			+ (SELECT coalesce(sum(w.qty), 0) FROM amendment_wants w WHERE w.date = p.date AND w.meal = p.meal)`},
}
