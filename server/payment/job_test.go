package payment_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment"
	"sahn/server/payment/aps"
)

func TestACheckComesAgainWhileTheAttemptWaitsEverMoreSeldom(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.LeaveOpen(s.ref)
	for _, c := range []struct{ waited, next time.Duration }{{20 * time.Second, 20 * time.Second}, {time.Minute, 30 * time.Second},
		{10 * time.Minute, 5 * time.Minute}, {2 * time.Hour, 15 * time.Minute}, {72 * time.Hour, 15 * time.Minute}} {
		x.clock.Move(servertest.Now.Add(c.waited).Sub(x.clock.Now()))
		require.Equal(t, c.next, x.check(s).Duration, c.waited)
	}
	require.Equal(t, pending, x.state(s), "doubt is never an answer")
	x.bank.Pay(s.ref, s.amount)
	require.Nil(t, x.check(s))
	asked := x.bank.Asked("CHECK_STATUS")
	require.Nil(t, x.check(s))
	require.Equal(t, asked, x.bank.Asked("CHECK_STATUS"), "what is paid is not asked about")
	require.Equal(t, confirmed, x.state(s))
}

// At whatever moment the person pays on the card page, and though no notification ever comes, the payment is known within a
// quarter of an hour.
func TestACaptureOfWhichNobodyTellsIsFoundWithinAQuarterOfAnHour(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	worst := time.Duration(0)
	for at := time.Duration(0); at < 15*time.Minute; at += 75 * time.Second {
		s := x.sells()
		opened, waited := x.clock.Now(), 20*time.Second // as the first check is planned
		for captured := false; ; {
			x.clock.Move(opened.Add(waited).Sub(x.clock.Now()))
			if !captured && waited > at {
				x.bank.Pay(s.ref, s.amount)
				captured = true
			}
			again := x.check(s)
			if again == nil {
				break
			}
			waited += again.Duration
		}
		require.Equal(t, confirmed, x.state(s))
		worst = max(worst, waited-at)
	}
	require.Less(t, worst, 15*time.Minute)
	require.Greater(t, worst, 2*time.Minute, "it is not asked all the time either")
}

func TestAFailedAttemptIsWatchedWhileThePageCanStillBeUsed(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.declines(s)
	require.Equal(t, failed, x.state(s))
	require.NotNil(t, x.check(s))
	x.bank.Pay(s.ref, s.amount) // another card on the same page, and the notification is lost
	x.clock.Move(14 * time.Minute)
	require.Nil(t, x.check(s))
	require.Equal(t, confirmed, x.state(s))

	s = x.sells()
	x.bank.Decline(s.ref)
	x.clock.Move(15 * time.Minute)
	require.Nil(t, x.check(s))
	require.Equal(t, failed, x.state(s))
}

func TestAnAttemptThatNobodyUsedEndsWhenItsTimeIsOver(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.clock.Move(15*time.Minute - time.Microsecond)
	require.NotNil(t, x.check(s))
	require.Equal(t, pending, x.state(s))
	x.clock.Move(time.Microsecond)
	require.Nil(t, x.check(s))
	require.Equal(t, failed, x.state(s))
	require.Equal(t, "expired", servertest.One[string](t, x.pool, "SELECT reason FROM attempts"))
}

func TestACheckThatGetsNoAnswerIsTriedAgainAndChangesNothing(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	x.clock.Move(time.Hour)
	before := x.rows()
	x.bank.Lose(2)
	for range 2 {
		err := (&payment.Checker{Payments: x.payments}).Work(t.Context(), jobOf(payment.Check{Attempt: s.ref}))
		require.ErrorIs(t, err, aps.ErrNoAnswer, "so that the queue tries again")
		require.Equal(t, before, x.rows())
	}
	require.Equal(t, pending, x.state(s))
	require.Nil(t, x.check(s))
	require.Equal(t, confirmed, x.state(s), "found as soon as the provider can be asked")
	x.kept(s, s.amount, 0)
}

func TestMoneyThatTheProviderGaveBackItselfPaysForNothing(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	_, err := x.bank.Client().Refund(t.Context(), s.ref, "", s.amount, "in-the-back-office")
	require.NoError(t, err)
	require.NotNil(t, x.check(s))
	gone := saleState{"Payment Failed", "failed", 0, 1}
	require.Equal(t, gone, x.state(s))
	require.Equal(t, "refunded", servertest.One[string](t, x.pool, "SELECT reason FROM attempts"))
	x.tells(s)
	require.Equal(t, gone, x.state(s), "the success that was told late")
}

func TestTheSweepFindsWhatTheQueueLostAndNothingElse(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.clock.Move(15*time.Minute + time.Microsecond)
	x.sweep()
	require.Equal(t, 1, x.jobs("payment_check"), "the check that comes by itself is still there")
	servertest.Do(t, x.pool, "DELETE FROM river_job")
	x.sweep()
	x.sweep()
	require.Equal(t, 1, x.jobs("payment_check"))
	servertest.Do(t, x.pool, "UPDATE river_job SET state = 'discarded', finalized_at = now()")
	x.sweep()
	require.Equal(t, 1, x.jobs("payment_check"), "also what was given up")
	require.Nil(t, x.check(s))
	servertest.Do(t, x.pool, "DELETE FROM river_job")
	x.sweep()
	require.Zero(t, x.jobs("payment_check"), "what has ended is left alone")
}

// late is a sale of which money must go back: it was paid after the day was bought otherwise.
func late(x *till) sale {
	x.Helper()
	s := x.sells()
	x.declines(s)
	x.becomes(s, "Cancelled")
	x.pays(s)
	require.Equal(x, saleState{"Cancelled", "paid", 0, 1}, x.state(s))
	require.Equal(x, 1, x.jobs("payment_refund"))
	return s
}

func TestARefundWhoseAnswerWasLostIsNotAskedForAgain(t *testing.T) {
	t.Parallel()
	for name, loses := range map[string]func(x *till){
		"on its way":                      func(x *till) { x.bank.Lose(1) },
		"as the database fails just then": func(x *till) { servertest.Do(x, x.pool, "ALTER TABLE refunds RENAME TO refunds_away") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s := late(x)
			x.bank.Before(func(command string) {
				if command == "REFUND" {
					loses(x)
				}
			})
			require.Error(t, x.refund())
			servertest.Do(t, x.pool, "ALTER TABLE IF EXISTS refunds_away RENAME TO refunds")
			require.Equal(t, saleState{"Cancelled", "paid", 0, 1}, x.state(s), "nobody knows yet")
			for range 2 {
				require.NoError(t, x.refund())
				require.Equal(t, saleState{"Refunded", "paid", 0, 1}, x.state(s))
			}
			require.Equal(t, 1, x.bank.Asked("REFUND"), "the provider's ledger was looked at first")
			x.kept(s, 0, 1)
		})
	}
}

func TestTheProvidersOwnWordOnARefundClosesIt(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := late(x)
	word := x.sentBack(s, s.amount, servertest.One[string](t, x.pool, "SELECT id FROM refunds"))
	for range 2 {
		x.hears(word)
	}
	require.Equal(t, "Refunded", x.state(s).Order)
}

func TestTheSweepAsksAgainForARefundThatTheQueueLost(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	late(x)
	x.clock.Move(5*time.Minute + time.Microsecond)
	x.sweep()
	require.Equal(t, 1, x.jobs("payment_refund"))
	servertest.Do(t, x.pool, "DELETE FROM river_job")
	x.sweep()
	x.sweep()
	require.Equal(t, 1, x.jobs("payment_refund"))
}

func TestAJobForSomethingThatIsGoneEndsQuietly(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	require.NoError(t, (&payment.Checker{Payments: x.payments}).Work(t.Context(), jobOf(payment.Check{Attempt: "x"})))
	require.NoError(t, (&payment.Refunder{Payments: x.payments}).Work(t.Context(), jobOf(payment.GiveBack{Refund: "x"})))
}
