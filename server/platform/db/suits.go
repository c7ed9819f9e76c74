package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	sahnsql "sahn/sql"
)

// released is the newest migration of the version before this one. While servers are replaced one after the other, both versions
// work on the newest tables, and when the new one is taken back the old one goes on alone with what the new one wrote. Versions before
// that one may not start any more once this one has migrated.
const released = 16

// newest is the number of the newest migration among files, which is the schema that a program with them knows.
func newest(files fs.FS) (last int64, err error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil || len(names) == 0 {
		return 0, errors.Join(errors.New("there are no migrations"), err)
	}
	return strconv.ParseInt(names[len(names)-1][:4], 10, 64)
}

const schemaOf = `SELECT (SELECT max(version_id) FROM goose_db_version WHERE is_applied), (SELECT least FROM schema_floor)`

// Suits says nothing when this program may serve on the database, and otherwise what to do. A database that newer versions migrated suits
// the version before theirs, and none before that. When the database does not answer the error is ErrUnavailable.
func Suits(ctx context.Context, pool *pgxpool.Pool) error {
	files, err := fs.Sub(sahnsql.Migrations, "migrations")
	if err != nil {
		return err
	}
	known, err := newest(files)
	if err != nil {
		return err
	}
	return suits(ctx, pool, known)
}

func suits(ctx context.Context, pool *pgxpool.Pool, known int64) error {
	var at, least int64
	if err := pool.QueryRow(ctx, schemaOf).Scan(&at, &least); err != nil {
		if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "42P01" { // a table that this version's migrations make
			return fmt.Errorf("the database is empty or of an older version: run `sahn migrate` of this version (schema %d) first", known)
		}
		return Outage(err)
	}
	switch {
	case at < known:
		return fmt.Errorf("the database is at schema %d and this version needs %d: run `sahn migrate` of this version first", at, known)
	case least > known:
		return fmt.Errorf("a newer version has migrated the database to schema %d, on which only versions that know schema %d may serve; "+
			"this one knows %d. Start a newer version", at, least, known)
	}
	return nil
}

// Ready is whether the database answers and, once for a pool, whether this program may serve on it.
func Ready(pool *pgxpool.Pool) func(context.Context) error {
	var suited atomic.Bool
	return func(ctx context.Context) error {
		if suited.Load() {
			return pool.Ping(ctx)
		}
		err := Suits(ctx, pool)
		suited.Store(err == nil)
		return err
	}
}

// raiseFloor shuts out versions that this one's tables are too new for.
func raiseFloor(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, "UPDATE schema_floor SET least = $1 WHERE least < $1", int64(released))
	return err
}
