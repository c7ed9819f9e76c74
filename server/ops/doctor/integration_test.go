package doctor_test

import "maps"

func init() {
	maps.Copy(planted, map[string]string{
		"an API key was made by somebody of its company": aKey + `(SELECT p.id FROM profiles p WHERE p.company_id IS DISTINCT FROM c.id LIMIT 1),
			now(), now() + interval '1 day', NULL FROM companies c LIMIT 1`,
		"an API key was used before its end": aKey + `p.id, now(), now() + interval '1 day', now() + interval '2 days'
			FROM companies c JOIN profiles p ON p.company_id = c.id LIMIT 1`,
		"a webhook was made by somebody of its company": `
			INSERT INTO webhooks (id, company_id, style, url, kinds, language, secret, made_by, created_at)
			SELECT repeat('W', 26), c.id, 'standard', 'https://example.com', '{invoice.paid}', 'en', 'x',
				(SELECT p.id FROM profiles p WHERE p.company_id IS DISTINCT FROM c.id LIMIT 1), now() FROM companies c LIMIT 1`,
		"whom a company's sign-in provider names is one of its people": `
			INSERT INTO sign_on_subjects (company_id, issuer, subject, profile_id, linked_at)
			SELECT c.id, 'https://id.example.com', 's', (SELECT p.id FROM profiles p WHERE p.company_id IS DISTINCT FROM c.id LIMIT 1), now()
			FROM companies c LIMIT 1`,
		"who tries a company's sign-in provider is one of its people": `
			INSERT INTO sign_on_attempts (state, company_id, browser, profile_id, issuer, client_id, nonce, verifier, created_at, expires_at)
			SELECT sha256('s'), c.id, sha256('b'), (SELECT p.id FROM profiles p WHERE p.company_id IS DISTINCT FROM c.id LIMIT 1),
				'https://id.example.com', 'sahn', 'n', 'v', now(), now() FROM companies c LIMIT 1`,
	})
}

const aKey = `INSERT INTO api_keys (id, company_id, name, scopes, token, hint, made_by, created_at, expires_at, used_at)
	SELECT repeat('K', 26), c.id, 'Payroll', '{people:read}', sha256('x'), 'sahn_x', `
