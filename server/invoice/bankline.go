package invoice

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sahn/server/bank"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// BankLine is a movement of the account. State is open, booked or aside; what is open has a proposal, what is booked its parts and one of
// its payments, by which it can be taken back. Recorded is the invoice on which a transfer with its reference was recorded already.
type BankLine struct {
	ID        string        `json:"id"`
	BookedOn  clock.Date    `json:"booked_on"`
	Amount    money.Fils    `json:"amount"`
	Currency  string        `json:"currency"`
	Payer     string        `json:"payer"`
	Text      string        `json:"text"`
	Reference string        `json:"reference"`
	State     string        `json:"state"`
	By        string        `json:"by"`
	At        *time.Time    `json:"at"`
	Recorded  string        `json:"recorded"`
	Payment   string        `json:"payment,omitempty"`
	Proposal  bank.Proposal `json:"proposal"`
}

// BankLinesRequest asks for a statement's lines: those that wait (open), are booked, or any other (debits, other currencies, set aside).
type BankLinesRequest struct {
	ID   string `path:"id"`
	Show string `query:"show" validate:"omitempty,oneof=open booked other"`
	Page string `query:"page"`
}

// maxExact is how many lines are confirmed in one request.
const maxExact = 200

// BankLines is a page of a statement's lines. Exact are the first lines of the statement that may be confirmed together, at most
// 200, and ExactSum is their money.
type BankLines struct {
	Name     string     `json:"name"`
	Data     []BankLine `json:"data"`
	Page     int        `json:"page"`
	PerPage  int        `json:"per_page"`
	Total    int        `json:"total"`
	Open     int        `json:"open"`
	Booked   int        `json:"booked"`
	Other    int        `json:"other"`
	Exact    []string   `json:"exact"`
	ExactSum money.Fils `json:"exact_sum"`
}

const perLines = 50

// HandleBankLines shows a statement's lines, each with what it may pay and why. Support may.
func (v *Invoices) HandleBankLines(ctx context.Context, _ web.Caller, r BankLinesRequest) (list BankLines, err error) {
	page, err := web.Whole("page", r.Page, 1, 1000)
	if err != nil {
		return list, err
	}
	err = db.Snapshot(ctx, v.Conn, func(ctx context.Context, q *db.Queries) error {
		s, err := q.BankStatement(ctx, r.ID)
		if db.None(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read statement: %w", err)
		}
		list = BankLines{Name: s.Name, Page: page, PerPage: perLines, Data: []BankLine{}, Exact: []string{}}
		all, err := matched(ctx, q, r.ID)
		if err != nil {
			return err
		}
		for _, l := range all {
			kind := l.shownAs()
			switch kind {
			case "open":
				list.Open++
			case "booked":
				list.Booked++
			default:
				list.Other++
			}
			if l.State == "open" && l.Proposal.Certainty == bank.Exact && len(list.Exact) < maxExact {
				list.Exact, list.ExactSum = append(list.Exact, l.ID), list.ExactSum+l.Amount
			}
			if r.Show != "" && kind != r.Show {
				continue
			}
			if list.Total++; (list.Total-1)/perLines == page-1 {
				list.Data = append(list.Data, l)
			}
		}
		return nil
	})
	return list, err
}

// shownAs is the list that a line belongs to.
func (l BankLine) shownAs() string {
	switch {
	case l.State == "booked":
		return "booked"
	case l.State == "open" && l.Amount > 0 && l.Currency == bank.AED && l.Proposal.Reason != "reversal":
		return "open"
	}
	return "other"
}

// matched are the lines of a statement in order, each with its proposal or with what it paid.
func matched(ctx context.Context, q *db.Queries, statement string) ([]BankLine, error) {
	rows, err := q.BankLines(ctx, statement)
	if err != nil {
		return nil, fmt.Errorf("read lines: %w", err)
	}
	paid, err := q.BankBookings(ctx, statement)
	if err != nil {
		return nil, fmt.Errorf("read bookings: %w", err)
	}
	owed, err := q.BankOpenInvoices(ctx)
	if err != nil {
		return nil, fmt.Errorf("read open invoices: %w", err)
	}
	open := make([]bank.Open, len(owed))
	for i, o := range owed {
		open[i] = bank.Open{ID: o.ID, Number: o.Number, CompanyID: o.CompanyID, Company: o.Company, IssuedOn: o.IssuedOn, Due: money.Fils(o.Due)}
	}
	all, at := make([]BankLine, len(rows)), map[string]int{}
	var waiting []bank.Line
	var twins []bool
	var places []int
	for i, b := range rows {
		at[b.ID] = i
		all[i] = BankLine{ID: b.ID, BookedOn: b.BookedOn, Amount: money.Fils(b.Amount), Currency: b.Currency, Payer: b.Payer, Text: b.Text,
			Reference: b.Reference, State: b.State, By: b.DecidedName, At: utc(b.DecidedAt), Recorded: b.Recorded,
			Proposal: bank.Proposal{Certainty: bank.None, Reason: b.State, Parts: []bank.Part{}}}
		switch {
		case b.Recorded != "":
			all[i].Proposal.Reason = "recorded"
		case b.State == "open":
			waiting, twins, places = append(waiting, bank.Line{BookedOn: b.BookedOn, Amount: money.Fils(b.Amount), Currency: b.Currency,
				Payer: b.Payer, Text: b.Text, Reversal: b.Reversal}), append(twins, b.Twice), append(places, i)
		}
	}
	for i, p := range bank.Match(waiting, open, twins) {
		all[places[i]].Proposal = p
	}
	for _, k := range paid {
		all[at[k.LineID]].Payment = k.PaymentID
		p := &all[at[k.LineID]].Proposal
		p.CompanyID, p.Company = k.CompanyID, k.Company
		p.Parts = append(p.Parts, bank.Part{Invoice: k.InvoiceID, Number: k.Number, Amount: money.Fils(k.Amount)})
	}
	return all, nil
}

func utc(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	u := at.UTC()
	return &u
}

// Why a line is not booked. Nothing was changed.
var (
	ErrLineDecided = fault.New(fault.Conflict, "line_decided", "This line was decided by somebody meanwhile. Please look again.")
	ErrLineNotMet  = fault.New(fault.Conflict, "line_not_met", "The amounts have to add up to the line.")
)

// BankBookRequest is which invoices of one company a line pays, and how much of each; together it is all of the line. Surplus confirms that
// this is more than is due.
type BankBookRequest struct {
	ID      string     `path:"id" json:"-"`
	Parts   []BankPart `json:"parts" validate:"required,min=1,max=12"`
	Surplus bool       `json:"surplus,omitempty"`
}

// BankPart is how much of a line pays an invoice.
type BankPart struct {
	Invoice string     `json:"invoice_id" validate:"required,max=26"`
	Amount  money.Fils `json:"amount" validate:"min=1,max=1000000000000"`
}

// BankDone is how many lines were booked or set aside, and how many were left because they are not what they were.
type BankDone struct {
	Done int `json:"done"`
	Left int `json:"left"`
}

// HandleBankBook records a line as a transfer for invoices, as RecordTransfer does, once. Support may.
func (v *Invoices) HandleBankBook(ctx context.Context, who web.Caller, r BankBookRequest) (BankDone, error) {
	err := v.decide(ctx, who, []string{r.ID}, func(ctx context.Context, tx db.Tx, lines []db.BankLine, now time.Time) error {
		line := lines[0]
		if line.Amount <= 0 || line.Currency != bank.AED || line.Reversal {
			return ErrLineNotMet
		}
		left, t := money.Fils(line.Amount), transferOf(line)
		for _, p := range r.Parts {
			if p.Amount > left || slices.ContainsFunc(t.parts, func(other paying) bool { return other.invoice == p.Invoice }) {
				return ErrLineNotMet
			}
			left -= p.Amount
			t.parts = append(t.parts, paying{p.Invoice, p.Amount})
		}
		if left != 0 {
			return ErrLineNotMet
		}
		row, err := tx.InvoiceLook(ctx, t.parts[0].invoice)
		if db.None(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read invoice: %w", err)
		}
		if err := tx.InvoiceAccountLock(ctx, row.CompanyID); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		t.company, t.surplus = row.CompanyID, r.Surplus
		if err := v.take(ctx, tx, who, now, t); err != nil {
			return err
		}
		return tx.BankLinesDecide(ctx, "booked", who.ProfileID, now, []string{line.ID})
	})
	return BankDone{Done: 1}, err
}

// transferOf is a line as a transfer. Without a reference of the bank its key names it.
func transferOf(line db.BankLine) transfer {
	reference := strings.Join(strings.Fields(line.Reference), " ")
	if reference == "" {
		reference = "BANK " + line.BookedOn.String() + " " + strings.ToUpper(line.Key[:12])
	}
	return transfer{line: line.ID, reference: reference, paidOn: line.BookedOn}
}

// decide runs what is done to lines that wait, which it holds; ErrLineDecided when one of them waits no more.
func (v *Invoices) decide(ctx context.Context, who web.Caller, ids []string,
	do func(ctx context.Context, tx db.Tx, lines []db.BankLine, now time.Time) error,
) error {
	return person.InTx(ctx, v.Conn, who, func(ctx context.Context, tx db.Tx) error {
		lines, err := tx.BankLinesLock(ctx, ids)
		if err != nil {
			return fmt.Errorf("lock lines: %w", err)
		}
		if len(lines) != len(ids) {
			return fault.ErrNotFound
		}
		if slices.ContainsFunc(lines, func(l db.BankLine) bool { return l.State != "open" }) {
			return ErrLineDecided
		}
		return do(ctx, tx, lines, v.Clock())
	})
}

// BankExactRequest names lines of a statement that an operator saw as exact.
type BankExactRequest struct {
	ID    string   `path:"id" json:"-"`
	Lines []string `json:"lines" validate:"required,min=1,max=200,dive,max=26"`
}

// HandleBankBookExact records all these lines as transfers, as far as they are still exact. Support may.
func (v *Invoices) HandleBankBookExact(ctx context.Context, who web.Caller, r BankExactRequest) (done BankDone, err error) {
	err = db.InTx(ctx, v.Conn, func(ctx context.Context, tx db.Tx) error {
		done = BankDone{}
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		held, err := tx.BankLinesLock(ctx, r.Lines)
		if err != nil {
			return fmt.Errorf("lock lines: %w", err)
		}
		before, err := matched(ctx, tx.Queries, r.ID)
		if err != nil {
			return err
		}
		if companies := companiesOf(exact(before, held)); len(companies) > 0 {
			if err := tx.InvoiceAccountsLock(ctx, companies); err != nil {
				return fmt.Errorf("lock accounts: %w", err)
			}
			// What the accounts hold may have changed until they were ours.
			if before, err = matched(ctx, tx.Queries, r.ID); err != nil {
				return err
			}
			if now := companiesOf(exact(before, held)); slices.ContainsFunc(now, func(c string) bool { return !slices.Contains(companies, c) }) {
				return ErrLineDecided
			}
		}
		all := exact(before, held)
		if done.Done, done.Left = len(all), len(r.Lines)-len(all); len(all) == 0 {
			return nil
		}
		now, ids := v.Clock(), make([]string, len(all))
		for i, t := range all {
			ids[i] = t.line
		}
		if err := v.take(ctx, tx, who, now, all...); err != nil {
			return err
		}
		return tx.BankLinesDecide(ctx, "booked", who.ProfileID, now, ids)
	})
	return done, err
}

// exact are the transfers that those of the held lines are which are exact; of several with one reference of a company the first.
func exact(all []BankLine, held []db.BankLine) (some []transfer) {
	rows, taken := map[string]db.BankLine{}, map[string]bool{}
	for _, h := range held {
		rows[h.ID] = h
	}
	for _, l := range all {
		row, is := rows[l.ID]
		if !is || row.State != "open" || l.State != "open" || l.Proposal.Certainty != bank.Exact {
			continue
		}
		t := transferOf(row)
		t.company = l.Proposal.CompanyID
		if key := t.company + strings.ToLower(t.reference); !taken[key] {
			taken[key] = true
		} else {
			continue
		}
		for _, p := range l.Proposal.Parts {
			t.parts = append(t.parts, paying{p.Invoice, p.Amount})
		}
		some = append(some, t)
	}
	return some
}

func companiesOf(all []transfer) (ids []string) {
	for _, t := range all {
		ids = append(ids, t.company)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// BankLineRequest names a line.
type BankLineRequest struct {
	ID string `path:"id" json:"-"`
}

// HandleBankAside sets a line aside that pays no invoice. Support may.
func (v *Invoices) HandleBankAside(ctx context.Context, who web.Caller, r BankLineRequest) (BankDone, error) {
	err := v.decide(ctx, who, []string{r.ID}, func(ctx context.Context, tx db.Tx, lines []db.BankLine, now time.Time) error {
		if err := tx.BankLinesDecide(ctx, "aside", who.ProfileID, now, []string{r.ID}); err != nil {
			return fmt.Errorf("set aside: %w", err)
		}
		return audit.Write(ctx, tx.Queries, audit.Act{At: now, Who: who.ProfileID, Kind: "bank.aside", Subject: r.ID,
			After: map[string]any{"amount": lines[0].Amount, "booked_on": lines[0].BookedOn}})
	})
	return BankDone{Done: 1}, err
}

// HandleBankReopen takes back that a line was set aside. What is booked is taken back as a transfer. Support may.
func (v *Invoices) HandleBankReopen(ctx context.Context, who web.Caller, r BankLineRequest) (BankDone, error) {
	err := person.InTx(ctx, v.Conn, who, func(ctx context.Context, tx db.Tx) error {
		lines, err := tx.BankLinesLock(ctx, []string{r.ID})
		switch {
		case err != nil:
			return fmt.Errorf("lock line: %w", err)
		case len(lines) == 0:
			return fault.ErrNotFound
		case lines[0].State == "booked":
			return ErrLineDecided
		case lines[0].State == "open":
			return nil
		}
		now := v.Clock()
		if err := tx.BankLinesDecide(ctx, "open", "", now, []string{r.ID}); err != nil {
			return fmt.Errorf("open line: %w", err)
		}
		return audit.Write(ctx, tx.Queries, audit.Act{At: now, Who: who.ProfileID, Kind: "bank.reopen", Subject: r.ID})
	})
	return BankDone{Done: 1}, err
}

// HandleBankFile answers with the lines of a statement that pay no invoice yet, as a table. Support may.
func (v *Invoices) HandleBankFile(ctx context.Context, who web.Caller, r BankLineRequest) (file web.File, err error) {
	var all []BankLine
	if err := db.Snapshot(ctx, v.Conn, func(ctx context.Context, q *db.Queries) error {
		if _, err := q.BankStatement(ctx, r.ID); db.None(err) {
			return fault.ErrNotFound
		} else if err != nil {
			return fmt.Errorf("read statement: %w", err)
		}
		all, err = matched(ctx, q, r.ID)
		return err
	}); err != nil {
		return file, err
	}
	say := sheet.In(who.Language)
	t := sheet.Table{Columns: []sheet.Column{{Name: say("Day"), Kind: sheet.Date}, {Name: say("Amount (AED)"), Kind: sheet.Money},
		{Name: say("Payer")}, {Name: say("Text")}, {Name: say("Bank reference")}}}
	for _, l := range all {
		if l.shownAs() == "open" {
			t.Rows = append(t.Rows, []any{l.BookedOn.String(), l.Amount, l.Payer, l.Text, l.Reference})
		}
	}
	var out bytes.Buffer
	err = sheet.CSV(&out, t)
	return web.File{Name: "sahn-unmatched-" + r.ID + ".csv", Type: web.CSV, Body: out.Bytes()}, err
}
