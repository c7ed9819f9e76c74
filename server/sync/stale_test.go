package sync_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/draft"
	"sahn/server/platform/clock"
	"sahn/server/quote"
	"sahn/server/sync"
)

// A phone that was away for sixty days still says what no app says any more. It hears why of each, once, and goes on.
func TestTwelveChangesOfARetiredKindAreAllRefusedWithAReasonAndTheNextOneIsDone(t *testing.T) {
	t.Parallel()
	x := lay(t)
	x.say(x.request(x.dev, 0))
	ops := []sync.Operation{}
	for n := int64(1); n <= 12; n++ {
		ops = append(ops, raw(n, "day.put/1", fmt.Sprintf(`{"day":%q,"meals":["a"]}`, monday+clock.Date(n))))
	}
	x.clock.Move(60 * 24 * time.Hour)
	later := monday + 63
	r := x.request(x.dev, 0, append(ops, set(13, later, 0, eat("a", 1)))...)
	r.App = sync.MinApp
	reply := x.say(r)
	require.Equal(t, []sync.Code{3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0}, codes(reply))
	for _, refused := range reply.Res[:12] {
		require.JSONEq(t, `{"reason":"unknown_kind"}`, string(refused.Detail))
	}
	require.Equal(t, int64(13), reply.Ack.N, "nothing is left to ask again")
	require.Equal(t, []quote.Item{eat("a", 1)}, x.day(later).Items)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM quarantine"), "an old word breaks nothing")

	x.repeats(r, reply)
}

// What somebody chose for their old office does not go there, and is not swallowed either.
func TestWhatWaitsOfAPersonWhoMovedToAnotherCompanyIsRefusedDayByDayWithAReason(t *testing.T) {
	t.Parallel()
	x := lay(t)
	office := servertest.One[string](t, x.pool, "SELECT address_id FROM profiles WHERE id = $1", x.who.ProfileID)
	there := func(n int64, date clock.Date) sync.Operation {
		a, err := json.Marshal(draft.Change{Date: date, Items: []quote.Item{eat("a", 1)}, AddressID: &office})
		require.NoError(t, err)
		return raw(n, "day.set/1", string(a))
	}
	here := x.request(newID(), 0, there(1, monday), set(2, monday, 0))
	require.Equal(t, []sync.Code{0, 0}, codes(x.say(here)), "before, it is brought there")
	servertest.Do(t, x.pool, "DELETE FROM draft_days")

	servertest.Do(t, x.pool,
		`UPDATE profiles SET company_id = $1, address_id = (SELECT min(id) FROM addresses WHERE company_id = $1 AND profile_id IS NULL)
		WHERE id = $2`, sample.Meridian.ID, x.who.ProfileID)
	x.who.CompanyID = sample.Meridian.ID
	r := x.request(x.dev, 0, there(1, tuesday), there(2, wednesday), set(3, wednesday, 0, eat("b", 1)))
	reply := x.say(r)
	require.JSONEq(t, `[[1,3,{"reason":"bad_address"}],[2,3,{"reason":"bad_address"}],[3,0]]`, servertest.JSON(t, reply.Res))
	require.Equal(t, int64(3), reply.Ack.N)
	require.Equal(t, []quote.Item{eat("b", 1)}, x.day(wednesday).Items, "what names no place goes to the new one")
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM draft_days WHERE date = $1", tuesday))

	x.repeats(r, reply)
}
