package pos_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

func TestAnOperatorHasEveryCompanysCountersAndAnAdminTheirOwn(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	sara := servertest.Operator(t, p.pool, "manager")
	here := p.till()
	elsewhere := servertest.NewCompany(t, p.pool, nil)
	code, err := p.pos.HandleTillCode(t.Context(), sara,
		pos.TillCodeRequest{Company: elsewhere.ID, AddressID: p.site(elsewhere), Name: "Lobby"})
	require.NoError(t, err)
	there, err := p.pairs(code.Code, newKey(t), nil)
	require.NoError(t, err)
	for name, r := range map[string]pos.TillCodeRequest{"no company": {AddressID: p.site(elsewhere), Name: "x"},
		"another's place": {Company: p.company.ID, AddressID: p.site(elsewhere), Name: "x"}} {
		_, err := p.pos.HandleTillCode(t.Context(), sara, r)
		require.Equal(t, fault.Invalid, fault.As(err).Kind, name)
	}

	ids := func(who web.Caller, company string) []string {
		found := []string{}
		for _, one := range p.tills(who, company).Data {
			found = append(found, one.ID)
		}
		return found
	}
	require.Equal(t, []string{here.who.TillID, there.Till}, ids(sara, ""))
	require.Equal(t, []string{there.Till}, ids(sara, elsewhere.ID))
	require.Equal(t, []string{here.who.TillID}, ids(p.admin, ""))
	for _, company := range []string{elsewhere.ID, "x", "' OR true --"} {
		_, err := p.pos.HandleTills(t.Context(), p.admin, pos.OfCompany{Company: company})
		require.ErrorIs(t, err, fault.ErrNotFound, company)
		_, err = p.pos.HandleSales(t.Context(), p.admin, pos.SalesRequest{Company: company})
		require.ErrorIs(t, err, fault.ErrNotFound, company)
		_, err = p.pos.HandleQuarantine(t.Context(), p.admin, pos.OfCompany{Company: company})
		require.ErrorIs(t, err, fault.ErrNotFound, company)
	}
	nobody := p.admin
	nobody.CompanyID = ""
	_, err = p.pos.HandleTills(t.Context(), nobody, pos.OfCompany{})
	require.ErrorIs(t, err, fault.ErrNotFound, "who is of no company sees none")

	opened := here.fact("open/1", nil)
	bad := here.sells(fields{"l": nil})
	here.says(opened, here.sells(fields{"s": opened["id"]}), bad)
	sold, err := p.pos.HandleSales(t.Context(), sara, pos.SalesRequest{})
	require.NoError(t, err)
	require.Equal(t, []any{1, 1}, []any{len(sold.Data), len(sold.Shifts)})
	waits, err := p.pos.HandleQuarantine(t.Context(), sara, pos.OfCompany{Company: p.company.ID})
	require.NoError(t, err)
	require.Equal(t, string(raw(bad)), waits.Data[0].Payload, "an operator sees what the till said")
	hidden, err := p.pos.HandleQuarantine(t.Context(), p.admin, pos.OfCompany{})
	require.NoError(t, err)
	require.Empty(t, hidden.Data[0].Payload)
	p.done(p.pos.HandleClose(t.Context(), sara, pos.ResolveRequest{ID: waits.Data[0].ID, Note: "tried by hand"}))
	p.done(p.pos.HandleShiftClose(t.Context(), sara, pos.ShiftRequest{ID: opened["id"].(string)}))
	p.done(p.pos.HandleLimit(t.Context(), sara, pos.LimitRequest{ID: here.who.TillID, Limit: 2500}))
	require.Equal(t, money.Fils(2500), here.terms().OfflineLimit)
	require.Equal(t, 1, p.count("tills WHERE limited_by = $1 AND limited_at IS NOT NULL", sara.ProfileID))
	_, err = p.pos.HandleLimit(t.Context(), sara, pos.LimitRequest{ID: opened["id"].(string), Limit: 1})
	require.ErrorIs(t, err, fault.ErrNotFound, "no till")
	p.done(p.pos.HandleRevoke(t.Context(), sara, pos.TillRequest{ID: there.Till}))
	require.Equal(t, 1, p.count("tills WHERE revoked_by = $1", sara.ProfileID))
}

func TestAnAdminLearnsHowManyOweHowMuchAndNeverWho(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam, omar := p.eater(0), p.eater(0)
	s.says(s.onAccount(mariam, price(0), 1200, nil), s.onAccount(omar, price(0), 800, nil))
	servertest.Credit(t, p.pool, omar, 300)
	seen := p.tills(p.admin, "")
	require.Equal(t, pos.Debts{People: 2, Amount: 1700}, seen.Debts)
	require.NotContains(t, servertest.JSON(t, seen), mariam.ProfileID)
	require.Equal(t, p.clock.Now(), *seen.Data[0].SoldAt)
	require.Equal(t, p.site(p.company), seen.Places[0].ID)
	stranger := p.adminOf(servertest.NewCompany(t, p.pool, nil))
	seen = p.tills(stranger, "")
	require.Zero(t, seen.Debts)
	require.Empty(t, seen.Data)
}

// Who let a tablet in, what they changed about it and what they did with its facts is in the trail, once, and no dish.
func TestWhatTheOfficeDoesAtACounterIsInTheTrail(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	sara := servertest.Operator(t, p.pool, "manager")
	s := p.till()
	trail := func() string {
		return servertest.One[string](t, p.pool,
			"SELECT coalesce(string_agg(kind || CASE profile_id WHEN $1 THEN ' admin' WHEN $2 THEN ' operator' END, ', ' ORDER BY id), '') FROM "+
				"acts WHERE company_id = $3", p.admin.ProfileID, sara.ProfileID, p.company.ID)
	}
	require.Equal(t, "till.code admin, till.pair admin", trail())
	opened, sold := s.fact("open/1", nil), s.sells(nil)
	s.says(opened, s.undoes(sold), s.sells(fields{"l": nil}), sold)
	for range 2 { // pressed twice it is done once
		p.done(p.pos.HandleLimit(t.Context(), sara, pos.LimitRequest{ID: s.who.TillID, Limit: 2500}))
	}
	for range 2 {
		p.done(p.pos.HandleShiftClose(t.Context(), p.admin, pos.ShiftRequest{ID: opened["id"].(string)}))
	}
	unreadable := p.aside("unreadable")
	for _, tried := range []string{unreadable, p.aside("sale_unknown")} { // of which the first is as it was: no act
		_, err := p.pos.HandleAgain(t.Context(), sara, pos.ResolveRequest{ID: tried})
		require.NoError(t, err)
	}
	p.done(p.pos.HandleClose(t.Context(), p.admin, pos.ResolveRequest{ID: unreadable, Note: "typed in by hand"}))
	lost := s.receipt(s.sells(nil))
	for range 2 {
		p.done(p.pos.HandleRevoke(t.Context(), sara, pos.TillRequest{ID: s.who.TillID}))
	}
	for range 2 {
		p.recovers(lost)
	}
	require.Equal(t,
		"till.code admin, till.pair admin, till.limit operator, till.shift admin, till.booked operator, till.closed admin, till.revoke "+
			"operator, till.recover admin", trail())
	require.Equal(t, 1,
		p.count("acts WHERE kind = 'till.limit' AND subject = $1 AND before->>'amount' = '0' AND after->>'amount' = '2500'", s.who.TillID))
	require.Zero(t, p.count("acts WHERE strpos(concat(before, after, note), $1) > 0", meal(0)))
	_, err := p.pos.HandleRevoke(t.Context(), p.adminOf(servertest.NewCompany(t, p.pool, nil)), pos.TillRequest{ID: s.who.TillID})
	require.ErrorIs(t, err, fault.ErrNotFound)
	require.Equal(t, 1, p.count("acts WHERE kind = 'till.revoke'"))
}
