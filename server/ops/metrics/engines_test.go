package metrics

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

func TestABatchOfWhichPgxSaysTwiceThatItEndedIsOneRoundTrip(t *testing.T) {
	t.Parallel()
	m := New("1")
	own := &tracer{m}
	ctx := own.TraceBatchStart(t.Context(), nil, pgx.TraceBatchStartData{Batch: &pgx.Batch{}})
	own.TraceBatchEnd(ctx, nil, pgx.TraceBatchEndData{Err: context.Canceled})
	own.TraceBatchEnd(ctx, nil, pgx.TraceBatchEndData{Err: context.Canceled})
	families, err := m.registry.Gather()
	require.NoError(t, err)
	seen := false
	for _, f := range families {
		if f.GetName() == "sahn_db_trip_duration_seconds" {
			require.EqualValues(t, 1, f.GetMetric()[0].GetHistogram().GetSampleCount())
			seen = true
		}
	}
	require.True(t, seen)
}
