package doctor

// integrations are the invariants of what a company's programs use.
var integrations = []invariant{
	{"an API key was made by somebody of its company", `
		SELECT 1 FROM api_keys k JOIN profiles p ON p.id = k.made_by WHERE p.company_id IS DISTINCT FROM k.company_id`},
	{"an API key was used before its end", `SELECT 1 FROM api_keys WHERE used_at >= expires_at`},
	{"a webhook was made by somebody of its company", `
		SELECT 1 FROM webhooks k JOIN profiles p ON p.id = k.made_by WHERE p.company_id IS DISTINCT FROM k.company_id`},
	{"whom a company's sign-in provider names is one of its people", `
		SELECT 1 FROM sign_on_subjects s JOIN profiles p ON p.id = s.profile_id WHERE p.company_id IS DISTINCT FROM s.company_id`},
	{"who tries a company's sign-in provider is one of its people", `
		SELECT 1 FROM sign_on_attempts a JOIN profiles p ON p.id = a.profile_id WHERE p.company_id IS DISTINCT FROM a.company_id`},
}
