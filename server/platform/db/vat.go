package db

import (
	"context"
	"fmt"

	"sahn/server/platform/money"
)

// VATRates reads the rates of VAT that operators have set.
func (q *Queries) VATRates(ctx context.Context) (money.Rates, error) {
	rows, err := q.VATRatesSet(ctx)
	if err != nil {
		return nil, fmt.Errorf("read VAT rates: %w", err)
	}
	var rates money.Rates
	for _, r := range rows {
		rates = append(rates, money.RateFrom{From: r.Since, Percent: money.Rate(r.Percent)})
	}
	return rates, nil
}
