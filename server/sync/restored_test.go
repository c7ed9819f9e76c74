package sync_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/servertest"
	"sahn/server/sync"
)

func TestARestoredServerNeverGivesARevisionAgainAndEveryDeviceStartsOver(t *testing.T) {
	t.Parallel()
	x := lay(t)
	phone, tablet := newID(), newID()
	first := set(1, monday, 0, eat("a", 1))
	x.say(x.request(phone, 0, first))
	x.say(x.request(phone, 1, set(2, tuesday, 0, eat("b", 1))))
	require.EqualValues(t, 2, x.say(x.request(tablet, 0)).Cur)

	// What Tuesday was is lost: the copy is from before.
	servertest.Do(t, x.pool, "DELETE FROM operations WHERE device_id = $1 AND n = 2", phone)
	servertest.Do(t, x.pool, "UPDATE devices SET last_n = 1, last_id = $2 WHERE id = $1", phone, first.ID)
	servertest.Do(t, x.pool, "DELETE FROM draft_days WHERE profile_id = $1 AND date = $2", x.who.ProfileID, tuesday)
	servertest.Do(t, x.pool, "UPDATE profile_revs SET rev = 1 WHERE profile_id = $1", x.who.ProfileID)
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
