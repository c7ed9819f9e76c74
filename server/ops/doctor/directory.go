package doctor

// directories are the invariants of companies' directories.
var directories = []invariant{
	{"whom a directory told of, or said to have left, is of its company", `
		SELECT 1 FROM directory_users u JOIN profiles pr ON pr.id = u.profile_id WHERE pr.company_id IS DISTINCT FROM u.company_id
		UNION ALL SELECT 1 FROM directory_leavers l JOIN profiles pr ON pr.id = l.profile_id WHERE pr.company_id IS DISTINCT FROM l.company_id
		UNION ALL SELECT 1 FROM directory_members m JOIN profiles pr ON pr.id = m.profile_id WHERE pr.company_id IS DISTINCT FROM m.company_id`},
}
