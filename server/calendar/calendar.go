// Package calendar shows a person's lunches in the calendar that they use anyway (RFC 5545). Its promise: only who has the secret link
// reads them, and a lunch keeps its entry when its order changes.
package calendar

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	ical "github.com/arran4/golang-ical"

	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/week"
	"sahn/server/week/season"
)

// Calendars makes calendar links and answers them. Public is the address that people reach the app at.
type Calendars struct {
	Conn   db.Conn
	Clock  clock.Clock
	Public *url.URL
}

// past is how many days of lunches that were stay in a calendar.
const past = 30

// LinkReply says since when the caller has a calendar link. URL is the link itself, which is shown only when it is made.
type LinkReply struct {
	Since *time.Time `json:"since"`
	URL   string     `json:"url,omitempty"`
}

// HandleLink tells whether the caller has a calendar link. Eaters may.
func (c *Calendars) HandleLink(ctx context.Context, who web.Caller, _ struct{}) (LinkReply, error) {
	since, err := db.New(c.Conn).CalendarLink(ctx, who.ProfileID)
	if db.None(err) {
		return LinkReply{}, nil
	}
	if err != nil {
		return LinkReply{}, fmt.Errorf("read calendar link: %w", err)
	}
	return LinkReply{Since: &since}, nil
}

// HandleLinkMake makes a calendar link for the caller's profile. One that was made before ends. Eaters may.
func (c *Calendars) HandleLinkMake(ctx context.Context, who web.Caller, _ struct{}) (LinkReply, error) {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	token, now := sha256.Sum256(secret), c.Clock()
	err := person.InTx(ctx, c.Conn, who, func(ctx context.Context, tx db.Tx) error {
		return tx.CalendarLinkMake(ctx, who.ProfileID, token[:], now)
	})
	if err != nil {
		return LinkReply{}, fmt.Errorf("make calendar link: %w", err)
	}
	return LinkReply{&now, c.Public.JoinPath("api", "calendar", base64.RawURLEncoding.EncodeToString(secret)+".ics").String()}, nil
}

// HandleLinkEnd ends the caller's calendar link. Eaters may.
func (c *Calendars) HandleLinkEnd(ctx context.Context, who web.Caller, _ struct{}) (LinkReply, error) {
	if err := db.New(c.Conn).CalendarLinkEnd(ctx, who.ProfileID); err != nil {
		return LinkReply{}, fmt.Errorf("end calendar link: %w", err)
	}
	return LinkReply{}, nil
}

// CalendarRequest carries the secret of a link.
type CalendarRequest struct {
	Secret string `path:"secret" json:"-" validate:"required,max=64"`
}

// HandleCalendar answers a link with the lunches of the last 30 days and all that come. Whoever has the link may; an unknown, replaced or
// ended one is not found, like that of a profile that may not order any more.
func (c *Calendars) HandleCalendar(ctx context.Context, _ web.Caller, r CalendarRequest) (web.File, error) {
	secret, err := base64.RawURLEncoding.DecodeString(strings.TrimSuffix(r.Secret, ".ics"))
	if err != nil {
		return web.File{}, fault.ErrNotFound
	}
	token, q := sha256.Sum256(secret), db.New(c.Conn)
	owner, err := q.CalendarLinkOwner(ctx, token[:])
	if db.None(err) {
		return web.File{}, fault.ErrNotFound
	}
	if err != nil {
		return web.File{}, fmt.Errorf("read calendar link: %w", err)
	}
	lunches, err := q.CalendarLunches(ctx, owner.ProfileID, clock.DateOf(c.Clock())-past)
	if err != nil {
		return web.File{}, fmt.Errorf("read lunches: %w", err)
	}
	monday := clock.DateOf(c.Clock()).Monday()
	early, err := season.Early(ctx, q, monday, monday+7*aheadWeeks)
	if err != nil {
		return web.File{}, err
	}
	say := english
	if owner.Language == "ar" {
		say = arabic
	}
	return web.File{Name: "sahn.ics", Type: "text/calendar; charset=utf-8", Body: say.calendar(lunches, early, c.Public, c.Clock())}, nil
}

// aheadWeeks is how far an open week without lunches is looked for, to be a thing to do.
const aheadWeeks = 4

// words are those of a calendar in one language.
type words struct {
	name, lunch, change, choose, comma string
	day                                func(clock.Date) string
}

var (
	english = words{"Sahn lunches", "Lunch", "Change until %s, %s", "Choose lunches for the week of %s", ", ",
		func(d clock.Date) string { return d.Time().Format("Mon 2 Jan") }}
	arabic = words{"وجبات صحن", "غداء", "التعديل متاح حتى %s، %s", "اختيار وجبات أسبوع %s", "، ", clock.Date.Arabic}
)

// calendar has an event for each lunch, and a to-do for the first week ahead that has none, due when its first day closes.
func (w words) calendar(lunches []db.CalendarLunchesRow, early week.Early, public *url.URL, now time.Time) []byte {
	all := ical.NewCalendarFor("Sahn")
	all.SetMethod(ical.MethodPublish)
	all.SetName(w.name)
	all.SetXWRCalName(w.name)
	all.SetXPublishedTTL("PT1H")
	for _, l := range lunches {
		event := all.AddEvent(l.ID + "@sahn")
		event.SetSequence(int(l.Version))
		event.SetDtStampTime(l.Cutoff) // the same lunches are the same bytes
		event.SetStartAt(at(l.DeliveryDate, l.FromTime))
		event.SetEndAt(at(l.DeliveryDate, l.UntilTime))
		event.SetSummary(w.lunch + ": " + strings.Join(l.Meals, w.comma))
		event.SetLocation(strings.Join([]string{l.Label, l.Line, l.Area}, w.comma))
		until := l.Cutoff.In(clock.Dubai)
		event.SetDescription(fmt.Sprintf(w.change, w.day(clock.DateOf(until)), until.Format("15:04")))
		event.SetTimeTransparency(ical.TransparencyTransparent)
	}
	for n := range aheadWeeks {
		monday := clock.DateOf(now).Monday() + clock.Date(7*n)
		ordered := func(l db.CalendarLunchesRow) bool { return l.DeliveryDate.Monday() == monday }
		if early.IsOpen(monday, now) && !slices.ContainsFunc(lunches, ordered) {
			todo := all.AddTodo(monday.String() + "@sahn")
			todo.SetDtStampTime(early.Cutoff(monday).AddDate(0, 0, -7))
			todo.SetDueAt(early.Cutoff(monday))
			todo.SetSummary(fmt.Sprintf(w.choose, w.day(monday)))
			todo.SetURL(public.String())
			break
		}
	}
	return []byte(all.Serialize(ical.WithNewLineWindows))
}

// at is a time of day like 12:15 in Dubai.
func at(date clock.Date, clockTime string) time.Time {
	t, err := time.Parse("15:04", clockTime)
	if err != nil {
		return date.Start()
	}
	return date.Start().Add(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute)
}
