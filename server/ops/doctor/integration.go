package doctor

// integrations are the invariants of what a company's programs use.
var integrations = []invariant{
	{"an API key was made by somebody of its company", `
		SELECT 1 FROM api_keys k JOIN profiles p ON p.id = k.made_by WHERE p.company_id IS DISTINCT FROM k.company_id`},
	{"an API key was used before its end", `SELECT 1 FROM api_keys WHERE used_at >= expires_at`},
	{"a webhook was made by somebody of its company", `
		SELECT 1 FROM webhooks k JOIN profiles p ON p.id = k.made_by WHERE p.company_id IS DISTINCT FROM k.company_id`},
}
