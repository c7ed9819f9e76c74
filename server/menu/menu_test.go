package menu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
)

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
