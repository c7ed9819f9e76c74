package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/menu/published"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/withdrawal"
)

type menus struct {
	Import importMenus `cmd:"" help:"${import}"`
	Export exportMenus `cmd:"" help:"Write such a table of what is planned, or published where nothing is planned."`
}

type importMenus struct {
	File    string `arg:"" type:"existingfile" help:"The table; its first row names the columns. An export shows them."`
	Publish bool   `help:"Publish the weeks of its dates as well, all of them or nothing."`
	Check   bool   `help:"Only say what would happen."`
}

// Run imports into the database of the settings, or the embedded one, and fails naming every error of the table.
func (i importMenus) Run(ctx context.Context, log *slog.Logger) error {
	info, err := os.Stat(i.File)
	if err != nil {
		return err
	}
	if info.Size() > planner.MaxTableBytes {
		return planner.ErrTableTooLarge
	}
	data, err := os.ReadFile(i.File)
	if err != nil {
		return err
	}
	return withPlanner(ctx, log, func(p *planner.Planner) error {
		reply, err := p.Import(ctx, data, i.Publish, !i.Check)
		if err != nil {
			return err
		}
		printImport(os.Stdout, reply)
		if n := len(reply.Errors) + reply.More; n > 0 {
			return fmt.Errorf("%d errors, nothing was changed", n)
		}
		return nil
	})
}

func printImport(w io.Writer, reply planner.ImportReply) {
	for _, e := range reply.Errors {
		at := fmt.Sprintf("row %d", e.Row)
		if e.Row == 0 {
			at = "the table"
		}
		fmt.Fprintf(w, "%s, %s: %s", at, e.Column, e.What)
		if e.Value != "" {
			fmt.Fprintf(w, " (“%s”)", e.Value)
		}
		fmt.Fprintln(w)
	}
	for _, m := range reply.Meals {
		fmt.Fprintf(w, "%-8s %s: %s\n", m.What, m.Code, strings.Join(m.Fields, ", "))
	}
	for _, d := range reply.Days {
		fmt.Fprintf(w, "%s  %d added, %d removed, %d changed, %d kept", d.Date, d.Added, d.Removed, d.Changed, d.Kept)
		if d.Closed != "" {
			fmt.Fprintf(w, "  CLOSED: %s", d.Closed)
		}
		fmt.Fprintln(w)
	}
	switch {
	case len(reply.Errors) > 0:
	case !reply.Applied:
		fmt.Fprintf(w, "%d rows are good. Nothing was changed.\n", reply.Rows)
	default:
		fmt.Fprintf(w, "%d rows were imported.", reply.Rows)
		for _, week := range reply.Published {
			fmt.Fprintf(w, " The week of %s is published.", week)
		}
		fmt.Fprintln(w)
	}
}

type exportMenus struct {
	From  string `required:"" help:"First date, like 2026-11-23."`
	Until string `required:"" help:"Last date; before the first one only the columns are written."`
	Book  bool   `help:"Also the meals of the book that these dates do not offer."`
	Out   string `required:"" help:"Where the table goes, ending in .csv or .xlsx; a file that is there already stays."`
}

// Run exports from the database of the settings, or the embedded one.
func (e exportMenus) Run(ctx context.Context, log *slog.Logger) error {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(e.Out), "."))
	if format != "csv" && format != "xlsx" {
		return errors.New("--out: a name that ends in .csv or .xlsx")
	}
	return withPlanner(ctx, log, func(p *planner.Planner) error {
		what := planner.ExportRequest{From: e.From, Until: e.Until}
		if e.Book {
			what.Book = "yes"
		}
		table, err := p.Export(ctx, what)
		if err != nil {
			return err
		}
		var body bytes.Buffer
		if err := planner.WriteTable(&body, table, format); err != nil {
			return err
		}
		file, err := os.OpenFile(e.Out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		_, err = file.Write(body.Bytes())
		if err := errors.Join(err, file.Close()); err != nil {
			return err
		}
		fmt.Printf("%d rows are in %s\n", len(table.Rows), e.Out)
		return nil
	})
}

func withPlanner(ctx context.Context, log *slog.Logger, do func(*planner.Planner) error) error {
	return withPool(ctx, log, func(ctx context.Context, pool *pgxpool.Pool) error {
		return do(&planner.Planner{Conn: pool, Menus: published.NewStore(), Clock: clock.System,
			Withdrawals: &withdrawal.Withdrawals{}})
	}, db.ForLongWork)
}
