package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/platform/fault"
)

// Replica is a streaming replica of the database, or several behind one address, for reads that may be a few seconds old. A connection to
// it is read only when it is known to be at most maxBehind behind; when it is not, when the replica is away or is no replica of this
// database, the database itself is asked. nil is none.
type Replica struct {
	Pool  *pgxpool.Pool
	Where Where
	Log   *slog.Logger

	mu    sync.Mutex
	past  []point // where the database was at the last looks, oldest first, none older than maxBehind
	away  bool    // it did not answer the last time
	wrong string  // why it was not asked, as the log was told
}

// Where asks how far the logs reach: of the database what it has written, of the replica at a connection what it has replayed.
type Where struct {
	Database func(ctx context.Context) (Position, error)
	Replica  func(ctx context.Context, conn Conn) (Position, error)
}

// Position is a place in the log of one database. Replicas have the name of their database.
type Position struct {
	Of string
	At int64
}

type point struct {
	at time.Time
	Position
}

const (
	maxBehind = 5 * time.Second
	nearEvery = time.Second
)

// NewReplica is the replica at pool of the database at primary. It is not asked before Look or Keep has asked the database.
func NewReplica(primary, pool *pgxpool.Pool, log *slog.Logger) *Replica {
	const position = "SELECT current_database() || ' of ' || system_identifier, (%s - '0/0'::pg_lsn)::bigint FROM pg_control_system()%s"
	return &Replica{Pool: pool, Log: log, Where: Where{
		Database: func(ctx context.Context) (p Position, err error) {
			return p, primary.QueryRow(ctx, fmt.Sprintf(position, "pg_current_wal_lsn()", "")).Scan(&p.Of, &p.At)
		},
		Replica: func(ctx context.Context, conn Conn) (p Position, err error) {
			err = conn.QueryRow(ctx, fmt.Sprintf(position, "pg_last_wal_replay_lsn()", " WHERE pg_is_in_recovery()")).Scan(&p.Of, &p.At)
			return p, NoneIs(err, errNoReplica)
		},
	}}
}

var (
	errNoReplica = errors.New("it is no streaming replica of DATABASE_URL")
	errBehind    = errors.New("it is too far behind")
)

// Keep looks each second until ctx ends.
func (r *Replica) Keep(ctx context.Context) {
	every := time.NewTicker(nearEvery)
	defer every.Stop()
	for {
		r.Look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// Look asks the database once how far it is, and whether a replica is near.
func (r *Replica) Look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, maxBehind/2)
	defer cancel()
	now := time.Now()
	position, err := r.Where.Database(ctx)
	if err != nil {
		r.says(fmt.Errorf("the database does not answer: %w", err))
		return
	}
	r.mu.Lock()
	r.past, r.away = append(r.past, point{now, position}), false
	r.mu.Unlock()
	r.says(r.at(ctx, func(Conn) error { return nil }))
}

// must is the position that a replica must have reached: then it has everything that was committed maxBehind ago.
func (r *Replica) must() (p Position, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.past) > 0 && time.Since(r.past[0].at) > maxBehind {
		r.past = r.past[1:]
	}
	if len(r.past) == 0 || r.away {
		return p, false
	}
	return r.past[0].Position, true
}

// refused says that a connection is not read, and why.
type refused struct{ error }

// at runs fn on a connection to a replica that is near; any other is refused.
func (r *Replica) at(ctx context.Context, fn func(conn Conn) error) error {
	must, known := r.must()
	if !known {
		return refused{errBehind}
	}
	conn, err := r.Pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	switch is, err := r.Where.Replica(ctx, conn); {
	case errors.Is(err, errNoReplica) || err == nil && is.Of != must.Of:
		return refused{errNoReplica}
	case err != nil:
		return err
	case is.At < must.At:
		return refused{errBehind}
	}
	return fn(conn)
}

// says tells the log when what is wrong changes, and that a replica which does not answer is not asked before the next look.
func (r *Replica) says(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	wrong := ""
	if err != nil {
		wrong = err.Error()
		_, answered := errors.AsType[refused](err)
		r.away = r.away || !answered
	}
	if wrong == r.wrong {
		return
	}
	if r.wrong = wrong; wrong == "" {
		r.Log.Info("the replica is read again")
		return
	}
	r.Log.Warn("the replica is not read", "because", wrong)
}

// Read runs fn, which only reads, at a replica that is near, and on the database otherwise. When fn fails at the replica, which may be away
// or not have it yet, the database's answer counts: fn may run twice.
func (r *Replica) Read(ctx context.Context, database Conn, fn func(ctx context.Context, conn Conn) error) error {
	if r == nil {
		return fn(ctx, database)
	}
	err := r.at(ctx, func(conn Conn) error { return fn(ctx, conn) })
	if err == nil || ctx.Err() != nil {
		return err
	}
	_, answered := errors.AsType[refused](err)
	if f := fault.As(err); !answered && !heardFrom(err) && (f == nil || f.Kind == fault.Unavailable) {
		r.says(fmt.Errorf("it does not answer: %w", err))
	}
	return fn(ctx, database)
}
