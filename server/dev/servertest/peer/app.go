package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/api"
	"sahn/server/dev/servertest"
	"sahn/server/draft"
	"sahn/server/person"
	"sahn/server/platform/web"
	synced "sahn/server/sync"
)

const (
	version = "2026.11.2"
	poison  = `CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this content breaks the server'; END $$;
		CREATE TRIGGER poison BEFORE INSERT OR UPDATE ON draft_days FOR EACH ROW WHEN (NEW.items::text LIKE '%poison%') EXECUTE FUNCTION poison();
		CREATE TRIGGER poison BEFORE INSERT
		OR UPDATE ON draft_alternatives FOR EACH ROW WHEN (NEW.items::text LIKE '%poison%') EXECUTE FUNCTION poison()`
)

// peer is the server and the person of the present life.
type peer struct {
	pool     *pgxpool.Pool
	syncs    *synced.Syncs
	app      *fiber.App
	url      string
	now      time.Time
	person   web.Caller
	stranger web.Caller
	tokens   map[string][2]string // session and XSRF token, by who is signed in
	copied   map[string]json.RawMessage
	menus    int // how often the menu was changed in this life
}

// order is a command of the simulation.
type order struct {
	Do       string            `json:"do"`
	Now      int64             `json:"now"` // ms
	ID       string            `json:"id"`
	App      string            `json:"app"`
	Before   int               `json:"before"` // the statement that finds its connection dead
	After    bool              `json:"after"`  // the connection is lost with the answer to the commit
	As       string            `json:"as"`
	Change   *draft.Change     `json:"change"`
	Requests []json.RawMessage `json:"requests"`
}

type said struct {
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
}

type answer struct {
	Error   string          `json:"error,omitempty"`
	Said    []said          `json:"said,omitempty"`
	Died    bool            `json:"died,omitempty"`
	Context json.RawMessage `json:"context,omitempty"`
	Truth   json.RawMessage `json:"truth,omitempty"`
}

// kit adapts the test kit to a program: a failed check ends the order with an error.
type kit struct {
	testing.TB
	ctx context.Context
}

type failure struct{ error }

func (k kit) Helper()                           {}
func (k kit) Context() context.Context          { return k.ctx }
func (k kit) Errorf(format string, args ...any) { panic(failure{fmt.Errorf(format, args...)}) }
func (k kit) FailNow()                          { panic(failure{errors.New("failed")}) }

func open(ctx context.Context, pool *pgxpool.Pool) (*peer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	h := &peer{pool: pool, url: "http://" + listener.Addr().String(), now: servertest.Now}
	public, err := url.Parse(h.url)
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.DiscardHandler)
	present := func() time.Time { return h.now }
	h.syncs = &synced.Syncs{Conn: pool, Clock: present, App: version, Log: log}
	people := person.New(person.Options{DB: pool, Keys: servertest.Secrets, Clock: present, Log: log})
	h.app, err = api.New(api.Parts{Edge: &web.Edge{Sessions: people.Sessions, Keys: servertest.Secrets, Public: public, Log: log},
		People: people, Syncs: h.syncs, PWA: fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}}, Ready: pool.Ping})
	if err != nil {
		return nil, err
	}
	servertest.Town(kit{ctx: ctx}, pool)
	if _, err := pool.Exec(ctx, poison); err != nil {
		return nil, err
	}
	go func() { _ = h.app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	return h, nil
}

func (h *peer) close() error { return h.app.Shutdown() }

func (h *peer) do(ctx context.Context, o order) (a answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, ours := p.(failure)
			if !ours {
				panic(p)
			}
			err = f
		}
	}()
	if o.Now > 0 {
		h.now = time.UnixMilli(o.Now).UTC()
	}
	switch o.Do {
	case "live":
		if err := h.begin(ctx); err != nil {
			return a, err
		}
		a.Context, err = h.context(ctx)
		return a, err
	case "menu":
		if err := h.changeMenu(ctx); err != nil {
			return a, err
		}
		a.Context, err = h.context(ctx)
		return a, err
	case "say":
		if o.Before > 0 || o.After {
			mortal := &mortal{Pool: h.pool, before: o.Before, after: o.After}
			h.syncs.Conn = mortal
			a.Said, err = h.say(ctx, o.As, o.Requests)
			a.Died, h.syncs.Conn = mortal.died, h.pool
		} else {
			a.Said, err = h.say(ctx, o.As, o.Requests)
		}
	case "write":
		err = h.write(ctx, o.ID, *o.Change)
	case "sign-in":
		return a, h.signIn(ctx, o.As)
	case "sign-out":
		return a, h.signOut(ctx, o.As)
	case "deploy":
		h.syncs.App = o.App
		return a, nil
	case "revoke":
		_, err = h.pool.Exec(ctx, "UPDATE devices SET revoked_at = $1 WHERE id = $2", h.now, o.ID)
	case "backup":
		err = h.backup(ctx)
	case "restore":
		if err = h.restore(ctx); err == nil {
			err = synced.Restored(ctx, h.pool)
		}
	default:
		err = fmt.Errorf("nobody knows how to %q", o.Do)
	}
	if err == nil {
		a.Truth, err = h.truth(ctx)
	}
	return a, err
}
