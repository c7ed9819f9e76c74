package pos_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/pos"
	"sahn/server/wallet"
)

func (p *place) owed(profile string) money.Fils {
	p.t.Helper()
	owed, err := ledger.Owed(p.t.Context(), db.New(p.pool), profile)
	require.NoError(p.t, err)
	return owed
}

func TestMoneyThatComesIntoAWalletPaysFirstWhatIsOwedForLunchesAtACounter(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam, omar := p.eater(0), p.eater(0)
	s.says(s.onAccount(mariam, price(0), price(0), nil), s.onAccount(omar, price(0), 900, nil))
	require.Equal(t, []money.Fils{price(0), 900}, []money.Fils{p.owed(mariam.ProfileID), p.owed(omar.ProfileID)})

	servertest.Credit(t, p.pool, mariam, 1000)
	require.Equal(t, price(0)-1000, p.owed(mariam.ProfileID), "all of it")
	servertest.Credit(t, p.pool, mariam, price(0))
	require.Zero(t, p.owed(mariam.ProfileID))
	w := &wallet.Wallets{Conn: p.pool, Clock: p.clock.Now}
	seen, err := w.ClientTransactionList(t.Context(), mariam, wallet.TransactionsRequest{ID: mariam.ProfileID})
	require.NoError(t, err)
	require.Equal(t, []money.Fils{1000, 0}, []money.Fils{seen.Balance, seen.Owed})
	require.Equal(t, []string{"debt", "credit", "debt", "credit"},
		[]string{seen.Data[0].Type, seen.Data[1].Type, seen.Data[2].Type, seen.Data[3].Type})
	require.Equal(t, []money.Fils{1000 - price(0), price(0), -1000, 1000},
		[]money.Fils{seen.Data[0].Amount, seen.Data[1].Amount, seen.Data[2].Amount, seen.Data[3].Amount})
	require.Equal(t, money.Fils(900), p.owed(omar.ProfileID), "everybody pays their own")
	seen, err = w.ClientTransactionList(t.Context(), omar, wallet.TransactionsRequest{ID: omar.ProfileID})
	require.NoError(t, err)
	require.Equal(t, money.Fils(900), seen.Owed)
	require.Equal(t, money.Fils(900), p.shown(omar).Owed, "who pays at a counter again is told so")
}

func TestWhatWasPaidOfADebtComesBackWhenItsSaleIsUndone(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam := p.eater(0)
	first := s.onAccount(mariam, price(0), price(0), nil)
	second := s.onAccount(mariam, price(1), price(1), fields{"l": []any{[]any{meal(1), 1, price(1)}}})
	s.says(first, second)
	servertest.Credit(t, p.pool, mariam, price(0)+100)
	require.Equal(t, price(1)-100, p.owed(mariam.ProfileID))
	s.says(s.undoes(first))
	require.Equal(t, max(0, price(1)-100-price(0)), p.owed(mariam.ProfileID), "it pays what else is owed")
	s.says(s.undoes(second))
	require.Zero(t, p.owed(mariam.ProfileID))
	require.Equal(t, []money.Fils{price(0) + 100, 0, 0}, []money.Fils{p.balance("wallet"), p.balance("receivable"), p.balance("sales")},
		"all that she ever put in is hers")
}

// A top-up and a sale at the same moment: whoever comes second sees what the first did.
func TestADebtAndMoneyThatComeAtTheSameMomentMissNobody(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	for range 8 {
		s := p.till()
		mariam := p.eater(0)
		sold := s.onAccount(mariam, price(0), price(0), nil)
		said := make(chan []pos.Result)
		go func() { said <- s.says(sold) }()
		servertest.Credit(t, p.pool, mariam, 500)
		d := detail((<-said)[0])
		require.Equal(t, price(0), d.Wallet+d.Owed)
		require.Equal(t, price(0)-500, p.owed(mariam.ProfileID))
	}
	require.Zero(t, p.balance("wallet"))
}

func TestLettersThatSomebodyReadOutAreTheirCodeAtTheirOwnCompanysTillsWhileItLives(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	mariam := p.eater(0)
	typed := p.shown(mariam).Typed
	require.Len(t, typed, 8)
	p.clock.Move(40 * time.Second)
	seen, err := s.asks(" "+typed[:4]+"-"+typed[4:], 4000)
	require.NoError(t, err)
	require.Equal(t, mariam.ProfileID, seen.ID)
	charged := reduced(p.company, price(0))
	got := s.says(s.sells(fields{"l": portion(charged), "c": charged - 1500, "e": 1500, "p": seen.Proof}))
	require.Equal(t, []string{"0 late_shift"}, short(got...))
	_, err = s.asks(typed, 4000)
	require.ErrorIs(t, err, pos.ErrProof, "once")

	omar := p.eater(0)
	typed = p.shown(omar).Typed
	abroad := *s
	abroad.who.CompanyID = servertest.NewCompany(t, p.pool, nil).ID
	_, err = abroad.asks(typed, 4000)
	require.ErrorIs(t, err, pos.ErrProof, "another company's till")
	p.clock.Move(time.Minute + time.Second)
	_, err = s.asks(typed, 4000)
	require.ErrorIs(t, err, pos.ErrProof, "too late")
}

func TestTheSquareAndTheLettersOfOneScreenBuyOnce(t *testing.T) {
	t.Parallel()
	for _, lettersFirst := range []bool{true, false} {
		p, s := counter(t, shares)
		p.clock.Move(17 * time.Second)
		mariam := p.eater(0)
		square := p.proof(mariam)
		letters, err := s.asks(p.shown(mariam).Typed, 4000)
		require.NoError(t, err)
		p.clock.Move(5 * time.Second)
		fresh := p.proof(mariam)
		charged := reduced(p.company, price(0))
		buys := func(proof string) []string {
			return short(s.says(s.sells(fields{"l": portion(charged), "c": charged - 100, "e": 100, "p": proof}))...)
		}
		first, second := square, letters.Proof
		if lettersFirst {
			first, second = second, first
		}
		require.Equal(t, []string{"0 late_shift"}, buys(first))
		require.Equal(t, []string{"4 proof_used"}, buys(second))
		if !lettersFirst {
			require.Equal(t, []string{"0 late_shift"}, buys(fresh), "another square is another code")
		}
	}
}
