-- name: SignOnOf :one
-- A company's own sign-in, whatever its state.
SELECT s.* FROM sign_ons s WHERE s.company_id = @company_id;

-- name: SignOnSet :exec
-- New settings are off until they were tried.
INSERT INTO sign_ons (company_id, issuer, client_id, secret, changed_at) VALUES (@company_id, @issuer, @client_id, @secret, @now)
ON CONFLICT (company_id) DO UPDATE SET issuer = excluded.issuer, client_id = excluded.client_id, secret = excluded.secret,
  changed_at = excluded.changed_at, tried_at = NULL, on_at = NULL, only_it = false;

-- name: SignOnTried :execrows
-- An admin came back from the provider, and the settings are those with which they went.
UPDATE sign_ons SET tried_at = @now::timestamptz WHERE company_id = @company_id AND issuer = @issuer AND client_id = @client_id
  AND changed_at <= @began::timestamptz;

-- name: SignOnSwitch :exec
UPDATE sign_ons SET only_it = @only_it,
  on_at = CASE WHEN @is_on::boolean THEN coalesce(on_at, @now::timestamptz) END
WHERE company_id = @company_id;

-- name: SignOnDomains :many
-- The domains that a company allows, and which of them it showed to be its own.
SELECT a.domain::text AS domain, (d.domain IS NOT NULL)::boolean AS verified, d.missing_at
FROM companies c CROSS JOIN unnest(c.allowed_domains) AS a(domain)
LEFT JOIN sign_on_domains d ON d.domain = a.domain AND d.company_id = c.id
WHERE c.id = @company_id ORDER BY a.domain;

-- name: SignOnDomainSet :execrows
-- A domain has one company. Who does not allow it any more loses it to the next one that shows that it is theirs.
INSERT INTO sign_on_domains AS d (domain, company_id, verified_at) VALUES (@domain, @company_id, @now)
ON CONFLICT ON CONSTRAINT sign_on_domains_pkey DO UPDATE SET company_id = excluded.company_id, verified_at = excluded.verified_at,
  checked_at = NULL, missing_at = NULL
WHERE d.company_id = excluded.company_id
  OR NOT EXISTS (SELECT FROM companies c WHERE c.id = d.company_id AND d.domain = ANY(c.allowed_domains));

-- name: SignOnFor :one
-- The sign-in that people with an address of a domain go on with.
SELECT s.company_id, s.issuer, s.client_id, s.secret FROM sign_ons_of_domains t JOIN sign_ons s ON s.company_id = t.company_id
WHERE t.domain = @domain;

-- name: SignOnAttemptMake :exec
INSERT INTO sign_on_attempts (state, company_id, browser, profile_id, issuer, client_id, nonce, verifier, created_at, expires_at)
VALUES (@state, @company_id, @browser, @profile_id, @issuer, @client_id, @nonce, @verifier, @now, @expires_at);

-- name: SignOnAttemptTake :one
-- Spends an attempt in the browser that began it, whatever comes of it; no row when there is none or it was spent.
UPDATE sign_on_attempts a SET used_at = @now::timestamptz FROM sign_ons s
WHERE a.state = @state AND a.company_id = @company_id AND a.browser = @browser AND a.used_at IS NULL AND a.expires_at > @now
  AND s.company_id = a.company_id AND s.issuer = a.issuer AND s.client_id = a.client_id
RETURNING a.profile_id, a.issuer, a.client_id, a.nonce, a.verifier, a.created_at, s.secret,
  (s.on_at IS NOT NULL AND EXISTS (SELECT FROM companies c WHERE c.id = a.company_id AND c.status = 'Active'))::boolean AS is_on;

-- name: SignOnAttemptKeep :exec
-- What the provider said, until the mailbox is proved.
UPDATE sign_on_attempts SET subject = @subject::text, email = @email::text, name = @name::text WHERE state = @state;

-- name: SignOnAttemptKept :one
-- What the provider said in a browser a moment ago of somebody who has to prove the mailbox.
SELECT a.company_id, a.issuer, a.subject::text AS subject, a.email::text AS email, a.name::text AS name FROM sign_on_attempts a
JOIN sign_ons s ON s.company_id = a.company_id AND s.issuer = a.issuer AND s.client_id = a.client_id AND s.on_at IS NOT NULL
JOIN sign_ons_of_domains t ON t.company_id = a.company_id AND t.domain = split_part(a.email, '@', 2)
WHERE a.state = @state AND a.browser = @browser AND a.expires_at > @now AND a.subject IS NOT NULL;

-- name: SignOnsSealed :many
SELECT company_id, secret FROM sign_ons ORDER BY company_id;

-- name: SignOnsReseal :execrows
-- Seals secrets anew that are still those that were read.
UPDATE sign_ons SET secret = t.secret
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@olds::bytea[]) AS old, unnest(@secrets::bytea[]) AS secret) t
WHERE sign_ons.company_id = t.id AND sign_ons.secret = t.old;

-- name: SignOnDomainsDue :many
-- Verified domains whose record was not looked for since before; they are this server's to look for.
UPDATE sign_on_domains s SET checked_at = @now::timestamptz
WHERE s.domain IN (SELECT d.domain FROM sign_on_domains d JOIN companies c ON c.id = d.company_id AND d.domain = ANY(c.allowed_domains)
  WHERE coalesce(d.checked_at, d.verified_at) <= @before::timestamptz
  ORDER BY coalesce(d.checked_at, d.verified_at), d.domain LIMIT @most::int FOR UPDATE OF d SKIP LOCKED)
RETURNING s.domain, s.company_id;

-- name: SignOnDomainSeen :exec
UPDATE sign_on_domains SET missing_at = NULL WHERE domain = @domain AND company_id = @company_id AND missing_at IS NOT NULL;

-- name: SignOnDomainMissing :execrows
-- A row when the record is missed for the first time.
UPDATE sign_on_domains SET missing_at = @now::timestamptz WHERE domain = @domain AND company_id = @company_id AND missing_at IS NULL;

-- name: SignOnDomainLost :execrows
-- A domain whose record was missed long ago is no more the company's than before it was shown.
DELETE FROM sign_on_domains WHERE domain = @domain AND company_id = @company_id AND missing_at <= @before::timestamptz;

-- name: SignOnDomainLook :one
-- What a letter about a domain says: whether it is verified, and since when its record is gone.
SELECT c.name AS company, (d.domain IS NOT NULL)::boolean AS verified, d.missing_at FROM companies c
LEFT JOIN sign_on_domains d ON d.domain = @domain AND d.company_id = c.id
WHERE c.id = @company_id;
