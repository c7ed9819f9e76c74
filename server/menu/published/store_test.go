package published_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

func TestMain(m *testing.M) { servertest.Main(m) }

func TestAPublishedMenuNeverChangesAndANewOneIsANewVersion(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	q, store, week := db.New(pool), published.NewStore(), servertest.Week
	first := sample.Menu(week)
	old, err := published.Publish(t.Context(), q, first, servertest.Now)
	require.NoError(t, err)
	again, err := published.Publish(t.Context(), q, first, servertest.Now)
	require.NoError(t, err)
	require.Equal(t, old, again, "the same bytes are the same menu")
	seen, err := store.Weeks(t.Context(), q, []clock.Date{week, week + 7})
	require.NoError(t, err)
	require.Len(t, seen, 1, "a week without a menu is absent")
	require.Equal(t, servertest.JSON(t, first), servertest.JSON(t, seen[week]))

	second := sample.Menu(week)
	second.Meals[0].Price += 100
	young, err := published.Publish(t.Context(), q, second, servertest.Now)
	require.NoError(t, err)
	require.NotEqual(t, old, young)
	current, err := published.Current(t.Context(), q, week, week)
	require.NoError(t, err)
	require.Equal(t, map[clock.Date]string{week: young}, current)
	seen, err = store.Weeks(t.Context(), q, []clock.Date{week})
	require.NoError(t, err)
	require.Equal(t, second.Meals[0].Price, seen[week].Meals[0].Price, "the store does not remember the old one as current")

	menus := &published.Menus{Conn: pool}
	for hash, want := range map[string]menu.Week{old: first, young: second} {
		body, err := menus.HandleOne(t.Context(), web.Caller{}, published.OneRequest{Week: week.String(), Hash: hash})
		require.NoError(t, err)
		require.JSONEq(t, servertest.JSON(t, want), string(body.Packed().Bytes()))
	}
	menus.Conn = nil
	_, err = menus.HandleOne(t.Context(), web.Caller{}, published.OneRequest{Week: week.String(), Hash: young})
	require.NoError(t, err, "what was asked for once is kept: the database is not asked again")
	menus.Conn = pool
	for _, r := range []published.OneRequest{{Week: week.String(), Hash: "00"}, {Week: (week + 7).String(), Hash: old},
		{Week: "x", Hash: old}} {
		_, err := menus.HandleOne(t.Context(), web.Caller{}, r)
		require.ErrorIs(t, err, fault.ErrNotFound)
	}
}
