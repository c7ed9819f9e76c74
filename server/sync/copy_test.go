package sync_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/sync"
)

func copies(x *table) string {
	x.Helper()
	return servertest.Rows(x, x.pool, "SELECT profile_id, device_id, app, why, pending, age_ms, operations FROM sync_copies ORDER BY id")
}

func TestACopyIsKeptToBeLookedAtAndChangesNoDraft(t *testing.T) {
	t.Parallel()
	x := lay(t)
	x.say(x.request(x.dev, 0, set(1, monday, 0, eat(servertest.Meal(monday, 0), 1))))
	before := x.rows()
	log := &bytes.Buffer{}
	x.syncs.Log = slog.New(slog.NewTextHandler(log, nil))

	waiting := set(2, tuesday, 0, eat("M1", 2))
	kept, err := x.syncs.HandleCopy(t.Context(), x.who,
		sync.Copy{Dev: x.dev, App: "2026.11.1", Why: "loop", Pending: 1, Age: 660_000, Ops: []sync.Operation{waiting}})
	require.NoError(t, err)
	require.Len(t, kept.ID, 26)
	require.Equal(t, before, x.rows())
	require.Contains(t, copies(x), waiting.ID)
	require.Contains(t, copies(x), x.who.ProfileID)
	require.Contains(t, log.String(), "age_ms=660000")
	require.Contains(t, log.String(), kept.ID)
}

func TestThatChangesWaitIsNotedWithoutThem(t *testing.T) {
	t.Parallel()
	x := lay(t)
	log := &bytes.Buffer{}
	x.syncs.Log = slog.New(slog.NewTextHandler(log, nil))
	kept, err := x.syncs.HandleCopy(t.Context(), x.who, sync.Copy{Dev: newID(), App: "2026.11.1", Pending: 3, Age: 600_001})
	require.NoError(t, err)
	require.Empty(t, kept.ID)
	require.Equal(t, "[]", copies(x))
	require.Contains(t, log.String(), "pending=3")
}

func TestACopyOfSomebodyElsesDeviceOrOneLargerThanARequestIsNotKept(t *testing.T) {
	t.Parallel()
	x := lay(t)
	x.say(x.request(x.dev, 0))
	big := sync.Operation{N: 1, ID: newID(), K: "day.set/1", A: json.RawMessage(`"` + strings.Repeat("x", 64<<10) + `"`)}
	_, err := x.syncs.HandleCopy(t.Context(), x.who, sync.Copy{Dev: x.dev, Ops: []sync.Operation{big}})
	require.ErrorIs(t, err, sync.ErrTooLarge)
	other := servertest.Eater(t, x.pool, sample.Harbour)
	_, err = x.syncs.HandleCopy(t.Context(), other, sync.Copy{Dev: x.dev, Ops: []sync.Operation{set(1, monday, 0)}})
	require.ErrorIs(t, err, sync.ErrRevoked)
	require.Equal(t, "[]", copies(x))
}

func TestOnlyTheNewestCopiesOfAPersonAreKept(t *testing.T) {
	t.Parallel()
	x := lay(t)
	for n := range 22 {
		_, err := x.syncs.HandleCopy(t.Context(), x.who, sync.Copy{Dev: x.dev, Pending: n, Ops: []sync.Operation{set(1, monday, 0)}})
		require.NoError(t, err)
	}
	counts := servertest.Rows(x, x.pool, "SELECT count(*) AS kept, min(pending) AS first, max(pending) AS last FROM sync_copies")
	require.Equal(t, servertest.Rows(x, x.pool, "SELECT 20 AS kept, 2 AS first, 21 AS last"), counts)
}
