package doctor

// people are the invariants of how people sign in.
var people = []invariant{
	{"a second factor has codes on paper, and codes on paper have their second factor", `
		SELECT 1 FROM second_factors f
		WHERE f.secret IS NOT NULL AND NOT EXISTS (SELECT 1 FROM recovery_codes r WHERE r.person_id = f.person_id)
		UNION ALL SELECT 1 FROM recovery_codes r LEFT JOIN second_factors f ON f.person_id = r.person_id
		WHERE f.secret IS NULL`},
	{"a code of a second factor is not from before it", `
		SELECT 1 FROM recovery_codes r JOIN second_factors f ON f.person_id = r.person_id
		WHERE r.used_at < f.since`},
	{"a browser that is shown notifications is its person's own, and no person has more than ten", `
		SELECT 1 FROM push_devices v JOIN sessions s ON s.id = v.session_id WHERE s.person_id <> v.person_id
		UNION ALL SELECT 1 FROM push_devices v GROUP BY v.person_id HAVING count(*) > 10`},
	{"nothing is kept of notifications for an erased person", `
		SELECT 1 FROM push_devices v JOIN persons p ON p.id = v.person_id WHERE p.erased_at IS NOT NULL
		UNION ALL SELECT 1 FROM push_choices c JOIN persons p ON p.id = c.person_id WHERE p.erased_at IS NOT NULL`},
	{"a message that needed no mail is done", `SELECT 1 FROM mails m WHERE m.pushed IS NOT NULL AND m.sent_at IS NULL`},
}
