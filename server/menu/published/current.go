package published

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// Version is the current menu of a week, and since when it is known.
type Version struct {
	menu.Week
	Hash        string
	PublishedAt time.Time
}

// Versions reads the current menus of the weeks from one Monday to another, in one query.
func Versions(ctx context.Context, q *db.Queries, from, until clock.Date) (map[clock.Date]*Version, error) {
	rows, err := q.MenusPublished(ctx, from, until)
	if err != nil {
		return nil, fmt.Errorf("current menus: %w", err)
	}
	versions := make(map[clock.Date]*Version, len(rows))
	for _, r := range rows {
		v := &Version{Hash: r.Hash, PublishedAt: r.PublishedAt}
		if err := json.Unmarshal(r.Body, &v.Week); err != nil {
			return nil, fmt.Errorf("menu %s of %s: %w", r.Hash, r.Week, err)
		}
		versions[r.Week] = v
	}
	return versions, nil
}

// Lock prevents every other transaction from placing, changing or giving back orders of a week until the caller's transaction ends, so
// that publishing can count what is ordered after it. Locked before portions. A week that was never published has nothing to lock.
func Lock(ctx context.Context, q *db.Queries, week clock.Date) error {
	if err := q.MenuLock(ctx, week); err != nil {
		return fmt.Errorf("lock menu: %w", err)
	}
	return nil
}

// Held are the current menus of weeks that a batch has locked. Missing says that one of them is not in the cache: Weeks puts it there.
type Held struct {
	Weeks   map[clock.Date]*menu.Week
	Missing bool
	missing []clock.Date
}

// Holds adds to a batch what Hold does, as far as the cache has the menus. The result is filled when the batch has run.
func (s *Store) Holds(b *db.Batch, mondays []clock.Date) *Held {
	held := &Held{Weeks: make(map[clock.Date]*menu.Week, len(mondays))}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.MenusHold(ctx, mondays)
		if err != nil {
			return fmt.Errorf("hold menus: %w", err)
		}
		for _, r := range rows {
			s.look(held, r.Week, r.Hash)
		}
		return nil
	})
	return held
}

// Reads is Holds without locks.
func (s *Store) Reads(b *db.Batch, mondays []clock.Date) *Held {
	held := &Held{Weeks: map[clock.Date]*menu.Week{}}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.MenusOf(ctx, mondays)
		if err != nil {
			return fmt.Errorf("current menus: %w", err)
		}
		for _, r := range rows {
			s.look(held, r.Week, r.Hash)
		}
		return nil
	})
	return held
}

func (s *Store) look(held *Held, monday clock.Date, hash string) {
	if w, is := s.weeks.look(monday, hash); is {
		held.Weeks[monday] = w
	} else {
		held.Missing, held.missing = true, append(held.missing, monday)
	}
}

// Brings adds to a batch that those menus are read which an earlier batch found missing.
func (s *Store) Brings(b *db.Batch, held *Held) {
	if !held.Missing {
		return
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.MenusBodies(ctx, held.missing)
		if err != nil {
			return fmt.Errorf("read menus: %w", err)
		}
		for _, r := range rows {
			w := &menu.Week{}
			if err := json.Unmarshal(r.Body, w); err != nil {
				return fmt.Errorf("menu %s of %s: %w", r.Hash, r.Week, err)
			}
			s.weeks.keep(r.Week, r.Hash, w)
			held.Weeks[r.Week] = w
		}
		held.Missing = false
		return nil
	})
}

// Hold returns the current menus of weeks and locks them against publishing until the caller's transaction ends. Any number of orders hold
// a menu at once. Held after an order and before company share, wallet and portions.
func (s *Store) Hold(ctx context.Context, q *db.Queries, mondays []clock.Date) (map[clock.Date]*menu.Week, error) {
	rows, err := q.MenusHold(ctx, mondays)
	if err != nil {
		return nil, fmt.Errorf("hold menus: %w", err)
	}
	weeks := make(map[clock.Date]*menu.Week, len(rows))
	for _, r := range rows {
		if weeks[r.Week], err = s.week(ctx, q, r.Week, r.Hash); err != nil {
			return nil, err
		}
	}
	return weeks, nil
}
