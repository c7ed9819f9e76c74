package payment_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment"
	"sahn/server/payment/attempt"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/wallet"
)

// tops begins a top-up.
func (x *till) tops(who web.Caller, r wallet.TopupRequest) wallet.Topup {
	x.Helper()
	r.Key = ulid.Make().String()
	top, err := x.wallets.HandleTopup(x.Context(), who, r)
	require.NoError(x, err)
	return top
}

// wanted is a top-up whose card page is open.
func (x *till) wanted(who web.Caller, amount money.Fils) sale {
	x.Helper()
	top := x.tops(who, wallet.TopupRequest{Amount: amount})
	return sale{servertest.One[string](x, x.pool, "SELECT subject_id FROM attempts WHERE id = $1", top.Intent), top.Intent, amount}
}

// paidIn is a top-up that a card has paid: captured money of which parts may go back.
func (x *till) paidIn(who web.Caller, amount money.Fils) sale {
	x.Helper()
	s := x.wanted(who, amount)
	x.pays(s)
	x.clock.Move(1000)
	return s
}

// part asks for a part of what the sales were paid with.
func (x *till) part(amount money.Fils, cause string, sales ...sale) error {
	return db.InTx(x.Context(), x.pool, func(ctx context.Context, tx db.Tx) error {
		reads, writes := &db.Batch{}, &db.Batch{}
		captures := x.payments.Captures(reads, cause, subjects(sales)...)
		if err := reads.In(ctx, tx); err != nil {
			return err
		}
		err := x.payments.RefundPart(writes, *captures, amount, attempt.Cause{Kind: "a test", ID: cause}, x.clock.Now())
		if err != nil {
			return err
		}
		return writes.In(ctx, tx)
	})
}

func (x *till) refundable(sales ...sale) money.Fils {
	x.Helper()
	b := &db.Batch{}
	captures := x.payments.Captures(b, "", subjects(sales)...)
	require.NoError(x, b.Each(x.Context(), db.New(x.pool)))
	return captures.Refundable()
}

func subjects(sales []sale) (ids []string) {
	for _, s := range sales {
		ids = append(ids, s.order)
	}
	return ids
}

func (x *till) gives(cause string) error {
	x.Helper()
	return (&payment.Refunder{Payments: x.payments}).Work(x.Context(),
		jobOf(payment.GiveBack{Refund: servertest.One[string](x, x.pool, "SELECT id FROM refunds WHERE cause_id = $1", cause)}))
}

// givesUnheard is gives, and the bank does what it is asked for and its answer is lost.
func (x *till) givesUnheard(cause string) {
	x.Helper()
	x.bank.Before(func(command string) {
		if command == "REFUND" {
			x.bank.Lose(1)
		}
	})
	require.Error(x, x.gives(cause))
	x.bank.Before(func(string) {})
}

func (x *till) guest() web.Caller { x.Helper(); return servertest.Eater(x, x.pool, x.company) }

// backOffice sends so much of a sale back by hand and answers what the bank says of it.
func (x *till) backOffice(s sale, amount money.Fils, own string) web.RawRequest {
	x.Helper()
	_, err := x.bank.Client().Refund(x.Context(), s.ref, "", amount, own)
	require.NoError(x, err)
	return x.sentBack(s, amount, own)
}

// cards is what the books say that cards have paid.
func (x *till) cards() money.Fils {
	x.Helper()
	return money.Fils(servertest.One[int64](x, x.pool,
		"SELECT -coalesce(sum(e.amount), 0) FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.kind = 'card'"))
}

func TestPartsOfOneCaptureGoBackOneAfterAnother(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	require.Equal(t, money.Fils(10_000), x.refundable(s))
	require.NoError(t, x.part(3000, "first", s))
	require.NoError(t, x.part(2000, "second", s))
	require.Equal(t, money.Fils(5000), x.refundable(s), "also what is only asked for is gone")
	require.Equal(t, 2, x.jobs("payment_refund"))

	require.NoError(t, x.gives("second"))
	require.Zero(t, x.bank.Asked("REFUND"), "it waits for the first")
	servertest.Do(t, x.pool, "DELETE FROM river_job")
	require.NoError(t, x.gives("first"))
	require.Equal(t, 1, x.jobs("payment_refund"), "and then has its turn")
	require.NoError(t, x.gives("second"))
	require.NoError(t, x.gives("second"))
	x.kept(s, 5000, 2)
	require.Equal(t, money.Fils(5000), x.refundable(s))
	require.NoError(t, x.part(5000, "the rest", s))
	require.NoError(t, x.gives("the rest"))
	x.kept(s, 0, 3)
}

func TestACauseRefundsOnceAndNeverMoreThanWasCaptured(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	for range 3 {
		require.NoError(t, x.part(3000, "one cause", s))
	}
	require.Error(t, x.part(2999, "one cause", s), "the same cause with another amount")
	require.Error(t, x.part(7001, "another", s))
	require.Error(t, x.part(0, "nothing", s))
	require.Error(t, x.part(1, "", s), "without a cause")
	require.Error(t, x.part(1, "somebody else's"))
	require.NoError(t, x.part(7000, "another", s))
	require.Error(t, x.part(1, "a third", s))
	require.Equal(t, 2, servertest.One[int](t, x.pool, "SELECT count(*) FROM refunds"))
	require.Zero(t, x.refundable(s))
}

func TestTheNewestCaptureIsTheFirstToGoBack(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	who := x.guest()
	older, newer := x.paidIn(who, 5000), x.paidIn(who, 2000)
	require.Equal(t, money.Fils(7000), x.refundable(older, newer))
	require.NoError(t, x.part(3000, "both", older, newer))
	require.Error(t, x.part(1000, "both", older, newer), "it spans two captures and is one cause all the same")
	require.JSONEq(t, `[{"amount":1000,"of":5000},{"amount":2000,"of":2000}]`,
		servertest.Rows(t, x.pool, "SELECT r.amount, a.amount AS of FROM refunds r JOIN attempts a ON a.id = r.attempt_id ORDER BY r.amount"))
	require.Equal(t, money.Fils(4000), x.refundable(older))
	require.Zero(t, x.refundable(newer))
}

func TestOfManyRefundsWhoseAnswersAreLostEachIsDoneOnce(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	causes := []string{"a", "b", "c"}
	for _, cause := range causes {
		require.NoError(t, x.part(1500, cause, s))
	}
	for _, cause := range causes {
		x.givesUnheard(cause)
		require.NoError(t, x.gives(cause))
	}
	require.Equal(t, 3, x.bank.Asked("REFUND"), "none was asked for twice")
	x.kept(s, 5500, 3)
}

func TestALostConnectionAtEveryStatementOfARefundLeavesOne(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 100_000)
	n := 0
	died := servertest.KillEverywhere(t, x.pool, func() (func(conn *servertest.Conn) error, func() error) {
		n++
		cause := "cause " + strconv.Itoa(n)
		require.NoError(t, x.part(700, cause, s))
		return func(conn *servertest.Conn) error {
				_, dying := x.server(conn)
				return (&payment.Refunder{Payments: dying}).Work(t.Context(),
					jobOf(payment.GiveBack{Refund: servertest.One[string](t, x.pool, "SELECT id FROM refunds WHERE cause_id = $1", cause)}))
			}, func() error {
				require.Equal(t, "asked", servertest.One[string](t, x.pool, "SELECT status FROM refunds WHERE cause_id = $1", cause), "nothing half")
				return x.gives(cause)
			}
	})
	require.GreaterOrEqual(t, died, servertest.Amount(1, 5))
	require.Equal(t, n, x.bank.Asked("REFUND"))
	x.kept(s, money.Fils(100_000-700*n), n)
	require.Equal(t, n, servertest.One[int](t, x.pool, "SELECT count(*) FROM refunds WHERE status = 'done'"))
}

func TestWhatTheBackOfficeSentBackIsKeptAndBookedOnce(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	require.Equal(t, money.Fils(10_000), x.cards())
	word := x.backOffice(s, 2500, "by-hand")
	for range 3 {
		x.notifyAndLook(word)
	}
	require.Equal(t, money.Fils(7500), x.refundable(s))
	require.Equal(t, money.Fils(7500), x.cards(), "the books say what the provider says")
	require.JSONEq(t, `[{"amount":2500,"cause":"sent back at the provider","status":"done"}]`,
		servertest.Rows(t, x.pool, "SELECT amount, cause, status FROM refunds"))
	require.NoError(t, x.part(7500, "the rest", s))
	require.NoError(t, x.gives("the rest"))
	x.kept(s, 0, 2)
}

func TestWhatTheBackOfficeSentBackInSilenceIsNotTakenForARefundOfOurs(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	late := []web.RawRequest{x.backOffice(s, 1000, "by-hand"), x.backOffice(s, 2000, "by-hand-again")}
	require.NoError(t, x.part(3000, "ours", s))
	require.NoError(t, x.gives("ours"))
	x.kept(s, 4000, 3) // both went back
	for range 2 {
		for _, word := range late {
			x.notifyAndLook(word) // three days late
		}
	}
	require.Equal(t, money.Fils(4000), x.refundable(s))
	require.Equal(t, money.Fils(7000), x.cards(), "the part of ours is booked by whoever asked for it")
}

func TestWhatTheBackOfficeSentBackIsTakenOffWhatCannotGoBackTwice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ours, theirs, left money.Fils
		asked              int
		booked             money.Fils // by the back office; ours are booked by whoever asked
	}{
		"exactly what was owed":      {ours: 10_000, theirs: 10_000, left: 0, asked: 0, booked: 0},
		"a part of what was owed":    {ours: 10_000, theirs: 4000, left: 6000, asked: 1, booked: 0},
		"more than what was owed":    {ours: 3000, theirs: 10_000, left: 0, asked: 0, booked: 7000},
		"beside it, as both fit":     {ours: 3000, theirs: 7000, left: 3000, asked: 1, booked: 7000},
		"a fil too much for both":    {ours: 3000, theirs: 7001, left: 2999, asked: 1, booked: 7000},
		"what was owed, as both fit": {ours: 3000, theirs: 3000, left: 3000, asked: 1, booked: 3000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, told := range []bool{true, false} {
				x := openTill(t)
				s := x.paidIn(x.guest(), 10_000)
				require.NoError(t, x.part(c.ours, "ours", s))
				if word := x.backOffice(s, c.theirs, "by-hand"); told {
					x.notifyAndLook(word)
				}
				asked := x.bank.Asked("REFUND")
				require.NoError(t, x.gives("ours"))
				require.Equal(t, c.asked, x.bank.Asked("REFUND")-asked)
				require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM refunds WHERE status <> 'done'"))
				kept, _ := x.bank.Kept(s.ref)
				require.Equal(t, 10_000-c.theirs-c.left, kept)
				require.Equal(t, kept, x.refundable(s))
				require.Equal(t, 10_000-c.booked, x.cards())
			}
		})
	}
}

func TestAPaymentOfWhichAPartWentBackIsPaid(t *testing.T) {
	t.Parallel()
	for _, early := range []bool{true, false} {
		x := openTill(t)
		if early {
			x.bank.SayRefundedEarly()
		}
		s := x.wanted(x.guest(), 10_000)
		x.bank.Pay(s.ref, s.amount)
		word := x.backOffice(s, 1000, "by-hand")
		x.notifyAndLook(word) // told before the payment itself
		require.Equal(t, "paid", servertest.One[string](t, x.pool, "SELECT status FROM attempts"))
		require.Equal(t, money.Fils(9000), x.refundable(s))
		require.Equal(t, money.Fils(9000), x.cards())
		x.notifyAndLook(word) // and told again afterwards
		x.tells(s)
		require.Equal(t, money.Fils(9000), x.cards())
	}
}

func TestARefundThatCannotBeToldFromOthersWaitsForAPerson(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	require.NoError(t, x.part(3000, "ours", s))
	servertest.Do(t, x.pool, "UPDATE refunds SET sent_at = at") // asked for, without an answer
	_ = x.backOffice(s, 1000, "by-hand")
	asked := x.bank.Asked("REFUND")
	require.ErrorContains(t, x.gives("ours"), "the provider sent back")
	require.Equal(t, asked, x.bank.Asked("REFUND"))
	require.Equal(t, "asked", servertest.One[string](t, x.pool, "SELECT status FROM refunds"))
}

func TestWhatWasSentBackIsKnownAlsoWhenItWasToldBeforeThePaymentAndNobodyHadLookedYet(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.wanted(x.guest(), 10_000)
	x.bank.Pay(s.ref, s.amount)
	x.hears(x.backOffice(s, 1000, "by-hand"))
	x.tells(s)
	require.Nil(t, x.check(s))
	x.looks()
	require.Equal(t, money.Fils(9000), x.refundable(s))
	require.Equal(t, money.Fils(9000), x.cards())
}

func TestWhatWasSentBackOfAPaymentThatHadFailedIsKnown(t *testing.T) {
	t.Parallel()
	for _, sent := range []money.Fils{1000, 10_000} {
		x := openTill(t)
		s := x.wanted(x.guest(), 10_000)
		x.declines(s)
		x.clock.Move(time.Hour)
		require.Nil(t, x.check(s), "nobody watches it any more")
		x.bank.Pay(s.ref, s.amount) // with another card, and nobody told
		x.notifyAndLook(x.backOffice(s, sent, "by-hand"))
		require.Equal(t, 10_000-sent, x.refundable(s))
		require.Equal(t, 10_000-sent, x.cards())
		require.Empty(t, x.reconcile().Differences)
	}
}

func TestTheSameAmountSentBackTwiceByHandCountsTwice(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	for _, own := range []string{"one", "two"} {
		_ = x.backOffice(s, 1000, own)
		for range 2 {
			x.notifyAndLook(x.sentBack(s, 1000, "")) // without a name of its own, both times alike
		}
	}
	require.Equal(t, money.Fils(8000), x.refundable(s))
	require.Equal(t, money.Fils(8000), x.cards())
	require.Empty(t, x.reconcile().Differences)
}

func TestARefundThatIsToldAndIsNotInTheProvidersBooksIsLookedForAgainAndNotBooked(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	x.notifyAndLook(x.sentBack(s, 1000, ""))
	require.Equal(t, money.Fils(10_000), x.cards())
	_ = x.backOffice(s, 1000, "by-hand") // its books are slower than its word
	x.clock.Move(15 * time.Minute)
	require.Zero(t, x.looks())
	require.Equal(t, money.Fils(9000), x.cards())
	require.Zero(t, x.jobs("payment_look"))
}

func TestWhatWasSentBackByHandIsNotTakenForARefundOfOursThatIsUnderWay(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	require.NoError(t, x.part(3000, "ours", s))
	x.givesUnheard("ours")
	x.hears(x.sentBack(s, 500, ""))
	x.clock.Move(15 * time.Minute)
	require.Equal(t, 1, x.looks(), "the 3000 that are gone are ours, or not")
	require.Equal(t, money.Fils(10_000), x.cards())
	require.NoError(t, x.gives("ours"))
	_ = x.backOffice(s, 500, "by-hand")
	require.Zero(t, x.looks())
	require.Equal(t, money.Fils(9500), x.cards(), "ours is booked by whoever asked for it")
	require.Equal(t, money.Fils(6500), x.refundable(s))
}

func TestWhatWasSentBackByHandWhileOursWasNotDoneIsTakenIntoAccount(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	require.NoError(t, x.part(3000, "ours", s))
	servertest.Do(t, x.pool, "UPDATE refunds SET sent_at = at") // asked for, and nothing came of it
	x.notifyAndLook(x.backOffice(s, 1000, "by-hand"))
	require.NoError(t, x.gives("ours"))
	x.kept(s, 6000, 2)
	require.Equal(t, money.Fils(6000), x.refundable(s))
}
