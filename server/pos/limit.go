package pos

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// chargeLimits are how much of one sale, and of a person's day, goes on an account without review, and how many hours old such a sale may
// be when it arrives; of the sales of a Dubai date and later ones.
type chargeLimits struct {
	Since clock.Date `json:"since"`
	Sale  money.Fils `json:"sale_limit"`
	Day   money.Fils `json:"day_limit"`
	Hours int        `json:"offline_hours"`
}

func (l chargeLimits) offline() time.Duration { return time.Duration(l.Hours) * time.Hour }

// chargeRules are the limits by their dates. A sale keeps to those of its own day, whenever it arrives.
type chargeRules []chargeLimits

// chargeRules reads what operators have set, as counter_limits_all has it, after what counts before.
func (p *Pos) chargeRules(set json.RawMessage) (chargeRules, error) {
	var all chargeRules
	if err := json.Unmarshal(set, &all); err != nil {
		return nil, fmt.Errorf("limits of counters: %w", err)
	}
	first := chargeLimits{Sale: cmp.Or(p.SaleLimit, DefaultSaleLimit), Day: cmp.Or(p.DayLimit, DefaultDayLimit),
		Hours: int(cmp.Or(p.OfflineWindow, DefaultOfflineWindow).Hours())}
	return append(chargeRules{first}, all...), nil
}

func (all chargeRules) on(day clock.Date) (is chargeLimits) {
	for _, l := range all {
		if l.Since <= day {
			is = l
		}
	}
	return is
}
