package api_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
)

func TestAManagerSeesWhichJobsFailedRetriesThemAndDiscardsThem(t *testing.T) {
	t.Parallel()
	h := open(t)
	manager, support := h.as(sample.Sara), h.as(h.operator("support"))
	insert := func(kind, state, more string) string {
		return h.text(`INSERT INTO river_job (args, kind, max_attempts, attempt, state, finalized_at, queue, priority, scheduled_at, errors)
			VALUES ('{"email":"mariam@harbour.example"}', $1, 25, 3, $2::river_job_state,
				CASE WHEN $2 IN ('discarded', 'completed', 'cancelled') THEN now() END, 'default', 1, now() + interval '1 hour',
				ARRAY[jsonb_build_object('at', now(), 'attempt', 3, 'error', $3::text, 'trace', 'x')])
			RETURNING id::text`, kind, state, more)
	}
	later := insert("of_an_older_version", "retryable", "550 <mariam@harbour.example> is full")
	lost := insert("payment_check", "discarded", "the provider is away from mariam@harbour.example\nINSERT INTO attempts")
	waits, runs := insert("order_tidy", "scheduled", ""), insert("kitchen_write", "running", "")
	require.Equal(t, "payment_check: the provider is away from …",
		support.ok("GET", "/api/kitchen/cases", nil)["data"].([]any)[0].(fields)["what"], "support is told as little as a manager")
	list := func(query string) (ids []string) {
		for _, row := range manager.ok("GET", "/api/kitchen/jobs"+query, nil)["data"].([]any) {
			ids = append(ids, row.(fields)["id"].(string))
		}
		return ids
	}
	require.Equal(t, []string{lost, later}, list(""))
	require.Equal(t, []string{later}, list("?after="+lost))
	require.Contains(t, list("?state=waiting"), waits)
	require.Contains(t, list("?state=running"), runs)
	failed := manager.ok("GET", "/api/kitchen/jobs", nil)["data"].([]any)[1].(fields)
	require.Equal(t, "550 … is full", failed["error"])
	require.NotContains(t, servertest.JSON(t, failed), "mariam")
	for _, path := range []string{"/retry", "/discard"} {
		support.expect(http.StatusForbidden, "POST", "/api/kitchen/jobs/"+lost+path, fields{"reason": "x"})
		manager.expect(http.StatusNotFound, "POST", "/api/kitchen/jobs/"+runs+path, fields{"reason": "x"})
		manager.expect(http.StatusNotFound, "POST", "/api/kitchen/jobs/999999"+path, fields{"reason": "x"})
	}
	support.expect(http.StatusForbidden, "GET", "/api/kitchen/jobs", nil)
	manager.expect(http.StatusUnprocessableEntity, "GET", "/api/kitchen/jobs?after=x", nil)

	manager.ok("POST", "/api/kitchen/jobs/"+later+"/retry", fields{})
	manager.ok("POST", "/api/kitchen/jobs/"+waits+"/discard", fields{"reason": "not needed"})
	manager.ok("POST", "/api/kitchen/jobs/"+lost+"/discard", fields{"reason": "it was paid by hand"})
	state := func(id string) string {
		return h.text("SELECT coalesce((SELECT state::text FROM river_job WHERE id = $1::bigint), 'gone')", id)
	}
	require.Equal(t, []string{"cancelled", "gone", "running"}, []string{state(waits), state(lost), state(runs)})
	require.Equal(t, 1, h.count("river_job WHERE id = $1::bigint AND scheduled_at < now() + interval '30 minutes'", later), "it runs at once")
	require.Equal(t, 1, h.count("acts WHERE kind = 'job.again' AND subject = $1", later))
	require.Equal(t, 1, h.count("acts WHERE kind = 'job.discard' AND subject = $1 AND note = 'it was paid by hand'", lost))
}
