package company

import (
	"context"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/week"
)

// Forecast is the company's share in each running period: what is used so far, and what it will be
// at the end at the pace of its days so far.
type Forecast struct {
	Periods []Period `json:"periods"`
}

// Period is one running period. Spent is for lunches until today, Granted for all that is ordered, Projected for the whole period, all
// without what was missing; Days and Passed count the days with lunch. Cap is one person's, when the rules have one for this kind of
// period: Capped people have reached it, Reaching people will.
type Period struct {
	Duration  string      `json:"duration"`
	From      clock.Date  `json:"from"`
	Until     clock.Date  `json:"until"`
	Days      int         `json:"days"`
	Passed    int         `json:"passed"`
	People    int         `json:"people"`
	Spent     money.Fils  `json:"spent"`
	Granted   money.Fils  `json:"granted"`
	Projected money.Fils  `json:"projected"`
	Cap       *money.Fils `json:"cap"`
	Capped    int         `json:"capped"`
	Reaching  int         `json:"reaching"`
}

// ForecastReply is the answer with the forecast.
type ForecastReply struct {
	Data Forecast `json:"data"`
}

// HandleForecast projects the share to the end of the period of the rules, and to the end of the month that is billed.
func (c *Companies) HandleForecast(ctx context.Context, who web.Caller, _ Nothing) (ForecastReply, error) {
	q := db.New(c.db)
	row, err := q.CompanyOne(ctx, who.CompanyID)
	if err != nil {
		return ForecastReply{}, db.NoneIs(err, fault.ErrNotFound)
	}
	durations := []string{"Monthly"}
	if row.ShareCap != nil && row.ShareDuration != "Monthly" {
		durations = []string{row.ShareDuration, "Monthly"}
	}
	var reply ForecastReply
	for _, duration := range durations {
		p, err := c.period(ctx, q, row, duration)
		if err != nil {
			return reply, err
		}
		reply.Data.Periods = append(reply.Data.Periods, p)
	}
	return reply, nil
}

func (c *Companies) period(ctx context.Context, q *db.Queries, row db.Company, duration string) (Period, error) {
	today := clock.DateOf(c.now())
	p := Period{Duration: duration, From: week.PeriodStart(duration, today), Until: today}
	switch duration {
	case "Weekly":
		p.Until = p.From + 6
	case "Monthly":
		p.Until = nextMonth(today) - 1
	}
	if duration == row.ShareDuration {
		p.Cap = row.ShareCap
	}
	closed, err := q.ClosedDays(ctx, p.From, p.Until)
	if err != nil {
		return p, err
	}
	for monday := p.From.Monday(); monday <= p.Until; monday += 7 {
		for _, d := range week.Weekdays(monday, monday, week.MinWeekStartDate, nil, closed) {
			if d < p.From || d > p.Until {
				continue
			}
			p.Days++
			if d <= today {
				p.Passed++
			}
		}
	}
	rows, err := q.SharesGranted(ctx, today, row.ID, p.From, p.Until)
	for _, r := range rows {
		p.add(money.Fils(r.Spent), money.Fils(r.Granted), money.Fils(r.Missing))
	}
	return p, err
}

// add adds one person: at the pace of the days so far, never less than is ordered already, never more than the cap leaves. What was
// missing is not paid, but still counts towards the cap.
func (p *Period) add(spent, granted, missing money.Fils) {
	if granted == 0 {
		return
	}
	ends := granted
	if p.Passed > 0 {
		ends = max(ends, spent.Part(int64(p.Days), int64(p.Passed)))
	}
	if p.Cap != nil {
		ends = max(granted, min(ends, *p.Cap-missing)) // more may have been granted before the rules were changed
	}
	p.People++
	p.Spent += spent
	p.Granted += granted
	p.Projected += ends
	if p.Cap == nil {
		return
	}
	if granted+missing >= *p.Cap {
		p.Capped++
	}
	if ends+missing >= *p.Cap {
		p.Reaching++
	}
}
