package member

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// The span that a request for lunches may ask about, and how many are in one answer.
const (
	lunchDays = 31
	lunchPage = 500
)

// LunchesRequest asks for the lunches of the days from From until Until (Dubai dates, at most 31 days; the next seven days when empty).
// After is the Next of the answer before.
type LunchesRequest struct {
	From  string `query:"from" validate:"max=10"`
	Until string `query:"until" validate:"max=10"`
	After string `query:"after" validate:"max=26"`
}

// Lunch is one that somebody ordered: Member is whose, Cutoff until when it can be changed, CompanyShare what the company pays.
type Lunch struct {
	ID           string     `json:"id"`
	Member       string     `json:"member"`
	Date         clock.Date `json:"date"`
	Cutoff       time.Time  `json:"cutoff"`
	Place        string     `json:"place"`
	CompanyShare money.Fils `json:"company_share"`
}

// LunchesReply is up to 500 lunches by id. With Next there are more.
type LunchesReply struct {
	Data []Lunch `json:"data"`
	Next string  `json:"next,omitempty"`
}

// HandleLunches answers who of the company eats where on which days, and what the company pays for it, never what. Admins may, and keys
// that read orders.
func (m *Members) HandleLunches(ctx context.Context, who web.Caller, r LunchesRequest) (LunchesReply, error) {
	today := clock.DateOf(m.Clock())
	from, err := clock.ParseDate(cmp.Or(r.From, today.String()))
	if err != nil {
		return LunchesReply{}, fault.Field("from", "The from field must be a date like 2026-11-23.")
	}
	until, err := clock.ParseDate(cmp.Or(r.Until, (from + 6).String()))
	if err != nil || until < from || until-from >= lunchDays {
		return LunchesReply{}, fault.Field("until", "The until field must be a date at most 30 days after from.")
	}
	rows, err := db.New(m.Conn).MemberLunches(ctx, db.MemberLunchesParams{CompanyID: who.CompanyID, FromDate: from, UntilDate: until,
		After: r.After, Most: lunchPage + 1})
	if err != nil {
		return LunchesReply{}, fmt.Errorf("read lunches: %w", err)
	}
	all := LunchesReply{Data: []Lunch{}}
	for i, l := range rows {
		if i == lunchPage {
			all.Next = rows[i-1].ID
			break
		}
		all.Data = append(all.Data, Lunch{l.ID, l.ProfileID, l.DeliveryDate, l.Cutoff, l.Place, l.CompanyShare})
	}
	return all, nil
}
