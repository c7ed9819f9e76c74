package sync_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/draft"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/sync"
)

func TestTheSecondOfTwoDevicesThatChoseForADayIsKeptBesideTheFirst(t *testing.T) {
	t.Parallel()
	for name, phoneFirst := range map[string]bool{"phone first": true, "laptop first": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := lay(t)
			first, second := newID(), newID()
			one, two := eat("soup", 1), eat("salad", 1)
			if !phoneFirst {
				one, two = two, one
			}
			require.Equal(t, []sync.Code{0}, codes(x.say(x.request(first, 0, set(1, monday, 0, one)))))
			r := x.say(x.request(second, 0, set(1, monday, 0, two)))
			require.Equal(t, []sync.Code{2}, codes(r))
			require.Len(t, r.Docs, 1)
			require.Equal(t, []quote.Item{one}, r.Docs[0].Items, "the first stays")
			require.Equal(t, []draft.Alternative{{Device: second, Rev: 2, Items: []quote.Item{two}}}, r.Docs[0].Alternatives)
			answer := x.say(x.request(first, 1))
			require.Equal(t, r.Docs, answer.Docs, "the other device is told too")
		})
	}
}

func TestADevicesOwnChainOfOfflineEditsNeverConflictsWithItself(t *testing.T) {
	t.Parallel()
	x := lay(t)
	a, b, c := set(1, monday, 0, eat("a", 1)), set(2, monday, 0, eat("b", 1)), set(3, monday, 0, eat("c", 1))
	x.say(x.request(x.dev, 0, a)) // the answer is lost
	r := x.say(x.request(x.dev, 0, a, b, c))
	require.Equal(t, []sync.Code{0, 0, 0}, codes(r))
	require.Equal(t, []quote.Item{eat("c", 1)}, r.Docs[0].Items)
	require.Empty(t, r.Docs[0].Alternatives)
}

func TestACorrectionBySomebodyElseInsideAChainIsATrueConflict(t *testing.T) {
	t.Parallel()
	x := lay(t)
	dev, office := newID(), newID()
	a := set(1, monday, 0, eat("a", 1))
	x.say(x.request(dev, 0, a)) // the answer is lost
	require.Equal(t, []sync.Code{0}, codes(x.say(x.request(office, 1, set(1, monday, 1, eat("office", 1))))))
	r := x.say(x.request(dev, 0, a, set(2, monday, 0, eat("b", 1)), set(3, monday, 0, eat("c", 1))))
	require.Equal(t, []sync.Code{0, 2, 2}, codes(r))
	require.Equal(t, []quote.Item{eat("office", 1)}, r.Docs[0].Items)
	require.Len(t, r.Docs[0].Alternatives, 1, "one a device and day: the latest")
	require.Equal(t, []quote.Item{eat("c", 1)}, r.Docs[0].Alternatives[0].Items)
}

func TestAWriteThatHasSeenTheAlternativeSettlesIt(t *testing.T) {
	t.Parallel()
	x := lay(t)
	first, second, third := newID(), newID(), newID()
	x.say(x.request(first, 0, set(1, monday, 0, eat("a", 1))))
	x.say(x.request(second, 0, set(1, monday, 0, eat("b", 1))))
	require.Equal(t, []sync.Code{0}, codes(x.say(x.request(first, 1, set(2, monday, 1, eat("c", 1))))))
	require.Len(t, x.day(monday).Alternatives, 1, "who has not seen it does not settle it")
	rev := x.day(monday).Rev
	x.say(x.request(third, 0, set(1, monday, 0, eat("d", 1))))
	require.Equal(t, []sync.Code{0}, codes(x.say(x.request(first, rev, set(3, monday, rev, eat("b", 1))))))
	left := x.day(monday)
	require.Equal(t, []quote.Item{eat("b", 1)}, left.Items)
	require.Len(t, left.Alternatives, 1, "only what was seen")
	require.Equal(t, third, left.Alternatives[0].Device)
	require.Equal(t, []sync.Code{0}, codes(x.say(x.request(second, left.Rev, set(2, monday, left.Rev, eat("b", 1))))))
	require.Empty(t, x.day(monday).Alternatives)
}

func TestALateChoiceForJustWhatIsThereIsNoConflictAndTakesBackTheDevicesOwn(t *testing.T) {
	t.Parallel()
	x := lay(t)
	first, second := newID(), newID()
	x.say(x.request(first, 0, set(1, monday, 0, eat("a", 1), eat("b", 2))))
	require.Equal(t, []sync.Code{1}, codes(x.say(x.request(second, 0, set(1, monday, 0, eat("a", 1), eat("b", 2))))))
	require.EqualValues(t, 1, x.day(monday).Rev, "nothing was written")
	require.Equal(t, []sync.Code{2}, codes(x.say(x.request(second, 0, set(2, monday, 0, eat("c", 1))))))
	r := x.say(x.request(second, 0, set(3, monday, 0, eat("a", 1), eat("b", 2))))
	require.Equal(t, []sync.Code{1}, codes(r))
	require.Empty(t, r.Docs[0].Alternatives)
	require.EqualValues(t, 3, r.Docs[0].Rev, "so that other devices learn that the question is gone")
}

func TestAnotherAddressIsAnotherChoice(t *testing.T) {
	t.Parallel()
	x := lay(t)
	floor := func(n int64, id string) sync.Operation {
		return raw(n, "day.set/1", `{"date":"2026-11-23","items":[{"meal":"a","qty":1}],"seen":0,"address_id":"`+id+`"}`)
	}
	x.say(x.request(newID(), 0, floor(1, sample.HarbourFloor14.ID)))
	r := x.say(x.request(newID(), 0, floor(1, sample.HarbourFloor15.ID)))
	require.Equal(t, []sync.Code{2}, codes(r))
	require.Equal(t, sample.HarbourFloor14.ID, *r.Docs[0].AddressID)
	require.Equal(t, sample.HarbourFloor15.ID, *r.Docs[0].Alternatives[0].AddressID)
}

func TestClearingADayIsAChoiceLikeAnyOther(t *testing.T) {
	t.Parallel()
	x := lay(t)
	first, second := newID(), newID()
	x.say(x.request(first, 0, set(1, monday, 0, eat("a", 1))))
	require.Equal(t, []sync.Code{2}, codes(x.say(x.request(second, 0, set(1, monday, 0)))))
	require.Equal(t, []sync.Code{0}, codes(x.say(x.request(first, 0, set(2, monday, 2)))))
	require.Contains(t, servertest.JSON(t, x.day(monday)), `"items":[]`)
}

func TestWhatIsBoughtIsClearedAndALaterChoiceStays(t *testing.T) {
	t.Parallel()
	x := lay(t)
	x.say(x.request(x.dev, 0, set(1, monday, 0, eat("a", 1)), set(2, tuesday, 0, eat("a", 1))))
	x.say(x.request(newID(), 0, set(1, monday, 0, eat("late", 1)))) // an alternative numbers the day anew and is no writing
	x.say(x.request(x.dev, 2, set(3, tuesday, 0, eat("b", 1))))
	require.NoError(t, db.InTx(t.Context(), x.pool, func(ctx context.Context, tx db.Tx) error {
		rev, err := tx.ProfileRevLock(ctx, x.who.ProfileID)
		require.NoError(t, err)
		b := &db.Batch{}
		cleared := draft.Bought(b, x.who.ProfileID, map[clock.Date]int64{monday: 1, tuesday: 2, wednesday: 3}, rev+1)
		require.NoError(t, b.Each(ctx, tx.Queries))
		require.Equal(t, []clock.Date{monday}, *cleared)
		return tx.ProfileRevSet(ctx, x.who.ProfileID, rev+1)
	}))
	r := x.say(x.request(newID(), 0))
	require.Len(t, r.Docs, 2)
	require.Equal(t, tuesday, r.Docs[0].Date)
	require.Equal(t, []quote.Item{eat("b", 1)}, r.Docs[0].Items)
	require.Empty(t, r.Docs[1].Items)
	require.Len(t, r.Docs[1].Alternatives, 1, "a choice that nobody answered is still there")
	require.Equal(t, []sync.Code{2}, codes(x.say(x.request(x.dev, 3, set(4, monday, 3, eat("more", 1))))),
		"an edit that did not know of the purchase asks")
}

func TestOrdersTravelWithTheCursor(t *testing.T) {
	t.Parallel()
	x := lay(t)
	servertest.Do(t, x.pool, "INSERT INTO profile_revs VALUES ($1, 7)", x.who.ProfileID)
	id := x.cancelled()
	r := x.say(x.request(newID(), 6))
	require.Len(t, r.Orders, 1)
	require.Equal(t, id, r.Orders[0].ID)
	require.EqualValues(t, 7, r.Cur)
	require.Empty(t, x.say(x.request(newID(), 7)).Orders)
	x.who = servertest.Eater(t, x.pool, sample.Harbour)
	require.Empty(t, x.say(x.request(newID(), 0)).Orders, "nobody else's")
	servertest.Do(t, x.pool, "DELETE FROM orders") // it was no sound one
}
