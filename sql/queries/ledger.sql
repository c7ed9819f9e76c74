-- name: WalletAccountMake :exec
INSERT INTO accounts (id, kind, profile_id) VALUES ($1, 'wallet', $2) ON CONFLICT DO NOTHING;

-- name: WalletAccountLock :one
SELECT id FROM accounts WHERE kind = 'wallet' AND profile_id = $1 FOR UPDATE;

-- name: WalletCompanyAccountMake :exec
-- Makes an account of the lunch company, or of a client company with it, unless it is there.
INSERT INTO accounts (id, kind, company_id) VALUES ($1, $2, sqlc.narg(company_id)) ON CONFLICT DO NOTHING;

-- name: WalletCompanyAccount :one
SELECT id FROM accounts WHERE kind = $1 AND profile_id IS NULL AND company_id IS NOT DISTINCT FROM sqlc.narg(company_id);

-- name: WalletBalance :one
-- What a profile may spend: the entries of its wallet minus what is held for orders and changes on their way.
SELECT (coalesce((SELECT sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id
    WHERE a.kind = 'wallet' AND a.profile_id = @profile_id::text), 0)
  - coalesce((SELECT sum(h.amount) FROM holds h JOIN accounts a ON a.id = h.account_id
      WHERE h.state = 'held' AND a.kind = 'wallet' AND a.profile_id = @profile_id), 0))::bigint AS balance;

-- name: WalletTransactionInsert :exec
INSERT INTO transactions (id, kind, cause_type, cause_id, note, at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: WalletEntryInsert :exec
INSERT INTO entries (transaction_id, account_id, amount) VALUES ($1, $2, sqlc.arg(amount)::bigint);

-- name: WalletHold :exec
INSERT INTO holds (subject_id, account_id, amount, state) VALUES ($1, $2, $3, 'held')
ON CONFLICT ON CONSTRAINT holds_pkey DO UPDATE SET amount = excluded.amount, state = 'held';

-- name: WalletHoldSettle :exec
UPDATE holds SET state = $2 WHERE subject_id = $1 AND state = 'held';

-- name: WalletSold :exec
-- Posts one cause with all its entries, and keeps what its wallet paid as a hold that is used.
WITH posted AS (
  INSERT INTO transactions (id, kind, cause_type, cause_id, at) VALUES (@id, @kind::text, @kind, @cause_id, @at)
), held AS (
  INSERT INTO holds (subject_id, account_id, amount, state)
  SELECT @cause_id, sqlc.narg(wallet)::text, @held::bigint, 'used' WHERE sqlc.narg(wallet)::text IS NOT NULL
  ON CONFLICT ON CONSTRAINT holds_pkey DO UPDATE SET amount = excluded.amount, state = 'used'
)
INSERT INTO entries (transaction_id, account_id, amount) SELECT @id, unnest(@accounts::text[]), unnest(@amounts::bigint[]);

-- name: WalletEntries :many
-- What went in and out of a profile's wallet, newest first, with the balance after each, and at which counter.
SELECT t.id, t.kind, t.note, t.at, e.amount, (sum(e.amount) OVER (ORDER BY e.id))::bigint AS balance,
  coalesce(CASE t.cause_type WHEN 'order' THEN t.cause_id
      WHEN 'amendment' THEN (SELECT x.order_id FROM amendments x WHERE x.id = t.cause_id)
      WHEN 'operator' THEN (SELECT d.order_id FROM shortfalls s JOIN deliveries d ON d.id = s.delivery_id
        WHERE s.id = t.cause_id) END, '')::text AS order_id,
  coalesce(s.id, '')::text AS sale_id, coalesce(l.name, '')::text AS till, coalesce(p.label, '')::text AS place
FROM entries e JOIN accounts a ON a.id = e.account_id JOIN transactions t ON t.id = e.transaction_id
LEFT JOIN counter_sales s ON t.cause_type = 'counter' AND s.id = t.cause_id
LEFT JOIN tills l ON l.id = s.till_id LEFT JOIN addresses p ON p.id = l.address_id
WHERE a.kind = 'wallet' AND a.profile_id = @profile_id::text
ORDER BY e.id DESC LIMIT @most::int OFFSET @skip::int;

-- name: WalletEntriesCount :one
SELECT count(*)::int FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.kind = 'wallet' AND a.profile_id = @profile_id::text;

-- name: WalletTransactionsInsert :exec
-- Many postings at once.
INSERT INTO transactions (id, kind, cause_type, cause_id, note, at)
SELECT unnest(@ids::text[]), unnest(@kinds::text[]), unnest(@cause_types::text[]), unnest(@causes::text[]), unnest(@notes::text[]), @at;

-- name: WalletEntriesInsert :exec
-- Entries in this order, each of the account of a kind that is a profile's, a company's or the lunch company's own.
INSERT INTO entries (transaction_id, account_id, amount)
SELECT x.transaction, CASE
    WHEN x.profile <> '' THEN (SELECT a.id FROM accounts a WHERE a.kind = x.kind AND a.profile_id = x.profile)
    WHEN x.company <> '' THEN (SELECT a.id FROM accounts a WHERE a.kind = x.kind AND a.profile_id IS NULL AND a.company_id = x.company)
    ELSE (SELECT a.id FROM accounts a WHERE a.kind = x.kind AND a.profile_id IS NULL AND a.company_id IS NULL) END, x.amount
FROM (SELECT generate_series(1, cardinality(@transactions::text[])) AS n, unnest(@transactions) AS transaction,
  unnest(@kinds::text[]) AS kind, unnest(@profiles::text[]) AS profile, unnest(@companies::text[]) AS company,
  unnest(@amounts::bigint[]) AS amount) x ORDER BY x.n;

-- name: WalletAccountsMake :exec
-- Makes accounts of profiles, of companies or of the lunch company, unless they are there.
INSERT INTO accounts (id, kind, profile_id, company_id)
SELECT unnest(@ids::text[]), unnest(@kinds::text[]), nullif(unnest(@profiles::text[]), ''), nullif(unnest(@companies::text[]), '')
ON CONFLICT DO NOTHING;

-- name: WalletsLock :many
-- Locks wallets, in the one order in which rows are locked.
SELECT id FROM accounts WHERE kind = 'wallet' AND profile_id = ANY(@profiles::text[]) ORDER BY profile_id COLLATE "C" FOR UPDATE;

-- name: WalletsOf :many
-- What may be spent of wallets, and what stands in the receivables beside them.
SELECT w.profile_id::text AS profile_id, (coalesce((SELECT sum(e.amount) FROM entries e WHERE e.account_id = w.id), 0)
    - coalesce((SELECT sum(h.amount) FROM holds h WHERE h.account_id = w.id AND h.state = 'held'), 0))::bigint AS balance,
  coalesce((SELECT sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id
    WHERE a.kind = 'receivable' AND a.profile_id = w.profile_id), 0)::bigint AS receivable_balance
FROM accounts w WHERE w.kind = 'wallet' AND w.profile_id = ANY(@profiles::text[]);

-- name: WalletReceivableMake :exec
INSERT INTO accounts (id, kind, profile_id) VALUES ($1, 'receivable', @profile_id::text) ON CONFLICT DO NOTHING;

-- name: WalletReceivable :one
SELECT id FROM accounts WHERE kind = 'receivable' AND profile_id = @profile_id::text;

-- name: WalletReceivableBalance :one
-- What stands in a profile's receivable: below zero what it owes.
SELECT coalesce(sum(e.amount), 0)::bigint AS balance FROM entries e JOIN accounts a ON a.id = e.account_id
WHERE a.kind = 'receivable' AND a.profile_id = @profile_id::text;

-- name: WalletBooksMake :exec
-- Makes the accounts to which what a profile buys is posted, unless they are there.
INSERT INTO accounts (id, kind, profile_id, company_id)
SELECT x.id, x.kind, CASE x.kind WHEN 'wallet' THEN pr.id END, CASE x.kind WHEN 'company' THEN pr.company_id END
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@kinds::text[]) AS kind) x JOIN profiles pr ON pr.id = @profile_id
WHERE x.kind <> 'company' OR pr.company_id IS NOT NULL
ORDER BY x.kind ON CONFLICT DO NOTHING;

-- name: WalletBooks :one
-- What may be spent of a profile's wallet, what stands in its receivable, and the accounts beside it; empty for one that is not there.
SELECT (coalesce((SELECT sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id
    WHERE a.kind = 'wallet' AND a.profile_id = pr.id), 0)
  - coalesce((SELECT sum(h.amount) FROM holds h JOIN accounts a ON a.id = h.account_id
      WHERE h.state = 'held' AND a.kind = 'wallet' AND a.profile_id = pr.id), 0))::bigint AS balance,
  coalesce((SELECT sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id
    WHERE a.kind = 'receivable' AND a.profile_id = pr.id), 0)::bigint AS receivable_balance,
  coalesce((SELECT a.id FROM accounts a WHERE a.kind = 'receivable' AND a.profile_id = pr.id), '')::text AS receivable,
  coalesce((SELECT a.id FROM accounts a WHERE a.kind = 'card' AND a.profile_id IS NULL AND a.company_id IS NULL), '')::text AS card,
  coalesce((SELECT a.id FROM accounts a WHERE a.kind = 'sales' AND a.profile_id IS NULL AND a.company_id IS NULL), '')::text AS sales,
  coalesce((SELECT a.id FROM accounts a WHERE a.kind = 'company' AND a.profile_id IS NULL AND a.company_id = pr.company_id), '')::text
    AS company
FROM profiles pr WHERE pr.id = @profile_id;
