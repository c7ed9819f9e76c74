package sync

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"sahn/server/draft"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// replyContext is what a reply carries besides drafts and orders. It has no revision: a device names the one that it has by a tag.
type replyContext struct {
	Menu   map[clock.Date]string
	Live   quote.Live
	Limits Limits
	Min    string
}

// loadContext reads in a batch the offered weeks' menus and the data that changes often.
func (w *round) loadContext(b *db.Batch) func() replyContext {
	offered := week.Upcoming(week.Reference(w.now), week.MinWeekStartDate)
	first := min(offered[0].Value, clock.DateOf(w.now).Monday())
	last := offered[len(offered)-1].Value
	live := order.Live(b, w.who.ProfileID, first, last+6)
	return func() replyContext {
		return replyContext{Menu: live.Menus, Live: live.Live, Limits: Limits{maxOps, maxSize}, Min: MinApp}
	}
}

// tag is a checksum of all of its bytes, so that no amount can change under the same tag.
func (c replyContext) tag() (string, error) {
	b, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("tag: %w", err)
	}
	sum := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(sum[:8]), nil
}

// add puts the context into a reply unless the device has it, and leaves out empty parts. An app that sends no tag gets everything, every
// time.
func (r *Reply) add(c replyContext, held *string) error {
	if held != nil {
		tag, err := c.tag()
		if err != nil {
			return err
		}
		r.brief()
		if *held == tag {
			return nil
		}
		r.Tag = tag
	}
	r.Menu, r.Live, r.Limits, r.Min = c.Menu, c.Live, c.Limits, c.Min
	return nil
}

func (r *Reply) brief() {
	r.Res, r.Docs, r.Orders = nilIfEmpty(r.Res), nilIfEmpty(r.Docs), nilIfEmpty(r.Orders)
}

func nilIfEmpty[T Result | draft.Day | order.Order](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}
