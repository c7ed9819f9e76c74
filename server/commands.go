package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"sahn/server/api"
	sampledemo "sahn/server/dev/demo"
	"sahn/server/dev/local"
	cards "sahn/server/dev/sandbox"
	"sahn/server/ops/doctor"
	"sahn/server/payment"
	"sahn/server/payment/aps"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

type migrate struct{}

// Run migrates the database of the settings, or the embedded one.
func (migrate) Run(ctx context.Context, log *slog.Logger) error {
	return withDatabase(ctx, log, db.Migrate)
}

type demo struct {
	Year bool   `help:"Also a company of 300 people with a year of orders, changes and payments, once."`
	Seed uint64 `help:"Which year: the same number tells the same." default:"1"`
}

// Run loads the demo into the database of the settings, or the embedded one.
func (d demo) Run(ctx context.Context, log *slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	if !c.local() { // its people have a password that everybody knows
		return errors.New("the demo exists only where PUBLIC_URL is a loopback address")
	}
	return withDatabase(ctx, log, func(ctx context.Context, address string) error {
		if err := db.Migrate(ctx, address); err != nil {
			return err
		}
		pool, err := db.Open(ctx, address)
		if err != nil {
			return err
		}
		defer pool.Close()
		now := clock.System()
		if err := sampledemo.Load(ctx, pool, now); err != nil || !d.Year {
			return err
		}
		added, err := sampledemo.Year(ctx, pool, now, d.Seed)
		if err != nil {
			return err
		}
		if !added {
			fmt.Println("The year was told before.")
		}
		return sampledemo.Bills(ctx, pool, c.seller(), now)
	})
}

type examine struct{}

// Run looks at the database of the settings, or the embedded one, and fails when something in it cannot be true.
func (examine) Run(ctx context.Context, log *slog.Logger) error {
	return withDatabase(ctx, log, func(ctx context.Context, address string) error {
		pool, err := db.Open(ctx, address)
		if err != nil {
			return err
		}
		defer pool.Close()
		found, err := doctor.Examine(ctx, pool)
		if err != nil {
			return err
		}
		for _, f := range found {
			word := "ok"
			if f.Count > 0 {
				word = "BROKEN"
			}
			fmt.Printf("%-7s %6d  %s\n", word, f.Count, f.Name)
		}
		if broken := doctor.Broken(found); len(broken) > 0 {
			return fmt.Errorf("%d of %d invariants are broken", len(broken), len(found))
		}
		return nil
	})
}

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
	return withDatabase(ctx, log, func(ctx context.Context, address string) error {
		pool, err := db.Open(ctx, address)
		if err != nil {
			return err
		}
		defer pool.Close()
		p := payment.Payments{Conn: pool, Provider: aps.Client{Settings: c.provider()}, Clock: clock.System, Log: log}
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
	})
}

func withDatabase(ctx context.Context, log *slog.Logger, do func(ctx context.Context, address string) error) (err error) {
	c, err := readConfig()
	if err != nil {
		return err
	}
	if c.DatabaseURL == "" {
		pg, err := local.StartPostgres(ctx, local.Options{Dir: filepath.Join(c.DataDir, "postgres"), Log: log})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, pg.Stop()) }()
		if err := pg.Create(ctx, "sahn"); err != nil {
			return err
		}
		c.DatabaseURL = pg.URL("sahn")
	}
	return do(ctx, c.DatabaseURL)
}

type sandbox struct{}

// Run serves the card sandbox until ctx ends.
func (sandbox) Run(ctx context.Context, log *slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	if !c.sandboxed() {
		return errors.New("the card sandbox exists only where PUBLIC_URL is a loopback address and no provider is set")
	}
	s, err := cards.New(c.sandboxOptions())
	if err != nil {
		return err
	}
	stop, err := answer(c.SandboxPort, s, log)
	if err != nil {
		return err
	}
	fmt.Printf("The card sandbox is ready: %s\n", c.beside())
	<-ctx.Done()
	return errors.Join(stop(), s.Close())
}

// answer serves pages on a port of 127.0.0.1 only.
func answer(port int, pages http.Handler, log *slog.Logger) (stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		return nil, fmt.Errorf("SANDBOX_PORT: %w", err)
	}
	server := &http.Server{Handler: pages, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("sandbox", "error", err.Error())
		}
	}()
	return func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		return server.Shutdown(ctx)
	}, nil
}

type contract struct{}

// Run prints the contract of the routes; it needs nothing around it.
func (contract) Run() error {
	document, err := api.Contract(api.Parts{}.Routes())
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(document, '\n'))
	return err
}

type postgres struct {
	Dir string `arg:"" help:"Where its data goes."`
}

// Run serves an embedded Postgres for tests until ctx ends.
func (p postgres) Run(ctx context.Context, log *slog.Logger) error {
	pg, err := local.StartPostgres(ctx, local.Options{Dir: p.Dir, Log: log, TCP: true, MaxConnections: 200, Volatile: true})
	if err != nil {
		return err
	}
	fmt.Println(pg.URL("postgres"))
	<-ctx.Done()
	return pg.Stop()
}
