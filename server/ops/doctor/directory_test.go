package doctor_test

import "maps"

func init() {
	maps.Copy(planted, map[string]string{
		"whom a directory told of, or said to have left, is of its company": `
			INSERT INTO directory_leavers (profile_id, company_id, left_at)
			SELECT pr.id, c.id, now() FROM profiles pr JOIN companies c ON c.id <> pr.company_id LIMIT 1`,
	})
}
