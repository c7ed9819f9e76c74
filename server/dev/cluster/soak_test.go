//go:build linux

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Each look is one of 30; what grows does so by a little with each.
func TestSoakFindsWhatGrowsAndNotWhatGoesUpAndDown(t *testing.T) {
	t.Parallel()
	run := func(part int, by func(i int) float64) error {
		looks := make([]use, 30)
		for i := range looks {
			looks[i] = use{200, 300, 100, 40, 6}
			looks[i][part] += by(i)
		}
		_, _, err := leaks(looks)
		return err
	}
	for part, name := range uses {
		require.NoError(t, run(part, func(i int) float64 { return float64(i%5*400) - 800 }), name.name)
		require.ErrorContains(t, run(part, func(i int) float64 { return float64(i) * 10 }), name.name)
		require.NoError(t, run(part, func(i int) float64 { return float64(max(0, 5-i)) * 100 }), "it is used to begin with, and given back")
	}
	require.Error(t, run(4, func(i int) float64 { return float64(i / 20) }), "one temporary file that stays")
	_, _, err := leaks(make([]use, 14))
	require.ErrorContains(t, err, "only 14 looks")
}
