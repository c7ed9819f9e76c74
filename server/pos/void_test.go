package pos_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/pos"
)

// A wrong charge that somebody tells of after the drawer was counted is given back out of the next drawer, and both days stay right.
func TestASaleOfACountedDrawerIsUndoneOutOfTheNextOneAndBothDaysStayAsCounted(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	mariam := p.eater(700)
	first := s.fact("open/1", fields{"f": 5000})
	kept, wrong := s.sells(fields{"s": first["id"]}),
		s.sells(fields{"s": first["id"], "c": 500, "g": 500, "e": price(0) - 500, "p": p.proof(mariam)})
	require.Equal(t, []string{"0", "0", "0 price_differs owed over_limit", "0"},
		short(s.says(first, kept, wrong, s.fact("close/1", fields{"s": first["id"], "f": 5500 + price(0)}))...))

	p.clock.Move(24 * time.Hour)
	second := s.fact("open/1", fields{"f": 2000})
	undone := s.fact("void/1", fields{"o": wrong["id"], "s": second["id"], "m": "charged twice"})
	require.Equal(t, []string{"0", "0 off_menu", "0"},
		short(s.says(second, s.sells(fields{"s": second["id"], "l": portion(1000), "c": 1000}), undone)...))
	report := s.report(p.admin)
	drawers, days := report.Shifts, report.Data
	require.Len(t, drawers, 2)
	require.Equal(t, []money.Fils{5500 + price(0), 2500}, []money.Fils{drawers[0].Expected, drawers[1].Expected},
		"the cash went out of the second")
	require.Len(t, days, 2)
	require.Equal(t, []any{2, 0, 2 * price(0), price(0) + 500}, []any{days[0].Sales, days[0].Voids, days[0].Total, days[0].Cash},
		"a day that is over stays as it was counted")
	require.Equal(t, []any{0, 1, 1000 - price(0), money.Fils(500)}, []any{days[1].Sales, days[1].Voids, days[1].Total, days[1].Cash})
	require.Zero(t, days[0].Share+days[1].Share)
	require.Equal(t, 1, p.count("counter_shares WHERE state = 'released'"))
	require.Equal(t, money.Fils(700), p.balance("wallet"))
	require.Zero(t, p.balance("receivable"))
}

// An app from before a void said whose drawer it was, and one whose drawer the office has closed meanwhile.
func TestAVoidWithoutADrawerIsItsSalesAndOneOfAClosedDrawerIsTheDays(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	opened := s.fact("open/1", fields{"f": 5000})
	one, two := s.sells(fields{"s": opened["id"]}), s.sells(fields{"s": opened["id"]})
	s.says(opened, one, two, s.undoes(one))
	require.Equal(t, 5000+price(0), s.report(p.admin).Shifts[0].Expected)
	s.says(s.fact("close/1", fields{"s": opened["id"], "f": 5000 + price(0)}))
	next := s.fact("open/1", nil)
	s.says(next)
	p.done(p.pos.HandleShiftClose(t.Context(), p.admin, pos.ShiftRequest{ID: next["id"].(string)}))
	require.Equal(t, []string{"0 late_shift"}, short(s.says(s.fact("void/1", fields{"o": two["id"], "s": next["id"], "m": "wrong"}))...))
	expected := map[bool]money.Fils{}
	for _, h := range s.report(p.admin).Shifts {
		expected[h.Unassigned] += h.Expected
	}
	require.Equal(t, map[bool]money.Fils{false: 5000 + price(0), true: -price(0)}, expected)
	day := s.report(p.admin).Data[0]
	require.Equal(t, []any{0, 2, money.Fils(0)}, []any{day.Sales, day.Voids, day.Cash})
}

// Once, whoever is first: the office and the till undo the same sale.
func TestTheOfficeUndoesASaleOnceAndTheTillsOwnWordIsSetAside(t *testing.T) {
	t.Parallel()
	p := settle(t, shares)
	sara := servertest.Operator(t, p.pool, "manager")
	s := p.till()
	mariam := p.eater(0)
	opened := s.fact("open/1", fields{"f": 1000})
	wrong := s.sells(fields{"s": opened["id"], "c": 300, "e": price(0) - 300, "p": p.proof(mariam)})
	other := s.sells(fields{"s": opened["id"]})
	s.says(opened, wrong, other, s.fact("void/1", fields{"o": other["id"], "s": opened["id"], "m": "wrong"}))
	number := func(f fields) string { return fmt.Sprintf("%s-%d-%s", s.paired.Prefix, f["n"], f["id"].(string)[22:]) }
	find := func(receipt string) (pos.SoldSale, error) {
		return p.pos.HandleSold(t.Context(), sara, pos.ReceiptRequest{Receipt: receipt})
	}
	seen, err := find(number(wrong))
	require.NoError(t, err)
	require.Equal(t, pos.SoldSale{ID: wrong["id"].(string), Name: "Pantry", Company: seen.Company, Day: today, SoldAt: p.clock.Now().UTC(),
		Cash: 300, Account: price(0) - 300}, seen)
	for _, receipt := range []string{strings.ToLower(number(wrong)), strings.Replace(number(wrong), "-1-", "-1 ", 1), wrong["id"].(string)} {
		again, err := find(receipt)
		require.NoError(t, err, receipt)
		require.Equal(t, seen, again, receipt)
	}
	for _, receipt := range []string{s.paired.Prefix + "-1", s.paired.Prefix + "-1-" + number(other)[len(number(other))-4:],
		s.paired.Prefix + "-9-0000", "P999-1-0000", "1", "", "P1-1'; --", s.who.TillID} {
		_, err := find(receipt)
		require.ErrorIs(t, err, fault.ErrNotFound, receipt)
	}

	void := func(id any) error {
		_, err := p.pos.HandleVoid(t.Context(), sara, pos.VoidRequest{ID: id.(string), Note: "charged twice"})
		return err
	}
	require.NoError(t, void(wrong["id"]))
	require.NoError(t, void(wrong["id"]), "pressed twice it is done once")
	require.ErrorIs(t, void(other["id"]), pos.ErrVoided, "its till was first, and has given the cash back")
	require.ErrorIs(t, void(opened["id"]), fault.ErrNotFound, "no sale")
	require.ErrorIs(t, void("x"), fault.ErrNotFound)
	require.Equal(t, 1, p.count("acts WHERE kind = 'till.void' AND profile_id = $1 AND note = 'charged twice' AND after->>'receipt' = $2",
		sara.ProfileID, s.paired.Prefix+"-1"))
	require.Zero(t, p.balance("company")+p.balance("wallet")+p.balance("receivable")+p.balance("cash"))
	require.Equal(t, money.Fils(1300), s.report(p.admin).Shifts[0].Expected, "the office's money came out of no drawer")
	require.Equal(t, []string{"4 sale_voided"}, short(s.says(s.fact("void/1", fields{"o": wrong["id"], "s": opened["id"], "m": "wrong"}))...))
	seen, err = find(number(wrong))
	require.NoError(t, err)
	require.NotNil(t, seen.VoidedAt)
}

// Nobody said that an older copy was put back: a tablet that the copy does not know has printed P2-1, and so has the one that was paired
// since.
func TestAReceiptOfATillThatTheServerForgotUndoesNoOtherTillsSale(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	restore := p.copied()
	forgotten := p.till()
	paper := forgotten.sells(nil)
	forgotten.says(paper)
	back := restore()
	sara := servertest.Operator(t, back.pool, "manager")
	other := back.till()
	require.Equal(t, forgotten.paired.Prefix, other.paired.Prefix)
	theirs := other.sells(nil)
	other.says(theirs)
	for _, receipt := range []string{fmt.Sprintf("%s-1-%s", forgotten.paired.Prefix, paper["id"].(string)[22:]), paper["id"].(string)} {
		_, err := back.pos.HandleSold(t.Context(), sara, pos.ReceiptRequest{Receipt: receipt})
		require.ErrorIs(t, err, fault.ErrNotFound, receipt)
	}
	seen, err := back.pos.HandleSold(t.Context(), sara,
		pos.ReceiptRequest{Receipt: fmt.Sprintf("%s-1-%s", other.paired.Prefix, theirs["id"].(string)[22:])})
	require.NoError(t, err)
	require.Equal(t, theirs["id"], seen.ID)

	// The forgotten one comes back under another number; what its paper says still finds its own sale.
	key := newKey(t)
	again, err := back.pairs(back.code(), key, forgotten.before(key))
	require.NoError(t, err)
	require.NotEqual(t, other.paired.Prefix, again.Prefix)
	forgotten.saysTo(back.pos, paper)
	seen, err = back.pos.HandleSold(t.Context(), sara, pos.ReceiptRequest{Receipt: paper["id"].(string)})
	require.NoError(t, err)
	require.Equal(t, paper["id"], seen.ID)
}
