package servertest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Purse is a town with one eater, whose wallet is empty.
func Purse(t testing.TB) (*pgxpool.Pool, web.Caller) {
	t.Helper()
	pool := DB(t)
	Town(t, pool)
	return pool, Eater(t, pool, NewCompany(t, pool, nil))
}

// BareOrders inserts orders without contents for holds to point at.
func BareOrders(t testing.TB, pool *pgxpool.Pool, who web.Caller, n int) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("0RDER%021d", i)
		Do(t, pool,
			`INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount, net_amount, company_share,
				employee_share, wallet_amount, payable_amount, amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs,
				handoff_key, created_at)
			VALUES ($1, $2, $3, 'Initiated', 'web', $4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '', '{}', $1, $5)`, ids[i], who.ProfileID,
			who.CompanyID, Week, Now)
	}
	return ids
}

// Spendable is what a person's wallet has left, holds taken off.
func Spendable(t testing.TB, pool *pgxpool.Pool, who web.Caller) money.Fils {
	t.Helper()
	left, err := ledger.Spendable(t.Context(), db.New(pool), who.ProfileID)
	require.NoError(t, err)
	return left
}

// Sold posts a confirmed order to the ledger.
func Sold(ctx context.Context, q *db.Queries, s ledger.Sale, now time.Time) error {
	reads, writes := &db.Batch{}, &db.Batch{}
	books := ledger.BooksOf(reads, s.Profile)
	if err := reads.Each(ctx, q); err != nil {
		return err
	}
	if err := books.Sold(writes, s, now); err != nil {
		return err
	}
	return writes.Each(ctx, q)
}
