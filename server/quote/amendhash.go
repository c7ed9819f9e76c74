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

type sealedAmendment struct {
	After        sealedSums         `json:"after"`
	Before       sealedSums         `json:"before"`
	Days         []sealedAmendedDay `json:"days"`
	Difference   money.Fils         `json:"difference"`
	Order        string             `json:"order"`
	Payable      money.Fils         `json:"payable_amount"`
	RefundCard   money.Fils         `json:"refund_card"`
	RefundWallet money.Fils         `json:"refund_wallet"`
	Version      int64              `json:"version"`
	Wallet       money.Fils         `json:"wallet_amount"`
}

type sealedSums struct {
	CompanyShare  money.Fils `json:"company_share"`
	Discount      money.Fils `json:"discount"`
	EmployeeShare money.Fils `json:"employee_share"`
	Gross         money.Fils `json:"gross_amount"`
	Net           money.Fils `json:"net_amount"`
	VAT           money.Fils `json:"vat_amount"`
}

type sealedAmendedDay struct {
	After  *sealedState `json:"after"`
	Before *sealedState `json:"before"`
	Change Change       `json:"change"`
	Date   clock.Date   `json:"date"`
}

type sealedState struct {
	Address       string       `json:"address_id"`
	CompanyShare  money.Fils   `json:"company_share"`
	EmployeeShare money.Fils   `json:"employee_share"`
	Items         []sealedLine `json:"items"`
	Net           money.Fils   `json:"net_amount"`
}

// CanonicalAmendment is the bytes that an amendment's hash covers, made like those of a quote: the order before and after the change, the
// money, and the version of the order. Names, cut-offs, issues and explanations are not part of it.
func CanonicalAmendment(q AmendmentQuote) []byte {
	s := sealedAmendment{sealSums(q.After), sealSums(q.Before), []sealedAmendedDay{}, q.Difference, q.Order, q.Payable, q.RefundCard,
		q.RefundWallet, q.Version, q.Wallet}
	for _, d := range q.Days {
		s.Days = append(s.Days, sealedAmendedDay{sealState(d.After), sealState(d.Before), d.Change, d.Date})
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // numbers, dates and strings always encode
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// AmendmentHash is the lower-case hex SHA-256 of the canonical bytes.
func AmendmentHash(q AmendmentQuote) string {
	sum := sha256.Sum256(CanonicalAmendment(q))
	return hex.EncodeToString(sum[:])
}

func sealSums(s Sums) sealedSums {
	return sealedSums{s.CompanyShare, s.Discount, s.EmployeeShare, s.Gross, s.Net, s.VAT}
}

func sealState(d *DayState) *sealedState {
	if d == nil {
		return nil
	}
	s := &sealedState{d.AddressID, d.CompanyShare, d.EmployeeShare, []sealedLine{}, d.Net}
	for _, l := range d.Items {
		s.Items = append(s.Items, sealedLine{l.Discounted, l.InsteadOf, l.Meal, l.Price, l.Qty, l.Total})
	}
	slices.SortFunc(s.Items, func(a, b sealedLine) int {
		return cmp.Or(cmp.Compare(a.Meal, b.Meal), cmp.Compare(a.InsteadOf, b.InsteadOf))
	})
	return s
}
