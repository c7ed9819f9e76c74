package pos_test

import (
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/pos"
)

func TestWhatWasSetAsideIsListedWithoutDishesAndBookedOnceItCanBe(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	sold := s.sells(nil)
	early := s.undoes(sold)
	require.Equal(t, []string{"4 sale_unknown", "0 late_shift"}, short(s.says(early, sold)...))
	bad := s.sells(fields{"n": 9, "l": []any{[]any{meal(2), 1, price(2)}, []any{}}, "c": price(2)})
	s.says(bad)
	waits, err := p.pos.HandleQuarantine(t.Context(), p.admin, pos.OfCompany{})
	require.NoError(t, err)
	require.Len(t, waits.Data, 2)
	require.Equal(t, []any{"void/1", "sale_unknown", s.who.TillID, "Pantry"},
		[]any{waits.Data[0].Kind, waits.Data[0].Reason, waits.Data[0].Till, waits.Data[0].Name})
	require.Equal(t, []any{s.paired.Prefix + "-9", bad["id"]}, []any{waits.Data[1].Receipt, *waits.Data[1].Fact})
	require.NotContains(t, servertest.JSON(t, waits), meal(2))

	require.Equal(t, pos.Resolved{Code: pos.Booked}, p.again(waits.Data[0].ID))
	require.Equal(t, 1, p.count("counter_sales WHERE voided_at IS NOT NULL"))
	_, err = p.pos.HandleAgain(t.Context(), p.admin, pos.ResolveRequest{ID: waits.Data[0].ID})
	require.ErrorIs(t, err, fault.ErrNotFound, "once")
	require.Equal(t, []string{"4 sale_unknown"}, short(s.says(early)...), "the till keeps its first answer")

	require.Equal(t, pos.Resolved{Code: pos.Quarantined, Reason: "unreadable"}, p.again(waits.Data[1].ID))
	p.done(p.pos.HandleClose(t.Context(), p.admin, pos.ResolveRequest{ID: waits.Data[1].ID, Note: "typed in by hand"}))
	require.Equal(t, 1,
		p.count("till_quarantine WHERE resolution = 'closed' AND note = 'typed in by hand' AND resolved_by = $1 AND payload = $2",
			p.admin.ProfileID, string(raw(bad))))
	waits, err = p.pos.HandleQuarantine(t.Context(), p.admin, pos.OfCompany{})
	require.NoError(t, err)
	require.Empty(t, waits.Data)
}

func TestASaleWhoseNumberWasGivenTwiceIsBookedWithoutOne(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	one, twin := s.sells(nil), s.sells(fields{"n": 1})
	s.says(one, twin)
	require.Equal(t, pos.Booked, p.again(p.aside("receipt_used")).Code)
	require.Equal(t, 1, p.count("counter_sales WHERE id = $1 AND receipt IS NULL AND 'receipt_used' = ANY(flags)", twin["id"]))
	require.Equal(t, -2*price(0), p.balance("cash"))
}

func TestWhatBrokeTheServerIsBookedWhenTheServerIsMended(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	servertest.Do(t, p.pool, "ALTER TABLE counter_sales ADD CONSTRAINT bug CHECK (terminal_reference <> 'bad')")
	sold := s.sells(fields{"c": 0, "t": price(0), "r": "bad"})
	for range 3 {
		s.says(sold)
	}
	servertest.Do(t, p.pool, "ALTER TABLE counter_sales DROP CONSTRAINT bug")
	require.Equal(t, []string{"4 broke"}, short(s.says(sold)...))
	require.Equal(t, pos.Booked, p.again(p.aside("broke")).Code)
	require.Equal(t, -price(0), p.balance("terminal"))
}

// The till never resolves for itself what only its owner's showing could: an admin cannot put a sale on somebody's account.
func TestNobodyBooksOnAnAccountWithoutItsOwnersCode(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	s.says(s.sells(fields{"c": 0, "e": price(0)}))
	require.Equal(t, pos.Resolved{Code: pos.Quarantined, Reason: "no_proof"}, p.again(p.aside("no_proof")))
	require.Zero(t, p.count("counter_sales"))
}

// A lost tablet's sales are booked from their receipts, and are not booked again when the tablet turns up.
func TestALostTabletsSalesAreBookedFromTheirReceiptsOnce(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	lost := s.sells(nil)
	receipt := s.receipt(lost)
	p.done(p.pos.HandleRevoke(t.Context(), p.admin, pos.TillRequest{ID: s.who.TillID}))
	for range 2 {
		require.Equal(t, pos.Resolved{Code: pos.Booked}, p.recovers(receipt))
	}
	require.Equal(t, 1, p.count("counter_sales WHERE 'recovered' = ANY(flags)"))
	servertest.Do(t, p.pool, "UPDATE tills SET revoked_at = NULL, revoked_by = NULL") // it was only under a cupboard
	require.Equal(t, []string{"0 recovered late_shift"}, short(s.says(lost)...))
	require.Equal(t, -price(0), p.balance("cash"))
}

// Shut out while it sold without a network: the file that the tablet saves holds everything that it had not sent.
func TestEverythingOfATabletThatWasShutOutIsBookedFromItsFileOnce(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	opened := s.fact("open/1", fields{"f": 1000})
	kept, undone := s.sells(fields{"s": opened["id"]}), s.sells(fields{"s": opened["id"], "l": manyLines(100), "c": 1000})
	file := []any{opened, kept, undone, s.fact("void/1", fields{"o": undone["id"], "s": opened["id"], "m": "wrong"}),
		s.fact("reprint/1", fields{"o": kept["id"], "m": "jam"}), s.fact("close/1", fields{"s": opened["id"], "f": 1000 + price(0)})}
	p.done(p.pos.HandleRevoke(t.Context(), p.admin, pos.TillRequest{ID: s.who.TillID}))
	for range 2 {
		for _, one := range file {
			require.Equal(t, pos.Resolved{Code: pos.Booked}, p.recovers(s.receipt(one)))
		}
	}
	require.Equal(t, len(file), p.count("acts WHERE kind = 'till.recover'"))
	require.Equal(t, -price(0), p.balance("cash"))
	drawer := s.report(p.admin).Shifts[0]
	require.Equal(t, []any{false, 1000 + price(0), 1000 + price(0)}, []any{drawer.Unassigned, drawer.Expected, *drawer.Counted})
}

// manyLines are as many different meals as a sale may have; none is on the menu.
func manyLines(n int) (all []any) {
	for range n {
		all = append(all, []any{ulid.Make().String(), 1, 10})
	}
	return all
}

func TestOnlyARealReceiptOfOnesOwnTillIsBooked(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	s, other := p.till(), p.till()
	text := string(raw(s.sells(nil)))
	mark := s.mark(text)
	for name, receipt := range map[string]string{
		"another till's mark": s.who.TillID + "." + other.mark(text) + "." + text,
		"another amount":      s.who.TillID + "." + mark + "." + strings.Replace(text, `"c":`, `"c":1`, 1), "no mark": s.who.TillID + ".." + text,
		"cut": s.who.TillID + "." + mark, "nothing": "x", "not JSON": s.who.TillID + "." + s.mark("{") + ".{",
	} {
		_, err := p.pos.HandleRecover(t.Context(), p.admin, pos.RecoverRequest{Receipt: receipt})
		require.ErrorIs(t, err, pos.ErrReceipt, name)
	}
	stranger := p.adminOf(servertest.NewCompany(t, p.pool, nil))
	_, err := p.pos.HandleRecover(t.Context(), stranger, pos.RecoverRequest{Receipt: s.who.TillID + "." + mark + "." + text})
	require.ErrorIs(t, err, pos.ErrReceipt, "another company's")
	require.Zero(t, p.count("till_facts"))
}

func TestAVoidWaitsWithTheSaleThatBrokeTheServer(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	servertest.Do(t, p.pool, "ALTER TABLE counter_sales ADD CONSTRAINT bug CHECK (terminal_reference <> 'bad')")
	sold := s.sells(fields{"c": 0, "t": price(0), "r": "bad"})
	void := s.undoes(sold)
	require.Equal(t, []string{"5", "5"}, short(s.says(sold, void)...), "a void that came too early would be set aside for good")
	servertest.Do(t, p.pool, "ALTER TABLE counter_sales DROP CONSTRAINT bug")
	require.Equal(t, []string{"0 late_shift", "0"}, short(s.says(sold, void)...))
	require.Equal(t, 1, p.count("counter_sales WHERE voided_at IS NOT NULL"))
}

// A line of a lost tablet's saved file that makes the server panic is quarantined, and the lines after it are booked.
func TestALineOfASavedFileThatBreaksTheServerIsSetAsideAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	boom := s.receipt(s.fact("boom/1", nil))
	for range 2 {
		require.Equal(t, pos.Resolved{Code: pos.Quarantined, Reason: "broke"}, p.recovers(boom))
	}
	require.Equal(t, pos.Booked, p.recovers(s.receipt(s.sells(nil))).Code)
	require.Equal(t, []int{1, 1, 2},
		[]int{p.count("till_quarantine WHERE reason = 'broke'"), p.count("counter_sales"), p.count("acts WHERE kind = 'till.recover'")})
}
