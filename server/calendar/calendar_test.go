package calendar

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/week"
)

// The files in testdata are what a calendar program got, and pwa/testing/calendar.test.ts reads them with another library than writes them.
func TestACalendarIsByteForByteWhatAnotherLibraryReads(t *testing.T) {
	t.Parallel()
	monday := clock.Date(0)
	require.NoError(t, monday.UnmarshalText([]byte("2026-11-30")))
	public := &url.URL{Scheme: "https", Host: "sahn.example"}
	lunch := func(id string, day clock.Date, meals ...string) db.CalendarLunchesRow {
		return db.CalendarLunchesRow{ID: id, DeliveryDate: day, Cutoff: week.Cutoff(day), Version: 1, Label: "Head office",
			Line: "Floor 12; Tower B, Sheikh Zayed Road", Area: "Dubai", FromTime: "12:00", UntilTime: "12:30", Meals: meals}
	}
	ordered := []db.CalendarLunchesRow{
		lunch("01KB1R2Q8T6N4M3V5X7Z9B2C01", monday, "Chicken shawarma bowl, garlic sauce"),
		lunch("01KB1R2Q8T6N4M3V5X7Z9B2C02", monday+1, "2 × Lentil soup", "Fattoush"),
		lunch("01KB1R2Q8T6N4M3V5X7Z9B2C03", monday+2, "Machboos"),
	}
	// Two days later one lunch is another and comes later, and one is cancelled.
	changed := []db.CalendarLunchesRow{ordered[0], ordered[1]}
	for i := range changed {
		changed[i].Version = 2
	}
	changed[1].Meals = []string{"Grilled salmon with a very long name that does not fit into one line"}
	changed[1].FromTime, changed[1].UntilTime = "13:00", "13:30"
	before := monday.Start().AddDate(0, 0, -5)
	for name, c := range map[string]struct {
		say     words
		lunches []db.CalendarLunchesRow
		now     time.Time
	}{"ordered": {english, ordered, before}, "changed": {english, changed, before.AddDate(0, 0, 2)}, "arabic": {arabic, changed, before}} {
		file := filepath.Join("testdata", name+".ics")
		is := string(c.say.calendar(c.lunches, nil, public, c.now))
		if os.Getenv("WRITE") != "" {
			require.NoError(t, os.WriteFile(file, []byte(is), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), is, name)
	}
}
