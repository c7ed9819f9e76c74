package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"sahn/server/apikey"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

type programKeys struct {
	Add    addKey    `cmd:"" help:"Make a key, which is shown this once."`
	List   listKeys  `cmd:"" help:"List keys, the newest first."`
	Revoke revokeKey `cmd:"" help:"End a key at once."`
}

type addKey struct {
	Name  string   `arg:"" help:"The program that will use it."`
	Scope []string `required:"" help:"kitchen:production, kitchen:invoices, kitchen:reports or kitchen:books; several with commas."`
	Days  int      `default:"365" help:"After how many days it ends, at most 366."`
}

// Run makes a key in the database of the settings, or the embedded one.
func (a addKey) Run(ctx context.Context, log *slog.Logger) error {
	return inTransaction(ctx, log, func(ctx context.Context, tx db.Tx) error {
		made, err := apikey.AddForOperator(ctx, tx.Queries, apikey.MakeRequest{Name: a.Name, Scopes: a.Scope, Days: a.Days}, atConsole,
			clock.System())
		if err != nil {
			return err
		}
		fmt.Printf("Key %s, which is shown only now:\n  %s\n", made.ID, made.Secret)
		return nil
	})
}

type listKeys struct{}

// Run lists the keys of the lunch company's own programs.
func (listKeys) Run(ctx context.Context, log *slog.Logger) error {
	return inTransaction(ctx, log, func(ctx context.Context, tx db.Tx) error {
		all, err := apikey.Operators(ctx, tx.Queries)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		for _, k := range all {
			used, state := "never used", "ends "+k.ExpiresAt.Format(time.DateOnly)
			if k.UsedAt != nil {
				used = "used " + k.UsedAt.UTC().Format(time.RFC3339)
			}
			if k.RevokedAt != nil {
				state = "revoked " + k.RevokedAt.Format(time.DateOnly)
			}
			fmt.Fprintf(table, "%s\t%s…\t%s\t%s\t%s\t%s\n", k.ID, k.Hint, k.Name, strings.Join(k.Scopes, ","), state, used)
		}
		return table.Flush()
	})
}

type revokeKey struct {
	ID string `arg:"" help:"Its id, as key list shows it."`
}

// Run ends a key of the lunch company's own.
func (r revokeKey) Run(ctx context.Context, log *slog.Logger) error {
	return inTransaction(ctx, log, func(ctx context.Context, tx db.Tx) error {
		return apikey.RevokeOperators(ctx, tx.Queries, r.ID, atConsole, clock.System())
	})
}
