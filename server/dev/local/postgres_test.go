package local_test

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
)

func TestDataSurviveARestart(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "the start after both were killed")
	o := local.Options{Dir: folder(t)}
	p := start(t, o)
	require.NoError(t, p.Create(t.Context(), "sahn"))
	ask(t, p.URL("sahn"), "CREATE TABLE lunch (n int)")
	ask(t, p.URL("sahn"), "INSERT INTO lunch VALUES (42)")
	require.NoError(t, p.Stop())

	p = start(t, o)
	require.NoError(t, p.Create(t.Context(), "sahn"), "a database that is there stays as it is")
	require.Equal(t, 42, ask(t, p.URL("sahn"), "SELECT n FROM lunch"))
}

func TestThePoolTakesTheURLOfATCPServer(t *testing.T) {
	t.Parallel()
	p := start(t, local.Options{Dir: folder(t), TCP: true, MaxConnections: 17, Volatile: true})
	require.Contains(t, p.URL("postgres"), "@127.0.0.1:")
	pool, err := pgxpool.New(t.Context(), p.URL("postgres"))
	require.NoError(t, err)
	defer pool.Close()
	var connections, fsync, zone string
	require.NoError(t, pool.QueryRow(t.Context(),
		"SELECT current_setting('max_connections'), current_setting('fsync'), current_setting('timezone')").Scan(&connections, &fsync, &zone))
	require.Equal(t, []string{"17", "off", "UTC"}, []string{connections, fsync, zone})
}

func TestOnlyTheOwnerCanReadThePasswordAndTheData(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	p := start(t, local.Options{Dir: dir, Volatile: true})
	for path, mode := range map[string]os.FileMode{"": 0o700, "data": 0o700, "password": 0o600, "log": 0o600} {
		at, err := os.Stat(filepath.Join(dir, path))
		require.NoError(t, err)
		require.Equal(t, mode, at.Mode().Perm(), path)
	}
	u, err := url.Parse(p.URL("postgres"))
	require.NoError(t, err)
	u.User = url.UserPassword("sahn", "guess")
	pool, err := pgxpool.New(t.Context(), u.String())
	require.NoError(t, err)
	defer pool.Close()
	require.ErrorContains(t, pool.Ping(t.Context()), "password authentication failed")
}

func TestItRunsBelowAFolderThatNobodyElseMayEnter(t *testing.T) {
	t.Parallel()
	closed := filepath.Dir(folder(t))
	require.NoError(t, os.Chmod(closed, 0o700))
	o := local.Options{Dir: filepath.Join(closed, "postgres"), Volatile: true}
	require.Equal(t, 1, ask(t, start(t, o).URL("postgres"), "SELECT 1"))
}

func TestASecondAppIsToldThatTheFolderIsTaken(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	first := start(t, local.Options{Dir: dir, Volatile: true})
	_, err := local.StartPostgres(t.Context(), local.Options{Dir: dir})
	require.ErrorIs(t, err, local.ErrInUse)
	require.ErrorIs(t, local.RemovePostgres(t.Context(), dir), local.ErrInUse)
	require.Equal(t, 1, ask(t, first.URL("postgres"), "SELECT 1"), "and the first one goes on")
}

func TestAHalfMadeFolderIsMadeAnew(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "new-123", "base"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "password"), []byte("of the half-made one"), 0o600))
	p := start(t, local.Options{Dir: dir, Volatile: true})
	require.Equal(t, 1, ask(t, p.URL("postgres"), "SELECT 1"))
	require.NoDirExists(t, filepath.Join(dir, "new-123"))
}

func TestAFailedStartSaysWhatPostgresSaid(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	require.NoError(t, start(t, local.Options{Dir: dir, Volatile: true}).Stop())
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data", "postgresql.conf"), []byte("lunch = 'yes'"), 0o600))
	_, err := local.StartPostgres(t.Context(), local.Options{Dir: dir})
	require.ErrorContains(t, err, `unrecognized configuration parameter "lunch"`)
	require.NotErrorIs(t, err, local.ErrInUse)
	_, err = local.StartPostgres(t.Context(), local.Options{Dir: dir})
	require.NotErrorIs(t, err, local.ErrInUse, "a failed start gives the folder back")
}
