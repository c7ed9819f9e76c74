package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"filippo.io/age"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/ops/backup"
	"sahn/server/platform/db"
)

// Not parallel: the settings are those of the process.
func TestACommandWorksBesideARunningAppOnTheEmbeddedDatabase(t *testing.T) {
	dir, err := os.MkdirTemp("", "sahn") // the path of a socket must be short
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	t.Setenv("DATA_DIR", dir)
	t.Setenv("DATABASE_URL", "")
	app, err := local.StartPostgres(t.Context(), local.Options{Dir: filepath.Join(dir, "postgres"), Volatile: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, app.Stop()) }()
	require.NoError(t, app.Create(t.Context(), "sahn"))
	require.NoError(t, db.Migrate(t.Context(), app.URL("sahn")))

	log := slog.New(slog.DiscardHandler)
	var address string
	require.NoError(t, withDatabase(t.Context(), log, func(_ context.Context, at string) error {
		address = at
		return nil
	}))
	require.Equal(t, app.URL("sahn"), address)
	require.NoError(t, examine{}.Run(t.Context(), log))
	require.NoError(t, backups{File: filepath.Join(dir, "copy")}.Run(t.Context(), log))
	mine, err := age.GenerateX25519Identity()
	require.NoError(t, err)
	require.NoError(t, backups{File: filepath.Join(dir, "sealed"), Recipient: []string{mine.Recipient().String()}}.Run(t.Context(), log))
	for name, want := range map[string]bool{"copy": false, "sealed": true} {
		sealed, err := backup.Sealed(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, want, sealed, name)
	}
	require.Error(t, backups{File: filepath.Join(dir, "copy")}.Run(t.Context(), log), "a copy is never overwritten")
	pool, err := db.Open(t.Context(), address)
	require.NoError(t, err)
	defer pool.Close()
	ran := func(kind string) (ok bool, note string) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT succeeded_at > coalesce(failed_at, '-infinity'), note FROM nightly_runs
			WHERE kind = $1`, kind).Scan(&ok, &note))
		return ok, note
	}
	ok, _ := ran("doctor")
	require.True(t, ok)
	ok, note := ran("backup")
	require.False(t, ok)
	require.Contains(t, note, "file exists")
	require.NoError(t, backedUp{By: "pgBackRest"}.Run(t.Context(), log))
	ok, note = ran("backup")
	require.True(t, ok)
	require.Equal(t, "pgBackRest", note)
	require.NoError(t, addOperator{Email: "huda@sahn.example", Name: "Huda Saif", Role: "manager"}.Run(t.Context(), log))
}
