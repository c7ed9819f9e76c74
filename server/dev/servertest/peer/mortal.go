package main

import (
	"context"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// mortal is a pool whose next transaction can be made to lose its connection. It is a db.Conn.
type mortal struct {
	*pgxpool.Pool
	before int  // the statement of the next transaction that finds its connection dead, counted from 1; the commit is the last
	after  bool // whether it is lost with the answer to its commit instead
	died   bool
}

// BeginTx begins a transaction that may lose its connection.
func (m *mortal) BeginTx(ctx context.Context, o pgx.TxOptions) (pgx.Tx, error) {
	tx, err := m.Pool.BeginTx(ctx, o)
	if err != nil || m.before == 0 && !m.after {
		return tx, err
	}
	d := &dying{Tx: tx, m: m, before: m.before, after: m.after}
	m.before, m.after = 0, false
	return d, nil
}

// dying is such a transaction. Its savepoints use the same connection and count as statements.
type dying struct {
	pgx.Tx
	m      *mortal
	before int
	after  bool
	said   int
}

// statement kills the backend at the chosen statement, and waits until it is gone.
func (d *dying) statement(ctx context.Context) {
	if d.said++; d.said != d.before {
		return
	}
	var gone bool
	if err := d.m.Pool.QueryRow(ctx, "SELECT pg_terminate_backend($1, 5000)", d.Tx.Conn().PgConn().PID()).Scan(&gone); err != nil || !gone {
		panic("a backend could not be killed")
	}
	d.m.died = true
}

func (d *dying) Begin(ctx context.Context) (pgx.Tx, error) {
	d.statement(ctx)
	return d.Tx.Begin(ctx)
}

func (d *dying) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	d.statement(ctx)
	return d.Tx.Exec(ctx, sql, args...)
}

func (d *dying) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	d.statement(ctx)
	return d.Tx.Query(ctx, sql, args...)
}

func (d *dying) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	d.statement(ctx)
	return d.Tx.QueryRow(ctx, sql, args...)
}

func (d *dying) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	d.statement(ctx)
	return d.Tx.SendBatch(ctx, b)
}

func (d *dying) Commit(ctx context.Context) error {
	d.statement(ctx)
	err := d.Tx.Commit(ctx)
	if err == nil && d.after {
		d.m.died = true
		return io.ErrUnexpectedEOF
	}
	return err
}
