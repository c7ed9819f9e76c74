package servertest_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
)

func TestMain(m *testing.M) { servertest.Main(m) }

func TestEveryTestHasADatabaseOfItsOwn(t *testing.T) {
	t.Parallel()
	one, two := servertest.DB(t), servertest.DB(t)
	servertest.Do(t, one, "CREATE TABLE mine (n int)")
	require.True(t, has(t, one, "mine"))
	require.False(t, has(t, two, "mine"))
	require.True(t, has(t, two, "persons"), "our migrations have run")
	require.True(t, has(t, two, "river_job"), "and the job queue's")
}

// Not parallel, so that nobody else takes the database that was given back.
func TestWhatATestWroteIsGoneForTheNext(t *testing.T) {
	var name, before string
	use := func(fn func(t *testing.T, pool *pgxpool.Pool)) {
		t.Run("a test", func(t *testing.T) {
			pool := servertest.DB(t)
			if before == "" {
				before = content(t, pool)
			}
			require.Equal(t, before, content(t, pool))
			name = servertest.One[string](t, pool, "SELECT current_database()")
			fn(t, pool)
		})
	}
	var first string
	use(func(t *testing.T, pool *pgxpool.Pool) {
		first = name
		servertest.Town(t, pool)
		servertest.Credit(t, pool, servertest.Eater(t, pool, sample.Companies()[0]), 2250)
		servertest.Do(t, pool, "UPDATE plans SET avg_price = 1")
		servertest.Do(t, pool, "SELECT nextval(format('%I', sequencename)::regclass) FROM pg_sequences WHERE schemaname = 'public'")
		require.NotEqual(t, before, content(t, pool))
		servertest.Sound(t, pool)
	})
	use(func(t *testing.T, pool *pgxpool.Pool) {
		require.Equal(t, first, name, "it is the same database")
		servertest.Do(t, pool, "ALTER TABLE entries DISABLE TRIGGER never_changed")
	})
	use(func(t *testing.T, pool *pgxpool.Pool) {
		require.NotEqual(t, first, name, "a database with another schema is not used again")
	})
}

// The room of rows that a test before deleted or changed is not given to new ones, which would come before older ones.
func TestRowsAreFoundInTheOrderInWhichATestWroteThem(t *testing.T) {
	for range 4 {
		t.Run("a test", func(t *testing.T) {
			pool := servertest.DB(t)
			for n := range 60 {
				servertest.Do(t, pool, "INSERT INTO closed_days VALUES (date '2030-01-01' + $1::int, repeat('x', 100))", n)
				if n == 20 {
					servertest.Do(t, pool, "VACUUM closed_days") // autovacuum may come at any time
				}
				dates := servertest.One[[]time.Time](t, pool, "SELECT array_agg(date) FROM closed_days WHERE date >= '2030-01-01'")
				require.Len(t, dates, n+1)
				require.True(t, slices.IsSortedFunc(dates, time.Time.Compare), dates)
			}
			servertest.Do(t, pool, "UPDATE closed_days SET name = name || 'y'")
		})
	}
}

// content is a checksum of every row and sequence of a database.
func content(t *testing.T, pool *pgxpool.Pool) string {
	t.Helper()
	return servertest.One[string](t, pool, `SELECT md5(schema_to_xml('public', true, false, '')::text) || ' ' ||
		string_agg(format('%s %s', sequencename, last_value), ',' ORDER BY sequencename) FROM pg_sequences`)
}

// TestProcessesShareOneServer runs tests of this package in other processes, all at once, on a new server, so that
// each tries to make the template.
func TestProcessesShareOneServer(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "all its packages on one server")
	dir := below(t)
	shared, err := local.StartPostgres(t.Context(), local.Options{Dir: filepath.Join(dir, "postgres"), Volatile: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, shared.Stop()) }()
	address := shared.URL("postgres")
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	outs, errs := make([]string, 3), make([]error, 3)
	servertest.Together(3, func(i int) {
		cmd := exec.CommandContext(t.Context(), os.Args[0],
			"-test.run=TestEveryTestHasADatabaseOfItsOwn|TestWhatATestWroteIsGoneForTheNext", "-test.v")
		cmd.Env = append(os.Environ(), "TEST_DATABASE_URL="+address)
		out, err := cmd.CombinedOutput()
		outs[i], errs[i] = string(out), err
	})
	for i := range outs {
		require.NoError(t, errs[i], outs[i])
		require.Contains(t, outs[i], "--- PASS: TestEveryTestHasADatabaseOfItsOwn")
	}
	var templates int
	require.NoError(t, conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_database WHERE datname LIKE 'template\\_%'").Scan(&templates))
	require.Equal(t, 1, templates)
}

// TestAKilledRunIsSweptUpByTheNext uses a temporary folder of its own, where nobody else's runs are.
func TestAKilledRunIsSweptUpByTheNext(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "nothing of it: a run that ends removes its server itself")
	tmp := below(t)
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "TMPDIR="+tmp, "TEST_DATABASE_URL=")
		return cmd
	}
	killed := run("-test.run=^$", "-test.bench=Stay")
	out, err := killed.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, killed.Start())
	said := bufio.NewScanner(out)
	for said.Scan() && !strings.HasSuffix(said.Text(), "it stays") {
	}
	require.True(t, strings.HasSuffix(said.Text(), "it stays"), "it ended instead")
	require.NoError(t, killed.Process.Kill())
	killed.Wait()
	left := leftIn(t, tmp)
	require.NotEmpty(t, left, "a killed run cannot clean up")
	long := time.Now().Add(-time.Hour)
	for _, dir := range left {
		require.NoError(t, os.Chtimes(dir, long, long))
	}

	next, err := run("-test.run=TestWhatATestWroteIsGoneForTheNext").CombinedOutput()
	require.NoError(t, err, string(next))
	require.Empty(t, leftIn(t, tmp))
}

// BenchmarkStay measures nothing: it is a run for another test to kill.
func BenchmarkStay(b *testing.B) {
	servertest.DB(b)
	fmt.Println("it stays")
	select {}
}

func TestARedisStartsEmptyAndItsTimeStandsStill(t *testing.T) {
	t.Parallel()
	c, server := servertest.Redis(t)
	require.Zero(t, c.DBSize(t.Context()).Val())
	require.NoError(t, c.Set(t.Context(), "k", "v", time.Second).Err())
	require.Equal(t, time.Second, c.PTTL(t.Context(), "k").Val())
	server.FastForward(time.Second)
	require.Zero(t, c.Exists(t.Context(), "k").Val())
}

func has(t *testing.T, pool *pgxpool.Pool, table string) bool {
	t.Helper()
	return servertest.One[bool](t, pool, "SELECT to_regclass($1) IS NOT NULL", table)
}

// below is a short temporary folder that every user may enter.
func below(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "s")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}

func leftIn(t *testing.T, dir string) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, "sahn-*"))
	require.NoError(t, err)
	return left
}
