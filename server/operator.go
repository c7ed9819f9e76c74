package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/operator"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
)

type staff struct {
	Add   addOperator `cmd:"" help:"Make somebody an operator. They choose a password by a mailed code, and sign in at /kitchen/login."`
	Reset resetFactor `cmd:"" name:"reset-factor" help:"Take a second step away: app and recovery codes, or the start code, are lost."`
}

const atConsole = operator.AtConsole

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
	return inTransaction(ctx, log, func(ctx context.Context, tx db.Tx) error {
		added, err := operator.Add(ctx, tx.Queries, operator.StaffRequest{Email: a.Email, Name: a.Name, Role: a.Role}, "", clock.System())
		if err != nil {
			return err
		}
		if err := audit.Write(ctx, tx.Queries, audit.Act{At: clock.System(), Kind: "staff.add", Subject: added.ID, Note: atConsole}); err != nil {
			return err
		}
		fmt.Printf("%s chooses a password at %s and then signs in at %s\n", a.Email, c.public.JoinPath("password-reset"),
			c.public.JoinPath("kitchen", "login"))
		return c.handOver(ctx, tx.Queries, added.PersonID, a.Role, os.Stdout)
	})
}

// handOver prints the start code of an operator whose role needs an app, once: whoever reads their mail first cannot set up one of their
// own.
func (c config) handOver(ctx context.Context, q *db.Queries, personID, role string, out io.Writer) error {
	code, err := person.StartCode(ctx, q, person.Required(c.SecondStep), role, personID, clock.System())
	if err != nil {
		return err
	}
	return sayStart(out, code)
}

func sayStart(out io.Writer, code string) error {
	if code == "" {
		return nil
	}
	_, err := fmt.Fprintf(out, "\nThe first sign-in sets up an app for codes. It needs this start code, which is shown only now; "+
		"give it to them in person:\n  %s\n", code)
	return err
}

type resetFactor struct {
	Email string `arg:"" help:"Whose."`
}

// Run takes an operator's second step away in the database of the settings, or the embedded one. They are told by mail.
func (r resetFactor) Run(ctx context.Context, log *slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	queue, err := job.NewQueue(log)
	if err != nil {
		return err
	}
	return inTransaction(ctx, log, func(ctx context.Context, tx db.Tx) error {
		code, err := operator.ResetFactor(ctx, tx, queue, r.Email, person.Required(c.SecondStep), clock.System())
		if err != nil {
			return err
		}
		fmt.Println("The next sign-in needs the password and a mailed code. Servers may know the old sessions for half a minute more.")
		return sayStart(os.Stdout, code)
	})
}

// inTransaction runs one in the database of the settings, or the embedded one.
func inTransaction(ctx context.Context, log *slog.Logger, fn func(context.Context, db.Tx) error) error {
	return withPool(ctx, log, func(ctx context.Context, pool *pgxpool.Pool) error {
		return db.InTx(ctx, pool, fn)
	})
}
