package payment_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/payment"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// instead gives a refund into the wallet, as an operator does who looked before.
func (x *till) instead(conn db.Conn, refund string, returned money.Fils) (given bool, err error) {
	x.Helper()
	_, payments := x.server(conn)
	err = db.InTx(x.Context(), conn, func(ctx context.Context, tx db.Tx) error {
		row, a, ended, err := payments.GiveUpRefund(ctx, tx, refund, returned, x.clock.Now())
		if given = ended; err != nil || !ended {
			return err
		}
		return ledger.RefundedHere(ctx, tx.Queries,
			ledger.WalletCredit{ID: row.ID, Profile: a.ProfileID, Amount: row.Amount, Reason: "the card was closed"}, x.clock.Now())
	})
	return given, err
}

// declined is a refund that the bank said no to, of a payment of 10,000.
func (x *till) declined(amount money.Fils) (s sale, refund string) {
	x.Helper()
	s = x.paidIn(x.guest(), 10_000)
	require.NoError(x, x.part(amount, "ours", s))
	x.bank.Refuse(true)
	require.ErrorContains(x, x.gives("ours"), "refund failed")
	x.clock.Move(time.Hour)
	return s, servertest.One[string](x, x.pool, "SELECT id FROM refunds WHERE cause_id = 'ours'")
}

// byHand sends so much of a sale back in the back office of a bank that declines refunds, and answers what the bank says of it.
func (x *till) byHand(s sale, amount money.Fils) web.RawRequest {
	x.Helper()
	x.bank.Refuse(false)
	defer x.bank.Refuse(true)
	return x.backOffice(s, amount, "by-hand")
}

// givenInstead is instead where it is as it should be, after the bank was asked what it sent back.
func (x *till) givenInstead(refund string) {
	x.Helper()
	returned, err := x.payments.Returned(x.Context(), refund)
	require.NoError(x, err)
	given, err := x.instead(x.pool, refund, returned)
	require.NoError(x, err)
	require.True(x, given)
}

func (x *till) inWallet(s sale) money.Fils {
	x.Helper()
	balance, err := ledger.Spendable(x.Context(), db.New(x.pool),
		servertest.One[string](x, x.pool, "SELECT profile_id FROM attempts WHERE id = $1", s.ref))
	require.NoError(x, err)
	return balance
}

func TestARefundThatTheBankDeclinesIsGivenIntoTheWalletOnce(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s, refund := x.declined(3000)
	before := x.inWallet(s)
	x.givenInstead(refund)
	for range 2 {
		given, err := x.instead(x.pool, refund, 0)
		require.NoError(t, err)
		require.False(t, given)
	}
	require.Equal(t, before+3000, x.inWallet(s))
	require.Equal(t, money.Fils(7000), x.refundable(s), "it can go back no second time")
	x.bank.Refuse(false)
	x.sweep()
	require.NoError(t, x.gives("ours"))
	require.Equal(t, 1, x.bank.Asked("REFUND"), "and nobody asks the bank any more")
	require.NoError(t, x.part(7000, "the rest", s))
	require.NoError(t, x.gives("the rest"))
	x.kept(s, 3000, 1)
	require.Equal(t, money.Fils(13_000), x.cards(), "what was asked for is posted by whoever asks, and this test does not")
}

func TestARefundOfWhichTheAnswerIsMissingIsNotGivenIntoTheWallet(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	require.NoError(t, x.part(3000, "ours", s))
	refund := servertest.One[string](t, x.pool, "SELECT id FROM refunds")
	_, err := x.instead(x.pool, refund, 0)
	require.ErrorIs(t, err, payment.ErrRefundUndecided, "nobody was asked yet")

	x.bank.Refuse(true)
	x.bank.Lose(2)
	require.Error(t, x.gives("ours"), "what it looked for is not known")
	require.Error(t, x.gives("ours"))
	x.givesUnheard("ours")
	_, err = x.instead(x.pool, refund, 0)
	require.ErrorIs(t, err, payment.ErrRefundUndecided, "the answer was lost")

	require.ErrorContains(t, x.gives("ours"), "refund failed")
	_, err = x.instead(x.pool, refund, 0)
	require.ErrorIs(t, err, payment.ErrRefundUndecided, "the bank's books may be slower than its word")
	x.clock.Move(16 * time.Minute)
	_, err = x.instead(x.pool, refund, 3000)
	require.ErrorIs(t, err, payment.ErrRefundDiffers, "its books say that something went back")
	x.givenInstead(refund)
}

// In the very moment in which support gives a refund into the wallet the bank is asked once more, and would say yes.
func TestARetryThatRacesWithTheWalletPaysOnce(t *testing.T) {
	t.Parallel()
	for name, moment := range map[string]string{"before the bank is asked": "CHECK_STATUS", "while it thinks": "REFUND"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s, refund := x.declined(3000)
			before := x.inWallet(s)
			x.bank.Refuse(false)
			var given bool
			var refused error
			x.bank.Before(func(command string) {
				if command == moment {
					given, refused = x.instead(x.pool, refund, 0)
				}
			})
			require.NoError(t, x.gives("ours"))
			x.bank.Before(func(string) {})
			kept, _ := x.bank.Kept(s.ref)
			require.Equal(t, money.Fils(3000), 10_000-kept+x.inWallet(s)-before, "the person has it once")
			require.Equal(t, moment == "CHECK_STATUS", given)
			if !given {
				require.ErrorIs(t, refused, payment.ErrRefundUndecided)
				_, err := x.instead(x.pool, refund, 3000)
				require.ErrorIs(t, err, payment.ErrRefundDone)
			}
		})
	}
}

// Whoever does not ask whether an answer is missing pays twice in that moment. It is known then, and we bear it.
func TestARetryThatRacesWithTheWalletPaysTwiceWhereNobodyAsksForTheLastWord(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s, refund := x.declined(3000)
	before := x.inWallet(s)
	unsafe := &servertest.Conn{Pool: x.pool, Rewrite: func(sql string) string {
		return strings.Replace(sql, "AND declined_at IS NOT NULL AND (unclear_at IS NULL OR unclear_at <",
			"AND (unclear_at IS NULL OR unclear_at <", 1)
	}}
	x.bank.Refuse(false)
	x.bank.Before(func(command string) {
		if command == "REFUND" {
			given, err := x.instead(unsafe, refund, 0)
			require.NoError(t, err)
			require.True(t, given)
			servertest.Do(t, x.pool, "UPDATE refunds SET declined_at = now()") // as it is in truth where somebody was careful
		}
	})
	require.NoError(t, x.gives("ours"))
	x.bank.Before(func(string) {})
	kept, _ := x.bank.Kept(s.ref)
	require.Equal(t, money.Fils(6000), 10_000-kept+x.inWallet(s)-before, "the person has it twice")
	x.looks()
	require.JSONEq(t, `[{"amount":3000,"cause":"a test","status":"failed"},{"amount":3000,"cause":"sent back all the same","status":"done"}]`,
		x.ends())
	require.Equal(t, money.Fils(10_000), x.cards(), "the books say what the bank holds and what was given")
}

func TestWhatTheBackOfficeSendsAfterTheWalletHasItIsTheHousesLoss(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s, refund := x.declined(3000)
	x.givenInstead(refund)
	require.NoError(t, x.part(7000, "the rest", s))
	x.bank.Refuse(false)
	cards := x.cards()
	x.notifyAndLook(x.backOffice(s, 2000, "by-hand")) // fits: it is taken off what is asked for
	require.Equal(t, cards, x.cards())
	require.NoError(t, x.gives("the rest"))
	x.notifyAndLook(x.backOffice(s, 1000, "by-hand-too")) // and this is in the wallet already
	require.Equal(t, cards-1000, x.cards())
	require.Equal(t, "sent back all the same", servertest.One[string](t, x.pool, "SELECT cause FROM refunds WHERE amount = 1000"))
}

func TestAPaymentForNothingThatCannotGoBackIsInTheWalletAndInTheBooks(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := late(x)
	x.bank.Refuse(true)
	require.Error(t, x.refund())
	x.clock.Move(time.Hour)
	x.givenInstead(servertest.One[string](t, x.pool, "SELECT id FROM refunds"))
	require.Equal(t, s.amount, x.inWallet(s))
	require.Equal(t, s.amount, x.cards())
	require.Equal(t, "Cancelled", x.state(s).Order)
	require.Empty(t, x.reconcile().Differences)
}

func TestARefundThatIsMoreThanItsCaptureHasLeftIsNotGivenIntoTheWallet(t *testing.T) {
	t.Parallel()
	x := wrongTill(t)
	s, refund := x.declined(3000)
	require.NoError(t, x.part(7000, "the rest", s))
	servertest.Do(t, x.pool, "UPDATE refunds SET amount = 3001 WHERE id = $1", refund)
	before := x.inWallet(s)
	_, err := x.instead(x.pool, refund, 0)
	require.ErrorIs(t, err, payment.ErrRefundDiffers)
	require.Equal(t, before, x.inWallet(s))
}

func TestADeclinedRefundOfWhichTheBackOfficeSentAPartIsNotPaidInFullAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		asked, sent     money.Fils
		missing, silent bool
	}{
		"after a clear no":                  {asked: 10_000, sent: 5000},
		"while an answer was missing":       {asked: 10_000, sent: 5000, missing: true},
		"of a part of the payment":          {asked: 3000, sent: 1000},
		"in silence, of a part of the same": {asked: 3000, sent: 1000, silent: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s, refund := x.declined(c.asked)
			if c.missing {
				servertest.Do(t, x.pool, "UPDATE refunds SET declined_at = NULL")
			}
			if word := x.byHand(s, c.sent); !c.silent {
				x.notifyAndLook(word)
			}
			require.ErrorContains(t, x.gives("ours"), "refund failed")
			require.JSONEq(t, fmt.Sprintf(`[{"amount":%d,"cause":"a test","status":"asked"},
				{"amount":%d,"cause":"sent back at the provider","status":"done"}]`, c.asked-c.sent, c.sent), x.ends())
			require.Equal(t, money.Fils(10_000), x.cards(), "nobody bears anything")
			x.clock.Move(time.Hour)
			before := x.inWallet(s)
			x.givenInstead(refund)
			x.kept(s, 10_000-c.sent, 1)
			require.Equal(t, c.asked-c.sent, x.inWallet(s)-before, "the person has it once")
			require.Equal(t, 10_000+c.asked-c.sent, x.cards(), "what was asked for is posted by whoever asks, and this test does not")
			require.Equal(t, 10_000-c.asked, x.refundable(s))
		})
	}
}

// ends is how the refunds of the one capture that there is stand, oldest first.
func (x *till) ends() string {
	x.Helper()
	return servertest.Rows(x, x.pool, "SELECT amount, cause, status FROM refunds ORDER BY id")
}

func TestADeclinedRefundOfWhichTheBackOfficeSentMoreIsDoneAndTheExcessIsACase(t *testing.T) {
	t.Parallel()
	for name, told := range map[string]bool{"told": true, "in silence": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s, refund := x.declined(3000)
			if word := x.byHand(s, 5000); told {
				x.notifyAndLook(word)
			}
			asked := x.bank.Asked("REFUND")
			require.NoError(t, x.gives("ours"))
			require.Equal(t, asked, x.bank.Asked("REFUND"), "it went back already")
			x.clock.Move(15 * time.Minute)
			require.Zero(t, x.looks())
			require.JSONEq(t,
				`[{"amount":3000,"cause":"a test","status":"done"},{"amount":2000,"cause":"sent back at the provider","status":"done"}]`, x.ends())
			require.Equal(t, money.Fils(5000), x.refundable(s))
			require.Equal(t, money.Fils(8000), x.cards(),
				"the excess is booked; what was asked for is posted by whoever asks, and this test does not")
			require.Equal(t, []any{1, "refund", "by hand", int64(2000), false},
				[]any{len(x.waiting()), x.waiting()[0].Kind, x.waiting()[0].What, x.waiting()[0].Amount, x.waiting()[0].Stays})
			_, err := x.instead(x.pool, refund, 5000)
			require.ErrorIs(t, err, payment.ErrRefundDone)
		})
	}
}

func TestARefundOfWhichTheAnswerIsMissingIsDoneWhereTheBackOfficeSentMore(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	require.NoError(t, x.part(3000, "ours", s))
	x.givesUnheard("ours")
	x.notifyAndLook(x.backOffice(s, 500, "by-hand"))
	require.NoError(t, x.gives("ours"))
	x.clock.Move(15 * time.Minute)
	require.Zero(t, x.looks())
	require.JSONEq(t,
		`[{"amount":3000,"cause":"a test","status":"done"},{"amount":500,"cause":"sent back at the provider","status":"done"}]`, x.ends())
	require.Equal(t, money.Fils(9500), x.cards())
}

func TestWhatIsBookedWhileTheProviderIsAskedDoesNotCloseARefund(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.paidIn(x.guest(), 10_000)
	require.NoError(t, x.part(3000, "ours", s))
	servertest.Do(t, x.pool, "UPDATE refunds SET sent_at = at") // asked for, and nothing came of it
	word := x.backOffice(s, 2000, "by-hand")
	inTheMiddle := true
	x.bank.Before(func(command string) {
		if inTheMiddle && command == "CHECK_STATUS" {
			inTheMiddle = false
			x.notifyAndLook(word)
			_, err := x.bank.Client().Refund(t.Context(), s.ref, "", 1000, "by-hand-too")
			require.NoError(t, err)
		}
	})
	require.ErrorContains(t, x.gives("ours"), "meanwhile")
	require.JSONEq(t,
		`[{"amount":3000,"cause":"a test","status":"asked"},{"amount":2000,"cause":"sent back at the provider","status":"done"}]`, x.ends(),
		"the provider sent 3000 in all")
}
