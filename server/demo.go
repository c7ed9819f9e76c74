package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/apikey"
	sampledemo "sahn/server/dev/demo"
	"sahn/server/dev/local"
	"sahn/server/dev/provider"
	"sahn/server/dev/sample"
	cards "sahn/server/dev/sandbox"
	"sahn/server/platform/db"
	"sahn/server/push"
	"sahn/server/signon"
	"sahn/server/webhook"
)

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
	if !c.local() { // the password of its people is public
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
		following := db.FollowClock(pool)
		if err := following.Look(ctx); err != nil {
			return err
		}
		now := following.Now()
		if err := c.loadDemo(ctx, pool, now); err != nil || !d.Year {
			return err
		}
		added, err := sampledemo.Year(ctx, pool, now, d.Seed)
		if err != nil {
			return err
		}
		if !added {
			fmt.Println("The year is there already.")
		}
		if err := sampledemo.Bills(ctx, pool, c.seller(), now); err != nil {
			return err
		}
		return c.tellCards(ctx, pool)
	})
}

// loadDemo loads the demo, with the past of its companies unless that is not wanted.
func (c config) loadDemo(ctx context.Context, pool *pgxpool.Pool, now time.Time) error {
	if err := sampledemo.Load(ctx, pool, now); err != nil {
		return err
	}
	try := apikey.Preset{Company: sample.Harbour.ID, Admin: sample.OmarHarbour.ID, Name: "Try the API", Secret: demoKey}
	if err := try.Apply(ctx, db.New(pool), now); err != nil {
		return err
	}
	if c.sandboxed() {
		own := c.demoProvider()
		preset := signon.Preset{Company: sample.Meridian.ID, Domain: demoDomain,
			SettingRequest: signon.SettingRequest{Issuer: own.Issuer, ClientID: own.ClientID, Secret: own.Secret}}
		if err := preset.Apply(ctx, db.New(pool), c.keys, now); err != nil {
			return err
		}
		hook := webhook.Preset{Company: sample.Harbour.ID, Admin: sample.OmarHarbour.ID, URL: c.sandboxURL() + hooksPath, Secret: demoSecret}
		if err := hook.Apply(ctx, db.New(pool), c.keys, now); err != nil {
			return err
		}
	}
	if !c.DemoPast {
		return nil
	}
	added, err := sampledemo.Past(ctx, pool, c.seller(), now)
	if err != nil || !added {
		return err
	}
	if err := sampledemo.Ramadan(ctx, db.New(pool)); err != nil {
		return err
	}
	if err := c.demoPhone(ctx, db.New(pool), now); err != nil {
		return err
	}
	return c.tellCards(ctx, pool)
}

// demoPhone shows an employee of the demo notifications on a phone that this machine plays, once, beside the past.
func (c config) demoPhone(ctx context.Context, q *db.Queries, now time.Time) error {
	if !c.sandboxed() {
		return nil
	}
	phone, err := local.NewNotices(demoPhoneKey)
	if err != nil {
		return err
	}
	p256dh, auth := phone.Keys()
	preset := push.Preset{Profile: sample.AhmedQasr.ID, Person: sample.Ahmed.ID, Endpoint: c.sandboxURL() + noticesPath,
		P256dh: p256dh, Auth: auth}
	return preset.Apply(ctx, q, now)
}

// tellCards writes the payments of the demo's past into the books of the card sandbox.
func (c config) tellCards(ctx context.Context, pool *pgxpool.Pool) error {
	if !c.sandboxed() {
		return nil
	}
	past, err := sampledemo.Cards(ctx, pool)
	if err != nil {
		return err
	}
	return cards.Tell(ctx, c.sandboxURL(), c.sandboxOptions(), past)
}

const (
	providerPath = "/provider"
	demoDomain   = "team.meridianwp.example"
	hooksPath    = "/webhooks"
	// noticesPath is the push service of the demo's phone, and shows what stands on it.
	noticesPath  = "/notifications"
	demoPhoneKey = "the phone of the demo"
	// einvoicesPath is the accredited provider of e-invoices that the demo plays.
	einvoicesPath     = "/einvoices"
	demoEInvoiceToken = "demo-provider-token"
	// statementPath is a bank's statement that fits the demo's open invoices, as a table and as CAMT.053.
	statementPath = "/statement"
	// demoKey is the API key of docs/api.md. Nothing but the demo knows it, and the demo runs only on one machine.
	demoKey    = "sahn_demo_of-harbour-line_try-the-api-with-it"
	demoSecret = "whsec_ZGVtby1zZWNyZXQtb2YtYS1wcm9ncmFtLW9mLUhhcmJvdXI="
)

// demoProvider is the own sign-in of a company of the demo. Its page is beside the card sandbox's.
func (c config) demoProvider() provider.Options {
	o := provider.Options{Issuer: c.sandboxURL() + providerPath, ClientID: "sahn", Secret: "demo-client-secret",
		Redirects: c.public.JoinPath("/sign-on/").String(), Now: time.Now}
	for _, name := range []string{"Noor Darwish", "Sami Rashed"} {
		first, _, _ := strings.Cut(strings.ToLower(name), " ")
		o.People = append(o.People, provider.Person{Subject: "demo-" + first, Email: first + "@" + demoDomain, Name: name})
	}
	return o
}

// demoStatement writes what came to the demo's bank account today, to be downloaded, imported and matched.
func (c *config) demoStatement(kind string, write func([]sampledemo.Movement) ([]byte, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		said := func() ([]byte, error) {
			pool, err := pgxpool.New(r.Context(), c.DatabaseURL)
			if err != nil {
				return nil, err
			}
			defer pool.Close()
			all, err := sampledemo.Movements(r.Context(), pool, time.Now())
			if err != nil {
				return nil, err
			}
			return write(all)
		}
		body, err := said()
		if err != nil {
			http.Error(w, "The demo's statement cannot be written: "+err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Disposition", `attachment; filename="demo`+path.Ext(r.URL.Path)+`"`)
		_, _ = w.Write(body)
	}
}
