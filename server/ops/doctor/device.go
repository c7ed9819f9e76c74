package doctor

// devices are the invariants of whose rows are whose, and of devices and their drafts.
var devices = []invariant{
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
