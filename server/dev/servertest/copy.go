package servertest

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// Copy keeps all rows of a database as they are now. What it returns makes another database with these rows, as restoring a backup does,
// but without taking the constraints off and putting them on again.
func Copy(t testing.TB, pool *pgxpool.Pool) (restore func() *pgxpool.Pool) {
	t.Helper()
	type table struct {
		name, columns string
		rows          bytes.Buffer
	}
	var tables []*table
	conn := connect(t, pool)
	defer func() { require.NoError(t, conn.Close(context.Background())) }()
	rows, err := conn.Query(t.Context(), `SELECT attrelid::regclass::text, string_agg(quote_ident(attname), ', ' ORDER BY attnum)
		FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
		WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
		GROUP BY attrelid`)
	require.NoError(t, err)
	var name, columns string
	_, err = pgx.ForEachRow(rows, []any{&name, &columns}, func() error {
		tables = append(tables, &table{name: name, columns: columns})
		return nil
	})
	require.NoError(t, err)
	var sequences string
	require.NoError(t, pgx.BeginTxFunc(t.Context(), conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		for _, from := range tables {
			out := fmt.Sprintf("COPY %s (%s) TO STDOUT", from.name, from.columns)
			if _, err := tx.Conn().PgConn().CopyTo(t.Context(), &from.rows, out); err != nil {
				return err
			}
		}
		return tx.QueryRow(t.Context(), `SELECT string_agg(format('SELECT setval(%L, %s, %L)', sequencename, coalesce(last_value, start_value),
			last_value IS NOT NULL), '; ') FROM pg_sequences WHERE schemaname = 'public'`).Scan(&sequences)
	}))
	return func() *pgxpool.Pool {
		t.Helper()
		copied := DB(t)
		conn := connect(t, copied)
		defer func() { require.NoError(t, conn.Close(context.Background())) }()
		require.NoError(t, pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), "SET LOCAL session_replication_role = replica"); err != nil {
				return err
			}
			for _, to := range tables {
				if err := putBack(t.Context(), tx, to.name, to.columns, to.rows.Bytes()); err != nil {
					return fmt.Errorf("copy %s: %w", to.name, err)
				}
			}
			return tx.Conn().PgConn().Exec(t.Context(), sequences).Close()
		}))
		return copied
	}
}

func putBack(ctx context.Context, tx pgx.Tx, table, columns string, rows []byte) error {
	if _, err := tx.Exec(ctx, "DELETE FROM "+table); err != nil || len(rows) == 0 {
		return err
	}
	_, err := tx.Conn().PgConn().CopyFrom(ctx, bytes.NewReader(rows), fmt.Sprintf("COPY %s (%s) FROM STDIN", table, columns))
	return err
}

// connect is a connection that is not the pool's: the mode that disables triggers would discard its plans.
func connect(t testing.TB, pool *pgxpool.Pool) *pgx.Conn {
	t.Helper()
	conn, err := pgx.ConnectConfig(t.Context(), pool.Config().ConnConfig)
	require.NoError(t, err)
	return conn
}
