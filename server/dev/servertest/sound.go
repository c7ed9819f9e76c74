package servertest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/ops/doctor"
)

// Sound fails the test when an invariant of money, orders, drafts or tenants is violated in the database. Every test that moves money ends
// with it.
func Sound(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hangGuard)
	defer cancel()
	var found []doctor.Finding
	examine := func(conn doctor.Beginner) (err error) { found, err = doctor.Examine(ctx, conn); return err }
	if d := databaseOf(pool); d != nil {
		require.NoError(t, d.ask(ctx, func(conn *pgx.Conn) error { return examine(conn) }))
	} else {
		require.NoError(t, examine(pool))
	}
	require.Empty(t, doctor.Broken(found), "the database holds what cannot be true")
}

// Watch is Sound for a test that checks after every step.
func Watch(t testing.TB, pool *pgxpool.Pool) func() {
	t.Helper()
	return func() { t.Helper(); Sound(t, pool) }
}
