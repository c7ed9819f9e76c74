// Package draft stores what a person has chosen for a date and has not ordered yet. Its promise: a value that another device wrote is
// never overwritten unseen; the later one is kept beside it until the person decides.
package draft

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
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

// Alternative is what another device wanted and could not write without overwriting a value that it had not seen.
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

// Limits of drafts: the different meals of a day, and how many days ahead one may be, which is well beyond the weeks that are offered so
// that a device whose clock is wrong loses nothing.
const (
	maxItems = 40
	maxAhead = 8 * 7
)

// Faults of a change that can never be applied.
var (
	ErrBadDay     = fault.New(fault.Invalid, "day_closed", "We do not deliver on that day.")
	ErrBadAddress = fault.New(fault.Invalid, "bad_address", "We cannot deliver to that address.")
	ErrTooFar     = fault.New(fault.Invalid, "day_too_far", "That day cannot be chosen yet.")
	ErrBadItems   = fault.New(fault.Invalid, "bad_items", "That choice of meals cannot be read.")
)

// Check refuses a change that is invalid whatever the menu says. Prices and cut-offs are checked later, when the person pays.
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

// CheckAhead refuses a choice for a day that nobody can be offered for weeks. A day may always be cleared.
func (c Change) CheckAhead(today clock.Date) error {
	if len(c.Items) > 0 && c.Date > today+maxAhead {
		return ErrTooFar
	}
	return nil
}

// unwritable reports whether a text has control characters, which Postgres may refuse.
func unwritable(s string) bool { return strings.ContainsFunc(s, unicode.IsControl) }

// Stored is the current draft of a date: its row, when it has one, and its alternatives. Take changes it in memory, and Save the tables.
type Stored struct {
	Profile      string
	Date         clock.Date
	Day          *db.DraftDay
	Alternatives []db.DraftAlternative
}

// Load adds a query to a batch for the current drafts of dates; the result is filled when the batch has run. The caller's transaction
// holds the profile's counter.
func Load(b *db.Batch, profile string, dates []clock.Date) map[clock.Date]Stored {
	all := make(map[clock.Date]Stored, len(dates))
	for _, date := range dates {
		all[date] = Stored{Profile: profile, Date: date}
	}
	if len(all) == 0 {
		return all
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.DraftsOn(ctx, profile, dates)
		if err != nil {
			return fmt.Errorf("read drafts: %w", err)
		}
		for _, r := range rows {
			s := Stored{Profile: profile, Date: r.DraftDay.Date, Day: &r.DraftDay}
			var beside []struct {
				Device    string `json:"dev"`
				Rev       int64
				Items     json.RawMessage
				AddressID *string `json:"address_id"`
			}
			if err := json.Unmarshal(r.Alternatives, &beside); err != nil {
				return fmt.Errorf("alternatives of %s: %w", s.Date, err)
			}
			for _, a := range beside {
				s.Alternatives = append(s.Alternatives, db.DraftAlternative{ProfileID: profile, Date: s.Date, DeviceID: a.Device, Rev: a.Rev,
					Items: a.Items, AddressID: a.AddressID})
			}
			all[s.Date] = s
		}
		return nil
	})
	return all
}

// Take applies a change of a device and numbers it with one more than rev, the profile's counter. It returns the new state of the date,
// and the counter, which is unchanged when the state is.
func (s Stored) Take(device string, rev int64, c Change) (Outcome, Stored, int64, error) {
	items, err := json.Marshal(c.Items)
	if err != nil {
		return 0, s, rev, err
	}
	foreign := int64(0)
	if s.Day != nil {
		foreign = s.Day.SetRev
		if s.Day.ByDevice != nil && *s.Day.ByDevice == device {
			foreign = s.Day.ForeignRev
		}
	}
	next := rev + 1
	if s.Day != nil && foreign > c.Seen {
		outcome, kept, rev := s.late(device, next, c, items)
		return outcome, kept, rev, nil
	}
	cleared := s.clear(c.Seen, device)
	cleared.Day = &db.DraftDay{ProfileID: s.Profile, Date: s.Date, Rev: next, SetRev: next, ByDevice: &device, ForeignRev: foreign,
		Items: items, AddressID: c.AddressID, Base: c.Base}
	return Applied, cleared, next, nil
}

// late keeps a change beside a day that another device wrote meanwhile. A change to what is there already is settled, and replaces what
// its device wanted before.
func (s Stored) late(device string, next int64, c Change, items []byte) (Outcome, Stored, int64) {
	kept, outcome := s.clear(-1, device), Same
	if !sameItems(s.Day.Items, items) || !sameAddress(s.Day.AddressID, c.AddressID) {
		outcome = KeptAlongside
		kept.Alternatives = append(kept.Alternatives,
			db.DraftAlternative{ProfileID: s.Profile, Date: s.Date, DeviceID: device, Rev: next, Items: items, AddressID: c.AddressID})
	} else if len(kept.Alternatives) == len(s.Alternatives) {
		return outcome, s, next - 1
	}
	day := *s.Day
	day.Rev = next
	kept.Day = &day
	return outcome, kept, next
}

// clear removes the alternatives that a writer has seen, and the writer's own.
func (s Stored) clear(seen int64, device string) Stored {
	s.Alternatives = slices.DeleteFunc(slices.Clone(s.Alternatives),
		func(a db.DraftAlternative) bool { return a.Rev <= seen || a.DeviceID == device })
	return s
}

// Save adds to a batch what brings the tables from one state of a profile's dates to another that Take made of it.
func Save(b *db.Batch, profile string, before, after map[clock.Date]Stored) {
	days, kept := db.DraftDaysSetParams{ProfileID: profile}, db.DraftAlternativesSetParams{ProfileID: profile}
	var goneDates []clock.Date
	var goneDevices []string
	for _, date := range slices.Sorted(maps.Keys(after)) {
		was, is := before[date], after[date]
		if is.Day == nil || was.Day != nil && was.Day.Rev == is.Day.Rev {
			continue // nothing was written: each write has a number of its own
		}
		d, base := is.Day, ""
		if d.Base != nil {
			base = strconv.FormatInt(*d.Base, 10)
		}
		days.Dates, days.Revs, days.SetRevs = append(days.Dates, date), append(days.Revs, d.Rev), append(days.SetRevs, d.SetRev)
		days.Devices, days.ForeignRevs = append(days.Devices, db.Or(d.ByDevice, "")), append(days.ForeignRevs, d.ForeignRev)
		days.Items, days.Addresses = append(days.Items, string(d.Items)), append(days.Addresses, db.Or(d.AddressID, ""))
		days.Bases = append(days.Bases, base)
		for _, a := range was.Alternatives {
			if !slices.ContainsFunc(is.Alternatives, func(b db.DraftAlternative) bool { return a.DeviceID == b.DeviceID }) {
				goneDates, goneDevices = append(goneDates, date), append(goneDevices, a.DeviceID)
			}
		}
		for _, a := range is.Alternatives {
			if slices.ContainsFunc(was.Alternatives, func(b db.DraftAlternative) bool { return a.DeviceID == b.DeviceID && a.Rev == b.Rev }) {
				continue
			}
			kept.Dates, kept.Devices, kept.Revs = append(kept.Dates, date), append(kept.Devices, a.DeviceID), append(kept.Revs, a.Rev)
			kept.Items, kept.Addresses = append(kept.Items, string(a.Items)), append(kept.Addresses, db.Or(a.AddressID, ""))
		}
	}
	if len(days.Dates) > 0 {
		b.Step("write drafts", func(ctx context.Context, q *db.Queries) error { return q.DraftDaysSet(ctx, days) })
	}
	if len(goneDates) > 0 {
		b.Step("clear alternatives", func(ctx context.Context, q *db.Queries) error {
			return q.DraftAlternativesClear(ctx, goneDates, goneDevices, profile)
		})
	}
	if len(kept.Dates) > 0 {
		b.Step("keep alternatives", func(ctx context.Context, q *db.Queries) error { return q.DraftAlternativesSet(ctx, kept) })
	}
}

func sameAddress(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// Bought adds to a batch that days whose content was ordered are cleared, each only if it is still the revision that was bought: a later
// edit stays. The dates that were cleared are filled in when the batch has run.
func Bought(b *db.Batch, profile string, bought map[clock.Date]int64, rev int64) *[]clock.Date {
	dates, revs, cleared := make([]clock.Date, 0, len(bought)), make([]int64, 0, len(bought)), &[]clock.Date{}
	for _, date := range slices.Sorted(maps.Keys(bought)) {
		dates, revs = append(dates, date), append(revs, bought[date])
	}
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		if *cleared, err = q.DraftDaysBought(ctx, rev, profile, dates, revs); err != nil {
			return fmt.Errorf("clear drafts: %w", err)
		}
		return nil
	})
	return cleared
}

// Since adds a query to a batch for every day that changed after a revision, with all its alternatives.
// The result is filled when the batch has run.
func Since(b *db.Batch, profile string, rev int64) *[]Day {
	days := &[]Day{}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.DraftsSince(ctx, profile, rev)
		if err != nil {
			return fmt.Errorf("read drafts: %w", err)
		}
		for _, r := range rows {
			d, err := read(r.DraftDay)
			if err != nil {
				return err
			}
			if err := json.Unmarshal(r.Alternatives, &d.Alternatives); err != nil {
				return fmt.Errorf("alternatives of %s: %w", d.Date, err)
			}
			*days = append(*days, d)
		}
		return nil
	})
	return days
}

// On adds to a batch that a profile's drafts of some dates are read, without their alternatives. The result is filled when the batch has
// run.
func On(b *db.Batch, profile string, dates []clock.Date) *[]Day {
	days := &[]Day{}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.DraftDaysOn(ctx, profile, dates)
		if err != nil {
			return fmt.Errorf("read drafts: %w", err)
		}
		for _, r := range rows {
			d, err := read(r)
			if err != nil {
				return err
			}
			*days = append(*days, d)
		}
		return nil
	})
	return days
}

func read(r db.DraftDay) (Day, error) {
	d := Day{Date: r.Date, Rev: r.Rev, SetRev: r.SetRev, AddressID: r.AddressID, Base: r.Base}
	if err := json.Unmarshal(r.Items, &d.Items); err != nil {
		return d, fmt.Errorf("draft of %s: %w", r.Date, err)
	}
	return d, nil
}

// sameItems compares two lists as values, because jsonb does not preserve the bytes.
func sameItems(a, b []byte) bool {
	var x, y []quote.Item
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return slices.Equal(x, y)
}
