package sync

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"sahn/server/draft"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// around is what travels beside drafts and orders. It has no revision: a device names what it holds by a tag.
type around struct {
	Menu   map[clock.Date]string
	Live   quote.Live
	Limits Limits
	Min    string
}

// surroundings asks in a batch for the offered weeks' menus and for what changes all the time.
func (w *round) surroundings(b *db.Batch) func() around {
	offered := week.Upcoming(week.Reference(w.now), week.MinWeekStartDate)
	first := min(offered[0].Value, clock.DateOf(w.now).Monday())
	last := offered[len(offered)-1].Value
	live := order.Live(b, w.who.ProfileID, first, last+6)
	var menus map[clock.Date]string
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		menus, err = published.Current(ctx, q, first, last)
		return err
	})
	return func() around { return around{Menu: menus, Live: *live, Limits: Limits{maxOps, maxSize}, Min: MinApp} }
}

// tag is made of every byte of it, so that no amount can change under the same tag.
func (a around) tag() (string, error) {
	b, err := json.Marshal(a)
	if err != nil {
		return "", fmt.Errorf("tag: %w", err)
	}
	sum := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(sum[:8]), nil
}

// add puts the surroundings into a reply unless the device holds them, and leaves out what is empty. An app that does not
// speak of tags is told everything, every time.
func (r *Reply) add(a around, held *string) error {
	if held != nil {
		tag, err := a.tag()
		if err != nil {
			return err
		}
		r.brief()
		if *held == tag {
			return nil
		}
		r.Tag = tag
	}
	r.Menu, r.Live, r.Limits, r.Min = a.Menu, a.Live, a.Limits, a.Min
	return nil
}

func (r *Reply) brief() {
	r.Res, r.Docs, r.Orders = some(r.Res), some(r.Docs), some(r.Orders)
}

func some[T Result | draft.Day | order.Order](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}
