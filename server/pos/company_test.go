package pos_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
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
	require.Equal(t, []string{"0 late_shift", "0 recovered late_shift"}, short(s.says(unsent, saved)...), "and it goes on when the company is back")
	require.Equal(t, -2*price(0), p.balance("cash"))
}
