package person_test

import (
	"net/mail"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func messageIDs(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.eml"))
	require.NoError(t, err)
	ids := []string{}
	for _, file := range files {
		f, err := os.Open(file)
		require.NoError(t, err)
		m, err := mail.ReadMessage(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		require.NotEmpty(t, m.Header.Get("Message-Id"))
		ids = append(ids, m.Header.Get("Message-Id"))
	}
	return ids
}
