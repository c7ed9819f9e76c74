package doctor_test

import "maps"

func init() {
	maps.Copy(planted, map[string]string{
		"a closed month is what the ledger moved in it": `
			INSERT INTO accounting_months SELECT date_trunc('month', min(t.at) AT TIME ZONE 'Asia/Dubai'), '{"sales": 1}', '[]', '[]', now(),
				(SELECT min(id) FROM profiles) FROM transactions t`,
		"every month before a closed one with postings is closed": `
			INSERT INTO accounting_months SELECT date_trunc('month', max(t.at)) + interval '2 months', '{}', '[]', '[]', now(),
				(SELECT min(id) FROM profiles) FROM transactions t`,
	})
}
