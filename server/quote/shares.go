package quote

import (
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/week"
)

// Lunch is a person's lunch on a day: its price after the plan's discount, delivered or bought at a counter.
type Lunch struct {
	Date    clock.Date `json:"date"`
	Net     money.Fils `json:"net"`
	Counter bool       `json:"counter,omitempty"`
}

// Shares computes the company's part of one person's lunches at these terms, in the order in which they were ordered, and whether a
// period's cap was reached.
func (t Terms) Shares(lunches []Lunch) (shares []money.Fils, capped bool) {
	shares = make([]money.Fils, len(lunches))
	ofDay, ofPeriod := map[clock.Date]money.Fils{}, map[clock.Date]money.Fils{}
	for i, l := range lunches {
		period := week.PeriodStart(t.ShareDuration, l.Date)
		if l.Counter {
			shares[i] = t.ShareAtCounter(l.Net, ofDay[l.Date], ofPeriod[period])
		} else {
			shares[i] = t.share(l.Net, ofPeriod[period])
		}
		ofDay[l.Date] += shares[i]
		ofPeriod[period] += shares[i]
		capped = capped || t.ShareCap != nil && ofPeriod[period] >= *t.ShareCap
	}
	return shares, capped
}

// usedBeside is how much of a period's cap counts as used by other days when the share of some days is computed again. Those days keep at
// least what they were granted, even when the other days were since granted more than this cap, under a higher one.
func (t Terms) usedBeside(others, own money.Fils) money.Fils {
	if t.ShareCap == nil {
		return others
	}
	return min(others, max(0, *t.ShareCap-own))
}

// UsedBefore is how much of a period's cap must count as used so that computing an agreed share again gives the same amount: what is
// granted by now where that gives the same share, and otherwise the cap without the share.
func (t Terms) UsedBefore(net, share, granted money.Fils) money.Fils {
	if t.ShareCap == nil || t.share(net, granted) == share {
		return granted
	}
	return *t.ShareCap - share
}
