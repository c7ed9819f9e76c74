package pos_test

import (
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

func (p *place) companyIs(status string) {
	p.t.Helper()
	servertest.Do(p.t, p.pool, "UPDATE companies SET status = $1 WHERE id = $2", status, p.company.ID)
}

func TestACompanyThatNobodyApprovedPairsNoTablet(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	sara := servertest.Operator(t, p.pool, "manager")
	asks := pos.TillCodeRequest{Company: p.company.ID, AddressID: p.site(p.company), Name: "Pantry"}
	for _, status := range []string{"Pending", "Rejected", "Suspended"} {
		p.companyIs("Active")
		code, key := p.code(), newKey(t)
		p.companyIs(status)
		for _, who := range []web.Caller{p.admin, sara} {
			_, err := p.pos.HandleTillCode(t.Context(), who, asks)
			require.ErrorIs(t, err, pos.ErrCompany, status)
		}
		_, err := p.pairs(code, key, nil)
		require.ErrorIs(t, err, pos.ErrCompany, "%s, with a code from before", status)
		require.Zero(t, p.count("tills"), status)
	}
	p.companyIs("Active")
	_, err := p.pairs(p.code(), newKey(t), nil)
	require.NoError(t, err, "an approved one does")
}

func TestTheTillsOfASuspendedCompanyStopAtOnceAndTheirSalesAreNotLost(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	sara := servertest.Operator(t, p.pool, "manager")
	unsent, saved := s.sells(nil), s.sells(nil)
	unreadable := s.sells(fields{"l": nil})
	s.says(unreadable)
	for _, status := range []string{"Suspended", "Rejected"} {
		p.companyIs(status)
		known, err := p.pos.Till(t.Context(), s.who.TillID)
		require.NoError(t, err)
		require.True(t, known.Stopped)
		_, err = p.pos.HandleCheckout(t.Context(), s.who, batch(unsent))
		require.ErrorIs(t, err, web.ErrTillStopped, "also inside the transaction")
		_, err = p.pos.HandleRecover(t.Context(), p.admin, pos.RecoverRequest{Receipt: s.receipt(saved)})
		require.ErrorIs(t, err, pos.ErrCompany, "its admin books nothing")
		_, err = p.pos.HandleAgain(t.Context(), p.admin, pos.ResolveRequest{ID: p.aside("unreadable")})
		require.ErrorIs(t, err, pos.ErrCompany)
		require.Zero(t, p.count("counter_sales"))
	}
	done, err := p.pos.HandleRecover(t.Context(), sara, pos.RecoverRequest{Receipt: s.receipt(saved)})
	require.NoError(t, err)
	require.Equal(t, pos.Booked, done.Code, "an operator books the tablet's file")
	p.companyIs("Active")
	require.Equal(t, []string{"0 late_shift", "0 recovered late_shift"}, short(s.says(unsent, saved)...),
		"and it goes on when the company is back")
	require.Equal(t, -2*price(0), p.balance("cash"))
}

// What a suspended company's tablet sold on account is no money of its people's until an operator looked, who has its file or receipt.
func TestASaleOnAccountFromTheFileOfAStoppedTillWaitsForAnOperatorsLook(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	sara, mariam := servertest.Operator(t, p.pool, "manager"), p.eater(price(0))
	sold := s.onAccount(mariam, price(0), price(0), nil)
	p.companyIs("Suspended")
	for range 2 {
		done, err := p.pos.HandleRecover(t.Context(), sara, pos.RecoverRequest{Receipt: s.receipt(sold)})
		require.NoError(t, err)
		require.Equal(t, pos.Resolved{Code: pos.Quarantined, Reason: "till_stopped"}, done)
	}
	require.Zero(t, p.count("counter_sales"))
	require.Equal(t, price(0), servertest.Spendable(t, p.pool, mariam))
	done, err := p.pos.HandleAgain(t.Context(), sara, pos.ResolveRequest{ID: p.aside("till_stopped")})
	require.NoError(t, err)
	require.Equal(t, pos.Booked, done.Code, "she has looked")
	require.Zero(t, servertest.Spendable(t, p.pool, mariam))
}

// A photographed code of somebody from another company buys nothing at a till that serves its own company's people, whatever it says.
func TestATillChargesItsOwnCompanysPeopleAndOthersOnlyWhereAnOperatorOpenedIt(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	sara := servertest.Operator(t, p.pool, "manager")
	stranger := servertest.Eater(t, p.pool, servertest.NewCompany(t, p.pool, nil))
	servertest.Credit(t, p.pool, stranger, 2*price(0))
	mariam := p.eater(price(0))
	buys := func(who web.Caller) pos.Result { return s.says(s.onAccount(who, price(0), price(0), nil))[0] }

	require.False(t, s.terms().Everyone)
	_, err := s.asks(p.proof(stranger), price(0))
	require.ErrorIs(t, err, pos.ErrStranger)
	require.Equal(t, []string{"4 other_company"}, short(buys(stranger)))
	require.Equal(t, pos.Resolved{Code: pos.Quarantined, Reason: "other_company"}, p.again(p.aside("other_company")),
		"nor by its admin")
	require.Equal(t, 2*price(0), servertest.Spendable(t, p.pool, stranger))
	require.Equal(t, []string{"0 no_proof late_shift"}, short(s.says(s.onAccount(stranger, price(0), 0, nil))...), "cash is anybody's")
	require.Equal(t, []money.Fils{0, price(0), 0}, paid(buys(mariam)), "its own company's people pay as ever")

	open := func(everyone bool) {
		p.done(p.pos.HandleEveryone(t.Context(), sara, pos.EveryoneRequest{ID: s.who.TillID, Everyone: everyone}))
	}
	open(true)
	open(true) // pressed twice it is done once
	require.True(t, s.terms().Everyone)
	require.True(t, p.tills(p.admin, "").Data[0].Everyone)
	require.Equal(t, []money.Fils{0, price(0), 0}, paid(buys(stranger)))
	open(false)
	require.Equal(t, []string{"4 other_company"}, short(buys(stranger)))
	require.Equal(t, 2, p.count("acts WHERE kind = 'till.everyone' AND profile_id = $1 AND before <> after", sara.ProfileID))
	_, err = p.pos.HandleEveryone(t.Context(), sara, pos.EveryoneRequest{ID: ulid.Make().String()})
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestATillThatTheLunchCompanyPairedServesEverybody(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	sara := servertest.Operator(t, p.pool, "manager")
	code, err := p.pos.HandleTillCode(t.Context(), sara,
		pos.TillCodeRequest{Company: p.company.ID, AddressID: p.site(p.company), Name: "Lobby"})
	require.NoError(t, err)
	paired, err := p.pairs(code.Code, newKey(t), nil)
	require.NoError(t, err)
	s := &till{place: p, who: web.Caller{TillID: paired.Till, CompanyID: p.company.ID}, paired: paired}
	guest := servertest.Eater(t, p.pool, servertest.NewCompany(t, p.pool, nil))
	servertest.Credit(t, p.pool, guest, price(0))
	require.True(t, s.terms().Everyone)
	require.Equal(t, []string{"0 late_shift"}, short(s.says(s.onAccount(guest, price(0), price(0), nil))...))
	require.Zero(t, servertest.Spendable(t, p.pool, guest))
}
