package operator

import (
	"context"

	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// VAT is the rate of VAT that counts today, cached like the settings. Without an office it is the first rate.
func (o *Office) VAT(ctx context.Context) money.Rate {
	if o == nil {
		return money.FirstRate
	}
	return o.kept(ctx).rates.On(clock.DateOf(o.Clock()))
}

// VATAnswer is the rate of VAT of today, in percent, those that operators have set, and how often they have.
type VATAnswer struct {
	Now     money.Rate  `json:"now"`
	Rates   money.Rates `json:"rates"`
	Version int         `json:"version"`
	Ahead   []Ahead     `json:"ahead"`
}

// Ahead is how many deliveries are ordered for a day to come at a rate of VAT, which they keep.
type Ahead struct {
	Date       clock.Date `json:"date"`
	Rate       money.Rate `json:"rate"`
	Deliveries int        `json:"deliveries"`
}

// VATRequest is a rate of VAT in percent, and the first day that it counts for: a day after today. Seen is the version that the manager
// saw.
type VATRequest struct {
	From    clock.Date `json:"from" validate:"required"`
	Percent money.Rate `json:"percent" validate:"min=1,max=50"`
	Seen    int        `json:"seen" validate:"min=0"`
}

// ErrVATChanged refuses the rate of a manager who saw others.
var ErrVATChanged = fault.New(fault.Conflict, "vat_changed", "Somebody changed this meanwhile. Please look again.")

// maxAhead is how many days ahead a rate can be set.
const maxAhead = 2 * 366

func (o *Office) vat(ctx context.Context, q *db.Queries) (VATAnswer, error) {
	today := clock.DateOf(o.Clock())
	rates, err := q.VATRates(ctx)
	if err != nil {
		return VATAnswer{}, err
	}
	a := VATAnswer{Now: rates.On(today), Rates: append(money.Rates{}, rates...), Ahead: []Ahead{}}
	if a.Version, err = q.VATRateVersion(ctx); err != nil {
		return a, err
	}
	rows, err := q.DeliveriesAhead(ctx, today)
	for _, r := range rows {
		a.Ahead = append(a.Ahead, Ahead{r.DeliveryDate, r.VatRate, r.Deliveries})
	}
	return a, err
}

// HandleVAT shows the rates of VAT, and what is ordered ahead. A manager may.
func (o *Office) HandleVAT(ctx context.Context, _ web.Caller, _ Nothing) (VATAnswer, error) {
	return o.vat(ctx, db.New(o.Conn))
}

// HandleVATSet sets the rate of VAT from a day after today on. What was bought keeps its rate. A rate that was set for the same day before
// counts no more. A manager may.
func (o *Office) HandleVATSet(ctx context.Context, who web.Caller, r VATRequest) (VATAnswer, error) {
	today := clock.DateOf(o.Clock())
	if r.From <= today || r.From > today+maxAhead {
		return VATAnswer{}, fault.Field("from", "The from field must be a day after today, within two years.")
	}
	err := o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, err := o.vat(ctx, tx.Queries)
		before := money.RateFrom{From: r.From, Percent: was.Rates.On(r.From)}
		after := money.RateFrom{From: r.From, Percent: r.Percent}
		switch {
		case err != nil || before == after:
			return audit.Act{}, err
		case was.Version != r.Seen:
			return audit.Act{}, ErrVATChanged
		}
		added, err := tx.VATRateInsert(ctx, was.Version+1, r.From, r.Percent, o.Clock())
		if err == nil && added == 0 {
			err = ErrVATChanged
		}
		return audit.Act{Kind: "vat.set", Subject: "settings", Before: before, After: after}, err
	})
	if err != nil {
		return VATAnswer{}, err
	}
	o.settings.at.Store(nil)
	return o.vat(ctx, db.New(o.Conn))
}
