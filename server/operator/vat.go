package operator

import (
	"context"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// VAT is the rate of VAT that counts today, cached like the settings. Without an office it is the first rate.
func (o *Office) VAT(ctx context.Context) money.Rate {
	if o == nil {
		return money.FirstRate
	}
	return o.kept(ctx).rates.On(clock.DateOf(o.Clock()))
}
