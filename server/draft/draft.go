// Package draft knows what a person means to order on a date and has not ordered yet. Its one promise: a value that
// somebody else wrote is never overwritten unseen; the late one is kept beside it until the person decides. (D18)
package draft

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"sahn/server/clock"
	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/quote"
	"sahn/server/week"
)

// Day is a draft of one date as devices see it. Rev numbers its last change.
type Day struct {
	Date         clock.Date    `json:"date"`
	Rev          int64         `json:"rev"`
	SetRev       int64         `json:"-"` // when the items were written
	Items        []quote.Item  `json:"items"`
	AddressID    *string       `json:"address_id,omitempty"`
	Base         *int64        `json:"base,omitempty"`
	Alternatives []Alternative `json:"alt,omitempty"`
}

// Alternative is what another device wanted and could not write without overwriting something that it had not seen.
type Alternative struct {
	Device    string       `json:"dev"`
	Rev       int64        `json:"rev"`
	Items     []quote.Item `json:"items"`
	AddressID *string      `json:"address_id,omitempty"`
}

// Change sets a date's whole content. Seen is the newest revision of the day that its writer knew; Base is the version
// of the order that an edit of an ordered day starts from. No items clears the day.
type Change struct {
	Date      clock.Date   `json:"date"`
	Items     []quote.Item `json:"items"`
	AddressID *string      `json:"address_id,omitempty"`
	Seen      int64        `json:"seen"`
	Base      *int64       `json:"base,omitempty"`
}

// Outcome of a change.
type Outcome int

// The outcomes; their numbers are the result codes of the sync protocol.
const (
	Applied       Outcome = 0
	Same          Outcome = 1
	KeptAlongside Outcome = 2
)

// Limits of one day's draft.
const maxItems = 40

// Faults of a change that can never be applied.
var (
	ErrBadDay     = fault.New(fault.Invalid, "day_closed", "We do not deliver on that day.")
	ErrBadAddress = fault.New(fault.Invalid, "bad_address", "We cannot deliver to that address.")
	ErrBadItems   = fault.New(fault.Invalid, "bad_items", "That choice of meals cannot be read.")
)

// Check refuses a change that makes no sense whatever the menu says. Prices and cut-offs are not looked at here: they are
// judged when the person pays.
func (c Change) Check() error {
	if c.Date.Weekday() == 0 || c.Date.Weekday() == 6 || c.Date < week.MinWeekStartDate {
		return ErrBadDay
	}
	if c.AddressID != nil && (len(*c.AddressID) != 26 || unwritable(*c.AddressID)) {
		return ErrBadAddress
	}
	if c.Items == nil || len(c.Items) > maxItems || c.Seen < 0 {
		return ErrBadItems
	}
	meals := map[string]bool{}
	for _, i := range c.Items {
		if i.Meal == "" || len(i.Meal) > 64 || unwritable(i.Meal) || i.Qty < 1 || i.Qty > quote.MaxQuantity || meals[i.Meal] {
			return ErrBadItems
		}
		meals[i.Meal] = true
	}
	return nil
}

// unwritable says that Postgres would not keep a text.
func unwritable(s string) bool { return strings.ContainsFunc(s, unicode.IsControl) }

// Set applies a change of a device and numbers what it writes with one more than rev, the profile's counter, which the
// caller's transaction holds. It answers the counter as it is then: the same when nothing was written.
func Set(ctx context.Context, q *db.Queries, profile, device string, rev int64, c Change) (Outcome, int64, error) {
	items, err := json.Marshal(c.Items)
	if err != nil {
		return 0, rev, err
	}
	stored, err := q.DraftDay(ctx, profile, c.Date)
	if err != nil && !db.None(err) {
		return 0, rev, fmt.Errorf("read draft: %w", err)
	}
	exists := err == nil
	mine := exists && stored.ByDevice != nil && *stored.ByDevice == device
	foreign := int64(0)
	if exists {
		foreign = stored.SetRev
		if mine {
			foreign = stored.ForeignRev
		}
	}
	if exists && foreign > c.Seen {
		return late(ctx, q, stored, device, rev, c, items)
	}
	if exists {
		if _, err := q.DraftAlternativesClear(ctx, profile, c.Date, c.Seen, device); err != nil {
			return 0, rev, fmt.Errorf("clear alternatives: %w", err)
		}
	}
	if err := q.DraftDaySet(ctx, db.DraftDaySetParams{ProfileID: profile, Date: c.Date, Rev: rev + 1, ByDevice: &device, ForeignRev: foreign,
		Items: items, AddressID: c.AddressID, Base: c.Base}); err != nil {
		return 0, rev, fmt.Errorf("write draft: %w", err)
	}
	return Applied, rev + 1, nil
}

// late keeps a change beside a day that somebody else wrote meanwhile. One that wants just what is there is settled, and
// with it what its device wanted before.
func late(ctx context.Context, q *db.Queries, stored db.DraftDay, device string, rev int64, c Change, items []byte) (Outcome, int64, error) {
	outcome := KeptAlongside
	if sameItems(stored.Items, items) && sameAddress(stored.AddressID, c.AddressID) {
		outcome = Same
		cleared, err := q.DraftAlternativesClear(ctx, stored.ProfileID, stored.Date, -1, device)
		if err != nil || cleared == 0 {
			return outcome, rev, err
		}
	} else if err := q.DraftAlternativeSet(ctx, db.DraftAlternativeSetParams{ProfileID: stored.ProfileID, Date: stored.Date, DeviceID: device,
		Rev: rev + 1, Items: items, AddressID: c.AddressID}); err != nil {
		return 0, rev, fmt.Errorf("keep alternative: %w", err)
	}
	if err := q.DraftDayTouch(ctx, stored.ProfileID, stored.Date, rev+1); err != nil {
		return 0, rev, fmt.Errorf("number draft: %w", err)
	}
	return outcome, rev + 1, nil
}

func sameAddress(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// Bought clears a day whose content was ordered, but only the very revision that was bought: a later wish stays. (D18)
// It reports whether it wrote.
func Bought(ctx context.Context, q *db.Queries, profile string, date clock.Date, bought, rev int64) (bool, error) {
	stored, err := q.DraftDay(ctx, profile, date)
	if db.None(err) {
		return false, nil
	}
	if err != nil || stored.SetRev != bought {
		return false, err
	}
	return true, q.DraftDaySet(ctx, db.DraftDaySetParams{ProfileID: profile, Date: date, Rev: rev, ForeignRev: stored.SetRev, Items: []byte("[]")})
}

// Since is every day that changed after a revision, with all its alternatives.
func Since(ctx context.Context, q *db.Queries, profile string, rev int64) ([]Day, error) {
	rows, err := q.DraftDaysSince(ctx, profile, rev)
	if err != nil {
		return nil, fmt.Errorf("read drafts: %w", err)
	}
	return days(ctx, q, profile, rows)
}

// On is the draft of each of these dates that has one, with its alternatives.
func On(ctx context.Context, q *db.Queries, profile string, dates []clock.Date) ([]Day, error) {
	rows, err := q.DraftDaysOn(ctx, profile, dates)
	if err != nil {
		return nil, fmt.Errorf("read drafts: %w", err)
	}
	return days(ctx, q, profile, rows)
}

func days(ctx context.Context, q *db.Queries, profile string, rows []db.DraftDay) ([]Day, error) {
	out := make([]Day, 0, len(rows))
	for _, r := range rows {
		d := Day{Date: r.Date, Rev: r.Rev, SetRev: r.SetRev, AddressID: r.AddressID, Base: r.Base}
		if err := json.Unmarshal(r.Items, &d.Items); err != nil {
			return nil, fmt.Errorf("draft of %s: %w", r.Date, err)
		}
		out = append(out, d)
	}
	if len(out) == 0 {
		return out, nil
	}
	alternatives, err := q.DraftAlternatives(ctx, profile)
	if err != nil {
		return nil, fmt.Errorf("read alternatives: %w", err)
	}
	for _, a := range alternatives {
		i := slices.IndexFunc(out, func(d Day) bool { return d.Date == a.Date })
		if i < 0 {
			continue
		}
		alt := Alternative{Device: a.DeviceID, Rev: a.Rev, AddressID: a.AddressID}
		if err := json.Unmarshal(a.Items, &alt.Items); err != nil {
			return nil, fmt.Errorf("alternative of %s: %w", a.Date, err)
		}
		out[i].Alternatives = append(out[i].Alternatives, alt)
	}
	return out, nil
}

// sameItems compares two lists as values: jsonb does not keep the bytes.
func sameItems(a, b []byte) bool {
	var x, y []quote.Item
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return slices.Equal(x, y)
}
