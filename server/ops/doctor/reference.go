package doctor

// references are proved by a migration, but where rows of before contradict them.
var references = []invariant{
	{"each reference holds for all rows", `
		SELECT 1 FROM pg_constraint WHERE contype = 'f' AND NOT convalidated AND connamespace = 'public'::regnamespace`},
}
