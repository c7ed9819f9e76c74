package servertest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/doctor"
)

// Sound fails the test when anything about money, orders, drafts or tenants in the database cannot be true. Every test that
// moves money ends with it.
func Sound(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	found, err := doctor.Examine(ctx, pool)
	require.NoError(t, err)
	require.Empty(t, doctor.Broken(found), "the database holds what cannot be true")
}
