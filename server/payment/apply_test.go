package payment_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment/aps"
	"sahn/server/platform/web"
)

// word is one thing that can reach us about an attempt, in any order and any number of times.
type word struct {
	name string
	paid bool // the provider's proved word that money was taken
	ends bool // the provider's proved word that nothing was
	says func(x *till, s sale)
}

func words() []word {
	check := func(x *till, s sale, after time.Duration) {
		x.clock.Move(servertest.Now.Add(after).Sub(x.clock.Now()))
		x.check(s)
	}
	return []word{
		{"notified paid", true, false, func(x *till, s sale) {
			x.bank.Pay(s.ref, s.amount)
			require.Equal(x, 200, x.notify(x.bank.Notice(s.ref, s.amount)))
		}},
		{"notified failed", false, true, func(x *till, s sale) {
			x.bank.Decline(s.ref)
			require.Equal(x, 200, x.notify(x.bank.Notice(s.ref, s.amount)))
		}},
		{"notified cancelled", false, false, func(x *till, s sale) {
			x.bank.Cancel(s.ref)
			require.Equal(x, 200, x.notify(x.bank.Notice(s.ref, s.amount)))
		}},
		{"returned paid", false, false, func(x *till, s sale) {
			x.bank.Pay(s.ref, s.amount)
			require.Equal(x, 303, x.returns(servertest.FormRequest("POST", x.bank.Fields(s.ref, s.amount, nil))).Status)
		}},
		{"checked paid", true, false, func(x *till, s sale) { x.bank.Pay(s.ref, s.amount); check(x, s, time.Minute) }},
		{"checked not known in time", false, false, func(x *till, s sale) { x.bank.Forget(s.ref); check(x, s, time.Minute) }},
		{"checked not known after expiry", false, true, func(x *till, s sale) { x.bank.Forget(s.ref); check(x, s, 15*time.Minute) }},
		{"checked cancelled", false, true, func(x *till, s sale) { x.bank.Cancel(s.ref); check(x, s, time.Minute) }},
		{"notified in doubt", false, false, func(x *till, s sale) {
			x.bank.LeaveOpen(s.ref)
			require.Equal(x, 200, x.notify(x.bank.Notice(s.ref, s.amount)))
		}},
	}
}

// end is where any sequence of words must lead, told without looking at the code: money that was taken counts, else a
// proved no, else nothing happened.
func end(sequence []word) saleState {
	is := pending
	for _, w := range sequence {
		if w.paid {
			return confirmed
		}
		if w.ends {
			is = failed
		}
	}
	return is
}

func TestEverySequenceOfThreeWordsEndsInTheSameState(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	all := words()
	ends := map[saleState]int{}
	n := len(all)
	for i := range servertest.Slice(n*n*n, 7) {
		ends[x.apply([]word{all[i/n/n], all[i/n%n], all[i%n]})]++
	}
	require.Len(t, ends, 3, "pending, failed and confirmed were all reached: %v", ends)
}

func TestLongSequencesWithRepetitionsEndInTheSameState(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	random := rand.New(rand.NewPCG(20261121, 1)) //nolint:gosec // the same sequences every time
	for range servertest.Amount(10, 60) {
		sequence := make([]word, 8)
		for i := range sequence {
			sequence[i] = words()[random.IntN(len(words()))]
		}
		x.apply(sequence)
	}
}

func (x *till) apply(sequence []word) saleState {
	x.Helper()
	x.clock.Move(servertest.Now.Sub(x.clock.Now()))
	s := x.sells()
	names := ""
	for _, w := range sequence {
		w.says(x, s)
		names += w.name + ", "
	}
	want := end(sequence)
	require.Equal(x, want, x.state(s), names)
	return want
}

func TestASuccessThatIsToldToTwoServersAtOnceCountsOnce(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	_, other := x.server(servertest.Another(t, x.pool))
	for range 10 {
		s := x.sells()
		x.bank.Pay(s.ref, s.amount)
		notice := x.bank.Notice(s.ref, s.amount)
		errs := make([]error, 8)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				p := x.payments
				if i%2 == 1 {
					p = other
				}
				_, errs[i] = p.HandleNotify(t.Context(), web.Caller{}, notice)
			})
		}
		all.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
		require.Equal(t, confirmed, x.state(s))
	}
}

func TestWhatIsNotProvedChangesNothing(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	good := x.bank.Fields(s.ref, s.amount, nil)
	with := func(change map[string]string) map[string]string {
		f := map[string]string{}
		for k, v := range good {
			f[k] = v
		}
		for k, v := range change {
			f[k] = v
		}
		return f
	}
	signed := func(phrase string, change map[string]string) map[string]string {
		f := with(change)
		delete(f, "signature")
		f["signature"] = aps.Sign(f, phrase, "SHA-256")
		return f
	}
	unsigned := with(nil)
	delete(unsigned, "signature")
	forged := map[string]map[string]string{
		"unsigned":                unsigned,
		"an empty signature":      with(map[string]string{"signature": ""}),
		"our own phrase":          signed(x.bank.Settings.RequestPhrase, nil),
		"no phrase":               signed("", nil),
		"another amount":          with(map[string]string{"amount": "1"}),
		"another order's":         with(map[string]string{"merchant_reference": x.sells().ref}),
		"another status":          with(map[string]string{"status": "13", "response_code": "13666"}),
		"another merchant":        x.bank.Fields(s.ref, s.amount, map[string]string{"merchant_identifier": "Somebody"}),
		"another access code":     x.bank.Fields(s.ref, s.amount, map[string]string{"access_code": "Another"}),
		"another currency":        x.bank.Fields(s.ref, s.amount, map[string]string{"currency": "USD"}),
		"a success without money": x.bank.Fields(s.ref, s.amount, map[string]string{"fort_id": ""}),
	}
	before := x.rows()
	for name, f := range forged {
		for _, r := range []web.RawRequest{servertest.JSONRequest(f), servertest.FormRequest("POST", f)} {
			require.Equal(t, 400, x.notify(r), name)
			require.Equal(t, before, x.rows(), name)
		}
	}
	require.Equal(t, 400, x.notify(web.RawRequest{ContentType: "text/xml", Body: []byte("<paid/>")}))
	require.Equal(t, 400, x.notify(web.RawRequest{}))
	require.Equal(t, before, x.rows())
	for name, f := range map[string]map[string]string{
		"a success of another kind": x.bank.Fields(s.ref, s.amount,
			map[string]string{"command": "AUTHORIZATION", "status": "02", "response_code": "02000"}),
		"a code that is not done": x.bank.Fields(s.ref, s.amount, map[string]string{"response_code": "14777"}),
		"an invalid request":      x.bank.Fields(s.ref, s.amount, map[string]string{"status": "00", "response_code": "00006"}),
	} {
		require.Equal(t, 200, x.notify(servertest.JSONRequest(f)), name)
		require.Equal(t, pending, x.state(s), name)
	}
	require.NotEqual(t, before, x.rows(), "but it is kept")
	require.Equal(t, 200, x.notify(servertest.JSONRequest(good)), "the true one still counts")
	require.Equal(t, confirmed, x.state(s))
}

func TestAProvedWordOnSomethingUnknownIsKeptForWhoeverReconciles(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	x.bank.Pay("01M7ZZZZZZZZZZZZZZZZZZZZZZ", 100)
	for range 2 {
		require.Equal(t, 200, x.notify(x.bank.Notice("01M7ZZZZZZZZZZZZZZZZZZZZZZ", 100)))
	}
	require.Equal(t, "paid", servertest.One[string](t, x.pool, "SELECT outcome FROM payment_events"))
}

func TestAnotherAmountThanAskedForPaysNothingAndGoesBackOnce(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"notification", "check"} {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s := x.sells()
			x.bank.Pay(s.ref, s.amount-1)
			for range 3 {
				if by == "check" {
					x.check(s)
				} else {
					require.Equal(t, 200, x.notify(x.bank.Notice(s.ref, s.amount-1)))
				}
			}
			require.Equal(t, saleState{"Payment Failed", "failed", 0, 1}, x.state(s))
			require.Equal(t, "amount_differs", servertest.One[string](t, x.pool, "SELECT reason FROM attempts"))
			require.NoError(t, x.refund())
			kept, refunds := x.bank.Kept(s.ref)
			require.Zero(t, kept)
			require.Equal(t, 1, refunds)
		})
	}
}

func TestASecondCaptureOfOneAttemptGoesBack(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	require.Equal(t, 200, x.notify(x.bank.Notice(s.ref, s.amount)))
	second := servertest.JSONRequest(x.bank.Fields(s.ref, s.amount, map[string]string{"fort_id": "999999999999999999"}))
	for range 3 {
		require.Equal(t, 200, x.notify(second))
	}
	require.Equal(t, saleState{"Confirmed", "paid", 1, 1}, x.state(s))
	require.Equal(t, "999999999999999999", servertest.One[string](t, x.pool, "SELECT fort_id FROM refunds"))
}

func TestASuccessIsNeverUndone(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	x.notify(x.bank.Notice(s.ref, s.amount))
	for status := range 100 {
		code := fmt.Sprintf("%02d666", status)
		x.notify(servertest.JSONRequest(x.bank.Fields(s.ref, s.amount, map[string]string{"status": code[:2], "response_code": code})))
		require.Equal(t, confirmed, x.state(s), code)
	}
}

func TestOnlyOneStatusOfAllMeansPaid(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	for status := range servertest.Slice(100, 7) { // 14 among them
		s := x.sells()
		x.bank.LeaveOpen(s.ref)
		code := fmt.Sprintf("%02d000", status)
		x.notify(servertest.JSONRequest(x.bank.Fields(s.ref, s.amount, map[string]string{"status": code[:2], "response_code": code})))
		want := pending
		if status == 14 {
			want = confirmed
		}
		require.Equal(t, want, x.state(s), code)
	}
}

func TestALostConnectionAroundANotificationLeavesOneState(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	for _, paid := range []bool{true, false} {
		died := servertest.KillEverywhere(t, x.pool, func() (func(conn *servertest.Conn) error, func() error) {
			s := x.sells()
			want := failed
			if x.bank.Decline(s.ref); paid {
				x.bank.Pay(s.ref, s.amount)
				want = confirmed
			}
			notice := x.bank.Notice(s.ref, s.amount)
			return func(conn *servertest.Conn) error {
					_, dying := x.server(conn)
					_, err := dying.HandleNotify(t.Context(), web.Caller{}, notice)
					return err
				}, func() error {
					require.Equal(t, pending, x.state(s), "nothing half")
					_, err := x.payments.HandleNotify(t.Context(), web.Caller{}, notice)
					require.Equal(t, want, x.state(s))
					return err
				}
		})
		require.Greater(t, died, servertest.Amount(1, 8))
	}
}

func TestALostAnswerToTheCommitOfANotificationLeavesOneState(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	_, p := x.server(&servertest.Conn{Pool: x.pool, LoseNext: true})
	_, err := p.HandleNotify(t.Context(), web.Caller{}, x.bank.Notice(s.ref, s.amount))
	require.Error(t, err, "the provider hears no 200 and tells again")
	require.Equal(t, confirmed, x.state(s), "although it was done")
	require.Equal(t, 200, x.notify(x.bank.Notice(s.ref, s.amount)))
	require.Equal(t, confirmed, x.state(s))
}
