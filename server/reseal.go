package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/payment"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/push"
	"sahn/server/signon"
	"sahn/server/webhook"
)

type reseal struct{}

// Run seals anew what a former secret sealed, in the database of the settings or the embedded one. It fails when something is sealed with
// a secret that is missing.
func (reseal) Run(ctx context.Context, log *slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	return withPool(ctx, log, func(ctx context.Context, pool *pgxpool.Pool) error {
		return c.reseal(ctx, db.New(pool))
	})
}

func (c config) reseal(ctx context.Context, q *db.Queries) error {
	cards, err := payment.Reseal(ctx, q, c.keys)
	if err != nil {
		return err
	}
	factors, err := person.Reseal(ctx, q, c.keys)
	if err != nil {
		return err
	}
	signOns, err := signon.Reseal(ctx, q, c.keys)
	if err != nil {
		return err
	}
	pushed, err := push.Reseal(ctx, q, c.keys)
	if err != nil {
		return err
	}
	hooks, err := webhook.Reseal(ctx, q, c.keys)
	if err != nil {
		return err
	}
	fmt.Printf("saved cards: %d of %d sealed anew\noperators' apps: %d of %d sealed anew\n", cards.Anew, cards.All, factors.Anew, factors.All)
	fmt.Printf("companies' sign-ins: %d of %d sealed anew\n", signOns.Anew, signOns.All)
	fmt.Printf("key of notifications: %d of %d sealed anew\n", pushed.Anew, pushed.All)
	fmt.Printf("companies' webhooks: %d of %d sealed anew\n", hooks.Anew, hooks.All)
	if cards.Closed+factors.Closed+signOns.Closed+pushed.Closed+hooks.Closed > 0 {
		return fmt.Errorf("%d cards, %d apps, %d companies' sign-ins, %d keys of notifications and %d webhooks are sealed with a secret "+
			"that APP_SECRET does not name", cards.Closed, factors.Closed, signOns.Closed, pushed.Closed, hooks.Closed)
	}
	fmt.Println("Nothing is sealed with another secret than the first one of APP_SECRET.")
	return nil
}
