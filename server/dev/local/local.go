// Package local is what a machine has that has no Postgres, no Redis and no mail server: all three, started by
// the app itself and kept in one folder. It promises that data survives a restart, and that whatever a kill -9
// leaves behind is mended by the next start. It is for a person's own machine and for tests, never for the public.
package local

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
)

// Options says where a part keeps its data and how it runs. Only Dir is needed.
type Options struct {
	Dir string       // the part's own folder, made when missing
	Log *slog.Logger // what a person should hear of; nothing is said when nil

	// The rest is for Postgres alone.
	TCP            bool // listen on a free port of 127.0.0.1 instead of a unix socket; Windows always does
	MaxConnections int  // 50 when zero
	Volatile       bool // faster, and a power cut may ruin the data: for tests
}

func (o Options) log() *slog.Logger {
	if o.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Log
}

// makeDir makes a folder for our eyes only, below folders that others may pass through.
func makeDir(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return "", err
	}
	return dir, nil
}

// writeWhole replaces a file such that a reader, or the next start, sees the old one or the new one.
func writeWhole(path string, content []byte) error {
	fresh := path + ".new"
	if err := os.WriteFile(fresh, content, 0o600); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(fresh, path)
}
