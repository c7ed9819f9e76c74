package main

import (
	"context"
	"log/slog"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// nightly runs a task of each night (backup, doctor or reconcile) and notes in the database how it ended: operators see one that fails or
// stays away. A database that takes no note changes nothing about the task.
func nightly(ctx context.Context, log *slog.Logger, pool *pgxpool.Pool, kind string, task func() error) error {
	err := task()
	note := ""
	if err != nil {
		note = shortened(err.Error(), 200)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := db.New(pool).NightlyRan(ctx, kind, err == nil, clock.System(), note); err != nil {
		log.Warn("operators are not told how this ended", "task", kind, "err", err)
	}
	return err
}

// shortened is the beginning of a text, of at most so many letters.
func shortened(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

type backedUp struct {
	By string `default:"another tool" help:"Which tool made the backup."`
}

// Run notes a backup that another tool made, so that operators are not warned.
func (b backedUp) Run(ctx context.Context, log *slog.Logger) error {
	return withPool(ctx, log, func(ctx context.Context, pool *pgxpool.Pool) error {
		return db.New(pool).NightlyRan(ctx, "backup", true, clock.System(), shortened(b.By, 200))
	})
}
