package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/ops/backup"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

type backups struct {
	File      string   `arg:"" help:"Where the copy goes; a file that is there already stays."`
	Recipient []string `sep:"none" placeholder:"AGE1…" help:"Encrypt the copy for the owner of this public key of age; may be repeated."`
}

// Run copies the database of the settings, or the embedded one, into a file, while servers serve it.
func (b backups) Run(ctx context.Context, log *slog.Logger) error {
	return withPool(ctx, log, func(ctx context.Context, pool *pgxpool.Pool) error {
		return nightly(ctx, log, pool, "backup", func() error { return b.copy(ctx, pool) })
	}, db.ForLongWork)
}

func (b backups) copy(ctx context.Context, pool *pgxpool.Pool) error {
	line, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer line.Release()
	part := b.File + ".part"
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(part) }()
	report, err := b.write(ctx, line.Conn(), file)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(part, b.File); err != nil { // never overwrites another copy
		return err
	}
	fmt.Printf("%d rows of %d tables as of %s are in %s. Keep APP_SECRET with it: saved cards are sealed with it.\n%s\n",
		report.Rows, report.Tables, report.At.In(clock.Dubai).Format(time.DateTime), b.File, b.protection())
	return nil
}

// write copies the database, encrypted when there is somebody to encrypt it for.
func (b backups) write(ctx context.Context, line *pgx.Conn, file io.Writer) (backup.Report, error) {
	if len(b.Recipient) == 0 {
		return backup.Write(ctx, line, file)
	}
	sealed, err := backup.Seal(file, b.Recipient...)
	if err != nil {
		return backup.Report{}, err
	}
	report, err := backup.Write(ctx, line, sealed)
	return report, errors.Join(err, sealed.Close())
}

func (b backups) protection() string {
	if len(b.Recipient) == 0 {
		return "It is NOT encrypted: whoever gets the file reads everybody's data. Encrypt it with --recipient."
	}
	return fmt.Sprintf("It is encrypted: only the private key of a recipient opens it (recipients: %d).", len(b.Recipient))
}
