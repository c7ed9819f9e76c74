// Package money holds an amount as a whole number of fils (1 AED = 100 fils). Every division that leaves a remainder is rounded
// half up.
package money

import "fmt"

// Fils is an amount of money. Amounts on the wire, in the database and in the browser are this number.
type Fils int64

// String writes the amount for logs and mails: "AED 35.30".
func (f Fils) String() string {
	sign := ""
	if f < 0 {
		sign, f = "-", -f
	}
	return fmt.Sprintf("%sAED %d.%02d", sign, f/100, f%100)
}

// Part is f × num / den, rounded half up to the fils. f, num ≥ 0 and den > 0.
func (f Fils) Part(num, den int64) Fils {
	return Fils((int64(f)*num*2 + den) / (den * 2))
}

// Percent is that percent of f, rounded half up to the fils.
func (f Fils) Percent(percent int64) Fils { return f.Part(percent, 100) }

// VAT is the tax inside an amount that includes that rate: f × rate/(100 + rate), rounded half up to the fils.
func (f Fils) VAT(rate Rate) Fils { return f.Part(int64(rate), 100+int64(rate)) }
