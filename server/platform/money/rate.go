package money

import (
	"fmt"
	"slices"
	"strings"

	"sahn/server/platform/clock"
)

// Rate is a rate of VAT in whole percent.
type Rate int

// FirstRate is the rate that counts until operators set another one. MaxRate is the highest that they can set; the lowest is 1.
const (
	FirstRate Rate = 5
	MaxRate   Rate = 50
)

// String writes "5%".
func (r Rate) String() string { return fmt.Sprintf("%d%%", int(r)) }

// Percents writes different rates in order: "5%", or "5% and 10%".
func Percents(rates ...Rate) string {
	rates = slices.Compact(slices.Sorted(slices.Values(rates)))
	words := make([]string, len(rates))
	for i, r := range rates {
		words[i] = r.String()
	}
	return strings.Join(words, " and ")
}

// RateFrom is a rate, and the first date of supply that it counts for.
type RateFrom struct {
	From    clock.Date `json:"from"`
	Percent Rate       `json:"percent"`
}

// Rates are the rates that operators have set, in the order of their dates.
type Rates []RateFrom

// On is the rate of what is supplied on a date.
func (r Rates) On(date clock.Date) Rate {
	rate := FirstRate
	for _, one := range r {
		if one.From <= date {
			rate = one.Percent
		}
	}
	return rate
}
