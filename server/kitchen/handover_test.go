package kitchen_test

import (
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/kitchen"
)

func TestTheLastLunchThatIsHandedOverCompletesTheOrder(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue, wed)
	h.until(tue, 12)
	require.Equal(t, "refused", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[wed]}).Code, "wednesday is to come")
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[tue]}).Code)
	require.Equal(t, "Confirmed", h.status(b.id))
	h.until(wed, 12)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[wed]}).Code)
	require.Equal(t, "Completed", h.status(b.id))
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
	facts := []kitchen.Fact{short("a\u200fb\x00"), short(" "),
		{ID: ulid.Make().String(), Kind: "delivered", Delivery: b.deliveries[tue], At: h.clock.Now()}}
	done, err := h.kitchen.HandleHandovers(t.Context(), h.cook, kitchen.Handovers{Facts: facts})
	require.NoError(t, err)
	require.Equal(t, []string{"refused", "done", "done"}, []string{done.Data[0].Code, done.Data[1].Code, done.Data[2].Code})
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
