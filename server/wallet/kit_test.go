package wallet_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

func TestMain(m *testing.M) { servertest.Main(m) }

func purse(t *testing.T) (*pgxpool.Pool, web.Caller) {
	t.Helper()
	pool := servertest.DB(t)
	servertest.Town(t, pool)
	return pool, servertest.Eater(t, pool, servertest.NewCompany(t, pool, nil))
}

func in(t *testing.T, pool *pgxpool.Pool, fn func(ctx context.Context, q *db.Queries) error) error {
	t.Helper()
	return db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error { return fn(ctx, tx.Queries) })
}

// orders inserts bare orders for holds to point at.
func orders(t *testing.T, pool *pgxpool.Pool, who web.Caller, n int) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("0RDER%021d", i)
		servertest.Do(t, pool,
			`INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount, net_amount, company_share,
				employee_share,
			wallet_amount, payable_amount, amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs, handoff_key, created_at)
			VALUES ($1, $2, $3, 'Initiated', 'web', $4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '', '{}', $1, $5)`, ids[i], who.ProfileID,
			who.CompanyID, servertest.Week, servertest.Now)
	}
	return ids
}

func spendable(t *testing.T, pool *pgxpool.Pool, who web.Caller) money.Fils {
	t.Helper()
	left, err := ledger.Spendable(t.Context(), db.New(pool), who.ProfileID)
	require.NoError(t, err)
	return left
}
