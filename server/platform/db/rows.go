package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// ReportSumsEach is ReportSums for tables that are written while they are read: it gives the rows one by one, and has only one of them in
// memory. It ends with fn's first error. The connection is busy until then.
func (q *Queries) ReportSumsEach(ctx context.Context, arg ReportSumsParams, fn func(row ReportSumsRow) error) error {
	return each(ctx, q, fn, reportSums, arg.FromDate, arg.UntilDate, arg.BySpan, arg.CompanyID, arg.Department, arg.BeforeFrom,
		arg.BeforeUntil)
}

// each gives the rows of a query one by one, as the fields of Row stand in order.
func each[Row any](ctx context.Context, q *Queries, fn func(row Row) error, sql string, args ...any) error {
	rows, err := q.db.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := pgx.RowToStructByPos[Row](rows)
		if err != nil {
			return err
		}
		if err := fn(row); err != nil {
			return err
		}
	}
	return rows.Err()
}
