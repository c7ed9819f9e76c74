package capacity_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/capacity"
)

func TestThePageShowsWhatTheProgramPrints(t *testing.T) {
	t.Parallel()
	m, err := capacity.Shipped()
	require.NoError(t, err)
	page, err := os.ReadFile("../../../docs/capacity.md")
	require.NoError(t, err)
	for _, table := range m.Tables() {
		require.Contains(t, string(page), table, "go run ./server/dev/capacity/page prints the tables")
	}
}

func TestTenTimesAsManyPeopleTakeTenTimesAsMuchBesidesWhatIsTakenWithoutThem(t *testing.T) {
	t.Parallel()
	m := capacity.Measured{Kinds: map[string]capacity.Cost{"hand-off": {API: 1000, Postgres: 4000, Redis: 100}},
		Idle: capacity.Cost{API: 500_000}}
	orders := 1e5 * capacity.Ordering * capacity.Share / capacity.Window
	few, many := m.Predict(1e5), m.Predict(1e6)
	require.InDelta(t, 0.5+orders/1000, few.API, 1e-9)
	require.InDelta(t, orders*4/1000, few.Postgres, 1e-9)
	require.InDelta(t, 10*few.Postgres, many.Postgres, 1e-9)
	require.InDelta(t, 1e5, m.Bears(few.API+few.Postgres+few.Redis), 1e-6)
	require.InDelta(t, 10*few.Requests, many.Requests, 1e-6)
}
