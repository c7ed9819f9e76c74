package accounting

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Line is a line of a journal entry: what an account was debited, below zero what it was credited. The lines of a day and Entry balance.
// Company is set on what companies owe.
type Line struct {
	Day     clock.Date
	Entry   string
	Account Account
	Company string
	Debit   money.Fils
}

// Journal is the journal of a month: the ledger's postings by day, and the month's output VAT on its last day. Sales are posted with VAT;
// the last entry takes it out of them.
type Journal struct {
	Month clock.Date
	Lines []Line
}

// vatLine is the output VAT of a kind of document at a rate.
type vatLine struct {
	Kind string     `json:"kind"`
	Rate money.Rate `json:"rate"`
	VAT  money.Fils `json:"vat"`
}

// journalOf reads a month's journal. A month that is not over has what happened until now.
func journalOf(ctx context.Context, q *db.Queries, month clock.Date) (j Journal, err error) {
	j.Month = month
	rows, err := q.AccountingMoves(ctx, month.Start(), next(month).Start())
	if err != nil {
		return j, fmt.Errorf("read postings: %w", err)
	}
	list, err := accounts(ctx, q)
	if err != nil {
		return j, err
	}
	closed, err := q.AccountingMonths(ctx)
	if err != nil {
		return j, fmt.Errorf("read closed months: %w", err)
	}
	for _, m := range closed {
		if m.Month == month {
			if err := json.Unmarshal(m.Accounts, &list); err != nil {
				return j, fmt.Errorf("read accounts of %s: %w", m.Month, err)
			}
		}
	}
	by := map[string]Account{}
	for _, a := range list {
		by[a.Kind] = a
	}
	for _, r := range rows {
		j.Lines = append(j.Lines, Line{r.Day, entries[r.Kind], by[r.Account], r.Company, -money.Fils(r.Amount)})
	}
	vat, err := vatOf(ctx, q, month)
	if err != nil {
		return j, err
	}
	sum := money.Fils(0)
	for _, v := range vat {
		sum += v.VAT
	}
	if sum != 0 {
		last := next(month) - 1
		j.Lines = append(j.Lines, Line{last, vatEntry, by["sales"], "", sum}, Line{last, vatEntry, by["vat"], "", -sum})
	}
	return j, nil
}

// lookBack is for how many closed months the next one corrects the VAT: whatever a till sends is booked long before, and a year is read
// within a request.
const lookBack = 12

// vatOf is a month's output VAT. That of a closed month is what was written when it was closed. The first open one has its own, and what
// came to the closed months before it since: a sale at a counter that its till sent late, for example. A later one has its own alone.
func vatOf(ctx context.Context, q *db.Queries, month clock.Date) ([]vatLine, error) {
	closed, err := q.AccountingMonths(ctx)
	if err != nil {
		return nil, fmt.Errorf("read closed months: %w", err)
	}
	from, written := month, map[vatLine]money.Fils{}
	for i, m := range closed { // the newest first
		var lines []vatLine
		if err := json.Unmarshal(m.Vat, &lines); err != nil {
			return nil, fmt.Errorf("read VAT of %s: %w", m.Month, err)
		}
		if m.Month == month {
			return lines, nil
		}
		if next(closed[0].Month) == month && i < lookBack {
			from = m.Month
			for _, l := range lines {
				written[vatLine{l.Kind, l.Rate, 0}] += l.VAT
			}
		}
	}
	rows, err := q.ReportVAT(ctx, from, next(month)-1)
	if err != nil {
		return nil, fmt.Errorf("read VAT: %w", err)
	}
	lines := []vatLine{}
	for _, r := range rows {
		l := vatLine{r.Kind, r.VatRate, 0}
		vat := money.Fils(r.Vat) - written[l]
		delete(written, l)
		if vat != 0 {
			lines = append(lines, vatLine{l.Kind, l.Rate, vat})
		}
	}
	for l, vat := range written { // nothing is left of a kind
		if vat != 0 {
			lines = append(lines, vatLine{l.Kind, l.Rate, -vat})
		}
	}
	slices.SortFunc(lines, func(a, b vatLine) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Rate, b.Rate)) })
	return lines, nil
}

const vatEntry = "Output VAT"

// entries are what the ledger's kinds of postings are called in a journal.
var entries = map[string]string{
	"order": "Sales", "amendment": "Changed orders", "topup": "Wallet top-ups", "debt": "Debts paid from wallets", "refund": "Refunds",
	"credit": "Credits given", "invoice": "Invoices paid by card", "transfer": "Invoices paid by transfer",
}
