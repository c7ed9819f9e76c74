package payment_test

import (
	"maps"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
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
		{"notified paid", true, false, (*till).pays},
		{"notified failed", false, true, (*till).declines},
		{"notified cancelled", false, false, func(x *till, s sale) {
			x.bank.Cancel(s.ref)
			x.tells(s)
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
			x.tells(s)
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
	with := func(field, value string) map[string]string {
		f := maps.Clone(good)
		f[field] = value
		return f
	}
	unsigned := maps.Clone(good)
	delete(unsigned, "signature")
	forged := map[string]map[string]string{
		"unsigned":                unsigned,
		"another amount":          with("amount", "1"),
		"another order's":         with("merchant_reference", x.sells().ref),
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
	x.hears(servertest.JSONRequest(x.bank.Fields(s.ref, s.amount, map[string]string{"response_code": "14777"})))
	require.Equal(t, pending, x.state(s), "a code that is not done")
	require.NotEqual(t, before, x.rows(), "but it is kept")
	x.hears(servertest.JSONRequest(good))
	require.Equal(t, confirmed, x.state(s), "the true one still counts")
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
					x.hears(x.bank.Notice(s.ref, s.amount-1))
				}
			}
			require.Equal(t, saleState{"Payment Failed", "failed", 0, 1}, x.state(s))
			require.Equal(t, "amount_differs", servertest.One[string](t, x.pool, "SELECT reason FROM attempts"))
			require.NoError(t, x.refund())
			x.kept(s, 0, 1)
		})
	}
}

func TestASecondCaptureOfOneAttemptGoesBack(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.pays(s)
	second := servertest.JSONRequest(x.bank.Fields(s.ref, s.amount, map[string]string{"fort_id": "999999999999999999"}))
	for range 3 {
		x.hears(second)
	}
	require.Equal(t, saleState{"Confirmed", "paid", 1, 1}, x.state(s))
	require.Equal(t, "999999999999999999", servertest.One[string](t, x.pool, "SELECT fort_id FROM refunds"))
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
	x.tells(s)
	require.Equal(t, confirmed, x.state(s))
}
