package pos_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

// offline lets a till charge so much without asking, as an operator allows it.
func (s *till) offline(limit money.Fils) {
	s.t.Helper()
	s.done(s.pos.HandleLimit(s.t.Context(), servertest.Operator(s.t, s.pool, "manager"), pos.LimitRequest{ID: s.who.TillID, Limit: limit}))
}

// reviewed lets an operator book what was set aside for a reason.
func (p *place) reviewed(reason string) pos.Resolved {
	p.t.Helper()
	done, err := p.pos.HandleAgain(p.t.Context(), servertest.Operator(p.t, p.pool, "manager"), pos.ResolveRequest{ID: p.aside(reason)})
	require.NoError(p.t, err)
	return done
}

// Somebody photographs a code and uses it eleven minutes later at a till that was online all the time, whatever the till says of its clock.
func TestACodeOfElevenMinutesAgoBuysNothingWhateverTheTillSaysOfItsClock(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit money.Fils
		says  fields
		want  string
	}{
		"now":                                     {5000, nil, "4 proof_expired"},
		"now, and its clock jumped":               {5000, fields{"j": 1}, "4 proof_expired"},
		"now, and it knows of no other clock":     {5000, fields{"off": nil}, "4 proof_expired"},
		"now, and what it knows is old":           {5000, fields{"age": 100_000}, "4 proof_expired"},
		"as if it were late, and may not ask":     {0, fields{"at": noon.Add(time.Minute).UnixMilli()}, "4 not_asked"},
		"as if it were late, but had sent all":    {5000, fields{"at": noon.Add(time.Minute).UnixMilli()}, "4 held_back"},
		"as if it were late, and its clock jumps": {5000, fields{"at": noon.Add(time.Minute).UnixMilli(), "j": 1}, "4 held_back"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, s := counter(t, nil)
			s.offline(c.limit)
			mariam := p.eater(price(0))
			photographed := p.proof(mariam)
			for range 11 {
				p.clock.Move(time.Minute)
				s.says(s.sells(nil)) // it is online
			}
			_, err := s.asks(photographed, price(0))
			require.ErrorIs(t, err, pos.ErrProof)
			sold := s.sells(fields{"c": 0, "e": price(0), "p": photographed}.with(c.says))
			require.Equal(t, []string{c.want}, short(s.says(sold)...))
			require.Equal(t, price(0), servertest.Spendable(t, p.pool, mariam))
			require.Zero(t, p.balance("receivable"))
		})
	}
}

// The same sales, really made without a network: everything happens before the till is heard again.
func TestASaleWithoutANetworkIsBookedHoursLaterByTheTimeOfItsCode(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]fields{"a clock that is right": nil, "a tablet that slept": {"j": 1},
		"a clock that is an hour behind, and it knows": {"at": noon.Add(time.Minute - time.Hour).UnixMilli(), "off": time.Hour.Milliseconds()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, s := counter(t, nil)
			s.offline(5000)
			mariam := p.eater(price(0))
			s.says(s.sells(nil))
			p.clock.Move(time.Minute)
			sold := s.sells(fields{"c": 0, "e": price(0), "p": p.proof(mariam)}.with(says))
			later := s.sells(nil)
			p.clock.Move(26 * time.Hour)
			got := s.says(sold, later)
			require.Equal(t, pos.Booked, got[0].Code, detail(got[0]).Reason)
			require.Equal(t, []money.Fils{0, price(0), 0}, paid(got[0]))
			require.Equal(t, 1, p.count("counter_sales WHERE id = $1 AND day = $2", sold["id"], today))
		})
	}
}

func TestACodeThatWasAskedAboutBuysThereForThatAmountAlsoWhenTheNetworkFailsThen(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	s, other := p.till(), p.till()
	mariam := p.eater(2 * price(0))
	code := p.proof(mariam)
	_, err := s.asks(code, price(0)-100)
	require.NoError(t, err)
	_, err = other.asks(code, price(0))
	require.ErrorIs(t, err, pos.ErrProof, "a code is one till's")
	p.clock.Move(2 * time.Minute)
	_, err = s.asks(code, price(0))
	require.NoError(t, err, "another meal is put into the cart")
	sold := s.sells(fields{"c": 0, "e": price(0), "p": code, "j": 1})
	p.clock.Move(5 * time.Hour)
	require.Equal(t, []string{"4 not_asked"},
		short(other.says(other.sells(fields{"c": 0, "e": price(0), "p": code, "at": noon.UnixMilli()}))...))
	require.Equal(t, []money.Fils{0, price(0), 0}, paid(s.says(sold)[0]))

	next := p.proof(mariam)
	_, err = s.asks(next, 100)
	require.NoError(t, err)
	dearer := s.sells(fields{"c": 0, "e": price(0), "p": next})
	p.clock.Move(time.Hour)
	require.Equal(t, []string{"4 not_asked"}, short(s.says(dearer)...), "it asked about less")
	p.clock.Move(61 * time.Second)
	_, err = s.asks(p.proof(mariam), 0)
	require.NoError(t, err)
	p.clock.Move(time.Second)
	old := p.proof(mariam)
	p.clock.Move(61 * time.Second)
	_, err = s.asks(old, 0)
	require.ErrorIs(t, err, pos.ErrProof, "a till that can ask takes no code older than that")
}

// A sale that says another day than its code's draws no share of that day.
func TestASaleThatNamesAnotherDayThanItsCodeIsOfTheDayOfItsCode(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	p.clock.Move(48 * time.Hour)
	mariam := p.eater(0)
	charged := reduced(p.company, price(0))
	s.says(s.onAccount(mariam, charged, charged, nil))
	back := s.onAccount(mariam, charged, charged, fields{"at": noon.UnixMilli(), "off": nil})
	require.Equal(t, []money.Fils{0, 0, charged}, paid(s.says(back)[0]), "today's share is used")
	require.Equal(t, 2, p.count("counter_sales WHERE day = $1", today+2))
}

func TestASaleOnAccountFromBeforeTheOfflineWindowWaitsForAnOperator(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	s.offline(5000)
	mariam := p.eater(0)
	charged := reduced(p.company, price(0))
	old, cash := s.onAccount(mariam, charged, 1500, nil), s.sells(nil)
	p.clock.Move(71 * time.Hour)
	young := s.onAccount(mariam, charged, 1500, nil)
	p.clock.Move(2 * time.Hour)
	require.Equal(t, []string{"4 too_late", "0 late_shift", "0 late_shift"}, short(s.says(old, cash, young)...))
	require.Equal(t, pos.Resolved{Code: pos.Quarantined, Reason: "too_late"}, p.again(p.aside("too_late")), "its admin books nothing of it")
	require.Equal(t, money.Fils(-1500), p.balance("company"))
	p.clock.Move(24 * time.Hour)
	require.Equal(t, pos.Resolved{Code: pos.Booked}, p.reviewed("too_late"))
	require.Equal(t, money.Fils(-3000), p.balance("company"))
	require.Equal(t, 1, p.count("counter_sales WHERE id = $1 AND day = $2", old["id"], today))
}

func TestASaleKeepsToTheLimitsOfItsOwnDayWheneverItArrives(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	s.offline(5000)
	mariam := p.eater(0)
	charged := reduced(p.company, price(0))
	servertest.Do(t, p.pool, "INSERT INTO counter_limits (version, since, sale_limit, day_limit, offline_hours, set_at) VALUES "+
		"(1, $1, 900, 900, 1, now()), (2, $1, 1000, 2000, 1, now())", today+1)
	old := s.onAccount(mariam, charged, 1500, nil)
	require.Equal(t, money.Fils(5000), s.terms().OfflineLimit)
	p.clock.Move(24 * time.Hour)
	require.Equal(t, money.Fils(1000), s.terms().OfflineLimit, "of two for one day the later one counts")
	seen, err := s.asks(p.proof(mariam), charged)
	require.NoError(t, err)
	require.Equal(t, money.Fils(1000), seen.Limit)
	p.clock.Move(time.Second)
	young, less := s.onAccount(mariam, charged, 1500, nil), s.onAccount(mariam, charged, 800, nil)
	require.Equal(t, []string{"0 late_shift", "4 over_sale", "0 off_menu late_shift"}, short(s.says(old, young, less)...))
	late := s.onAccount(mariam, charged, 800, nil)
	p.clock.Move(90 * time.Minute)
	require.Equal(t, []string{"4 too_late"}, short(s.says(late)...))
	require.Equal(t, money.Fils(-2300), p.balance("company"))
}

// AED 100,000 for a lunch: nobody pays it before somebody has looked.
func TestMoreThanTheLinesCostIsNotBookedBeforeAnOperatorLooked(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam := p.eater(price(0) + 1)
	dear := fields{"l": portion(price(0) + 1), "c": 0, "e": price(0) + 1}
	require.Equal(t, []string{"4 sum_differs", "4 sum_differs", "4 over_menu", "0 late_shift", "0 total_differs late_shift"}, short(s.says(
		s.sells(fields{"c": 100_000_00}), s.onAccount(mariam, price(0), price(0), fields{"e": 10_000_00}), s.onAccount(mariam, price(0), 0, dear),
		s.onAccount(mariam, price(0), price(0), nil), s.sells(fields{"c": price(0) - 1}))...),
		"the right one is booked, and too little is flagged")
	require.Equal(t, money.Fils(1), servertest.Spendable(t, p.pool, mariam))
	require.Equal(t, 2*price(0)-1, p.balance("sales"))
	require.Equal(t, pos.Quarantined, p.again(p.aside("over_menu")).Code)
	require.Equal(t, pos.Booked, p.reviewed("over_menu").Code)
	require.Zero(t, servertest.Spendable(t, p.pool, mariam))
}

func TestMoreThanTheLimitOfASaleOrADayGoesOnNoAccountByItself(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	p.pos.SaleLimit, p.pos.DayLimit = price(0), 2*price(0)+100
	s.offline(5000)
	require.Equal(t, price(0), s.terms().OfflineLimit, "what a till may charge without asking is within the limit")
	mariam := p.eater(10 * price(0))
	two := []any{[]any{meal(0), 2, price(0)}}
	seen, err := s.asks(p.proof(mariam), 2*price(0))
	require.NoError(t, err)
	require.Equal(t, []money.Fils{price(0), price(0)}, []money.Fils{seen.Limit, seen.Wallet}, "the rest is paid at the counter")
	p.clock.Move(time.Second)
	require.Equal(t, []string{"4 over_sale", "0 late_shift", "0 late_shift"},
		short(s.says(s.onAccount(mariam, 2*price(0), 2*price(0), fields{"l": two}), s.onAccount(mariam, 2*price(0), price(0), fields{"l": two}),
			s.onAccount(mariam, price(0), price(0), nil))...))
	seen, err = s.asks(p.proof(mariam), price(0))
	require.NoError(t, err)
	require.Equal(t, []money.Fils{100, 100}, []money.Fils{seen.Limit, seen.Wallet}, "so much is left of the day")
	p.clock.Move(time.Second)
	last := s.onAccount(mariam, price(0), 100, nil)
	require.Equal(t, []string{"4 over_day", "0 late_shift"}, short(s.says(s.onAccount(mariam, price(0), 101, nil), last)...))
	s.says(s.undoes(last))
	require.Equal(t, 8*price(0), servertest.Spendable(t, p.pool, mariam))
	require.Equal(t, pos.Booked, p.reviewed("over_sale").Code)
	require.Equal(t, 6*price(0), servertest.Spendable(t, p.pool, mariam))
}

// The app shows a code for half a minute: whoever shows the oldest one has as long again, by the server's clock. A code that was
// asked about is its till's from then on, so each look is at a code of somebody else.
func TestATillThatCanAskTakesACodeForAMinuteAndNoLonger(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	s := p.till()
	read := map[string]func(web.Caller) string{"square": p.proof, "letters": func(who web.Caller) string { return p.shown(who).Typed }}
	for what, code := range read {
		for late, want := range map[time.Duration]error{45 * time.Second: nil, 61 * time.Second: pos.ErrProof, 135 * time.Second: pos.ErrProof} {
			p.clock.Move(14 * time.Second) // the first or the last moments of a quarter of a minute
			shown := code(p.eater(0))
			p.clock.Move(late)
			_, err := s.asks(shown, 0)
			require.ErrorIs(t, err, want, "%s after %s", what, late)
		}
	}
}
