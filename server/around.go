package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"

	"sahn/server/dev/local"
	cards "sahn/server/dev/sandbox"
)

// around is what a machine without databases, mail or a card provider gets, started when its setting is missing. Stopping
// goes backwards.
type around struct {
	stops []func() error
	mail  *local.Mailbox
	url   string
}

// bringAround starts the services that no setting names and fills in the settings that lead to them. On an address other than loopback
// nothing is missing here, because readConfig refuses to start without real settings.
func (c *config) bringAround(ctx context.Context, log *slog.Logger) (a *around, err error) {
	a = &around{url: c.beside()}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.stop())
		}
	}()
	if c.DatabaseURL == "" {
		pg, err := local.StartPostgres(ctx, local.Options{Dir: filepath.Join(c.DataDir, "postgres"), Log: log})
		if err != nil {
			return a, err
		}
		a.stops = append(a.stops, pg.Stop)
		if err := pg.Create(ctx, "sahn"); err != nil {
			return a, err
		}
		c.DatabaseURL = pg.URL("sahn") + "&default_query_exec_mode=cache_statement" // nothing stands before it
	}
	if c.RedisURL == "" {
		r, err := local.StartRedis(local.Options{Dir: filepath.Join(c.DataDir, "redis"), Log: log})
		if err != nil {
			return a, err
		}
		a.stops = append(a.stops, r.Stop)
		c.RedisURL = r.URL()
	}
	if c.SMTPURL == "" {
		if a.mail, err = local.StartMailbox(local.Options{Dir: filepath.Join(c.DataDir, "mailbox"), Log: log}); err != nil {
			return a, err
		}
		a.stops = append(a.stops, a.mail.Stop)
		c.SMTPURL = a.mail.URL()
	}
	return a, a.serveBeside(c, log)
}

// serveBeside answers on another site than the app's: the card sandbox, so that cookies behave as with the real provider,
// and the mailbox.
func (a *around) serveBeside(c *config, log *slog.Logger) error {
	pages := http.NewServeMux()
	if a.mail != nil {
		pages.Handle("/mailbox", a.mail.Handler())
		pages.Handle("/mailbox.json", a.mail.Handler())
	}
	if c.sandboxed() {
		s, err := cards.New(c.sandboxOptions())
		if err != nil {
			return err
		}
		a.stops = append(a.stops, s.Close)
		pages.Handle("/", s)
	}
	if a.mail == nil && !c.sandboxed() {
		return nil
	}
	stop, err := answer(c.SandboxPort, pages, log)
	if err == nil {
		a.stops = append(a.stops, stop)
	}
	return err
}

func (a *around) mailbox() string {
	if a.mail == nil {
		return ""
	}
	return a.url + "/mailbox"
}

func (a *around) stop() error {
	var all error
	for i := len(a.stops) - 1; i >= 0; i-- {
		all = errors.Join(all, a.stops[i]())
	}
	a.stops = nil
	return all
}

// sandboxOptions lets the sandbox report to this app and remember payments beside the app's data.
func (c config) sandboxOptions() cards.Options {
	return cards.Options{Settings: c.provider(), NotifyURL: c.public.JoinPath("/payment/notify").String(), Path: filepath.Join(c.DataDir, "sandbox.json"),
		Behaviour: cards.Behaviour{ReturnMethod: "POST"}}
}
