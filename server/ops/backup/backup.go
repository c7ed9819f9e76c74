// Package backup copies a whole database into one file and back, where no tool of Postgres is available. Its promise: the file is a
// snapshot of the database at one moment, whatever is written meanwhile; and a restore is whole or does not happen.
package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// manifest is the last entry of the file: what the file must contain.
type manifest struct {
	Format    int              `json:"format"`
	At        time.Time        `json:"at"`
	Schema    int64            `json:"schema"`
	Jobs      int64            `json:"jobs"` // version of the job queue's schema
	Tables    []table          `json:"tables"`
	Sequences map[string]int64 `json:"sequences"` // the next number of each, by its name
}

type table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
	Bytes   int64    `json:"bytes"`
	SHA256  string   `json:"sha256"`
}

const (
	format       = 1
	manifestName = "manifest.json"
)

// leftOut are tables that belong to the running program and not to the data. No one is signed in after a restore: a session that was ended
// since the copy would be valid again.
var leftOut = []string{"goose_db_version", "river_migration", "river_leader", "river_queue", "river_client",
	"river_client_queue", "sessions"}

// Report says what was copied.
type Report struct {
	Tables int
	Rows   int64
	At     time.Time // the snapshot's time, by the database
}

// Write copies a snapshot of what conn sees.
func Write(ctx context.Context, conn *pgx.Conn, to io.Writer) (Report, error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	m := manifest{Format: format}
	if err := tx.QueryRow(ctx, "SELECT now()").Scan(&m.At); err != nil {
		return Report{}, err
	}
	if m.Schema, m.Jobs, err = versions(ctx, tx); err != nil {
		return Report{}, err
	}
	if m.Tables, err = tablesOf(ctx, tx); err != nil {
		return Report{}, err
	}
	zip := gzip.NewWriter(to)
	file := tar.NewWriter(zip)
	report := Report{Tables: len(m.Tables), At: m.At}
	for i := range m.Tables {
		if err := copyOut(ctx, tx, file, &m.Tables[i]); err != nil {
			return report, fmt.Errorf("copy %s: %w", m.Tables[i].Name, err)
		}
		report.Rows += m.Tables[i].Rows
	}
	// Sequences are read last, so that numbers that were used meanwhile are not used again.
	if m.Sequences, err = sequencesOf(ctx, tx); err != nil {
		return report, err
	}
	said, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return report, err
	}
	return report, errors.Join(entry(file, manifestName, int64(len(said)), bytes.NewReader(said)), file.Close(), zip.Close())
}

func copyOut(ctx context.Context, tx pgx.Tx, file *tar.Writer, t *table) error {
	beside, err := os.CreateTemp("", "sahn-backup-*")
	if err != nil {
		return err
	}
	defer func() { _ = beside.Close(); _ = os.Remove(beside.Name()) }()
	sum := sha256.New()
	tag, err := tx.Conn().PgConn().CopyTo(ctx, io.MultiWriter(beside, sum),
		fmt.Sprintf("COPY (SELECT %s FROM %s) TO STDOUT", quoted(t.Columns), quoted([]string{t.Name})))
	if err != nil {
		return err
	}
	t.Rows, t.SHA256 = tag.RowsAffected(), hex.EncodeToString(sum.Sum(nil))
	if t.Bytes, err = beside.Seek(0, io.SeekCurrent); err != nil {
		return err
	}
	if _, err := beside.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return entry(file, t.Name, t.Bytes, beside)
}

func entry(file *tar.Writer, name string, size int64, from io.Reader) error {
	if err := file.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size}); err != nil {
		return err
	}
	_, err := io.Copy(file, from)
	return err
}

// Reasons to refuse a restore.
var (
	ErrNotEmpty = errors.New("the database is not empty: put a copy back into a new one")
	ErrDamaged  = errors.New("the file is damaged or not a copy that this program made")
)

// Restore restores a file into a database that is migrated and empty. open is called twice: the whole file is checked before anything is
// written.
func Restore(ctx context.Context, conn *pgx.Conn, open func() (io.ReadCloser, error)) (Report, error) {
	m, err := look(open)
	if err != nil {
		return Report{}, err
	}
	report := Report{Tables: len(m.Tables), At: m.At}
	tx, err := conn.Begin(ctx)
	if err != nil {
		return report, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if err := fits(ctx, tx, m); err != nil {
		return report, err
	}
	back, err := unbind(ctx, tx, m.Tables)
	if err != nil {
		return report, err
	}
	if err := pour(ctx, tx, m, open, &report); err != nil {
		return report, err
	}
	// This checks every key again. Without statistics each query after it, the doctor's first, would be planned for empty tables.
	if _, err := tx.Exec(ctx, strings.Join(append(back, "ANALYZE"), ";\n")); err != nil {
		return report, fmt.Errorf("the file does not fit together: %w", err)
	}
	for name, next := range m.Sequences {
		if _, err := tx.Exec(ctx, "SELECT setval($1::regclass, $2, false)", name, next); err != nil {
			return report, fmt.Errorf("sequence %s: %w", name, err)
		}
	}
	return report, tx.Commit(ctx)
}

// look reads the whole file and compares it with its manifest.
func look(open func() (io.ReadCloser, error)) (m manifest, err error) {
	type found struct {
		bytes int64
		sum   string
	}
	entries := map[string]found{}
	err = each(open, func(name string, from io.Reader) error {
		if name == manifestName {
			return json.NewDecoder(from).Decode(&m)
		}
		sum := sha256.New()
		n, err := io.Copy(sum, from)
		entries[name] = found{n, hex.EncodeToString(sum.Sum(nil))}
		return err
	})
	if err != nil {
		return m, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if m.Format != format || len(entries) != len(m.Tables) {
		return m, ErrDamaged
	}
	for _, t := range m.Tables {
		if entries[t.Name] != (found{t.Bytes, t.SHA256}) {
			return m, fmt.Errorf("%w: %s", ErrDamaged, t.Name)
		}
	}
	return m, nil
}

func each(open func() (io.ReadCloser, error), do func(name string, from io.Reader) error) error {
	raw, err := open()
	if err != nil {
		return err
	}
	defer raw.Close()
	zip, err := gzip.NewReader(raw)
	if err != nil {
		return err
	}
	file := tar.NewReader(zip)
	for {
		head, err := file.Next()
		if errors.Is(err, io.EOF) {
			_, err := io.Copy(io.Discard, zip) // gzip's checksum is at the end
			return err
		}
		if err != nil {
			return err
		}
		if err := do(head.Name, file); err != nil {
			return err
		}
	}
}

// fits refuses a file of another version or with other tables, and a database that is in use.
func fits(ctx context.Context, tx pgx.Tx, m manifest) error {
	schema, jobs, err := versions(ctx, tx)
	if err != nil {
		return err
	}
	if schema != m.Schema || jobs != m.Jobs {
		return fmt.Errorf("the file is of version %d (jobs %d) and the database of %d (%d): use the program that made it, and migrate afterwards",
			m.Schema, m.Jobs, schema, jobs)
	}
	tables, err := tablesOf(ctx, tx)
	if err != nil {
		return err
	}
	same := slices.EqualFunc(tables, m.Tables, func(a, b table) bool { return a.Name == b.Name && slices.Equal(a.Columns, b.Columns) })
	if !same {
		return fmt.Errorf("%w: its tables are not this database's", ErrDamaged)
	}
	var lived bool
	err = tx.QueryRow(ctx,
		"SELECT EXISTS (SELECT FROM persons) OR EXISTS (SELECT FROM orders) OR EXISTS (SELECT FROM transactions) OR EXISTS (SELECT FROM "+
			"companies WHERE company_type <> 'Cash')").Scan(&lived)
	if err == nil && lived {
		err = ErrNotEmpty
	}
	return err
}

// unbind drops the constraints and indexes that each row would be checked with, disables the triggers for this transaction, and empties the
// tables that migrations filled. It returns the statements that bring them back, keys before what refers to them.
func unbind(ctx context.Context, tx pgx.Tx, tables []table) (back []string, err error) {
	rows, err := tx.Query(ctx,
		`SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname), format('ALTER TABLE %s ADD CONSTRAINT %I %s',
			conrelid::regclass, conname, pg_get_constraintdef(oid)), (contype = 'f')::int * 2 AS turn
		FROM pg_constraint WHERE connamespace = 'public'::regnamespace
			AND (contype = 'f' OR contype IN ('p', 'u', 'x') AND conrelid::regclass::text = ANY ($1))
		UNION ALL
		SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
		FROM pg_index i WHERE i.indrelid::regclass::text = ANY ($1) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid
			AND contype <> 'f')
		ORDER BY turn, 1`, namesOf(tables))
	if err != nil {
		return nil, err
	}
	var away []string
	var drop, add string
	var turn int
	if _, err := pgx.ForEachRow(rows, []any{&drop, &add, &turn}, func() error {
		away, back = append(away, drop), append(back, add)
		return nil
	}); err != nil {
		return nil, err
	}
	slices.Reverse(away) // references go before the keys that they need
	for _, t := range tables {
		away = append(away, "ALTER TABLE "+quoted([]string{t.Name})+" DISABLE TRIGGER USER")
		back = append(back, "ALTER TABLE "+quoted([]string{t.Name})+" ENABLE TRIGGER USER")
	}
	away = append(away, "TRUNCATE "+quoted(namesOf(tables)), "SET LOCAL maintenance_work_mem = '256MB'")
	if _, err := tx.Exec(ctx, strings.Join(away, ";\n")); err != nil {
		return nil, fmt.Errorf("without constraints: %w", err)
	}
	return back, nil
}

func namesOf(tables []table) []string {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.Name
	}
	return names
}

func pour(ctx context.Context, tx pgx.Tx, m manifest, open func() (io.ReadCloser, error), report *Report) error {
	return each(open, func(name string, from io.Reader) error {
		i := slices.IndexFunc(m.Tables, func(t table) bool { return t.Name == name })
		if i < 0 {
			return nil
		}
		t, sum := m.Tables[i], sha256.New()
		tag, err := tx.Conn().PgConn().CopyFrom(ctx, io.TeeReader(from, sum),
			fmt.Sprintf("COPY %s (%s) FROM STDIN", quoted([]string{t.Name}), quoted(t.Columns)))
		if err != nil {
			return fmt.Errorf("put back %s: %w", t.Name, err)
		}
		if tag.RowsAffected() != t.Rows || sumOf(sum) != t.SHA256 {
			return fmt.Errorf("%w: %s changed while it was read", ErrDamaged, t.Name)
		}
		report.Rows += t.Rows
		return nil
	})
}

func sumOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

func versions(ctx context.Context, tx pgx.Tx) (schema, jobs int64, err error) {
	err = tx.QueryRow(ctx,
		"SELECT (SELECT max(version_id) FROM goose_db_version WHERE is_applied), (SELECT max(version) FROM river_migration)").Scan(&schema, &jobs)
	return schema, jobs, err
}

func tablesOf(ctx context.Context, tx pgx.Tx) ([]table, error) {
	rows, err := tx.Query(ctx,
		`SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
		AND NOT c.relname = ANY($1)
		GROUP BY c.relname ORDER BY c.relname`, leftOut)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (t table, err error) {
		err = row.Scan(&t.Name, &t.Columns)
		return t, err
	})
}

func sequencesOf(ctx context.Context, tx pgx.Tx) (map[string]int64, error) {
	rows, err := tx.Query(ctx, `SELECT format('%I', s.sequencename), coalesce(s.last_value + s.increment_by, s.start_value) FROM pg_sequences s
		JOIN pg_depend d ON d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')
		JOIN pg_class c ON c.oid = d.refobjid WHERE s.schemaname = 'public' AND NOT c.relname = ANY($1)`, leftOut)
	if err != nil {
		return nil, err
	}
	next := map[string]int64{}
	var name string
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&name, &n}, func() error { next[name] = n; return nil })
	return next, err
}

func quoted(names []string) string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = pgx.Identifier{n}.Sanitize()
	}
	return strings.Join(all, ", ")
}
