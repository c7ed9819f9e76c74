package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/payment"
	"sahn/server/payment/aps"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

type reconcile struct {
	From  string `help:"First day in Dubai, like 2026-11-01; seven days ago without it."`
	Until string `help:"Last day in Dubai; without it all but the last quarter of an hour."`
}

// Run compares the provider's books with the database of the settings, or the embedded one, and fails naming each difference.
func (r reconcile) Run(ctx context.Context, log *slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	until := clock.System().Add(-15 * time.Minute)
	if r.Until != "" {
		day, err := clock.ParseDate(r.Until)
		if err != nil {
			return fmt.Errorf("--until: %w", err)
		}
		until = (day + 1).Start()
	}
	since := until.Add(-7 * 24 * time.Hour)
	if r.From != "" {
		day, err := clock.ParseDate(r.From)
		if err != nil {
			return fmt.Errorf("--from: %w", err)
		}
		since = day.Start()
	}
	return withPool(ctx, log, func(ctx context.Context, pool *pgxpool.Pool) error {
		p := payment.Payments{Conn: pool, Provider: aps.Client{Settings: c.provider()}, Clock: clock.System, Log: log}
		compare := func() error { return compareBooks(ctx, p, since, until) }
		if r != (reconcile{}) { // of chosen days, which is no task of each night
			return compare()
		}
		return nightly(ctx, log, pool, "reconcile", compare)
	}, db.ForLongWork)
}

// compareBooks prints each difference of a time and fails when there is one.
func compareBooks(ctx context.Context, p payment.Payments, since, until time.Time) error {
	report, err := p.Reconcile(ctx, since, until)
	if err != nil {
		return err
	}
	for _, d := range report.Differences {
		fmt.Println("DIFFERS ", d)
	}
	fmt.Printf("%d captures of %s and %d refunds of %s from %s until %s\n", report.Captures, report.Captured, report.Refunds, report.Returned,
		since.In(clock.Dubai).Format(time.DateTime), until.In(clock.Dubai).Format(time.DateTime))
	if n := len(report.Differences); n > 0 {
		return fmt.Errorf("%d differences between the provider and us", n)
	}
	return nil
}
