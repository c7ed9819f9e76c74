package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Unprepared are the same queries, each planned anew for its parameters: for reports, whose companies and spans differ so much that the one
// plan that Postgres keeps for a statement after some time is wrong for most of them. It costs a report some milliseconds.
func (q *Queries) Unprepared() *Queries { return New(unprepared{q.db}) }

// unprepared sends statements without a name, which Postgres plans when it has seen the parameters.
type unprepared struct{ DBTX }

func (p unprepared) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return p.DBTX.Query(ctx, sql, append([]any{pgx.QueryExecModeCacheDescribe}, args...)...)
}

func (p unprepared) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return p.DBTX.QueryRow(ctx, sql, append([]any{pgx.QueryExecModeCacheDescribe}, args...)...)
}
