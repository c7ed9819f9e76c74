package backup_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"filippo.io/age"
	"github.com/stretchr/testify/require"

	"sahn/server/ops/backup"
)

func TestAStolenCopyIsReadOnlyByWhoHasAKey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	save := func(name, text string) string {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		return filepath.Join(dir, name)
	}
	mine, second, thief := key(t), key(t), key(t)
	var out bytes.Buffer
	sealed, err := backup.Seal(&out, mine.Recipient().String(), second.Recipient().String())
	require.NoError(t, err)
	_, err = io.WriteString(sealed, "mariam@harbourline.example")
	require.NoError(t, err)
	require.NoError(t, sealed.Close())
	require.NotContains(t, out.String(), "mariam")
	copied := save("copy", out.String())
	read := func(file, identity string) (string, error) {
		opened, err := backup.Open(file, identity)
		if err != nil {
			return "", err
		}
		defer opened.Close()
		text, err := io.ReadAll(opened)
		return string(text), err
	}
	for _, owner := range []*age.X25519Identity{mine, second} {
		text, err := read(copied, save("key", "# a comment\n"+owner.String()+"\n"))
		require.NoError(t, err)
		require.Equal(t, "mariam@harbourline.example", text)
	}
	_, err = read(copied, "")
	require.ErrorIs(t, err, backup.ErrSealed)
	_, err = read(copied, save("key", thief.String()))
	require.ErrorContains(t, err, "does not open")
	_, err = read(copied, save("key", "no key"))
	require.ErrorContains(t, err, "holds no key")
	_, err = read(save("cut", out.String()[:out.Len()-1]), save("key", mine.String()))
	require.Error(t, err, "a damaged one")
	text, err := read(save("plain", "as before"), "")
	require.NoError(t, err)
	require.Equal(t, "as before", text)
	_, err = backup.Seal(io.Discard, "age1wrong")
	require.ErrorContains(t, err, "not a public key")
}

func key(t *testing.T) *age.X25519Identity {
	t.Helper()
	made, err := age.GenerateX25519Identity()
	require.NoError(t, err)
	return made
}
