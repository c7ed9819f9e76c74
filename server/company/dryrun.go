package company

import (
	"context"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// DryRun is a what-if simulation: last month's costs under other rules. Was is what was paid, without what was missing. It holds sums
// and counts only, never a dish or a name, because an admin must not learn what a person eats.
type DryRun struct {
	Month   clock.Date `json:"month"`
	People  int        `json:"people"`
	Lunches int        `json:"lunches"`
	Net     money.Fils `json:"net_amount"`
	Was     Parts      `json:"was"`
	Would   Parts      `json:"would"`
}

// Parts is who pays how much, and how many people reach the cap in one period or more.
type Parts struct {
	Company   money.Fils `json:"company"`
	Employees money.Fils `json:"employees"`
	Capped    int        `json:"capped"`
}

// DryRunReply is the answer with the simulation.
type DryRunReply struct {
	Data DryRun `json:"data"`
}

// HandleDryRun computes last month's lunches under the given rules. It changes nothing.
func (c *Companies) HandleDryRun(ctx context.Context, who web.Caller, r Rules) (DryRunReply, error) {
	if err := r.clean(); err != nil {
		return DryRunReply{}, err
	}
	if err := c.people.Asks(ctx, who); err != nil {
		return DryRunReply{}, err
	}
	q := db.New(c.db)
	row, err := q.CompanyOne(ctx, who.CompanyID)
	if err != nil {
		return DryRunReply{}, db.NoneIs(err, fault.ErrNotFound)
	}
	last := firstOf(clock.DateOf(c.now())) - 1
	first := firstOf(last)
	// A week that begins in the month before, or ends in the one after, has one cap all the same.
	lunches, err := q.LunchesOrdered(ctx, who.CompanyID, first.Monday(), last.Monday()+6)
	if err != nil {
		return DryRunReply{}, err
	}
	return DryRunReply{dryRun(lunches, first, last, rulesOf(row), r)}, nil
}

// dryRun computes the lunches person by person; only those of the month count.
func dryRun(lunches []db.LunchesOrderedRow, first, last clock.Date, now, then Rules) DryRun {
	sum := DryRun{Month: first}
	for begin := 0; begin < len(lunches); {
		end := begin
		var had []quote.Lunch
		for ; end < len(lunches) && lunches[end].ProfileID == lunches[begin].ProfileID; end++ {
			l := lunches[end]
			had = append(had, quote.Lunch{Date: l.Day, Net: money.Fils(l.Net), Counter: l.Counter})
		}
		sum.person(lunches[begin:end], had, first, last, now, then)
		begin = end
	}
	sum.Was.Employees, sum.Would.Employees = sum.Net-sum.Was.Company, sum.Net-sum.Would.Company
	return sum
}

func (sum *DryRun) person(was []db.LunchesOrderedRow, had []quote.Lunch, first, last clock.Date, now, then Rules) {
	would, capped := then.terms().Shares(had)
	ate := false
	for i, l := range was {
		missing := money.Fils(l.Missing)
		if l.Day < first || l.Day > last || missing > 0 && missing >= had[i].Net {
			continue
		}
		ate = true
		sum.Lunches++
		sum.Net += had[i].Net - missing
		sum.Was.Company += money.Fils(l.Share - l.MissingShare)
		sum.Would.Company += would[i]
		if missing > 0 { // divided as the kitchen divides it; what was missing still counts towards the cap
			sum.Would.Company -= missing - missing.Part(int64(had[i].Net-would[i]), int64(had[i].Net))
		}
	}
	if !ate {
		return
	}
	sum.People++
	if capped {
		sum.Would.Capped++
	}
	if _, capped := now.terms().Shares(had); capped {
		sum.Was.Capped++
	}
}

func firstOf(d clock.Date) clock.Date {
	t := d.Time()
	return clock.NewDate(t.Year(), t.Month(), 1)
}

// nextMonth is the first of the month after a date's.
func nextMonth(d clock.Date) clock.Date {
	t := d.Time()
	return clock.DateOf(time.Date(t.Year(), t.Month()+1, 1, 0, 0, 0, 0, clock.Dubai))
}
