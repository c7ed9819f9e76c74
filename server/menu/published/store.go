// Package published stores menus in the database and serves them: which version of a week is current, its bytes
// and photos, and the weeks that are offered.
package published

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// Store reads published menus. It caches them by hash, which is safe beside any number of other servers
// because the bytes under a hash never change.
type Store struct{ weeks kept[*menu.Week] }

// NewStore makes a Store with an empty cache.
func NewStore() *Store { return &Store{} }

// kept is a cache of what is made of a menu's bytes.
type kept[V any] struct {
	mu     sync.Mutex
	values map[string]V
}

// keptMenus bounds a cache: a few seasons of weeks.
const keptMenus = 64

// get is what is kept of a menu. It is made of the stored bytes the first time; fault.ErrNotFound when there is no such menu.
func (k *kept[V]) get(
	ctx context.Context, q *db.Queries, monday clock.Date, hash string, made func(body []byte) (V, error),
) (v V, err error) {
	v, is := k.look(monday, hash)
	if is {
		return v, nil
	}
	body, err := Body(ctx, q, monday, hash)
	if err != nil {
		return v, err
	}
	if v, err = made(body); err != nil {
		return v, fmt.Errorf("menu %s of %s: %w", hash, monday, err)
	}
	k.keep(monday, hash, v)
	return v, nil
}

func (k *kept[V]) keep(monday clock.Date, hash string, v V) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.values == nil || len(k.values) >= keptMenus {
		k.values = map[string]V{}
	}
	k.values[monday.String()+hash] = v
}

func (k *kept[V]) look(monday clock.Date, hash string) (v V, is bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	v, is = k.values[monday.String()+hash]
	return v, is
}

// Publish stores a week's menu under the hash of its bytes and makes it the current one.
func Publish(ctx context.Context, q *db.Queries, w menu.Week, now time.Time) (hash string, err error) {
	body, err := json.Marshal(w)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(body)
	hash = hex.EncodeToString(sum[:8])
	if err := q.MenuInsert(ctx, w.Week, hash, body, now); err != nil {
		return "", fmt.Errorf("store menu: %w", err)
	}
	return hash, q.MenuMakeCurrent(ctx, w.Week, hash)
}

// Current is the hash of each week's menu, for the weeks from one Monday to another. A week without a menu is absent.
func Current(ctx context.Context, q *db.Queries, from, until clock.Date) (map[clock.Date]string, error) {
	rows, err := q.MenusCurrent(ctx, from, until)
	if err != nil {
		return nil, fmt.Errorf("current menus: %w", err)
	}
	hashes := make(map[clock.Date]string, len(rows))
	for _, r := range rows {
		hashes[r.Week] = r.Hash
	}
	return hashes, nil
}

// Body is a published menu's bytes; fault.ErrNotFound when there is none under that hash.
func Body(ctx context.Context, q *db.Queries, week clock.Date, hash string) ([]byte, error) {
	body, err := q.MenuBody(ctx, week, hash)
	return body, db.NoneIs(err, fault.ErrNotFound)
}

// Weeks is the current menu of each of these weeks, by Monday.
func (s *Store) Weeks(ctx context.Context, q *db.Queries, mondays []clock.Date) (map[clock.Date]*menu.Week, error) {
	if len(mondays) == 0 {
		return map[clock.Date]*menu.Week{}, nil
	}
	from, until := mondays[0], mondays[0]
	for _, m := range mondays {
		from, until = min(from, m), max(until, m)
	}
	hashes, err := Current(ctx, q, from, until)
	if err != nil {
		return nil, err
	}
	return s.Under(ctx, q, mondays, hashes)
}

// Under is the menu of each of these weeks that has one of these hashes. It asks the database only for what the cache does not have.
func (s *Store) Under(ctx context.Context, q *db.Queries, mondays []clock.Date, hashes map[clock.Date]string) (
	weeks map[clock.Date]*menu.Week, err error) {
	weeks = map[clock.Date]*menu.Week{}
	for _, m := range mondays {
		hash, ok := hashes[m]
		if !ok {
			continue
		}
		if weeks[m], err = s.week(ctx, q, m, hash); err != nil {
			return nil, err
		}
	}
	return weeks, nil
}

func (s *Store) week(ctx context.Context, q *db.Queries, monday clock.Date, hash string) (*menu.Week, error) {
	return s.weeks.get(ctx, q, monday, hash, func(body []byte) (*menu.Week, error) {
		w := &menu.Week{}
		return w, json.Unmarshal(body, w)
	})
}
