package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"sahn/server/operator"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
)

type staff struct {
	Add   addOperator `cmd:"" help:"Make somebody an operator. They choose a password by a mailed code, and sign in at /kitchen/login."`
	Reset resetFactor `cmd:"" name:"reset-factor" help:"Take an operator's second step away: app and recovery codes are lost."`
}

const atConsole = "at the command line"

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
		id, err := operator.Add(ctx, tx.Queries, operator.StaffRequest{Email: a.Email, Name: a.Name, Role: a.Role}, "", clock.System())
		if err != nil {
			return err
		}
		if err := audit.Write(ctx, tx.Queries, audit.Act{At: clock.System(), Kind: "staff.add", Subject: id, Note: atConsole}); err != nil {
			return err
		}
		fmt.Printf("%s chooses a password at %s and then signs in at %s\n", a.Email, c.public.JoinPath("password-reset"),
			c.public.JoinPath("kitchen", "login"))
		return c.handOver(ctx, tx.Queries, id, a.Role, os.Stdout)
	})
}

// handOver gives a new operator the second step that their role needs, and prints it once: whoever reads their mail first cannot set up
// one of their own.
func (c config) handOver(ctx context.Context, q *db.Queries, profileID, role string, out io.Writer) error {
	if !person.Required(c.SecondStep).Of(role) {
		return nil
	}
	to, err := q.ProfileOne(ctx, profileID)
	if err != nil {
		return err
	}
	made, err := person.GiveFactor(ctx, q, c.keys, to.PersonID, to.Email, clock.System())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\nSigning in also needs a code of an app. Give %s this, and keep it nowhere else:\n"+
		"  secret  %s\n  address %s\n  recovery codes, each good once without the app:\n    %s\n",
		to.Email, made.Secret, made.URI, strings.Join(made.Codes, "\n    "))
	return err
}

type resetFactor struct {
	Email string `arg:"" help:"Whose."`
}

// Run takes an operator's second step away in the database of the settings, or the embedded one. They are told by mail.
func (r resetFactor) Run(ctx context.Context, log *slog.Logger) error {
	if _, err := readConfig(); err != nil {
		return err
	}
	queue, err := job.NewQueue(log)
	if err != nil {
		return err
	}
	return inTransaction(ctx, log, func(ctx context.Context, tx db.Tx) error {
		if err := operator.ResetFactor(ctx, tx, queue, r.Email, clock.System(), atConsole); err != nil {
			return err
		}
		fmt.Println("The next sign-in needs the password and a mailed code. Servers may know the old sessions for half a minute more.")
		return nil
	})
}

// inTransaction runs one in the database of the settings, or the embedded one.
func inTransaction(ctx context.Context, log *slog.Logger, fn func(context.Context, db.Tx) error) error {
	return withDatabase(ctx, log, func(ctx context.Context, address string) error {
		pool, err := db.Open(ctx, address)
		if err != nil {
			return err
		}
		defer pool.Close()
		return db.InTx(ctx, pool, fn)
	})
}
