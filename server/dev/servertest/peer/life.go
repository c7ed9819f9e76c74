package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/draft"
	"sahn/server/menu/published"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	synced "sahn/server/sync"
)

// begin gives the life a person without any data, and another person who may use the same browser.
func (h *peer) begin(ctx context.Context) error {
	k := kit{ctx: ctx}
	h.person, h.stranger = servertest.Eater(k, h.pool, sample.Harbour), servertest.Eater(k, h.pool, sample.Harbour)
	h.tokens, h.copied, h.syncs.App = map[string][2]string{}, nil, version
	// The earlier lives are over, and this one may be a repetition of one of them, with the same ids.
	if err := h.clear(ctx, h.pool, "true"); err != nil {
		return err
	}
	if h.menus > 0 {
		h.menus = -1
		if err := h.changeMenu(ctx); err != nil {
			return err
		}
	}
	if err := h.signIn(ctx, "stranger"); err != nil {
		return err
	}
	return h.signIn(ctx, "p0")
}

// changeMenu makes the first meal more expensive by one dirham each time.
func (h *peer) changeMenu(ctx context.Context) error {
	h.menus++
	w := sample.Menu(servertest.Week)
	w.Meals[0].Price += 100 * money.Fils(h.menus)
	return db.InTx(ctx, h.pool, func(ctx context.Context, tx db.Tx) error {
		_, err := published.Publish(ctx, tx.Queries, w, servertest.Now.Add(time.Duration(h.menus)*time.Second))
		return err
	})
}

// context is a reply's context, without drafts, as the stranger gets it.
func (h *peer) context(ctx context.Context) (json.RawMessage, error) {
	ask, err := json.Marshal(synced.Request{V: synced.Version, App: version, Dev: ulid.Make().String(), Tag: new(string)})
	if err != nil {
		return nil, err
	}
	all, err := h.say(ctx, "stranger", []json.RawMessage{ask})
	if err != nil {
		return nil, err
	}
	if all[0].Status != http.StatusOK {
		return nil, fmt.Errorf("asked for the context: %d %s", all[0].Status, all[0].Body)
	}
	return all[0].Body, nil
}

// signIn starts a session of a person, as in a browser that has just got its cookies.
func (h *peer) signIn(ctx context.Context, as string) error {
	who := h.person
	if as == "stranger" {
		who = h.stranger
	}
	token := web.NewToken()
	id := sha256.Sum256([]byte(token))
	if err := db.New(h.pool).SessionInsert(ctx, db.SessionInsertParams{ID: id[:], ProfileID: who.ProfileID, PersonID: who.PersonID,
		Now: h.now, IdleSeconds: 1 << 20, EndsAt: h.now.Add(90 * 24 * time.Hour)}); err != nil {
		return err
	}
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, h.url+"/sanctum/csrf-cookie", nil)
	if err != nil {
		return err
	}
	ask.AddCookie(&http.Cookie{Name: "sahn_session", Value: token})
	got, err := http.DefaultClient.Do(ask)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	for _, c := range got.Cookies() {
		if c.Name == "XSRF-TOKEN" {
			h.tokens[as] = [2]string{token, c.Value}
			return nil
		}
	}
	return errors.New("no token against forgery came")
}

// signOut ends a session in the database; the browser still has its cookie.
func (h *peer) signOut(ctx context.Context, as string) error {
	id := sha256.Sum256([]byte(h.tokens[as][0]))
	_, err := db.New(h.pool).SessionDelete(ctx, id[:])
	return err
}

// write changes the person's draft on the server, as an operator would who sees its latest revision.
func (h *peer) write(ctx context.Context, id string, c draft.Change) error {
	return db.InTx(ctx, h.pool, func(ctx context.Context, tx db.Tx) error {
		rev, err := tx.ProfileRevLock(ctx, h.person.ProfileID)
		if err != nil {
			return err
		}
		c.Seen = rev
		if _, rev, err = servertest.SetDay(ctx, tx.Queries, h.person.ProfileID, id, rev, c); err != nil {
			return err
		}
		return tx.ProfileRevSet(ctx, h.person.ProfileID, rev)
	})
}
