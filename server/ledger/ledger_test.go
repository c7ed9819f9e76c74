package ledger_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

func TestMain(m *testing.M) { servertest.Main(m) }

func in(t *testing.T, pool *pgxpool.Pool, fn func(ctx context.Context, q *db.Queries) error) error {
	t.Helper()
	return db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error { return fn(ctx, tx.Queries) })
}

func TestACauseIsPostedOnce(t *testing.T) {
	t.Parallel()
	pool, who := servertest.Purse(t)
	credit := func() error {
		return in(t, pool, func(ctx context.Context, q *db.Queries) error {
			return ledger.Credit(ctx, q, ledger.WalletCredit{ID: "one reason", Profile: who.ProfileID, Amount: 500, Reason: "sorry"}, servertest.Now)
		})
	}
	require.NoError(t, credit())
	require.True(t, db.Broke(credit(), "transactions_once"))
	require.Equal(t, money.Fils(500), servertest.Spendable(t, pool, who))
	servertest.Sound(t, pool)
}

func TestWhatWasPostedIsNeverChanged(t *testing.T) {
	t.Parallel()
	pool, who := servertest.Purse(t)
	servertest.Credit(t, pool, who, 500)
	for _, statement := range []string{"UPDATE entries SET amount = 1", "DELETE FROM entries", "UPDATE transactions SET note = ''",
		"DELETE FROM transactions", "TRUNCATE entries"} {
		_, err := pool.Exec(t.Context(), statement)
		require.ErrorContains(t, err, "are never changed", statement)
	}
	require.Equal(t, money.Fils(500), servertest.Spendable(t, pool, who))
}

func TestAHoldTakesMoneyOutOfReachAndGivesItBack(t *testing.T) {
	t.Parallel()
	pool, who := servertest.Purse(t)
	id := servertest.BareOrders(t, pool, who, 1)[0]
	servertest.Credit(t, pool, who, 500)
	hold := func(amount money.Fils) error {
		return in(t, pool, func(ctx context.Context, q *db.Queries) error { return ledger.Hold(ctx, q, who.ProfileID, id, amount) })
	}
	require.ErrorIs(t, hold(501), ledger.ErrTooLittle)
	require.NoError(t, hold(0))
	require.Zero(t, servertest.One[int](t, pool, "SELECT count(*) FROM holds"))
	require.NoError(t, hold(500))
	require.Zero(t, servertest.Spendable(t, pool, who))
	for range 2 {
		require.NoError(t, in(t, pool, func(ctx context.Context, q *db.Queries) error { return ledger.Release(ctx, q, id) }))
		require.Equal(t, money.Fils(500), servertest.Spendable(t, pool, who))
	}
	require.NoError(t, hold(200), "again, after it was given back")
	require.Equal(t, money.Fils(300), servertest.Spendable(t, pool, who))
}

func TestASaleIsPostedToEveryPayerAndUsesUpTheHold(t *testing.T) {
	t.Parallel()
	pool, who := servertest.Purse(t)
	id := servertest.BareOrders(t, pool, who, 1)[0]
	servertest.Credit(t, pool, who, 500)
	sale := func() error {
		return in(t, pool, func(ctx context.Context, q *db.Queries) error {
			return servertest.Sold(ctx, q,
				ledger.Sale{Order: id, Profile: who.ProfileID, Company: who.CompanyID, Wallet: 200, Card: 1000, CompanyPart: 300}, servertest.Now)
		})
	}
	require.NoError(t, in(t, pool, func(ctx context.Context, q *db.Queries) error { return ledger.Hold(ctx, q, who.ProfileID, id, 200) }))
	require.NoError(t, sale())
	require.Equal(t, money.Fils(300), servertest.Spendable(t, pool, who))
	require.JSONEq(t,
		`[{"kind":"card","amount":-1000},{"kind":"company","amount":-300},{"kind":"sales","amount":1500},{"kind":"wallet","amount":-200}]`,
		servertest.Rows(t, pool,
			"SELECT a.kind, e.amount FROM entries e JOIN accounts a ON a.id = e.account_id JOIN transactions t ON t.id = e.transaction_id WHERE "+
				"t.kind = 'order' ORDER BY 1"))
	require.True(t, db.Broke(sale(), "transactions_once"))
	require.Equal(t, "used", servertest.One[string](t, pool, "SELECT state FROM holds"))
}

func TestManyHoldsAtOnceNeverTakeMoreThanThereIs(t *testing.T) {
	t.Parallel()
	pool, who := servertest.Purse(t)
	ids := servertest.BareOrders(t, pool, who, 16)
	servertest.Credit(t, pool, who, 500)
	errs := make([]error, len(ids))
	var all sync.WaitGroup
	for i, id := range ids {
		all.Go(func() {
			errs[i] = in(t, pool, func(ctx context.Context, q *db.Queries) error { return ledger.Hold(ctx, q, who.ProfileID, id, 120) })
		})
	}
	all.Wait()
	held := 0
	for _, err := range errs {
		if err == nil {
			held++
		} else {
			require.ErrorIs(t, err, ledger.ErrTooLittle)
		}
	}
	require.Equal(t, 4, held)
	require.Equal(t, money.Fils(20), servertest.Spendable(t, pool, who))
}

func TestWithoutTheLockTheWalletWouldBeSpentTwice(t *testing.T) {
	t.Parallel()
	pool, who := servertest.Purse(t)
	ids := servertest.BareOrders(t, pool, who, 2)
	servertest.Credit(t, pool, who, 500)
	meet := servertest.Meet(2)
	errs := make([]error, 2)
	var all sync.WaitGroup
	for i, id := range ids {
		all.Go(func() {
			errs[i] = in(t, pool, func(ctx context.Context, q *db.Queries) error {
				left, err := ledger.Spendable(ctx, q, who.ProfileID)
				meet()
				if err != nil || left < 500 {
					return fmt.Errorf("left %s: %w", left, err)
				}
				_, err = pool.Exec(ctx, "INSERT INTO holds SELECT $1, id, 500, 'held' FROM accounts WHERE kind = 'wallet'", id)
				return err
			})
		})
	}
	all.Wait()
	require.NoError(t, errs[0])
	require.NoError(t, errs[1])
	require.Equal(t, money.Fils(-500), servertest.Spendable(t, pool, who), "looking before writing is not enough")
}
