package planner_test

import (
	"slices"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/week"
)

func TestAWeekThatNobodyPlannedShowsWhatIsPublished(t *testing.T) {
	t.Parallel()
	h := open(t)
	planned := h.week(mon)
	require.Equal(t, []any{1, planner.Published}, []any{planned.Rev, planned.State}, "the demo plans what it publishes")
	require.Empty(t, planned.Changes)
	servertest.Do(t, h.pool, "DELETE FROM planned_weeks")
	w := h.week(mon)
	require.Zero(t, w.Rev)
	w.Rev = planned.Rev
	require.Equal(t, planned, w)
	require.Len(t, w.Days, 5)
	require.Equal(t, 60, *w.Days[0].Meals[2].Portions)
	require.Equal(t, 60, *w.Days[0].Meals[2].Left)
	require.Nil(t, w.Days[0].Meals[0].Portions)

	r := planRequest(w)
	r.Rev = 0
	require.Zero(t, h.plans(r).Rev, "saved as it is, nothing is planned")
	require.Zero(t, h.acts("week.plan"))
	r.Days[1].Meals = r.Days[1].Meals[1:]
	w = h.plans(r)
	require.Equal(t, []any{1, planner.Changed}, []any{w.Rev, w.State})
	require.Equal(t, []planner.Change{{Date: &w.Days[1].Date, Meal: servertest.Meal(tue, 0), What: "removed"}}, w.Changes)
	require.Equal(t, planned.Days[0], w.Days[0], "the other days are planned as they were published")
	require.Equal(t, 1, h.acts("week.plan"))
	require.JSONEq(t, `["2026-11-24"]`,
		servertest.One[string](t, h.pool, "SELECT jsonb_path_query_array(after, '$[*].date')::text FROM acts WHERE kind = 'week.plan'"),
		"only days that changed")
}

func TestWhoeverPlansAWeekThatSomebodyElsePlannedIsShownIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	seen := h.week(mon)
	mine, theirs := without(seen, mon, servertest.Meal(mon, 0)), without(seen, mon, servertest.Meal(mon, 1))
	w := h.plans(theirs)
	_, err := h.planner.HandlePlan(t.Context(), h.cook, mine)
	require.ErrorIs(t, err, planner.ErrWeekChanged)
	require.Equal(t, w, fault.As(err).Detail)
	require.Equal(t, w, h.plans(theirs), "the same again, after a lost answer")
	require.Equal(t, 1, h.acts("week.plan"))

	for range 5 {
		w = h.week(mon)
		try := func(n int) func() error {
			return func() error {
				_, err := h.planner.HandlePlan(t.Context(), h.cook, without(w, tue, w.Days[1].Meals[n].Meal))
				return err
			}
		}
		errs := atOnce(try(0), try(1))
		require.True(t, (errs[0] == nil) != (errs[1] == nil), "%v", errs)
	}
	w = h.week(mon)
	require.Equal(t, 2+5, w.Rev)
	require.Len(t, w.Days[1].Meals, 12-5)
}

func TestAPlanIsRefusedThatMakesNoSense(t *testing.T) {
	t.Parallel()
	h := open(t)
	w := h.week(mon)
	meal := servertest.Meal(mon, 0)
	for field, days := range map[string][]planner.Day{
		"days.0.date":         {{Date: mon + 5}},
		"days.1.date":         {{Date: mon}, {Date: mon}},
		"days.0.meals.1.meal": {{Date: tue, Meals: []planner.Offer{{Meal: meal}, {Meal: meal}}}},
		"days.2.meals.0.meal": {{Date: wed, Meals: []planner.Offer{{Meal: ulid.Make().String()}}}},
	} {
		_, err := h.planner.HandlePlan(t.Context(), h.cook, planner.PlanRequest{Week: mon.String(), Rev: w.Rev, Days: days})
		require.Contains(t, fault.As(err).Fields, field)
	}
	for _, name := range []string{"2026-11-24", "soon", "", "0001-01-01", "9999-12-27"} {
		_, err := h.planner.HandlePlan(t.Context(), h.cook, planner.PlanRequest{Week: name})
		require.ErrorIs(t, err, fault.ErrNotFound, name)
	}
	require.Equal(t, w, h.week(mon))
}

func TestADayThatIsOverCannotBePlannedAnyMore(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.clock.Move((wed).Start().Sub(servertest.Now))
	w := h.week(mon)
	require.Equal(t, []bool{true, true, false, false, false},
		[]bool{w.Days[0].Over, w.Days[1].Over, w.Days[2].Over, w.Days[3].Over, w.Days[4].Over})
	_, err := h.planner.HandlePlan(t.Context(), h.cook, without(w, tue, servertest.Meal(tue, 0)))
	require.Equal(t, "day_over", fault.As(err).Reason)
	r := without(w, wed, servertest.Meal(wed, 0))
	r.Days = r.Days[2:]
	after := h.plans(r)
	require.Equal(t, w.Days[:2], after.Days[:2], "what is not named is not touched when it is over")
	require.Len(t, after.Days[2].Meals, 11)
	h.clock.Move(-time.Second)
	require.False(t, h.week(mon).Days[1].Over, "a day is over when it is over in Dubai")
}

func TestADayThatClosesEarlierInRamadanSaysSoInItsPlan(t *testing.T) {
	t.Parallel()
	h := open(t)
	servertest.Do(t, h.pool, "INSERT INTO seasons (id, kind, first_day, last_day, earlier) VALUES (repeat('S', 26), 'ramadan', $1, $2, 12)",
		tue, wed)
	w := h.week(mon)
	require.Equal(t, week.Cutoff(mon), w.Days[0].Cutoff)
	require.Equal(t, week.Cutoff(tue).Add(-12*time.Hour), w.Days[1].Cutoff)
	require.Equal(t, week.Cutoff(wed).Add(-12*time.Hour), w.Days[2].Cutoff)
	require.Equal(t, week.Cutoff(wed+1), w.Days[3].Cutoff)
	for i, in := range []bool{false, true, true, false, false} {
		require.Equal(t, in, w.Days[i].Ramadan, i)
	}
}

func TestTheListOfWeeksIsReadInFourQuestions(t *testing.T) {
	t.Parallel()
	h := open(t)
	next := mon + 7
	h.plans(without(h.week(next), next, servertest.Meal(next, 0)))
	far := mon + 7*8
	m := h.adds(fresh())
	h.plans(planner.PlanRequest{Week: far.String(), Days: []planner.Day{{Date: far, Meals: []planner.Offer{{Meal: m.Meal.ID}}}}})
	conn := &counted{Conn: h.pool}
	h.planner.Conn = conn
	all, err := h.planner.HandleWeeks(t.Context(), h.cook, planner.NoRequest{})
	require.NoError(t, err)
	require.Equal(t, 4, conn.n)
	require.Len(t, all.Weeks, 4+1+12)
	states := map[clock.Date]planner.WeekLine{}
	for i, l := range all.Weeks {
		require.Equal(t, mon-7-28+7*clock.Date(i), l.Week)
		states[l.Week] = l
	}
	require.Equal(t, planner.Published, states[mon].State)
	require.Equal(t, []any{planner.Changed, 59, 5}, []any{states[next].State, states[next].Meals, states[next].Days})
	require.Equal(t, []any{planner.Planned, 1, 1, (*time.Time)(nil)},
		[]any{states[far].State, states[far].Meals, states[far].Days, states[far].PublishedAt})
	require.Equal(t, planner.Empty, states[far+7].State)
	require.True(t, slices.ContainsFunc(all.Weeks, func(l planner.WeekLine) bool {
		return l.Label == "23 – 27 Nov" && l.PublishedAt.Equal(servertest.Now)
	}))
}
