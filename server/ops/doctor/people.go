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
}
