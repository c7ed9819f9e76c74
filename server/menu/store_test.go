package menu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

func TestMain(m *testing.M) { servertest.Main(m) }

func TestAPublishedMenuNeverChangesAndANewOneIsANewVersion(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	q, store, week := db.New(pool), menu.NewStore(), servertest.Week
	first := sample.Menu(week)
	old, err := menu.Publish(t.Context(), q, first, servertest.Now)
	require.NoError(t, err)
	again, err := menu.Publish(t.Context(), q, first, servertest.Now)
	require.NoError(t, err)
	require.Equal(t, old, again, "the same bytes are the same menu")
	seen, err := store.Weeks(t.Context(), q, []clock.Date{week, week + 7})
	require.NoError(t, err)
	require.Len(t, seen, 1, "a week without a menu is absent")
	require.Equal(t, servertest.JSON(t, first), servertest.JSON(t, seen[week]))

	second := sample.Menu(week)
	second.Meals[0].Price += 100
	young, err := menu.Publish(t.Context(), q, second, servertest.Now)
	require.NoError(t, err)
	require.NotEqual(t, old, young)
	current, err := menu.Current(t.Context(), q, week, week)
	require.NoError(t, err)
	require.Equal(t, map[clock.Date]string{week: young}, current)
	seen, err = store.Weeks(t.Context(), q, []clock.Date{week})
	require.NoError(t, err)
	require.Equal(t, second.Meals[0].Price, seen[week].Meals[0].Price, "the store does not remember the old one as current")

	menus := &menu.Menus{Conn: pool}
	for hash, want := range map[string]menu.Week{old: first, young: second} {
		body, err := menus.HandleOne(t.Context(), web.Caller{}, menu.OneRequest{Week: week.String(), Hash: hash})
		require.NoError(t, err)
		require.JSONEq(t, servertest.JSON(t, want), string(body.Bytes()))
	}
	for _, r := range []menu.OneRequest{{Week: week.String(), Hash: "00"}, {Week: (week + 7).String(), Hash: old}, {Week: "x", Hash: old}} {
		_, err := menus.HandleOne(t.Context(), web.Caller{}, r)
		require.ErrorIs(t, err, fault.ErrNotFound)
	}
}

func TestAMealIsFoundOnlyOnADayThatOffersIt(t *testing.T) {
	t.Parallel()
	w := sample.Menu(servertest.Week)
	offered := map[string]bool{}
	for _, m := range w.Days[0].Meals {
		offered[m] = true
		found, ok := w.On(w.Days[0].Date, m)
		require.True(t, ok)
		require.Equal(t, m, found.ID)
	}
	for _, m := range w.Meals {
		_, ok := w.On(w.Days[0].Date, m.ID)
		require.Equal(t, offered[m.ID], ok)
		_, ok = w.On(w.Week+7, m.ID)
		require.False(t, ok)
	}
}
