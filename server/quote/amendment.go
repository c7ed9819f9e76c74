package quote

import (
	"maps"
	"slices"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// AmendDay is the requested change of one delivery; no items cancel it. Without an address it keeps its own.
type AmendDay struct {
	Date      clock.Date `json:"date" validate:"required"`
	Items     []Item     `json:"items" validate:"required,max=40,dive"`
	AddressID *string    `json:"address_id,omitempty" validate:"omitempty,len=26,alphanum"`
}

// DayState is one delivery before or after a change. ShareBefore is how much of the period's share was used when this day's was granted,
// so that the share can be explained.
type DayState struct {
	AddressID     string     `json:"address_id"`
	Items         []Line     `json:"items"`
	Gross         money.Fils `json:"gross_amount"`
	Discount      money.Fils `json:"discount"`
	Net           money.Fils `json:"net_amount"`
	CompanyShare  money.Fils `json:"company_share"`
	EmployeeShare money.Fils `json:"employee_share"`
	ShareBefore   money.Fils `json:"share_before"`
}

// Change is the kind of change of a delivery.
type Change string

// The changes. A day with the same meals is listed only when its share changes.
const (
	Changed   Change = "changed"
	Cancelled Change = "cancelled"
	Restored  Change = "restored"
	Same      Change = "same"
)

// AmendedDay is a delivery with a change. Before is null when it was cancelled, After when it is cancelled by the change.
type AmendedDay struct {
	Date   clock.Date `json:"date"`
	Cutoff time.Time  `json:"cutoff"`
	Change Change     `json:"change"`
	Before *DayState  `json:"before"`
	After  *DayState  `json:"after"`
}

// Sums are the totals of an order's live deliveries.
type Sums struct {
	Gross         money.Fils `json:"gross_amount"`
	Discount      money.Fils `json:"discount"`
	Net           money.Fils `json:"net_amount"`
	CompanyShare  money.Fils `json:"company_share"`
	EmployeeShare money.Fils `json:"employee_share"`
	VAT           money.Fils `json:"vat_amount"`
}

// AmendmentQuote is the result of a change of an order before it is made: the order before and after it, who pays or gets back how much,
// and every reason why it is not possible. Its hash includes the order's version, so it is void once the order has changed.
type AmendmentQuote struct {
	Order        string       `json:"order"`
	Version      int64        `json:"version"`
	Days         []AmendedDay `json:"days"`
	Before       Sums         `json:"before"`
	After        Sums         `json:"after"`
	Difference   money.Fils   `json:"difference"`
	Wallet       money.Fils   `json:"wallet_amount"`
	Payable      money.Fils   `json:"payable_amount"`
	Refund       money.Fils   `json:"refund_amount"`
	RefundWallet money.Fils   `json:"refund_wallet"`
	RefundCard   money.Fils   `json:"refund_card"`
	Issues       []Issue      `json:"issues"`
	Hash         string       `json:"hash"`
}

// AmendmentDifferences lists how the changed order and its price differ from what a person saw.
func AmendmentDifferences(seen, fresh AmendmentQuote) []Difference {
	return Differences(afterwards(seen, fresh), afterwards(fresh, seen))
}

// afterwards is the state of every day in either of two quotes after the change in q.
func afterwards(q, other AmendmentQuote) Quote {
	all := Quote{Days: []Delivery{}, Wallet: q.Wallet, Payable: q.Payable, Issues: q.Issues}
	states := map[clock.Date]*DayState{}
	for _, d := range other.Days {
		states[d.Date] = d.Before
	}
	for _, d := range q.Days {
		states[d.Date] = d.After
	}
	for _, date := range slices.Sorted(maps.Keys(states)) {
		if state := states[date]; state != nil {
			all.Days = append(all.Days,
				Delivery{Date: date, Items: state.Items, Net: state.Net, CompanyShare: state.CompanyShare, EmployeeShare: state.EmployeeShare})
		}
	}
	return all
}
