package quote

import (
	"sahn/server/clock"
	"sahn/server/money"
	"sahn/server/week"
)

// Lunch is what somebody had on a day: what it costs after the plan's discount, delivered or bought at a counter.
type Lunch struct {
	Date    clock.Date `json:"date"`
	Net     money.Fils `json:"net"`
	Counter bool       `json:"counter,omitempty"`
}

// Shares counts what the company would pay of one person's lunches at these terms, in the order in which they were ordered, and
// whether a period's cap was reached. (D12)
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

// usedBeside is how much of a period's cap counts as used beside days whose share is counted anew. They keep at least what they were
// granted: others may have been granted more than this cap since, at a higher one. (D12)
func (t Terms) usedBeside(others, own money.Fils) money.Fils {
	if t.ShareCap == nil {
		return others
	}
	return min(others, max(0, *t.ShareCap-own))
}

// UsedBefore is how much of a period's cap counts as used before a share that was agreed, so that it can be counted again: what is
// granted by now, or what it was when it was agreed where less would have given more. (D12)
func (t Terms) UsedBefore(net, share, granted money.Fils) money.Fils {
	if t.ShareCap == nil || t.share(net, granted) == share {
		return granted
	}
	return *t.ShareCap - share
}
