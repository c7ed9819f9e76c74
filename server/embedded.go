package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"

	sampledemo "sahn/server/dev/demo"
	"sahn/server/dev/local"
	"sahn/server/dev/provider"
	cards "sahn/server/dev/sandbox"
)

// embedded are the services that the binary starts itself where their settings are missing: databases, a mailbox and a card sandbox.
// They stop in reverse order.
type embedded struct {
	stops []func() error
	mail  *local.Mailbox
	url   string
}

// startEmbedded starts the services that no setting names and fills in the settings that lead to them. On an address other than loopback
// nothing is missing here, because readConfig refuses to start without real settings.
func (c *config) startEmbedded(ctx context.Context, log *slog.Logger) (e *embedded, err error) {
	e = &embedded{url: c.sandboxURL()}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.stop())
		}
	}()
	if c.DatabaseURL == "" {
		pg, url, err := startDatabase(ctx, filepath.Join(c.DataDir, "postgres"), log)
		if err != nil {
			return e, err
		}
		e.stops = append(e.stops, pg.Stop)
		c.DatabaseURL = url
	}
	if c.RedisURL == "" {
		r, err := local.StartRedis(local.Options{Dir: filepath.Join(c.DataDir, "redis"), Log: log})
		if err != nil {
			return e, err
		}
		e.stops = append(e.stops, r.Stop)
		c.RedisURL = r.URL()
	}
	if c.SMTPURL == "" {
		if e.mail, err = local.StartMailbox(local.Options{Dir: filepath.Join(c.DataDir, "mailbox"), Log: log}); err != nil {
			return e, err
		}
		e.stops = append(e.stops, e.mail.Stop)
		c.SMTPURL = e.mail.URL()
	}
	return e, e.serveSandbox(c, log)
}

// startDatabase starts the app's own Postgres in dir and returns the address of its database.
func startDatabase(ctx context.Context, dir string, log *slog.Logger) (*local.Postgres, string, error) {
	pg, err := local.StartPostgres(ctx, local.Options{Dir: dir, Log: log})
	if err != nil {
		return nil, "", err
	}
	if err := pg.Create(ctx, "sahn"); err != nil {
		return nil, "", errors.Join(err, pg.Stop())
	}
	return pg, pg.URL("sahn") + "&default_query_exec_mode=cache_statement", nil // no pooler is in between
}

// serveSandbox serves the card sandbox and the mailbox on another site than the app's, so that cookies behave as with the real provider.
func (e *embedded) serveSandbox(c *config, log *slog.Logger) error {
	pages := http.NewServeMux()
	if e.mail != nil {
		pages.Handle("/mailbox", e.mail.Handler())
		pages.Handle("/mailbox.json", e.mail.Handler())
	}
	if c.sandboxed() {
		s, err := cards.New(c.sandboxOptions())
		if err != nil {
			return err
		}
		e.stops = append(e.stops, s.Close)
		pages.Handle("/", s)
		own, err := provider.New(c.demoProvider())
		if err != nil {
			return err
		}
		pages.Handle(providerPath+"/", own)
		hooks, err := local.NewHooks(demoSecret)
		if err != nil {
			return err
		}
		pages.Handle(hooksPath, hooks)
		phone, err := local.NewNotices(demoPhoneKey)
		if err != nil {
			return err
		}
		pages.Handle(noticesPath, phone)
		einvoices := local.NewEInvoices(einvoicesPath, demoEInvoiceToken)
		pages.Handle(einvoicesPath, einvoices)
		pages.Handle(einvoicesPath+"/", einvoices)
		phones := c.demoHandset(log)
		for _, path := range []string{graphPath + "/", phonesPath, phonesPath + ".json", phonesPath + "/"} {
			pages.Handle(path, phones)
		}
		telling, stop := context.WithCancel(context.Background())
		go phones.Run(telling)
		e.stops = append(e.stops, func() error { stop(); return nil })
		pages.HandleFunc(statementPath+".csv", c.demoStatement("text/csv; charset=utf-8", sampledemo.StatementCSV))
		pages.HandleFunc(statementPath+".xml", c.demoStatement("application/xml", sampledemo.StatementCAMT))
	}
	if e.mail == nil && !c.sandboxed() {
		return nil
	}
	stop, err := serveLocally(c.SandboxPort, pages, log)
	if err == nil {
		e.stops = append(e.stops, stop)
	}
	return err
}

func (e *embedded) mailbox() string {
	if e.mail == nil {
		return ""
	}
	return e.url + "/mailbox"
}

func (e *embedded) stop() error {
	var all error
	for i := len(e.stops) - 1; i >= 0; i-- {
		all = errors.Join(all, e.stops[i]())
	}
	e.stops = nil
	return all
}
