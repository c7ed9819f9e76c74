package draft_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/draft"
	"sahn/server/platform/clock"
	"sahn/server/quote"
	"sahn/server/week"
)

func TestAChangeIsRefusedOnlyForWhatNoMenuCouldMakeRight(t *testing.T) {
	t.Parallel()
	many := func(n int) (items []quote.Item) {
		for i := range n {
			items = append(items, quote.Item{Meal: strings.Repeat("m", i+1), Qty: quote.MaxQuantity})
		}
		return items
	}
	place, short, odd := strings.Repeat("A", 26), "A", strings.Repeat("A", 25)+"\x00"
	for name, c := range map[string]struct {
		change draft.Change
		want   error
	}{
		"a day":                {draft.Change{Date: servertest.Week, Items: many(40), AddressID: &place, Seen: 7}, nil},
		"a cleared day":        {draft.Change{Date: servertest.Week + 4, Items: []quote.Item{}}, nil},
		"a day long ago":       {draft.Change{Date: week.MinWeekStartDate, Items: []quote.Item{}}, nil},
		"before the beginning": {draft.Change{Date: week.MinWeekStartDate - 1, Items: []quote.Item{}}, draft.ErrBadDay},
		"no date":              {draft.Change{Items: []quote.Item{}}, draft.ErrBadDay},
		"a Saturday":           {draft.Change{Date: servertest.Week + 5, Items: []quote.Item{}}, draft.ErrBadDay},
		"a Sunday":             {draft.Change{Date: servertest.Week - 1, Items: []quote.Item{}}, draft.ErrBadDay},
		"no list":              {draft.Change{Date: servertest.Week}, draft.ErrBadItems},
		"too many meals":       {draft.Change{Date: servertest.Week, Items: many(41)}, draft.ErrBadItems},
		"a name too long":      {draft.Change{Date: servertest.Week, Items: many(65)[64:]}, draft.ErrBadItems},
		"too many portions": {draft.Change{Date: servertest.Week, Items: []quote.Item{{Meal: "m", Qty: quote.MaxQuantity + 1}}},
			draft.ErrBadItems},
		"a meal twice": {draft.Change{Date: servertest.Week, Items: []quote.Item{{Meal: "m", Qty: 1}, {Meal: "m", Qty: 1}}},
			draft.ErrBadItems},
		"less than nothing": {draft.Change{Date: servertest.Week, Items: []quote.Item{}, Seen: -1}, draft.ErrBadItems},
		"half an address":   {draft.Change{Date: servertest.Week, Items: []quote.Item{}, AddressID: &short}, draft.ErrBadAddress},
		"no text":           {draft.Change{Date: servertest.Week, Items: []quote.Item{}, AddressID: &odd}, draft.ErrBadAddress},
	} {
		require.Equal(t, c.want, c.change.Check(), name)
	}
	require.Equal(t, clock.Date(19600), week.MinWeekStartDate-1, "31 August 2023")
}
