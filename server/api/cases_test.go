package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/operator"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

func TestACaseIsLookedAtAndClosedOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	support := h.as(h.operator("support"))
	aside, job := h.quarantined(), h.lostJob()
	cases := func() (kinds []string) {
		for _, c := range support.ok("GET", "/api/kitchen/cases", nil)["data"].([]any) {
			kinds = append(kinds, c.(fields)["kind"].(string))
		}
		return kinds
	}
	require.ElementsMatch(t, []string{"change", "job"}, cases())
	for range 2 {
		support.ok("POST", "/api/kitchen/cases/close", fields{"kind": "change", "id": aside, "note": "She chose again."})
	}
	require.Equal(t, 1, h.count("acts WHERE kind = 'case.close'"))
	require.ElementsMatch(t, []string{"job"}, cases())
	support.expect(http.StatusNotFound, "POST", "/api/kitchen/cases/close", fields{"kind": "refund", "id": "nothing", "note": "x"})
	support.ok("POST", "/api/kitchen/jobs/"+job+"/again", fields{})
	support.expect(http.StatusNotFound, "POST", "/api/kitchen/jobs/999999/again", fields{})
}

// When so many strangers try to sign in that newcomers are turned away, the lunch company sees it.
func TestAFullLimitOfAllSignInsIsACaseForADay(t *testing.T) {
	t.Parallel()
	h := open(t)
	support := h.as(h.operator("support"))
	h.exec("INSERT INTO attempts_made (key, window_at, n) VALUES ('full:ask', $1, 7), ('full:ask', $2, 5), ('full:search', $3, 9)",
		h.clock.Now().Add(-time.Hour), h.clock.Now().Add(-2*time.Hour), h.clock.Now().Add(-25*time.Hour))
	cases := support.ok("GET", "/api/kitchen/cases", nil)["data"].([]any)
	require.Len(t, cases, 1, "yesterday's is over")
	require.Equal(t, "limit", cases[0].(fields)["kind"])
	require.Equal(t, "ask 12", cases[0].(fields)["what"])
	require.Equal(t, true, cases[0].(fields)["open"], "it ends by itself")
}

// A backup that was never made, a check that failed and one that stays away are seen by those who can do something about it.
func TestABackupThatWasNeverMadeAndANightlyTaskThatFailsOrStaysAwayAreCases(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.exec("UPDATE companies SET created_at = $1", h.clock.Now())
	ran := func(kind string, ok bool, note string) {
		t.Helper()
		require.NoError(t, db.New(h.pool).NightlyRan(t.Context(), kind, ok, h.clock.Now(), note))
	}
	office := &operator.Office{Conn: h.pool, Clock: h.clock.Now, Queue: h.parts.Office.Queue}
	seen := func() (all []string) {
		t.Helper()
		said, err := office.HandleCases(t.Context(), web.Caller{}, operator.Nothing{})
		require.NoError(t, err)
		for _, c := range said.Data {
			require.Equal(t, "nightly", c.Kind)
			require.True(t, c.Open, "it ends by itself")
			all = append(all, c.ID+" "+c.What)
		}
		return all
	}
	h.clock.Move(36 * time.Hour)
	require.Empty(t, seen(), "a new installation has two nights")
	h.clock.Move(time.Second)
	require.Equal(t, []string{"backup never"}, seen())
	office.Demo = true
	require.Empty(t, seen(), "nobody makes backups of a demo")
	office.Demo = false

	ran("backup", true, "")
	ran("doctor", false, "2 of 80 invariants are broken")
	require.Equal(t, []string{"doctor failed 2 of 80 invariants are broken"}, seen())
	h.clock.Move(36 * time.Hour)
	ran("doctor", true, "")
	require.Empty(t, seen())
	h.clock.Move(time.Hour)
	require.Equal(t, []string{"backup late"}, seen())
	ran("backup", false, "no space left on device")
	require.Equal(t, []string{"backup failed no space left on device"}, seen())
	ran("backup", true, "")
	require.Empty(t, seen())
}
