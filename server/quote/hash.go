package quote

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// The sealed forms list their fields in the order of their keys, because the canonical bytes have sorted keys.
type sealed struct {
	CompanyShare  money.Fils  `json:"company_share"`
	Days          []sealedDay `json:"days"`
	Discount      money.Fils  `json:"discount"`
	EmployeeShare money.Fils  `json:"employee_share"`
	Gross         money.Fils  `json:"gross_amount"`
	Net           money.Fils  `json:"net_amount"`
	Payable       money.Fils  `json:"payable_amount"`
	VAT           money.Fils  `json:"vat_amount"`
	Wallet        money.Fils  `json:"wallet_amount"`
}

type sealedDay struct {
	CompanyShare  money.Fils   `json:"company_share"`
	Date          clock.Date   `json:"date"`
	EmployeeShare money.Fils   `json:"employee_share"`
	Items         []sealedLine `json:"items"`
	Net           money.Fils   `json:"net_amount"`
}

type sealedLine struct {
	Discounted money.Fils `json:"discounted"`
	InsteadOf  string     `json:"instead_of,omitempty"`
	Meal       string     `json:"meal"`
	Price      money.Fils `json:"price"`
	Qty        int        `json:"qty"`
	Total      money.Fils `json:"total"`
}

// Canonical is the bytes that a quote's hash covers: JSON with sorted keys, integers, no spaces, no clock, days by date and lines by meal,
// without empty days. The device writes the same bytes.
func Canonical(q Quote) []byte {
	s := sealed{q.CompanyShare, []sealedDay{}, q.Discount, q.EmployeeShare, q.Gross, q.Net, q.Payable, q.VAT, q.Wallet}
	for _, d := range q.Days {
		if len(d.Items) == 0 {
			continue
		}
		day := sealedDay{d.CompanyShare, d.Date, d.EmployeeShare, []sealedLine{}, d.Net}
		for _, l := range d.Items {
			day.Items = append(day.Items, sealedLine{l.Discounted, l.InsteadOf, l.Meal, l.Price, l.Qty, l.Total})
		}
		slices.SortFunc(day.Items, func(a, b sealedLine) int { return cmp.Compare(a.Meal, b.Meal) })
		s.Days = append(s.Days, day)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // numbers, dates and strings always encode
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// Hash is the lower-case hex SHA-256 of the canonical bytes.
func Hash(q Quote) string {
	sum := sha256.Sum256(Canonical(q))
	return hex.EncodeToString(sum[:])
}
