// Package local provides Postgres, Redis and a mail server on a machine that has none: all three are started by the app itself and kept in
// one folder. It promises that data survives a restart, and that the next start repairs what a kill -9 leaves behind. It is for a person's
// own machine and for tests, never for the public.
package local

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
)

// Options says where a part keeps its data and how it runs. Only Dir is needed.
type Options struct {
	Dir string       // the part's own folder, created when missing
	Log *slog.Logger // messages for a person; none when nil

	Port int // of the mailbox; a free one when zero

	// The other options are for Postgres only.
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

// makeDir makes a folder that only we can read, below folders that others may enter.
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

// writeWhole replaces a file atomically: a reader, or the next start, sees the old content or the new.
func writeWhole(path string, content []byte) error {
	fresh := path + ".new"
	if err := os.WriteFile(fresh, content, 0o600); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(fresh, path)
}
