-- name: AccountingMoves :many
-- What the ledger moved in a span of time, by day in Dubai, kind of posting, kind of account and, for what companies owe, company. Money
-- that an account received is above zero.
SELECT m.day, m.kind, m.account, coalesce(c.name, '')::text AS company, m.amount
FROM (SELECT (t.at AT TIME ZONE 'Asia/Dubai')::date AS day, t.kind, a.kind AS account, a.company_id, sum(e.amount)::bigint AS amount
  FROM transactions t
  CROSS JOIN LATERAL (SELECT x.account_id, x.amount FROM entries x WHERE x.transaction_id = t.id OFFSET 0) e
  CROSS JOIN LATERAL (SELECT x.kind, x.company_id FROM accounts x WHERE x.id = e.account_id OFFSET 0) a
  WHERE t.at >= @since AND t.at < @before
  GROUP BY 1, 2, 3, 4
  HAVING sum(e.amount) <> 0) m
LEFT JOIN companies c ON c.id = m.company_id
ORDER BY 1, 2, 3, 4, m.company_id;

-- name: AccountingTotals :one
-- What the ledger moved on each kind of account in a span of time.
SELECT coalesce(jsonb_object_agg(x.kind, x.amount), '{}')::jsonb AS totals
FROM (SELECT a.kind, sum(e.amount)::bigint AS amount FROM transactions t
  CROSS JOIN LATERAL (SELECT x.account_id, x.amount FROM entries x WHERE x.transaction_id = t.id OFFSET 0) e
  CROSS JOIN LATERAL (SELECT x.kind FROM accounts x WHERE x.id = e.account_id OFFSET 0) a
  WHERE t.at >= @since AND t.at < @before GROUP BY a.kind) x;

-- name: AccountingBegan :one
-- The day in Dubai of the ledger's first posting.
SELECT (at AT TIME ZONE 'Asia/Dubai')::date AS day FROM transactions ORDER BY at LIMIT 1;

-- name: AccountingAccounts :many
SELECT * FROM accounting_accounts ORDER BY kind;

-- name: AccountingAccountsSet :exec
INSERT INTO accounting_accounts (kind, code, name)
SELECT unnest(@kinds::text[]), unnest(@codes::text[]), unnest(@names::text[])
ON CONFLICT (kind) DO UPDATE SET code = excluded.code, name = excluded.name;

-- name: AccountingMonths :many
-- The closed months, the newest first, each with who closed it.
SELECT m.month, m.vat, m.accounts, m.closed_at, p.name FROM accounting_months m
JOIN profiles pr ON pr.id = m.closed_by JOIN persons p ON p.id = pr.person_id ORDER BY m.month DESC;

-- name: AccountingClose :exec
INSERT INTO accounting_months (month, totals, vat, accounts, closed_at, closed_by)
VALUES (@month, @totals, @vat, @accounts, @closed_at, @closed_by);
