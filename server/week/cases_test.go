package week_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/clock"
	"sahn/server/week"
)

// cases is the file that the device's tests read too.
type cases struct {
	Reference []struct {
		Name string
		Now  time.Time
		Want clock.Date
	}
	Upcoming []struct {
		Name     string
		Ref, Min clock.Date
		Want     []week.Option
	}
	Label []struct {
		Name string
		Week clock.Date
		Want string
	}
	Weekdays []struct {
		Name           string
		Week, Ref, Min clock.Date
		Taken, Closed  []clock.Date
		Want           []clock.Date
	}
	Cutoff []struct {
		Name  string
		Date  clock.Date
		Early week.Early
		Want  time.Time
	}
	Open []struct {
		Name  string
		Date  clock.Date
		Early week.Early
		Now   time.Time
		Want  bool
	}
	Period []struct {
		Name, Duration string
		Date, Want     clock.Date
	}
}

func read(t *testing.T) (c cases) {
	t.Helper()
	b, err := os.ReadFile("testdata/weeks.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &c))
	return c
}

// The server and the device run the same file of cases and must give the same answers.
func TestTheServerAndTheDeviceAgreeOnWeeks(t *testing.T) {
	t.Parallel()
	all, ran := read(t), 0
	check := func(rule, name string, want, got any) {
		ran++
		t.Run(rule+"/"+name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, want, got)
		})
	}
	for _, c := range all.Reference {
		check("reference", c.Name, c.Want, week.Reference(c.Now))
	}
	for _, c := range all.Upcoming {
		check("upcoming", c.Name, c.Want, week.Upcoming(c.Ref, c.Min))
	}
	for _, c := range all.Label {
		check("label", c.Name, c.Want, week.Label(c.Week))
	}
	for _, c := range all.Weekdays {
		check("weekdays", c.Name, c.Want, week.Weekdays(c.Week, c.Ref, c.Min, c.Taken, c.Closed))
	}
	for _, c := range all.Cutoff {
		check("cutoff", c.Name, c.Want, c.Early.Cutoff(c.Date))
	}
	for _, c := range all.Open {
		check("open", c.Name, c.Want, c.Early.IsOpen(c.Date, c.Now))
	}
	for _, c := range all.Period {
		check("period", c.Name, c.Want, week.PeriodStart(c.Duration, c.Date))
	}
	require.Greater(t, ran, 120, "the file of cases must not shrink unseen")
}
