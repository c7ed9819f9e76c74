package pos_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

// big is a place where one lunch may go on an account by itself, and somebody with money for ten.
func big(t *testing.T) (*till, web.Caller) {
	t.Helper()
	p, s := counter(t, nil)
	p.pos.SaleLimit, p.pos.DayLimit = price(0), 10*price(0)
	return s, p.eater(10 * price(0))
}

// wants is a sale of so many lunches on an account that the till will ask about, and its question.
func (s *till) wants(code string, lunches int) (fields, pos.AskRequest) {
	amount := price(0) * money.Fils(lunches)
	sale := s.sells(fields{"c": nil, "g": nil, "e": amount, "p": code, "l": []any{[]any{meal(0), lunches, price(0)}}})
	return sale, pos.AskRequest{Sale: sale["id"].(string), Proof: code, Amount: amount,
		Lines: []pos.AskLine{{Meal: meal(0), Qty: lunches, Price: price(0)}}}
}

// hears is what the till is told of its question.
func (s *till) hears(r pos.AskRequest) string {
	s.t.Helper()
	said, err := s.pos.HandleAsk(s.t.Context(), s.who, r)
	require.NoError(s.t, err)
	return said.State
}

// asked is what somebody's phone asks them now; nil when it asks nothing.
func (p *place) asked(who web.Caller) *pos.Confirm {
	p.t.Helper()
	said, err := p.pos.HandleConfirm(p.t.Context(), who, none)
	require.NoError(p.t, err)
	return said.Question
}

func (p *place) answers(who web.Caller, c pos.Confirm, yes bool) error {
	_, err := p.pos.HandleConfirmAnswer(p.t.Context(), who, pos.ConfirmRequest{ID: c.ID, Amount: c.Amount, Yes: yes})
	return err
}

// agreed is a sale that its buyer confirmed.
func (s *till) agreed(who web.Caller, lunches int) fields {
	s.t.Helper()
	sale, question := s.wants(s.proof(who), lunches)
	require.Equal(s.t, "waiting", s.hears(question))
	require.NoError(s.t, s.answers(who, *s.asked(who), true))
	return sale
}

func TestASaleAboveTheLimitIsBookedWhenItsBuyerConfirmsItOnTheirPhone(t *testing.T) {
	t.Parallel()
	s, mariam := big(t)
	omar := s.eater(0)
	code := s.proof(mariam)
	seen, err := s.asks(code, 3*price(0))
	require.NoError(t, err)
	require.Equal(t, []any{price(0), &pos.Charge{Wallet: 3 * price(0)}}, []any{seen.Limit, seen.WithConfirmation})
	seen, err = s.asks(code, price(0))
	require.NoError(t, err)
	require.Nil(t, seen.WithConfirmation, "nobody is asked about so little")

	sale, question := s.wants(code, 3)
	require.Nil(t, s.asked(mariam))
	for range 2 {
		require.Equal(t, "waiting", s.hears(question), "the same question again is one question")
	}
	shown := *s.asked(mariam)
	require.Equal(t, pos.Confirm{ID: question.Sale, Amount: 3 * price(0), Till: "Pantry", Place: shown.Place,
		ExpiresAt: s.clock.Now().Add(2 * time.Minute).UTC()}, shown)
	require.NotEmpty(t, shown.Place)
	require.Nil(t, s.asked(omar))
	require.ErrorIs(t, s.answers(omar, shown, true), pos.ErrAskedNoMore, "nobody confirms for another")
	dearer := shown
	dearer.Amount += 100
	require.ErrorIs(t, s.answers(mariam, dearer, true), pos.ErrAskedNoMore, "one confirms what one saw")
	for range 2 {
		require.NoError(t, s.answers(mariam, shown, true), "a second tap is the same answer")
	}
	require.ErrorIs(t, s.answers(mariam, shown, false), pos.ErrAskedNoMore, "the first answer stays")
	require.Nil(t, s.asked(mariam))
	require.Equal(t, "confirmed", s.hears(question))
	s.clock.Move(5 * time.Hour) // the network failed right then
	for range 2 {
		require.Equal(t, []string{"0 late_shift"}, short(s.says(sale)...))
	}
	require.Equal(t, 7*price(0), servertest.Spendable(t, s.pool, mariam))
	require.Equal(t, 1, s.count("counter_confirms WHERE used_at IS NOT NULL"))
}

// What was confirmed is one sale: its till, code, amount and lines.
func TestAConfirmationIsForNothingElseThanWhatWasAskedAbout(t *testing.T) {
	t.Parallel()
	three := 3 * price(0)
	for name, change := range map[string]func(s *till, who web.Caller, f fields) fields{
		"more": func(_ *till, _ web.Caller, f fields) fields {
			return f.with(fields{"e": 4 * price(0), "l": []any{[]any{meal(0), 4, price(0)}}})
		},
		"less, but still too much": func(_ *till, _ web.Caller, f fields) fields { return f.with(fields{"e": three - 1, "c": 1}) },
		"other lines": func(_ *till, _ web.Caller, f fields) fields {
			return f.with(fields{"l": []any{[]any{meal(0), 2, price(0)}, []any{meal(0), 1, price(0)}}})
		},
		"another sale": func(_ *till, _ web.Caller, f fields) fields { return f.with(fields{"id": ulid.Make().String()}) },
		"another code": func(s *till, who web.Caller, f fields) fields {
			s.clock.Move(time.Second)
			return f.with(fields{"p": s.proof(who)})
		},
	} {
		for _, safe := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, unsafe twin: %t", name, !safe), func(t *testing.T) {
				t.Parallel()
				s, mariam := big(t)
				changed := change(s, mariam, s.agreed(mariam, 3))
				if !safe { // a server that asks nobody about so much
					s.pos.SaleLimit = 10 * price(0)
					require.Equal(t, pos.Booked, s.says(changed)[0].Code)
					return
				}
				require.Equal(t, "4 over_sale", short(s.says(changed)...)[0])
				require.Equal(t, 10*price(0), servertest.Spendable(t, s.pool, mariam))
				require.Zero(t, s.count("counter_confirms WHERE used_at IS NOT NULL"))
			})
		}
	}
	t.Run("another till", func(t *testing.T) {
		t.Parallel()
		s, mariam := big(t)
		sale, twin := s.agreed(mariam, 3), s.till()
		_, err := twin.pos.HandleAsk(t.Context(), twin.who, pos.AskRequest{Sale: sale["id"].(string), Proof: sale["p"].(string),
			Amount: three, Lines: []pos.AskLine{{Meal: meal(0), Qty: 3, Price: price(0)}}})
		require.ErrorIs(t, err, pos.ErrAskedOther)
		_, err = twin.pos.HandleAskCancel(t.Context(), twin.who, pos.AskCancelRequest{Sale: sale["id"].(string)})
		require.NoError(t, err)
		require.Equal(t, []string{"4 over_sale"}, short(twin.says(sale)...))
	})
}

func TestAnAnswerThatComesTooLateOrAfterTheTillWentOnCountsForNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		then func(s *till, q pos.AskRequest)
		want string
	}{
		"the till took it back": {func(s *till, q pos.AskRequest) {
			s.done(s.pos.HandleAskCancel(t.Context(), s.who, pos.AskCancelRequest{Sale: q.Sale}))
		}, "cancelled"},
		"two minutes are over": {func(s *till, _ pos.AskRequest) { s.clock.Move(2 * time.Minute) }, "expired"},
		"the till asks about more by now": {func(s *till, q pos.AskRequest) {
			_, more := s.wants(q.Proof, 4)
			require.Equal(t, "waiting", s.hears(more))
		}, "cancelled"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, mariam := big(t)
			sale, question := s.wants(s.proof(mariam), 3)
			s.hears(question)
			shown := *s.asked(mariam)
			c.then(s, question)
			require.ErrorIs(t, s.answers(mariam, shown, true), pos.ErrAskedNoMore)
			require.Equal(t, c.want, s.hears(question))
			require.Equal(t, []string{"4 over_sale"}, short(s.says(sale)...), "it waits for an operator, as what an older till sold offline")
			require.Equal(t, 10*price(0), servertest.Spendable(t, s.pool, mariam))
			require.Equal(t, pos.Booked, s.reviewed("over_sale").Code)
		})
	}
	t.Run("it was confirmed, and then taken back", func(t *testing.T) {
		t.Parallel()
		s, mariam := big(t)
		sale := s.agreed(mariam, 3)
		s.done(s.pos.HandleAskCancel(t.Context(), s.who, pos.AskCancelRequest{Sale: sale["id"].(string)}))
		require.Equal(t, []string{"4 over_sale"}, short(s.says(sale)...))
	})
}

func TestWhoDeclinesOnTheirPhonePaysNothingWithWhatTheirScreenShowed(t *testing.T) {
	t.Parallel()
	for name, with := range map[string]func(square, letters string) string{
		"a code":  func(square, _ string) string { return square },
		"letters": func(_, letters string) string { return letters },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, mariam := big(t)
			letters, square := s.shown(mariam).Typed, s.proof(mariam)
			seen, err := s.asks(with(square, letters), 3*price(0))
			require.NoError(t, err)
			_, question := s.wants(seen.Proof, 3)
			s.hears(question)
			s.clock.Move(time.Second)
			require.NoError(t, s.answers(mariam, *s.asked(mariam), false))
			require.Equal(t, "declined", s.hears(question))
			for _, shown := range []string{square, letters} {
				_, err := s.asks(shown, price(0))
				require.ErrorIs(t, err, pos.ErrProof, "nor a smaller sale")
			}
			require.Equal(t, []string{"4 declined"}, short(s.says(s.sells(fields{"c": nil, "e": price(0), "p": square}))...))
			require.Equal(t, 10*price(0), servertest.Spendable(t, s.pool, mariam))
			require.Equal(t, []string{"0 late_shift"}, short(s.says(s.onAccount(mariam, price(0), price(0), nil))...), "a new code buys")
			require.Equal(t, pos.Booked, s.reviewed("declined").Code)
		})
	}
}

func TestATillAsksForNoMoreThanTheAccountHas(t *testing.T) {
	t.Parallel()
	s, mariam := big(t)
	s.pos.DayLimit = 4 * price(0)
	code := s.proof(mariam)
	_, tooMuch := s.wants(code, 5)
	_, err := s.pos.HandleAsk(t.Context(), s.who, tooMuch)
	require.ErrorIs(t, err, pos.ErrAskedOther, "a day has its limit too")
	_, little := s.wants(code, 1)
	_, err = s.pos.HandleAsk(t.Context(), s.who, little)
	require.ErrorIs(t, err, pos.ErrAskedOther, "and nothing is asked that goes by itself")
	s.clock.Move(61 * time.Second)
	_, old := s.wants(s.proof(s.eater(10*price(0))), 3)
	s.clock.Move(61 * time.Second)
	_, err = s.pos.HandleAsk(t.Context(), s.who, old)
	require.ErrorIs(t, err, pos.ErrProof)
	require.Zero(t, s.count("counter_confirms"))
}

// Confirming, declining and taking back at the same moment: one of them is what happened, and the sale follows it.
func TestOfAnswersAtTheSameMomentOneCountsAndTheSaleFollowsIt(t *testing.T) {
	t.Parallel()
	s, mariam := big(t)
	s.pos.DayLimit = 1000 * price(0)
	servertest.Credit(t, s.pool, mariam, 100*price(0))
	for range 8 {
		s.clock.Move(time.Minute)
		sale, question := s.wants(s.proof(mariam), 2)
		s.hears(question)
		shown := *s.asked(mariam)
		before, errs := servertest.Spendable(t, s.pool, mariam), make([]error, 5)
		servertest.Together(5, func(i int) {
			if i == 4 {
				_, errs[i] = s.pos.HandleAskCancel(t.Context(), s.who, pos.AskCancelRequest{Sale: question.Sale})
				return
			}
			errs[i] = s.answers(mariam, shown, i%2 == 0)
		})
		require.NoError(t, errs[4])
		require.False(t, errs[0] == nil && errs[1] == nil, "both were taken")
		booked := s.says(sale, sale)
		require.Equal(t, booked[0], booked[1])
		want := map[string]money.Fils{"confirmed": 2 * price(0), "declined": 0, "cancelled": 0}[s.hears(question)]
		require.Equal(t, before-want, servertest.Spendable(t, s.pool, mariam))
		require.Equal(t, want > 0, booked[0].Code == pos.Booked)
	}
}
