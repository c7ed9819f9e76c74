package pos_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

func TestAWalkInPaysWithCashAndTheBooksKnowIt(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	opened := s.fact("open/1", fields{"f": 20000, "w": "Leila"})
	sold := s.sells(
		fields{"s": opened["id"], "l": []any{[]any{meal(0), 2, price(0)}, []any{meal(1), 1, price(1)}}, "c": 2*price(0) + price(1), "g": 20000})
	card := s.sells(fields{"s": opened["id"], "c": 0, "t": price(0), "r": "000123"})
	require.Equal(t, []string{"0", "0", "0"}, short(s.says(opened, sold, card)...))
	total := 2*price(0) + price(1)
	require.Equal(t, []money.Fils{-total, -price(0), total + price(0)},
		[]money.Fils{p.balance("cash"), p.balance("terminal"), p.balance("sales")})
	require.Equal(t, 1,
		p.count(
			"counter_sales WHERE id = $1 AND change_amount = $2 AND total_amount = $3 AND difference_amount = 0 AND vat_amount = $4 AND day = "+
				"'2026-11-23' AND receipt = 1",
			sold["id"], 20000-total, total, (2*price(0)).VAT(5)+price(1).VAT(5)))
	require.Equal(t, 1, p.count("counter_sales WHERE id = $1 AND terminal_reference = '000123'", card["id"]))
	require.Equal(t, 2, p.count("counter_lines WHERE sale_id = $1 AND name <> ''", sold["id"]))

	undone := s.undoes(sold)
	again := s.fact("reprint/1", fields{"o": card["id"], "m": "paper jam"})
	closed := s.fact("close/1", fields{"s": opened["id"], "f": 19900})
	require.Equal(t, []string{"0", "0", "0"}, short(s.says(undone, again, closed)...))
	require.Zero(t, p.balance("cash"))
	require.Equal(t, price(0), p.balance("sales"))
	require.Equal(t, 2, p.count("till_facts WHERE sale_id <> '' AND note IN ('wrong dish', 'paper jam')"))

	report := s.report(s.who)
	require.Equal(t,
		[]pos.DayReport{{Till: s.who.TillID, Day: today, Source: "pos", Sales: 1, Voids: 1, FirstReceipt: 1, LastReceipt: 2, Total: price(0),
			VAT: price(0).VAT(5), Terminal: price(0)}}, report.Data)
	require.Len(t, report.Shifts, 1)
	require.Equal(t, []any{false, "Leila", money.Fils(20000), money.Fils(20000), money.Fils(19900), 2, false},
		[]any{report.Shifts[0].Unassigned, report.Shifts[0].Who, report.Shifts[0].Float,
			report.Shifts[0].Expected, *report.Shifts[0].Counted, report.Shifts[0].Sales, report.Shifts[0].ByOffice})
}

// Of a thousand queued facts one is invalid and one makes the server panic. The other 998 are booked, the invalid one is quarantined at
// once, and the one that panics after three attempts.
func TestOneBadFactAndOneThatBreaksTheServerHoldUpNoOtherOfAThousand(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	var facts []any
	for i := range 1000 {
		switch i {
		case 400:
			facts = append(facts, s.sells(fields{"l": []any{}}))
		case 700:
			facts = append(facts, s.sells(fields{"k": "boom/1"}))
		default:
			facts = append(facts, s.sells(nil))
		}
	}
	count := func(results []pos.Result) map[string]int {
		all := map[string]int{}
		for _, one := range short(results...) {
			all[one]++
		}
		return all
	}
	got := map[string]int{}
	for i := 0; i < len(facts); i += 100 {
		for word, n := range count(s.says(facts[i : i+100]...)) {
			got[word] += n
		}
	}
	require.Equal(t, map[string]int{"0 late_shift": 998, "4 unreadable": 1, "5": 1}, got)
	require.Equal(t, []string{"5"}, short(s.says(facts[700])...), "it is offered again, alone")
	require.Equal(t, []string{"4 broke"}, short(s.says(facts[700])...), "and the third time it is set aside")
	require.Equal(t, []string{"4 broke", "4 unreadable"}, short(s.says(facts[700], facts[400])...), "with the same answer from then on")
	require.Equal(t, 998, p.count("counter_sales"))
	for _, i := range []int{400, 700} {
		require.Equal(t, 1,
			p.count("till_quarantine WHERE payload = $1 AND fact_id = $2", string(raw(facts[i])), facts[i].(fields)["id"]), "kept whole")
	}
	require.Equal(t, 2, p.count("till_quarantine"))
}

// A fact that violates a constraint of Postgres is quarantined after three attempts, and the facts around it are booked.
func TestAFactThatPostgresRefusesIsSetAsideAndTheOthersAreBooked(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	servertest.Do(t, p.pool, "ALTER TABLE counter_sales ADD CHECK (terminal_reference <> 'bad')")
	bad := s.sells(fields{"c": 0, "t": price(0), "r": "bad"})
	facts := []any{s.sells(nil), bad, s.sells(nil)}
	require.Equal(t, []string{"0 late_shift", "5", "0 late_shift"}, short(s.says(facts...)...))
	require.Equal(t, []string{"0 late_shift", "5", "0 late_shift"}, short(s.says(facts...)...))
	require.Equal(t, []string{"0 late_shift", "4 broke", "0 late_shift"}, short(s.says(facts...)...))
	require.Equal(t, 2, p.count("counter_sales"))
}

// Attempts that fail because the server is down do not count toward quarantine.
func TestAServerThatWasDownForHalfAnHourSetsNothingAside(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	sold := s.sells(nil)
	for n := range 3 {
		down := p.server(&servertest.Conn{Pool: p.pool, Before: func(tx pgx.Tx) { _ = tx.Conn().Close(t.Context()) }})
		for range 20 {
			_, err := down.HandleCheckout(t.Context(), s.who, batch(sold))
			f := fault.As(err)
			require.NotNil(t, f, err)
			require.Equal(t, fault.Unavailable, f.Kind, "round %d", n)
		}
	}
	require.Zero(t, p.count("till_strikes"))
	p.clock.Move(30 * time.Minute)
	require.Equal(t, []string{"0 late_shift"}, short(s.says(sold)...))
	require.Zero(t, p.count("till_quarantine"))
}

// A batch that is sent again, whole or in part, gets its first answers and changes no row.
func TestWhatIsSaidAgainGetsItsFirstAnswerAndNothingIsBookedTwice(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	opened := s.fact("open/1", nil)
	sold := s.sells(fields{"s": opened["id"], "g": 10000, "c": price(0) - 1})
	undone := s.undoes(sold)
	unreadable := json.RawMessage(`{"id":7}`)
	facts := []any{opened, sold, undone, sold, undone, unreadable, s.sells(fields{"n": 1, "s": opened["id"]})}
	first := s.says(facts...)
	require.Equal(t, []string{"0", "0 total_differs", "0", "0 total_differs", "0", "4 unreadable", "4 receipt_used"}, short(first...))
	tables := []string{"till_facts", "till_quarantine", "till_shifts", "counter_sales", "counter_lines", "transactions", "entries", "accounts",
		"till_strikes"}
	before := map[string]string{}
	for _, table := range tables {
		before[table] = servertest.Rows(t, p.pool, "SELECT * FROM "+table)
	}
	for n := range facts { // any part, again and again
		p.clock.Move(time.Hour)
		require.Equal(t, servertest.JSON(t, first[n:]), servertest.JSON(t, s.says(facts[n:]...)))
		require.Equal(t, servertest.JSON(t, first[:n+1]), servertest.JSON(t, s.says(facts[:n+1]...)))
	}
	for _, table := range tables {
		require.Equal(t, before[table], servertest.Rows(t, p.pool, "SELECT * FROM "+table), table)
	}
	spaced, err := json.MarshalIndent(sold, "", "  ")
	require.NoError(t, err)
	require.Equal(t, []string{"0 total_differs"}, short(s.says(json.RawMessage(spaced))...), "spaces make no other fact")
	other := sold.with(fields{"g": 1})
	require.Equal(t, []string{"4 id_used"}, short(s.says(other)...), "but another sale under a used id does not vanish")
	require.Equal(t, 1, p.count("till_quarantine WHERE reason = 'id_used' AND payload = $1", string(raw(other))))
}

// A booked sale never changes: other content under its id is quarantined.
func TestASaleThatIsPaidStaysPaidWhateverTheTillSaysLater(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	sold := s.sells(nil)
	s.says(sold)
	for _, change := range []fields{{"c": 0}, {"l": []any{[]any{meal(1), 1, price(1)}}}, {"at": 0}, {"k": "open/1"}, {"n": 99}} {
		require.Equal(t, []string{"4 id_used"}, short(s.says(sold.with(change))...))
	}
	require.Equal(t, -price(0), p.balance("cash"))
	require.Equal(t, []string{"0 late_shift"}, short(s.says(sold)...))
}

// Sales of a shift that the office has closed meanwhile are booked on an unassigned shift and listed.
func TestSalesOfAShiftThatTheOfficeClosedGoToAnUnassignedShiftAndAreListed(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	opened := s.fact("open/1", fields{"f": 5000})
	intime, late, later := s.sells(fields{"s": opened["id"]}), s.sells(fields{"s": opened["id"]}), s.sells(fields{"s": opened["id"]})
	require.Equal(t, []string{"0", "0"}, short(s.says(opened, intime)...))
	p.done(p.pos.HandleShiftClose(t.Context(), p.admin, pos.ShiftRequest{ID: opened["id"].(string)}))
	require.Equal(t, []string{"0 late_shift", "0 late_shift", "0 late_count"},
		short(s.says(late, later, s.fact("close/1", fields{"s": opened["id"], "f": 5000 + 3*price(0)}))...))
	report := s.report(p.admin)
	require.Len(t, report.Shifts, 2)
	require.Equal(t, []any{false, 1, 5000 + price(0), true, 5000 + 3*price(0)},
		[]any{report.Shifts[0].Unassigned, report.Shifts[0].Sales, report.Shifts[0].Expected, report.Shifts[0].ByOffice,
			*report.Shifts[0].Counted})
	require.Equal(t, []any{true, 2, 2 * price(0)}, []any{report.Shifts[1].Unassigned, report.Shifts[1].Sales, report.Shifts[1].Expected})
	require.Equal(t, 2, report.Data[0].Flagged)
}

// A batch above the size or count limit is refused as a whole, so that the till halves it. A single fact is always judged, so that no till
// is stuck.
func TestABatchThatIsTooLargeIsToldSoAndOneFactAloneIsAlwaysLookedAt(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	giant := s.sells(fields{"r": strings.Repeat("x", 130<<10)})
	_, err := p.pos.HandleCheckout(t.Context(), s.who, batch(giant, s.sells(nil)))
	require.ErrorIs(t, err, pos.ErrTooLarge)
	var many []any
	for range 101 {
		many = append(many, s.sells(nil))
	}
	_, err = p.pos.HandleCheckout(t.Context(), s.who, batch(many...))
	require.ErrorIs(t, err, pos.ErrTooLarge)
	require.Zero(t, p.count("till_facts"), "nothing of it was done")
	require.Equal(t, []string{"4 too_large"}, short(s.says(giant)...))
	require.Equal(t, []string{"0 late_shift"}, short(s.says(many[0])...))
}

// Receipt numbers may have gaps but are never booked twice, and the server can name the first missing number.
func TestAReceiptNumberMaySkipAndNeverRepeats(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	require.Equal(t, []string{"0 late_shift", "0 late_shift", "4 receipt_used", "4 unreadable", "4 receipt_used"},
		short(s.says(s.sells(fields{"n": 1}), s.sells(fields{"n": 5}), s.sells(fields{"n": 5}), s.sells(fields{"n": 6, "l": nil}),
			s.sells(fields{"n": 6}))...), "also one that could not be booked has its number")
	twin := p.till() // another tablet counts for itself
	require.NotEqual(t, s.paired.Prefix, twin.paired.Prefix)
	require.Equal(t, []string{"0 late_shift"}, short(twin.says(twin.sells(nil))...))
	first := p.tills(p.admin, "").Data[0]
	require.Equal(t, []any{int64(6), int64(2), 3}, []any{first.LastReceipt, first.FirstMissing, first.Quarantined},
		"the first that is missing can be named")
	require.EqualValues(t, 6, s.terms().LastReceipt, "a tablet that forgot goes on from here")
}

// A number that came late closes its gap, and where all were there is where the next look begins.
func TestTheFirstMissingReceiptIsTheLowestOneWhateverCameFirst(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	missing := func() int64 { return p.tills(p.admin, "").Data[0].FirstMissing }
	whole := func() int { return servertest.One[int](t, p.pool, "SELECT whole_receipt FROM tills") }
	require.Zero(t, missing())
	for _, step := range []struct {
		sold    []int
		missing int64
		whole   int
	}{{[]int{1, 2, 3}, 0, 3}, {[]int{5, 7}, 4, 3}, {[]int{8}, 4, 3}, {[]int{4}, 6, 5}, {[]int{10}, 6, 5}, {[]int{6}, 9, 8}, {[]int{9}, 0, 10},
		{[]int{12}, 11, 10}} {
		for _, n := range step.sold {
			s.says(s.sells(fields{"n": n}))
		}
		require.Equal(t, step.missing, missing(), "after %v", step.sold)
		require.Equal(t, step.whole, whole(), "after %v", step.sold)
	}
	servertest.Do(t, p.pool, "UPDATE tills SET whole_receipt = 0") // while the version before serves, nobody counts
	require.EqualValues(t, 11, missing())
	s.says(s.sells(fields{"n": 11}))
	require.Zero(t, missing())
	require.Equal(t, 12, whole())
}

func TestAVoidNeedsASaleOfItsOwnTillThatStillStands(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	s, other := p.till(), p.till()
	sold := s.sells(nil)
	s.says(sold)
	require.Equal(t, []string{"4 sale_unknown"}, short(other.says(other.undoes(sold))...))
	require.Equal(t, []string{"4 unreadable", "0", "4 sale_voided", "4 sale_unknown", "4 shift_unknown"},
		short(s.says(s.fact("void/1", fields{"o": sold["id"]}), s.undoes(sold), s.undoes(sold),
			s.fact("reprint/1", fields{"o": ulid.Make().String(), "m": "x"}), s.fact("close/1", fields{"s": ulid.Make().String()}))...))
}

func TestFactsThatMakeNoSenseAreSetAsideEachWithItsBytes(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	change := func(more fields) json.RawMessage { return raw(s.sells(more)) }
	for name, bad := range map[string]json.RawMessage{
		"a number": json.RawMessage(`7`), "null": json.RawMessage(`null`), "a list": json.RawMessage(`[1,2]`), "text": json.RawMessage(`"x"`),
		"nothing": json.RawMessage(`{}`), "no id": change(fields{"id": nil}), "a short id": change(fields{"id": "01"}),
		"a spaced id": change(fields{"id": strings.Repeat(" ", 26)}), "an unknown field": change(fields{"zz": 1}),
		"no number": change(fields{"n": nil}), "number 0": change(fields{"n": 0}), "number -1": change(fields{"n": -1}),
		"a huge number": change(fields{"n": 1 << 40}), "a number of text": change(fields{"n": "7"}), "no lines": change(fields{"l": nil}),
		"a line of two": change(fields{"l": []any{[]any{meal(0), 1}}}), "no portion": change(fields{"l": []any{[]any{meal(0), 0, 1}}}),
		"a negative price": change(fields{"l": []any{[]any{meal(0), 1, -1}}}),
		"a broken portion": change(fields{"l": []any{[]any{meal(0), 1.5, 1}}}),
		"a huge price":     change(fields{"l": []any{[]any{meal(0), 1, 1 << 60}}}), "negative cash": change(fields{"c": -1}),
		"huge cash": change(fields{"c": 1 << 60}), "a nul": change(fields{"r": "a\x00b"}),
		"long text": change(fields{"r": strings.Repeat("x", 201)}), "a fraction of a fils": change(fields{"c": 1.5}),
		"a time of text": change(fields{"at": "noon"}),
	} {
		require.Equal(t, []string{"4 unreadable"}, short(s.says(bad)...), name)
		require.Equal(t, 1, p.count("till_quarantine WHERE payload = $1", string(bad)), name)
	}
	require.Equal(t, []string{"4 unknown_kind"}, short(s.says(change(fields{"k": "sale/9"}))...))
	require.Zero(t, p.count("counter_sales"))
}

func TestAnAppThatKnowsMoreThanThisServerWaitsForAnother(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	from := func(app string, fact fields) error {
		b := batch(fact)
		b.App = app
		_, err := p.pos.HandleCheckout(t.Context(), s.who, b)
		return err
	}
	require.ErrorIs(t, from("2026.12.0", s.sells(fields{"k": "sale/9"})), pos.ErrLater)
	require.Zero(t, p.count("till_quarantine"))
	require.NoError(t, from("2026.12.0", s.sells(nil)))
	require.ErrorIs(t, from("2025.1.0", s.sells(nil)), pos.ErrOutdated)
}

func TestARevokedTillIsRefusedInsideTheTransactionToo(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	s.says(s.sells(nil))
	p.done(p.pos.HandleRevoke(t.Context(), p.admin, pos.TillRequest{ID: s.who.TillID}))
	_, err := p.pos.HandleCheckout(t.Context(), s.who, batch(s.sells(nil)))
	require.ErrorIs(t, err, web.ErrTillRevoked)
	require.Equal(t, 1, p.count("counter_sales"), "what was booked before stays")
}

func TestOnlyTheCompanysOwnAdminChangesItsTillsAndShifts(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	opened, bad := s.fact("open/1", nil), s.sells(fields{"l": nil})
	s.says(opened, bad)
	stranger := p.adminOf(servertest.NewCompany(t, p.pool, nil))
	aside := p.aside("unreadable")
	_, revoke := p.pos.HandleRevoke(t.Context(), stranger, pos.TillRequest{ID: s.who.TillID})
	_, shut := p.pos.HandleShiftClose(t.Context(), stranger, pos.ShiftRequest{ID: opened["id"].(string)})
	_, again := p.pos.HandleAgain(t.Context(), stranger, pos.ResolveRequest{ID: aside})
	_, putAway := p.pos.HandleClose(t.Context(), stranger, pos.ResolveRequest{ID: aside})
	for name, err := range map[string]error{"revoke": revoke, "close": shut, "again": again, "put away": putAway} {
		require.ErrorIs(t, err, fault.ErrNotFound, name)
	}
	require.Empty(t, s.report(stranger).Shifts)
	ended := p.admin
	ended.Session = []byte(strings.Repeat("x", 32))
	_, err := p.pos.HandleRevoke(t.Context(), ended, pos.TillRequest{ID: s.who.TillID})
	require.ErrorIs(t, err, web.ErrUnauthenticated, "a session that ended changes nothing")
	require.Zero(t, p.count("tills WHERE revoked_at IS NOT NULL")+p.count("till_shifts WHERE closed_at IS NOT NULL")+
		p.count("till_quarantine WHERE resolution IS NOT NULL"))
}

// The connection dies before one statement of a batch after the other. When the till sends the batch again, each fact is booked once.
func TestABatchThatDiesAnywhereIsBookedOnceWhenItIsSaidAgain(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	died := servertest.KillEverywhere(t, p.pool, func() (func(conn *servertest.Conn) error, func() error) {
		p.clock.Move(time.Minute) // so many tablets are not paired at once
		s := p.till()
		opened := s.fact("open/1", nil)
		first := s.sells(fields{"s": opened["id"]})
		facts := []any{opened, first, s.sells(fields{"n": 1, "s": opened["id"]}), s.sells(fields{"s": opened["id"]}), s.undoes(first),
			s.fact("close/1", fields{"s": opened["id"], "f": 0})}
		return func(conn *servertest.Conn) error {
				_, err := p.server(conn).HandleCheckout(t.Context(), s.who, batch(facts...))
				return err
			}, func() error {
				want := []string{"0", "0", "4 receipt_used", "0", "0", "0"}
				for range 2 {
					if got := short(s.says(facts...)...); fmt.Sprint(got) != fmt.Sprint(want) {
						return errors.New(fmt.Sprint(got))
					}
				}
				if n := p.count("counter_sales WHERE till_id = $1", s.who.TillID); n != 2 {
					return fmt.Errorf("%d sales", n)
				}
				return nil
			}
	})
	require.Greater(t, died, servertest.Amount(3, 15))
}
