package kitchen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/kitchen"
	"sahn/server/platform/web"
)

func TestADayIsPrintedWhenLabelsOfAllItsListsAre(t *testing.T) {
	t.Parallel()
	h := open(t)
	c := h.paidFor(100)
	one := h.buys(c, 1, tue)
	h.calls(one, "Amal")
	h.closes(tue)
	prints := func(paper, run string) {
		_, err := h.kitchen.HandlePaper(t.Context(), h.cook, kitchen.PaperOf(tue, paper, run))
		require.NoError(t, err)
	}
	printed := func(yes bool) {
		t.Helper()
		days, err := h.kitchen.HandleDays(t.Context(), web.Caller{}, struct{}{})
		require.NoError(t, err)
		require.Len(t, days.Data, 1)
		require.Equal(t, 1, days.Data[0].Places)
		require.Equal(t, yes, days.Data[0].Printed)
	}
	prints("packing", "")
	printed(false)
	prints("roll", "")
	printed(true)
	h.calls(one, "Amal Rashid")
	h.writes()
	printed(false)
	prints("labels", "1")
	printed(true)
	prints("labels", "1")
	printed(true)
}
