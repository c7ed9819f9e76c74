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
		UNION ALL SELECT 1 FROM push_choices c JOIN persons p ON p.id = c.person_id WHERE p.erased_at IS NOT NULL
		UNION ALL SELECT 1 FROM phones n JOIN persons p ON p.id = n.person_id WHERE p.erased_at IS NOT NULL
		UNION ALL SELECT 1 FROM phone_codes n JOIN persons p ON p.id = n.person_id WHERE p.erased_at IS NOT NULL`},
	{"what a person is told by notification, mail or phone is what the last line of their history says", `
		WITH last AS (SELECT DISTINCT ON (h.person_id, h.channel, h.kind, h.session_id) h.person_id, h.channel, h.kind, h.session_id, h.given
			FROM consents h ORDER BY h.person_id, h.channel, h.kind, h.session_id, h.n DESC)
		SELECT 1 FROM last l JOIN persons p ON p.id = l.person_id LEFT JOIN push_choices c ON c.person_id = l.person_id
		LEFT JOIN phones n ON n.person_id = l.person_id
		WHERE l.given <> CASE WHEN p.erased_at IS NOT NULL THEN false
			WHEN l.channel = 'whatsapp' THEN coalesce(l.kind = ANY (n.kinds), false)
			WHEN l.kind = 'device' THEN EXISTS (SELECT FROM push_devices v WHERE v.person_id = l.person_id AND v.session_id = l.session_id)
			WHEN l.kind = 'detail' THEN coalesce(c.detail, false) ELSE l.kind <> ALL (coalesce(c.off, '{}')) END
		UNION ALL SELECT 1 FROM push_devices v WHERE NOT EXISTS (SELECT FROM last l
			WHERE l.person_id = v.person_id AND l.session_id = v.session_id AND l.given)
		UNION ALL SELECT 1 FROM phones n, unnest(n.kinds) k WHERE NOT EXISTS (SELECT FROM last l
			WHERE l.person_id = n.person_id AND l.channel = 'whatsapp' AND l.kind = k AND l.given)
		UNION ALL SELECT 1 FROM push_choices c WHERE c.detail AND NOT EXISTS (SELECT FROM last l
			WHERE l.person_id = c.person_id AND l.kind = 'detail' AND l.given)
		UNION ALL SELECT 1 FROM push_choices c, unnest(c.off) o, (VALUES ('push'), ('mail')) x (channel)
		WHERE (x.channel = 'push' OR o = 'week') AND NOT EXISTS (SELECT FROM last l
			WHERE l.person_id = c.person_id AND l.channel = x.channel AND l.kind = o AND NOT l.given)`},
	{"a message that needed no mail is done", `SELECT 1 FROM mails m WHERE m.pushed IS NOT NULL AND m.sent_at IS NULL`},
}
