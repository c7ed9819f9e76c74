package sync_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/sync"
)

// forgets leaves of all that was said only a device's first operation, which was about Monday.
func (x *table) forgets(device, first string) {
	servertest.Do(x, x.pool, "DELETE FROM operations WHERE device_id = $1 AND n > 1", device)
	servertest.Do(x, x.pool, "UPDATE devices SET last_n = 1, last_id = $2 WHERE id = $1", device, first)
	servertest.Do(x, x.pool, "DELETE FROM draft_days WHERE profile_id = $1 AND date > $2", x.who.ProfileID, monday)
	servertest.Do(x, x.pool, "UPDATE profile_revs SET rev = 1 WHERE profile_id = $1", x.who.ProfileID)
}

func TestARestoredServerNeverGivesARevisionAgainAndEveryDeviceStartsOver(t *testing.T) {
	t.Parallel()
	x := lay(t)
	phone, tablet := newID(), newID()
	first := set(1, monday, 0, eat("a", 1))
	x.say(x.request(phone, 0, first))
	x.say(x.request(phone, 1, set(2, tuesday, 0, eat("b", 1))))
	require.EqualValues(t, 2, x.say(x.request(tablet, 0)).Cur)

	// What Tuesday was is lost: the copy is from before.
	x.forgets(phone, first.ID)
	require.NoError(t, sync.Restored(t.Context(), x.pool))

	x.say(x.request(newID(), 0, set(1, tuesday, 0, eat("c", 1))))
	r := x.say(x.request(tablet, 2, set(1, tuesday, 2, eat("d", 1))))
	require.Equal(t, []sync.Code{sync.Alternative}, codes(r), "what the tablet had seen under revision 2 is not what stands there")
	require.True(t, r.Reset)
	require.Len(t, r.Docs, 2)
	require.Equal(t, "c", x.day(tuesday).Items[0].Meal)
	require.False(t, x.say(x.request(tablet, r.Cur)).Reset, "once")

	require.NoError(t, sync.Restored(t.Context(), x.pool))
	require.True(t, x.say(x.request(tablet, r.Cur)).Reset, "and again after the next disaster")
}

func TestARestoreThatNobodyToldIsNoticedByTheFirstDeviceThatKnowsMore(t *testing.T) {
	t.Parallel()
	x := lay(t)
	var log bytes.Buffer
	x.syncs.Log = slog.New(slog.NewTextHandler(&log, nil))
	loud := func() int { return strings.Count(log.String(), "run `sahn restored`") }
	phone, tablet, desk := newID(), newID(), newID()
	first := set(1, monday, 0, eat("a", 1))
	x.say(x.request(phone, 0, first))
	x.say(x.request(phone, 1, set(2, tuesday, 0, eat("b", 1)), set(3, wednesday, 0, eat("e", 1))))
	require.EqualValues(t, 3, x.say(x.request(tablet, 0)).Cur)
	require.Zero(t, loud())

	// All but Monday is lost, and revision 2 is given again before anybody who knows more comes by.
	x.forgets(phone, first.ID)
	x.say(x.request(desk, 0, set(1, tuesday, 0, eat("c", 1))))

	r := x.request(phone, 3, set(4, tuesday, 2, eat("d", 1)))
	r.Done = 3
	_, err := x.try(r)
	require.ErrorIs(t, err, sync.ErrGap, "it goes on as a new device")
	require.Equal(t, 1, loud())
	again := r.Ops[0]
	again.N = 1
	reply := x.say(x.request(newID(), 0, again))
	require.Equal(t, []sync.Code{sync.Alternative}, codes(reply), "what it had seen under revision 2 is not what stands there")
	require.Equal(t, "c", x.day(tuesday).Items[0].Meal)

	reply = x.say(x.request(tablet, 3))
	require.True(t, reply.Reset, "everybody of the profile starts over")
	require.Len(t, reply.Docs, 2)
	require.False(t, x.say(x.request(tablet, reply.Cur)).Reset, "once")
	own := x.say(x.request(desk, 2, set(2, tuesday, 0, eat("f", 1))))
	require.Equal(t, []sync.Code{sync.Applied}, codes(own), "who wrote a day does not disagree with itself")
	require.Equal(t, 1, loud(), "and it is said once")
}

func TestADeviceThatAsksWithNothingToSayTellsAForgottenRestoreToo(t *testing.T) {
	t.Parallel()
	x := lay(t)
	var log bytes.Buffer
	x.syncs.Log = slog.New(slog.NewTextHandler(&log, nil))
	x.say(x.request(newID(), 0, set(1, monday, 0, eat("a", 1))))
	reply := x.say(x.request(newID(), 2))
	require.True(t, reply.Reset)
	require.Greater(t, reply.Cur, int64(2), "a number that somebody knows is not given again")
	require.Len(t, reply.Docs, 1)
	next := x.say(x.request(newID(), reply.Cur))
	require.False(t, next.Reset)
	require.Empty(t, next.Docs)
	require.Equal(t, 1, strings.Count(log.String(), "run `sahn restored`"))
	absurd := x.say(x.request(newID(), 1<<62))
	require.True(t, absurd.Reset, "who says nonsense starts over")
	require.Equal(t, reply.Cur, absurd.Cur, "and uses up no numbers")
}
