package kitchen_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/kitchen"
	"sahn/server/platform/clock"
)

func TestTheLastLunchThatIsHandedOverCompletesTheOrder(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue, wed)
	rev := servertest.One[int](t, h.pool, "SELECT rev::int FROM profile_revs WHERE profile_id = $1", b.who.ProfileID)
	h.until(tue, 12)
	require.Equal(t, "refused", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[wed]}).Code, "wednesday is to come")
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[tue]}).Code)
	require.Equal(t, "Confirmed", h.status(b.id))
	h.until(wed, 12)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[wed]}).Code)
	require.Equal(t, "Completed", h.status(b.id))
	require.True(t, servertest.One[bool](t, h.pool, `SELECT o.rev = r.rev AND r.rev > $2 FROM orders o
		JOIN profile_revs r USING (profile_id) WHERE o.id = $1`, b.id, rev), "devices learn it")
	require.Equal(t, 2,
		servertest.One[int](t, h.pool, "SELECT count(*)::int FROM acts WHERE kind = 'handover.delivered' AND profile_id = $1", h.cook.ProfileID))
}

func TestALabelThatIsScannedTwiceIsHandedOverOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue)
	h.until(tue, 12)
	f := kitchen.Fact{ID: ulid.Make().String(), Kind: "delivered", Delivery: b.deliveries[tue]}
	require.Equal(t, "done", h.marks(f).Code)
	require.Equal(t, "again", h.marks(f).Code, "the answer was lost, the tablet sends it once more")
	require.Equal(t, "again", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[tue]}).Code, "the driver scanned it as well")
	require.Equal(t, "Completed", h.status(b.id))
}

func TestAMarkByMistakeCanBeTakenBackUntilTheOrderIsCompleted(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue, wed)
	h.until(tue, 12)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[tue]}).Code)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "undone", Delivery: b.deliveries[tue]}).Code)
	require.False(t, h.production(tue).Places[0].People[0].Handed)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[tue]}).Code)
	h.until(wed, 12)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[wed]}).Code)
	late := h.marks(kitchen.Fact{Kind: "undone", Delivery: b.deliveries[wed]})
	require.Equal(t, []string{"refused", "completed"}, []string{late.Code, late.Reason})
}

func TestAMissingMealIsPaidBackToWhoPaidForIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(40), 3, tue)
	paid := 100_000 - h.balance(b)
	require.Positive(t, paid)
	h.until(tue, 12)
	meal := servertest.Meal(tue, 0)
	require.Equal(t, "unknown_meal", h.marks(kitchen.Fact{Kind: "missing", Delivery: b.deliveries[tue], Meal: "other", Qty: 1}).Reason)
	require.Equal(t, "too_many", h.marks(kitchen.Fact{Kind: "missing", Delivery: b.deliveries[tue], Meal: meal, Qty: 4}).Reason)

	before := h.balance(b)
	one := kitchen.Fact{ID: ulid.Make().String(), Kind: "missing", Delivery: b.deliveries[tue], Meal: meal, Qty: 1}
	require.Equal(t, "done", h.marks(one).Code)
	first := h.balance(b) - before
	require.InDelta(t, float64(paid)/3, float64(first), 1, "the eater's part of one portion of three")
	require.Equal(t, "again", h.marks(one).Code)
	require.Equal(t, first, h.balance(b)-before, "once")
	one.Qty = 2
	require.Equal(t, "other_content", h.marks(one).Reason)

	for range 2 {
		require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "failed", Delivery: b.deliveries[tue], Meal: meal, Qty: 1}).Code)
	}
	require.Equal(t, paid, h.balance(b)-before, "three parts are the whole, to the fils")
	require.Equal(t, "too_many", h.marks(kitchen.Fact{Kind: "failed", Delivery: b.deliveries[tue], Meal: meal, Qty: 1}).Reason)
	require.Equal(t, 3, h.production(tue).Places[0].People[0].Items[0].Short)
	require.True(t,
		servertest.One[bool](t, h.pool, `SELECT sum(amount + company_amount) = (SELECT sum(total) FROM order_lines) FROM shortfalls`),
		"and the company's part is the rest")
}

func TestNothingIsMarkedOfACancelledOrUnknownLunch(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue, wed)
	h.until(tue, 12)
	require.Equal(t, "unknown_delivery", h.marks(kitchen.Fact{Kind: "delivered", Delivery: ulid.Make().String()}).Reason)
	servertest.Do(t, h.pool, "UPDATE deliveries SET live = false WHERE id = $1", b.deliveries[tue])
	require.Equal(t, "not_ordered", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[tue]}).Reason)
	servertest.Do(t, h.pool, "UPDATE deliveries SET live = true WHERE id = $1", b.deliveries[tue])
}

func TestAMarkThatWasTakenBackDoesNotReturnWhenATabletSendsItAgain(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue)
	late := h.buys(h.paidFor(100), 1, tue, wed)
	h.until(tue, 12)
	f := kitchen.Fact{ID: ulid.Make().String(), Kind: "delivered", Delivery: late.deliveries[tue]}
	require.Equal(t, "done", h.marks(f).Code)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "undone", Delivery: late.deliveries[tue]}).Code)
	require.Equal(t, "again", h.marks(f).Code, "its answer was lost")
	require.Zero(t, servertest.One[int](t, h.pool, "SELECT count(*)::int FROM handovers"))
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[tue]}).Code)
}

func TestANoteThatCannotBeKeptHoldsNothingElseUp(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(40), 2, tue)
	h.until(tue, 12)
	short := func(note string) kitchen.Fact {
		return kitchen.Fact{ID: ulid.Make().String(), Kind: "missing", Delivery: b.deliveries[tue], Meal: servertest.Meal(tue, 0), Qty: 1,
			Note: note, At: h.clock.Now()}
	}
	handed := func(delivery, note string) kitchen.Fact {
		return kitchen.Fact{ID: ulid.Make().String(), Kind: "delivered", Delivery: delivery, Note: note, At: h.clock.Now()}
	}
	facts := []kitchen.Fact{short("a\u200fb\x00"), short(" "), handed(b.deliveries[tue], "a\x00"), handed(strings.Repeat("\x00", 26), ""),
		handed(b.deliveries[tue], "")}
	done, err := h.kitchen.HandleHandovers(t.Context(), h.cook, kitchen.Handovers{Facts: facts})
	require.NoError(t, err)
	for i, f := range []kitchen.Mark{{Code: "refused", Reason: "invalid"}, {Code: "done"}, {Code: "refused", Reason: "invalid"},
		{Code: "refused", Reason: "unknown_delivery"}, {Code: "done"}} {
		require.Equal(t, kitchen.Mark{ID: facts[i].ID, Code: f.Code, Reason: f.Reason}, done.Data[i])
	}
}

// A tablet that was offline sends a day's marks at once. Whatever they are, all has become as if each had come alone.
func TestMarksThatComeTogetherAreAnsweredAsIfEachHadComeAlone(t *testing.T) {
	t.Parallel()
	h := open(t)
	half, rnd := h.paidFor(40), rand.New(rand.NewPCG(3, 5))
	alone, together := h.buys(half, 9, tue, wed), h.buys(half, 9, tue, wed)
	h.until(wed, 12)
	kinds, said := []string{"delivered", "undone", "missing", "missing", "failed"}, []kitchen.Fact{}
	codes := map[string]int{}
	for range 9 {
		var one, other []kitchen.Mark
		facts := kitchen.Handovers{}
		for range 9 {
			day := tue + clock.Date(rnd.IntN(2))
			f := kitchen.Fact{Kind: kinds[rnd.IntN(5)], Meal: servertest.Meal(day, rnd.IntN(5)/4), Qty: 1 + rnd.IntN(2), Delivery: day.String(),
				At: h.clock.Now()}
			if len(said) > 0 && rnd.IntN(4) == 0 { // an answer was lost, or the tablet has mixed up its marks
				f = said[rnd.IntN(len(said))]
				f.Qty += rnd.IntN(2)
			}
			if f.ID == "" {
				f.ID = "00000000" + ulid.Make().String()[8:]
			}
			said = append(said, f)
			day, err := clock.ParseDate(f.Delivery)
			require.NoError(t, err)
			f.Delivery = alone.deliveries[day]
			one = append(one, h.marks(f))
			f.Delivery, f.ID = together.deliveries[day], "0A"+f.ID[2:]
			facts.Facts = append(facts.Facts, f)
		}
		done, err := h.kitchen.HandleHandovers(t.Context(), h.cook, facts)
		require.NoError(t, err)
		for i, m := range done.Data {
			other = append(other, kitchen.Mark{ID: one[i].ID, Code: m.Code, Reason: m.Reason})
			codes[m.Code+m.Reason]++
		}
		require.Equal(t, one, other)
		require.Equal(t, h.balance(alone), h.balance(together))
		require.Equal(t, h.status(alone.id), h.status(together.id))
		state := func(b bought) string {
			return servertest.One[string](t, h.pool, `SELECT jsonb_build_array((SELECT count(*) FROM handovers WHERE delivery_id = ANY($1)),
				(SELECT count(*) FROM handover_marks WHERE delivery_id = ANY($1)), (SELECT jsonb_agg(jsonb_build_array(meal, qty, amount,
				company_amount) ORDER BY substr(id, 3)) FROM shortfalls WHERE delivery_id = ANY($1)), (SELECT jsonb_agg(x) FROM (SELECT kind,
				count(*) FROM acts WHERE subject = ANY($1) GROUP BY 1 ORDER BY 1) x), (SELECT jsonb_agg(became ORDER BY id) FROM order_moves
				WHERE order_id = $2))::text`, slices.Collect(maps.Values(b.deliveries)), b.id)
		}
		require.Equal(t, state(alone), state(together))
	}
	require.Subset(t, slices.Collect(maps.Keys(codes)), []string{"done", "again", "refusedcompleted", "refusedtoo_many",
		"refusedother_content"})
}

func TestTheIdsOfMarksAreForgottenOnceTheirLunchIsTooOldToBeMarked(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue)
	h.until(tue, 12)
	f := kitchen.Fact{ID: ulid.Make().String(), Kind: "delivered", Delivery: b.deliveries[tue]}
	require.Equal(t, "done", h.marks(f).Code)
	for _, c := range []struct {
		after    clock.Date
		answer   string
		ids, had int
	}{{14, "again", 1, 1}, {15, "refused", 0, 1}} {
		h.until(tue+c.after, 12)
		h.writes()
		require.Equal(t, c.answer, h.marks(f).Code)
		require.Equal(t, []int{c.ids, c.had}, []int{servertest.One[int](t, h.pool, "SELECT count(*)::int FROM handover_marks"),
			servertest.One[int](t, h.pool, "SELECT count(*)::int FROM handovers")})
	}
}

func TestWhatIsLongOverOrOnesOwnIsNotPaidBack(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(40), 1, tue)
	missing := kitchen.Fact{Kind: "missing", Delivery: b.deliveries[tue], Meal: servertest.Meal(tue, 0), Qty: 1}
	h.until(tue, 12)
	servertest.Do(t, h.pool, "UPDATE profiles SET person_id = $1 WHERE id = $2", b.who.PersonID, h.cook.ProfileID)
	cook := h.cook
	h.cook.PersonID = b.who.PersonID
	h.cook = servertest.SignIn(t, h.pool, h.cook)
	require.Equal(t, "own_lunch", h.marks(missing).Reason)
	servertest.Do(t, h.pool, "UPDATE profiles SET person_id = $1 WHERE id = $2", cook.PersonID, cook.ProfileID)
	h.cook = cook
	h.until(tue+15, 12)
	require.Equal(t, "too_old", h.marks(missing).Reason)
}
