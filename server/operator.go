package main

import (
	"context"
	"fmt"
	"log/slog"

	"sahn/server/operator"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

type staff struct {
	Add addOperator `cmd:"" help:"Make somebody an operator. They choose a password by a mailed code, and sign in at /kitchen/login."`
}

type addOperator struct {
	Email string `arg:"" help:"Where the code goes."`
	Name  string `required:"" help:"Full name."`
	Role  string `required:"" enum:"kitchen,support,manager" help:"kitchen, support or manager."`
}

// Run makes an operator in the database of the settings, or the embedded one: there is no manager yet to invite the first one.
func (a addOperator) Run(ctx context.Context, log *slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	return withDatabase(ctx, log, func(ctx context.Context, address string) error {
		pool, err := db.Open(ctx, address)
		if err != nil {
			return err
		}
		defer pool.Close()
		err = db.InTx(ctx, pool, func(ctx context.Context, tx db.Tx) error {
			id, err := operator.Add(ctx, tx.Queries, operator.StaffRequest{Email: a.Email, Name: a.Name, Role: a.Role}, clock.System())
			if err != nil {
				return err
			}
			return audit.Write(ctx, tx.Queries, audit.Act{At: clock.System(), Kind: "staff.add", Subject: id, Note: "at the command line"})
		})
		if err == nil {
			fmt.Printf("%s chooses a password at %s and then signs in at %s\n", a.Email, c.public.JoinPath("password-reset"),
				c.public.JoinPath("kitchen", "login"))
		}
		return err
	})
}
