package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	ical "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

// atLink is what a calendar program gets at a link.
func atLink(t *testing.T, link string) (status int, events []*ical.VEvent, todos []*ical.VTodo) {
	t.Helper()
	res, err := http.Get(link) //nolint:noctx // a program without cookies
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	if res.StatusCode != http.StatusOK {
		return res.StatusCode, nil, nil
	}
	require.Equal(t, "text/calendar; charset=utf-8", res.Header.Get("Content-Type"))
	require.Empty(t, res.Cookies())
	for line := range strings.SplitSeq(strings.TrimSuffix(string(body), "\r\n"), "\r\n") {
		require.LessOrEqual(t, len(line), 75)
	}
	read, err := ical.ParseCalendar(strings.NewReader(string(body)))
	require.NoError(t, err)
	return res.StatusCode, read.Events(), read.Todos()
}

// A person puts one link into the calendar of their phone: lunches come and go there with the order, until they end the link.
func TestLunchesStandInThePersonsOwnCalendar(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam := h.as(sample.Mariam)
	require.Nil(t, mariam.ok("GET", "/api/calendar-link", nil)["since"])
	link := mariam.ok("POST", "/api/calendar-link", nil)["url"].(string)
	require.NotNil(t, mariam.ok("GET", "/api/calendar-link", nil)["since"])
	require.NotContains(t, mariam.ok("GET", "/api/calendar-link", nil), "url", "the link is shown once")
	_, events, todos := atLink(t, link)
	require.Empty(t, events)
	require.Len(t, todos, 1, "a week is open, and nothing is chosen")

	h.orderAndPay(mariam)
	_, events, _ = atLink(t, link)
	require.Len(t, events, 3)
	first := events[0]
	starts, err := first.GetStartAt()
	require.NoError(t, err)
	ends, err := first.GetEndAt()
	require.NoError(t, err)
	require.Positive(t, ends.Sub(starts))
	require.True(t, strings.HasPrefix(first.GetProperty(ical.ComponentPropertySummary).Value, "Lunch: "))
	require.NotEmpty(t, first.GetProperty(ical.ComponentPropertyLocation).Value)
	id, sequence := first.Id(), first.GetProperty(ical.ComponentPropertySequence).Value

	h.exec("UPDATE orders SET version = version + 1 WHERE profile_id = $1", sample.MariamHarbour.ID)
	h.exec("UPDATE deliveries SET live = false WHERE id = $1", strings.TrimSuffix(events[2].Id(), "@sahn"))
	h.exec("UPDATE persons SET language = 'ar' WHERE email = $1", sample.Mariam.Email)
	_, events, _ = atLink(t, link)
	require.Len(t, events, 2, "a cancelled lunch is gone")
	require.Equal(t, id, events[0].Id(), "a lunch keeps its entry")
	require.NotEqual(t, sequence, events[0].GetProperty(ical.ComponentPropertySequence).Value)
	require.True(t, strings.HasPrefix(events[0].GetProperty(ical.ComponentPropertySummary).Value, "غداء: "))

	again := mariam.ok("POST", "/api/calendar-link", nil)["url"].(string)
	for what, gone := range map[string]string{"replaced": link, "guessed": link[:len(link)-8] + "AAAA.ics",
		"no secret": h.url + "/api/calendar/x"} {
		status, _, _ := atLink(t, gone)
		require.Equal(t, http.StatusNotFound, status, what)
	}
	h.exec("UPDATE profiles SET status = 'Suspended' WHERE id = $1", sample.MariamHarbour.ID)
	status, _, _ := atLink(t, again)
	require.Equal(t, http.StatusNotFound, status, "suspended")
	h.exec("UPDATE profiles SET status = 'Active' WHERE id = $1", sample.MariamHarbour.ID)
	mariam.ok("DELETE", "/api/calendar-link", nil)
	status, _, _ = atLink(t, again)
	require.Equal(t, http.StatusNotFound, status, "ended")
}
