package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"sahn/server/operator"
	"sahn/server/payment/aps"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
)

type check struct{}

// missing says of each step of a first run what to do about it. The first order itself is not one of them.
var missing = map[string]string{
	"manager": "a manager: bin/sahn setup, or bin/sahn operator add",
	"window":  "an open delivery area with an open window: bin/sahn setup, or /kitchen/areas",
	"seller":  "who sells, as tax invoices name it: SELLER_NAME, SELLER_TRN and SELLER_ADDRESS, or /kitchen/settings",
	"plan":    "a plan that companies can choose: bin/sahn setup, or /kitchen/plans",
	"menu":    "a published week that can still be ordered: bin/sahn menu import --publish, or /kitchen/menus",
}

// Run names each setting, and each thing in the database of the settings or the embedded one, without which no order can be taken.
func (check) Run(ctx context.Context, log *slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		fmt.Printf("MISSING  %s\n", err)
		return errors.New("the settings are not complete")
	}
	return withDatabase(ctx, log, func(ctx context.Context, address string) error { return checkDatabase(ctx, address, os.Stdout, c) })
}

func checkDatabase(ctx context.Context, address string, w io.Writer, c config) error {
	pool, err := db.Open(ctx, address)
	if err != nil {
		return err
	}
	defer pool.Close()
	steps, err := operator.FirstRun(ctx, db.New(pool), clock.System(), c.seller().Complete())
	if err != nil {
		return fmt.Errorf("the database is not at the newest version (bin/sahn migrate), or does not answer: %w", err)
	}
	open := c.unanswered(ctx)
	for _, s := range steps {
		if text := missing[s.Step]; !s.Done && text != "" {
			open = append(open, text)
		}
	}
	for _, text := range open {
		fmt.Fprintln(w, "MISSING ", text)
	}
	n := len(open)
	if n == 1 {
		return errors.New("1 thing is missing until the first order can be taken")
	}
	if n > 1 {
		return fmt.Errorf("%d things are missing until the first order can be taken", n)
	}
	fmt.Fprintln(w, "Everything is there for the first order.")
	return nil
}

// unanswered are the services of the settings that do not answer or do not know us. What a server on a loopback address brings itself is
// not asked.
func (c config) unanswered(ctx context.Context) (all []string) {
	ask := func(what, setting string, reach func(context.Context) error) {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		if err := reach(ctx); err != nil {
			all = append(all, fmt.Sprintf("%s: %s (%s)", what, setting, err))
		}
	}
	if c.SMTPURL != "" {
		ask("a mail server that takes our letters", "SMTP_URL", func(ctx context.Context) error {
			sender, err := mail.New(c.SMTPURL, c.MailFrom)
			if err != nil {
				return err
			}
			return sender.Reach(ctx)
		})
	}
	if c.MerchantIdentifier != "" {
		ask("a card provider that knows our account", "PAYMENT_MERCHANT_IDENTIFIER, PAYMENT_ACCESS_CODE and both phrases",
			aps.Client{Settings: c.provider()}.Reach)
	}
	return all
}
