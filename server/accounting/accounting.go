// Package accounting gives the lunch company's bookkeeping what its ledger moved, as journals of a month. Its promise: every journal
// balances to the fils, all months together are the ledger, and a month that was closed stays what it was.
package accounting

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Books are the lunch company's.
type Books struct {
	Conn  db.Conn
	Clock clock.Clock
}

// Account is an account of the lunch company's own books, to which a kind of account of the ledger goes, or output VAT.
type Account struct {
	Kind string `json:"kind"`
	Code string `json:"code"`
	Name string `json:"name"`
}

// usual are the accounts as long as nobody set others, in the order of a chart.
var usual = []Account{
	{"cash", "1010", "Cash at counters"}, {"bank", "1020", "Bank"}, {"card", "1110", "Card clearing"},
	{"terminal", "1120", "Card terminals at counters"}, {"company", "1210", "Receivable from companies"},
	{"receivable", "1220", "Receivable from people"}, {"wallet", "2110", "Customer wallets"}, {"vat", "2210", "Output VAT"},
	{"sales", "4010", "Lunch sales"}, {"operator", "6010", "Goodwill and missing meals"},
}

// Month is a month of the books by its first day. What is closed has an instant and a name.
type Month struct {
	Month    clock.Date `json:"month"`
	ClosedAt *time.Time `json:"closed_at"`
	ClosedBy string     `json:"closed_by"`
	Closable bool       `json:"closable"`
}

// Overview is the accounts, and the months since the first posting, the newest first.
type Overview struct {
	Accounts []Account `json:"accounts"`
	Months   []Month   `json:"months"`
}

// Nothing is the request of a route that takes none.
type Nothing struct{}

// HandleOverview shows the accounts and the months. A manager may.
func (b *Books) HandleOverview(ctx context.Context, _ web.Caller, _ Nothing) (o Overview, err error) {
	err = db.Snapshot(ctx, b.Conn, func(ctx context.Context, q *db.Queries) error {
		o, err = overview(ctx, q, clock.DateOf(b.Clock()))
		return err
	})
	return o, err
}

func overview(ctx context.Context, q *db.Queries, today clock.Date) (o Overview, err error) {
	if o.Accounts, err = accounts(ctx, q); err != nil {
		return o, err
	}
	rows, err := q.AccountingMonths(ctx)
	if err != nil {
		return o, fmt.Errorf("read closed months: %w", err)
	}
	closed := map[clock.Date]db.AccountingMonthsRow{}
	for _, r := range rows {
		closed[r.Month] = r
	}
	o.Months = []Month{}
	began, err := q.AccountingBegan(ctx)
	if db.None(err) {
		return o, nil
	}
	if err != nil {
		return o, fmt.Errorf("read first posting: %w", err)
	}
	before := true // every month before this one is closed
	for m := first(began); m <= today; m = next(m) {
		month := Month{Month: m, Closable: before && next(m) < today}
		if r, is := closed[m]; is {
			at := r.ClosedAt.UTC()
			month = Month{Month: m, ClosedAt: &at, ClosedBy: r.Name}
		} else {
			before = false
		}
		o.Months = append(o.Months, month)
	}
	slices.Reverse(o.Months)
	return o, nil
}

func accounts(ctx context.Context, q *db.Queries) ([]Account, error) {
	rows, err := q.AccountingAccounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("read accounts: %w", err)
	}
	all := slices.Clone(usual)
	for _, r := range rows {
		all[slices.IndexFunc(all, func(a Account) bool { return a.Kind == r.Kind })] = Account(r)
	}
	return all, nil
}

// first is the first day of a day's month, next that of the month after.
func first(d clock.Date) clock.Date    { return d - clock.Date(d.Time().Day()-1) }
func next(month clock.Date) clock.Date { return first(month + 31) }

// AccountsRequest is the accounts to set; those that are not named stay.
type AccountsRequest struct {
	Accounts []Account `json:"accounts" validate:"required,max=10"`
}

// HandleAccounts sets accounts. A manager may.
func (b *Books) HandleAccounts(ctx context.Context, who web.Caller, r AccountsRequest) (o Overview, err error) {
	var kinds, codes, names []string
	for _, a := range r.Accounts {
		if !slices.ContainsFunc(usual, func(u Account) bool { return u.Kind == a.Kind }) || slices.Contains(kinds, a.Kind) {
			return o, fault.Field("accounts", "The accounts field names a kind that does not exist, or twice.")
		}
		if a.Code, err = person.Line("code", a.Code, 20); err != nil {
			return o, err
		}
		if a.Name, err = person.Line("name", a.Name, 80); err != nil {
			return o, err
		}
		kinds, codes, names = append(kinds, a.Kind), append(codes, a.Code), append(names, a.Name)
	}
	return o, b.act(ctx, who, func(ctx context.Context, tx db.Tx) (act audit.Act, err error) {
		before, err := accounts(ctx, tx.Queries)
		if err != nil {
			return act, err
		}
		if err := tx.AccountingAccountsSet(ctx, kinds, codes, names); err != nil {
			return act, fmt.Errorf("set accounts: %w", err)
		}
		if o, err = overview(ctx, tx.Queries, clock.DateOf(b.Clock())); err != nil || slices.Equal(before, o.Accounts) {
			return act, err
		}
		return audit.Act{Kind: "books.accounts", Before: before, After: o.Accounts}, nil
	})
}

// MonthRequest names a month by its first day.
type MonthRequest struct {
	Month string `path:"month" json:"-" validate:"required,max=10"`
}

// ErrMonthOpen refuses to close a month that is not over for a day, one after an open one, and one that is closed.
var ErrMonthOpen = fault.New(fault.Conflict, "month_open",
	"This month cannot be closed: it has to be over since yesterday, and every month before it closed. Please look again.")

// HandleClose closes a month's books: from now on its amounts and accounts stay what they are, and what a till sends later, or is undone,
// is corrected in the next month. A manager may.
func (b *Books) HandleClose(ctx context.Context, who web.Caller, r MonthRequest) (o Overview, err error) {
	month, err := clock.ParseDate(r.Month)
	if err != nil {
		return o, fault.ErrNotFound
	}
	now := b.Clock()
	return o, b.act(ctx, who, func(ctx context.Context, tx db.Tx) (act audit.Act, err error) {
		if o, err = overview(ctx, tx.Queries, clock.DateOf(now)); err != nil {
			return act, err
		}
		if !slices.ContainsFunc(o.Months, func(m Month) bool { return m.Month == month && m.Closable }) {
			return act, ErrMonthOpen
		}
		totals, err := tx.AccountingTotals(ctx, month.Start(), next(month).Start())
		if err != nil {
			return act, fmt.Errorf("read totals: %w", err)
		}
		lines, err := vatOf(ctx, tx.Queries, month)
		if err != nil {
			return act, err
		}
		vat, err := json.Marshal(lines)
		if err != nil {
			return act, err
		}
		named, err := json.Marshal(o.Accounts)
		if err != nil {
			return act, err
		}
		err = tx.AccountingClose(ctx, db.AccountingCloseParams{Month: month, Totals: totals, Vat: vat, Accounts: named, ClosedAt: now,
			ClosedBy: who.ProfileID})
		if db.Broke(err, "accounting_months_pkey") {
			return act, ErrMonthOpen
		}
		if err != nil {
			return act, fmt.Errorf("close month: %w", err)
		}
		if o, err = overview(ctx, tx.Queries, clock.DateOf(now)); err != nil {
			return act, err
		}
		return audit.Act{Kind: "books.close", Subject: month.String(), After: map[string]any{"totals": totals, "vat": lines}}, nil
	})
}

// act runs what a manager does, with its record.
func (b *Books) act(ctx context.Context, who web.Caller, fn func(ctx context.Context, tx db.Tx) (audit.Act, error)) error {
	return person.InTx(ctx, b.Conn, who, func(ctx context.Context, tx db.Tx) error {
		done, err := fn(ctx, tx)
		if err != nil || done.Kind == "" {
			return err
		}
		done.At, done.Who = b.Clock(), who.ProfileID
		return audit.Write(ctx, tx.Queries, done)
	})
}
