package db_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

// aged is a database and a copy of it that is told apart from it, with what their logs are said to have reached.
type aged struct {
	t                      *testing.T
	database, copy         *pgxpool.Pool
	r                      *db.Replica
	written, replayed      int64
	databaseGone, copyGone error
}

func newAged(t *testing.T) *aged {
	t.Helper()
	a := &aged{t: t, database: servertest.DB(t), copy: servertest.DB(t)}
	a.r = &db.Replica{Pool: a.copy, Log: slog.New(slog.DiscardHandler), Where: db.Where{
		Database: func(context.Context) (db.Position, error) {
			return db.Position{Of: "ours", At: a.written}, a.databaseGone
		},
		Replica: func(context.Context, db.Conn) (db.Position, error) {
			return db.Position{Of: "ours", At: a.replayed}, a.copyGone
		}}}
	return a
}

// from is which of them a read asks.
func (a *aged) from() (name string) {
	a.t.Helper()
	require.NoError(a.t, a.r.Read(a.t.Context(), a.database, func(ctx context.Context, conn db.Conn) error {
		return conn.QueryRow(ctx, "SELECT current_database()").Scan(&name)
	}))
	return map[string]string{a.database.Config().ConnConfig.Database: "database", a.copy.Config().ConnConfig.Database: "copy"}[name]
}

func TestAReplicaIsReadOnlyWhileItIsKnownToBeNear(t *testing.T) {
	t.Parallel()
	a := newAged(t)
	require.Equal(t, "database", a.from(), "nobody has looked yet")
	gone := errors.New("gone")
	for _, c := range []struct {
		name              string
		written, replayed int64
		database, copy    error
		from              string
	}{
		{"behind from the start", 10, 9, nil, nil, "database"},
		{"it reached what was written at the look before", 12, 10, nil, nil, "copy"},
		{"it is away", 12, 12, nil, gone, "database"},
		{"it is back", 12, 12, nil, nil, "copy"},
		{"nobody can say how far it must be", 12, 12, gone, nil, "database"},
		{"nothing is written", 12, 12, nil, nil, "copy"},
	} {
		a.written, a.replayed, a.databaseGone, a.copyGone = c.written, c.replayed, c.database, c.copy
		a.r.Look(t.Context())
		require.Equal(t, c.from, a.from(), c.name)
	}
	a.replayed = 9
	require.Equal(t, "database", a.from(), "a balancer led to another one, which is behind")
	a.replayed = 12
	require.Equal(t, "copy", a.from(), "and to the first again")
	db.LetPass(a.r)
	require.Equal(t, "database", a.from(), "what it was five seconds ago says nothing of now")
	a.written = 20
	a.r.Look(t.Context())
	require.Equal(t, "database", a.from(), "it fell behind")
}

func TestWhatAReplicaCannotAnswerTheDatabaseAnswers(t *testing.T) {
	t.Parallel()
	a := newAged(t)
	a.r.Look(t.Context())
	_, err := a.database.Exec(t.Context(), "CREATE TABLE later (n int); INSERT INTO later VALUES (7)")
	require.NoError(t, err)
	read := func() (n int) {
		require.NoError(t, a.r.Read(t.Context(), a.database, func(ctx context.Context, conn db.Conn) error {
			return conn.QueryRow(ctx, "SELECT n FROM later").Scan(&n)
		}))
		return n
	}
	require.Equal(t, 7, read(), "it does not have the table yet")
	require.Equal(t, "copy", a.from())
	a.copyGone = errors.New("gone")
	require.Equal(t, 7, read())
	a.copyGone = nil
	require.Equal(t, "database", a.from(), "it is not asked again before it answered")
	a.r.Look(t.Context())
	require.Equal(t, "copy", a.from())
	var none *db.Replica
	require.NoError(t, none.Read(t.Context(), a.database, func(_ context.Context, conn db.Conn) error {
		require.Same(t, a.database, conn)
		return nil
	}))
}

// A second database is no replica: nothing may be read from it, however near it is said to be.
func TestADatabaseThatIsNoReplicaOfOursIsNotRead(t *testing.T) {
	t.Parallel()
	a := newAged(t)
	a.r = db.NewReplica(a.database, a.copy, slog.New(slog.DiscardHandler))
	a.r.Look(t.Context())
	require.Equal(t, "database", a.from())
	_, err := a.r.Where.Database(t.Context())
	require.NoError(t, err)
	_, err = a.r.Where.Replica(t.Context(), a.copy)
	require.ErrorContains(t, err, "no streaming replica")
	a.r.Where.Replica = func(ctx context.Context, _ db.Conn) (db.Position, error) {
		return db.Position{Of: "another", At: 1 << 62}, nil
	}
	a.r.Look(t.Context())
	require.Equal(t, "database", a.from(), "of another database")
}
