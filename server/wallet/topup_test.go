package wallet_test

import (
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/payment"
	"sahn/server/payment/attempt"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/wallet"
)

// counter is wallets that cards can fill, and the bank of those cards.
type counter struct {
	*testing.T
	pool     *pgxpool.Pool
	who      web.Caller
	clock    *servertest.Clock
	bank     *servertest.Bank
	payments *payment.Payments
	wallets  *wallet.Wallets
}

func openCounter(t *testing.T) *counter {
	t.Helper()
	pool, who := servertest.Purse(t)
	x := &counter{T: t, pool: pool, who: who, clock: servertest.ClockAt(servertest.Now), bank: servertest.NewBank(t)}
	x.payments, x.wallets = x.server(pool)
	t.Cleanup(func() { servertest.Sound(t, pool) })
	return x
}

func (x *counter) server(conn db.Conn) (*payment.Payments, *wallet.Wallets) {
	x.Helper()
	payments := shop.Payments(x, conn, x.bank, x.clock)
	wallets := &wallet.Wallets{Conn: conn, Clock: x.clock.Now, Payments: payments}
	payments.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForTopup: wallets}
	return payments, wallets
}

// opens is tops with a key of its own, where the card page opens.
func (x *counter) opens(amount money.Fils) wallet.Topup {
	x.Helper()
	top, err := x.tops(amount, ulid.Make().String())
	require.NoError(x, err)
	return top
}

// declines lets the bank decline the card of a top-up and tell.
func (x *counter) declines(t wallet.Topup) {
	x.Helper()
	x.bank.Decline(t.Intent)
	x.notify(t)
}

func (x *counter) tops(amount money.Fils, key string) (wallet.Topup, error) {
	return x.wallets.HandleTopup(x.Context(), x.who, wallet.TopupRequest{Amount: amount, Key: key})
}

func (x *counter) notify(t wallet.Topup) {
	x.Helper()
	reply, err := x.payments.HandleNotify(x.Context(), web.Caller{}, x.bank.Notice(t.Intent, t.Amount))
	require.NoError(x, err)
	require.Equal(x, 200, reply.Status)
}

func TestATopupIsInTheWalletOncePaidAndOnce(t *testing.T) {
	t.Parallel()
	x := openCounter(t)
	top := x.opens(5000)
	require.Equal(t, money.Fils(5000), top.Amount)
	require.Equal(t, servertest.Now.Add(15*time.Minute), top.ExpiresAt)
	require.Equal(t, "5000", top.Form.Fields["amount"])
	require.Equal(t, top.Intent, top.Form.Fields["merchant_reference"])
	require.Zero(t, servertest.Spendable(t, x.pool, x.who), "not before it is paid")
	x.bank.Pay(top.Intent, 5000)
	for range 11 {
		x.notify(top)
	}
	require.Equal(t, money.Fils(5000), servertest.Spendable(t, x.pool, x.who))
	list, err := x.wallets.ClientTransactionList(t.Context(), x.who, wallet.TransactionsRequest{ID: x.who.ProfileID})
	require.NoError(t, err)
	require.Len(t, list.Data, 1)
	require.Equal(t, "topup", list.Data[0].Type)
	require.Nil(t, list.Data[0].OrderID)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM eater_documents_due"), "it is no supply")
	require.JSONEq(t, `[{"kind":"card","amount":-5000},{"kind":"wallet","amount":5000}]`,
		servertest.Rows(t, x.pool, "SELECT a.kind, e.amount FROM entries e JOIN accounts a ON a.id = e.account_id ORDER BY 1"))
}

// A top-up, its second tap and its notification. -v prints it.
func TestATopupCostsTheseStatementsAndRoundTrips(t *testing.T) {
	t.Parallel()
	x, wire := openCounter(t), &servertest.Wire{}
	pool := wire.Pool(t, x.pool)
	t.Cleanup(pool.Close)
	payments, wallets := x.server(pool)
	is := map[string][]int{}
	for range 3 { // the connection learns the statements
		r := wallet.TopupRequest{Amount: 1000, Key: ulid.Make().String()}
		counts := func(kind string, do func() error) {
			statements, trips := wire.Asked()
			require.NoError(t, do())
			after, now := wire.Asked()
			is[kind] = []int{after - statements, now - trips}
		}
		var top wallet.Topup
		opens := func() (err error) { top, err = wallets.HandleTopup(t.Context(), x.who, r); return err }
		counts("a top-up", opens)
		counts("a second tap", opens)
		x.bank.Pay(top.Intent, 1000)
		counts("its notification", func() error {
			_, err := payments.HandleNotify(t.Context(), web.Caller{}, x.bank.Notice(top.Intent, 1000))
			return err
		})
	}
	t.Log(is)
	require.Equal(t, map[string][]int{"a top-up": {12, 2}, "a second tap": {9, 2}, "its notification": {14, 3}}, is)
	require.Equal(t, money.Fils(3000), servertest.Spendable(t, x.pool, x.who))
}

func TestASecondTapIsTheSameTopupAndASecondTopupWaitsForTheFirst(t *testing.T) {
	t.Parallel()
	x := openCounter(t)
	key := ulid.Make().String()
	first, err := x.tops(5000, key)
	require.NoError(t, err)
	again, err := x.tops(5000, key)
	require.NoError(t, err)
	require.Equal(t, first, again)
	_, err = x.tops(5001, key)
	require.ErrorIs(t, err, wallet.ErrKeyUsed)
	x.clock.Move(24 * time.Hour)
	_, err = x.tops(5000, ulid.Make().String())
	require.ErrorIs(t, err, wallet.ErrAlreadyPaying, "nobody knows yet what became of it, however late")
	require.JSONEq(t, `{"intent":"`+first.Intent+`"}`, servertest.JSON(t, fault.As(err).Detail))
	again, err = x.tops(5000, key)
	require.NoError(t, err)
	require.Nil(t, again.Form, "the page may not be used any more")
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM attempts"))
}

func TestTopupsFromManyTabsAtOnceAreOne(t *testing.T) {
	t.Parallel()
	x := openCounter(t)
	_, other := x.server(servertest.Another(t, x.pool))
	errs := make([]error, 8)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			w := x.wallets
			if i%2 == 1 {
				w = other
			}
			_, errs[i] = w.HandleTopup(t.Context(), x.who, wallet.TopupRequest{Amount: 1000, Key: ulid.Make().String()})
		})
	}
	all.Wait()
	opened := 0
	for _, err := range errs {
		if err == nil {
			opened++
		} else {
			require.ErrorIs(t, err, wallet.ErrAlreadyPaying)
		}
	}
	require.Equal(t, 1, opened)
}

func TestWhoTriesCardAfterCardIsStoppedForAnHour(t *testing.T) {
	t.Parallel()
	x := openCounter(t)
	for range 10 {
		x.declines(x.opens(1000))
	}
	_, err := x.tops(1000, ulid.Make().String())
	require.ErrorIs(t, err, payment.ErrTooManyTries)
	require.Equal(t, time.Hour, fault.As(err).Retry)
	x.clock.Move(time.Hour)
	x.opens(1000)
}

func TestATopupThatIsPaidAfterItsPersonWasErasedGoesBackToTheCard(t *testing.T) {
	t.Parallel()
	x := openCounter(t)
	top := x.opens(5000)
	x.declines(top)
	servertest.Do(t, x.pool, "UPDATE persons SET erased_at = now() WHERE id = $1", x.who.PersonID)
	x.bank.Pay(top.Intent, 5000)
	x.notify(top)
	require.Zero(t, servertest.Spendable(t, x.pool, x.who))
	refund := servertest.One[string](t, x.pool, "SELECT id FROM refunds WHERE amount = 5000 AND status = 'asked'")
	require.NoError(t,
		(&payment.Refunder{Payments: x.payments}).Work(t.Context(),
			&river.Job[payment.GiveBack]{JobRow: &rivertype.JobRow{Attempt: 1}, Args: payment.GiveBack{Refund: refund}}))
	kept, _ := x.bank.Kept(top.Intent)
	require.Zero(t, kept)
}

func TestAStrangerToTheSessionTopsUpNothing(t *testing.T) {
	t.Parallel()
	x := openCounter(t)
	_, err := x.wallets.HandleTopup(t.Context(), web.Caller{ProfileID: x.who.ProfileID},
		wallet.TopupRequest{Amount: 1000, Key: ulid.Make().String()})
	require.ErrorIs(t, err, web.ErrUnauthenticated)
	for _, amount := range []money.Fils{999, 100_001, -5000} {
		_, err := x.tops(amount, ulid.Make().String())
		require.Error(t, err, "the database too keeps to AED 10 to 1,000")
	}
}

func TestALostConnectionDuringATopupOrItsNotificationLeavesOneState(t *testing.T) {
	t.Parallel()
	x := openCounter(t)
	died := servertest.KillEverywhere(t, x.pool, func() (func(conn *servertest.Conn) error, func() error) {
		key, before := ulid.Make().String(), servertest.One[int](t, x.pool, "SELECT count(*) FROM topups")
		return func(conn *servertest.Conn) error {
				_, dying := x.server(conn)
				_, err := dying.HandleTopup(t.Context(), x.who, wallet.TopupRequest{Amount: 1000, Key: key})
				return err
			}, func() error {
				require.Equal(t, before, servertest.One[int](t, x.pool, "SELECT count(*) FROM topups"), "nothing half")
				top, err := x.tops(1000, key)
				require.NoError(t, err)
				x.declines(top)
				x.clock.Move(time.Hour)
				return err
			}
	})
	require.Greater(t, died, servertest.Amount(1, 6))
	servertest.Do(t, x.pool, "UPDATE attempts SET status = 'failed', settled_at = now() WHERE status = 'open'")
	paid := money.Fils(0)
	died = servertest.KillEverywhere(t, x.pool, func() (func(conn *servertest.Conn) error, func() error) {
		x.clock.Move(time.Hour)
		top := x.opens(1000)
		x.bank.Pay(top.Intent, 1000)
		notice, before := x.bank.Notice(top.Intent, 1000), paid
		paid += 1000
		return func(conn *servertest.Conn) error {
				dying, _ := x.server(conn)
				_, err := dying.HandleNotify(t.Context(), web.Caller{}, notice)
				return err
			}, func() error {
				require.Equal(t, before, servertest.Spendable(t, x.pool, x.who), "nothing half")
				_, err := x.payments.HandleNotify(t.Context(), web.Caller{}, notice)
				return err
			}
	})
	require.Greater(t, died, servertest.Amount(1, 8))
	require.Equal(t, paid, servertest.Spendable(t, x.pool, x.who))
}
