package servertest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/doctor"
)

// Sound fails the test when anything about money, orders, drafts or tenants in the database cannot be true. Every test that
// moves money ends with it.
func Sound(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	sound(t, pool)
}

// Watch is Sound for a test that looks after every step: the connection of its own remembers how to look.
func Watch(t testing.TB, pool *pgxpool.Pool) func() {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pool.Config().ConnString())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return func() { t.Helper(); sound(t, conn) }
}

func sound(t testing.TB, conn doctor.Beginner) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	found, err := doctor.Examine(ctx, conn)
	require.NoError(t, err)
	require.Empty(t, doctor.Broken(found), "the database holds what cannot be true")
}
