package main

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sampledemo "sahn/server/dev/demo"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
	"sahn/server/trail"
)

// trailOf is an export of the demo's trail, and what the installation publishes as its keys.
func trailOf(t *testing.T) (export []byte, key string, published []byte) {
	t.Helper()
	pool, now := servertest.DB(t), clock.System()
	require.NoError(t, sampledemo.Load(t.Context(), pool, now))
	sara := web.Caller{Session: bytes.Repeat([]byte("s"), 32), PersonID: sample.Sara.ID, ProfileID: sample.SaraOperator.ID, Role: "manager"}
	servertest.Do(t, pool, `INSERT INTO sessions (id, profile_id, person_id, created_at, seen_at, idle_seconds, ends_at)
		VALUES ($1, $2, $3, $4, $4, 3600, $5)`, sara.Session, sara.ProfileID, sara.PersonID, now, now.Add(time.Hour))
	act := audit.Act{At: now.Add(-time.Minute), Who: sara.ProfileID, Kind: "company.suspend", Subject: "a company"}
	require.NoError(t, audit.Write(t.Context(), db.New(pool), act))
	public, err := url.Parse("https://lunch.example")
	require.NoError(t, err)
	trails := trail.Trails{Conn: pool, Keys: servertest.Secrets, Clock: clock.System, Public: public}
	today := clock.DateOf(now)
	asked, err := trails.HandleExport(t.Context(), sara, trail.ExportRequest{From: today - 1, Until: today})
	require.NoError(t, err)
	file, err := trails.HandleFile(t.Context(), sara, trail.FileRequest{ID: asked.ID})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, file.Write(t.Context(), &out))
	keys, err := trails.HandleKeys(t.Context(), web.Caller{}, web.None{})
	require.NoError(t, err)
	published, err = json.Marshal(keys)
	require.NoError(t, err)
	return out.Bytes(), asked.Key, published
}

// What the command says and whether it ends zero is what an auditor has: no database, no network and no settings.
func TestAnAuditorVerifiesAnExportOfTheTrailByTheCommandAlone(t *testing.T) {
	t.Parallel()
	export, key, published := trailOf(t)
	dir := t.TempDir()
	put := func(name string, data []byte) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, data, 0o600))
		return file
	}
	verify := func(args ...string) (string, int) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), os.Args[0], append([]string{"verify-audit"}, args...)...)
		cmd.Dir, cmd.Env = dir, []string{"RUN_AS_SAHN=yes"}
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	whole, keys := put("trail.csv", export), put("keys.json", published)
	said, status := verify(whole, "--key", key)
	require.Zero(t, status, said)
	require.Contains(t, said, "1 acts of https://lunch.example from ")
	require.Contains(t, said, "are whole and in order.\nSigned with the key "+key+".")
	said, status = verify(whole, "--key", keys)
	require.Zero(t, status, said)

	said, status = verify(whole)
	require.Equal(t, 1, status, "whole, and nothing says whose")
	require.Contains(t, said, "are whole and in order")
	require.Contains(t, said, "nothing proves whose key this is")
	said, status = verify(whole, "--key", strings.Repeat("A", len(key)))
	require.Equal(t, 1, status, said)
	require.NotContains(t, said, "are whole")

	altered := put("altered.csv", bytes.Replace(export, []byte("company.suspend"), []byte("company.approve"), 1))
	said, status = verify(altered, "--key", key)
	require.Equal(t, 1, status, said)
	require.Contains(t, said, "the file is not what was exported")
	require.Contains(t, said, "Row 1 was changed", "it says which")
	cut := put("cut.csv", export[:len(export)-200])
	said, status = verify(cut, "--key", key)
	require.Equal(t, 1, status, said)
	require.Contains(t, said, "the file is not what was exported")

	for name, args := range map[string][]string{"no export": {keys, "--key", key}, "no key": {whole, "--key", "nothing"},
		"no file of keys": {whole, "--key", whole}, "no file": {filepath.Join(dir, "missing.csv"), "--key", key}} {
		said, status = verify(args...)
		require.NotZero(t, status, "%s: %s", name, said)
		require.Contains(t, said, "sahn: ", name)
		require.NotContains(t, said, "panic", name)
	}
}
