package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sahn/server/draft"
	"sahn/server/menu/published"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/push"
	"sahn/server/quote"
)

// Orders places, changes and shows orders. Post sends letters about them; only jobs need it.
type Orders struct {
	Conn     db.Conn
	Clock    clock.Clock
	Menus    *published.Store
	Payments attempt.Payments
	Queue    *job.Queue
	Post     *mail.Post
	Seller   mail.Seller // as receipts name it
	Pushes   *push.Pushes
	// Invoiced writes what a person paid for an order or an amendment, or got back, as a tax invoice or credit note, once, and returns it. It
	// may be nil.
	Invoiced func(ctx context.Context, source, id string) (mail.Document, error)
}

// QuoteRequest names the drafts to price.
type QuoteRequest struct {
	Dates  []clock.Date `json:"dates" validate:"required,min=1,max=10"`
	Wallet bool         `json:"wallet"`
}

// Quoted is a fresh quote of drafts as the server has them, with their revisions.
type Quoted struct {
	Quote quote.Quote          `json:"quote"`
	Revs  map[clock.Date]int64 `json:"revs"`
}

// HandleQuote prices the caller's drafts of some dates. It changes nothing. Eaters may.
func (o *Orders) HandleQuote(ctx context.Context, who web.Caller, r QuoteRequest) (Quoted, error) {
	slices.Sort(r.Dates)
	var eater person.Eater
	var days *[]draft.Day
	if err := db.InBatch(ctx, o.Conn, func(b *db.Batch) {
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			eater, err = person.EaterOf(ctx, q, who.ProfileID)
			return err
		})
		days = draft.On(b, who.ProfileID, slices.Compact(r.Dates))
	}); err != nil {
		return Quoted{}, err
	}
	answer := Quoted{Revs: map[clock.Date]int64{}}
	for _, d := range *days {
		answer.Revs[d.Date] = d.Rev
	}
	var err error
	answer.Quote, err = o.price(ctx, eater, daysOf(*days), r.Wallet, o.Clock())
	return answer, err
}

// IntentRequest names an attempt.
type IntentRequest struct {
	ID string `path:"id" validate:"required,len=26,alphanum"`
}

// IntentState is what the return page shows. Form is set while the card page can still be used, and Tried once the provider has reported
// a card on it. Purpose is order, amendment, topup or invoice; the last two belong to no order. A failed try to pay an order that another
// try has paid is told as paid.
type IntentState struct {
	ID          string        `json:"id"`
	Purpose     string        `json:"purpose"`
	Order       string        `json:"order"`
	Amendment   string        `json:"amendment,omitempty"`
	Invoice     string        `json:"invoice,omitempty"`
	Status      string        `json:"status"` // open, paid, failed or refunded
	OrderStatus Status        `json:"order_status"`
	Amount      int64         `json:"amount"`
	Reason      string        `json:"reason,omitempty"`
	Card        string        `json:"card,omitempty"`
	ExpiresAt   time.Time     `json:"expires_at"`
	Form        *attempt.Form `json:"form,omitempty"`
	Tried       bool          `json:"tried,omitempty"`
}

// HandleIntent answers with the outcome of an attempt. Its own eater may.
func (o *Orders) HandleIntent(ctx context.Context, who web.Caller, r IntentRequest) (IntentState, error) {
	q := db.New(o.Conn)
	a, err := q.AttemptOf(ctx, r.ID, who.ProfileID)
	if err != nil {
		return IntentState{}, fmt.Errorf("read attempt: %w", db.NoneIs(err, fault.ErrNotFound))
	}
	state := IntentState{ID: a.ID, Purpose: a.Purpose, Status: a.Status, Amount: int64(a.Amount), Reason: a.Reason, Card: a.Card,
		ExpiresAt: a.ExpiresAt}
	if err := about(ctx, q, a, &state); err != nil {
		return IntentState{}, err
	}
	refunds, err := q.RefundsOf(ctx, []string{a.ID})
	if err != nil {
		return IntentState{}, fmt.Errorf("read refunds: %w", err)
	}
	back := money.Fils(0)
	for _, f := range refunds {
		if a.FortID == nil || f.FortID == *a.FortID {
			back += f.Amount
		}
	}
	if back >= a.Amount || back > 0 && a.FortID == nil { // an attempt of which only a part went back stays paid
		state.Status = "refunded"
	}
	if state.Status == "failed" && attempt.Purpose(a.Purpose) == attempt.ForOrder &&
		slices.Contains([]Status{Confirmed, Completed}, state.OrderStatus) {
		state.Status, state.Reason = "paid", ""
	}
	if a.Status == "open" {
		if state.Tried, err = q.AttemptReported(ctx, a.Reference); err != nil {
			return IntentState{}, fmt.Errorf("read reports: %w", err)
		}
	}
	if a.Status == "open" && o.Clock().Before(a.ExpiresAt) {
		form, err := o.Payments.Form(a)
		if err != nil {
			return IntentState{}, err
		}
		state.Form = &form
	}
	return state, nil
}

// about adds what an attempt pays for.
func about(ctx context.Context, q *db.Queries, a db.Attempt, state *IntentState) error {
	switch attempt.Purpose(a.Purpose) {
	case attempt.ForOrder:
		state.Order = a.SubjectID
	case attempt.ForAmendment:
		am, err := q.AmendmentOf(ctx, a.SubjectID, a.ProfileID)
		if err != nil {
			return fmt.Errorf("read amendment: %w", err)
		}
		state.Order, state.Amendment = am.OrderID, am.ID
	case attempt.ForInvoice:
		state.Invoice = a.SubjectID
		return nil
	default:
		return nil
	}
	row, err := q.OrderOf(ctx, state.Order, a.ProfileID)
	if err != nil {
		return fmt.Errorf("read order: %w", err)
	}
	state.OrderStatus = Status(row.Status)
	return nil
}

// HandleAsk queues a check of an attempt with the provider at once, because its eater came back from the card page.
func (o *Orders) HandleAsk(ctx context.Context, who web.Caller, r IntentRequest) (web.None, error) {
	a, err := db.New(o.Conn).AttemptOf(ctx, r.ID, who.ProfileID)
	if err != nil {
		return web.None{}, fmt.Errorf("read attempt: %w", db.NoneIs(err, fault.ErrNotFound))
	}
	return web.None{}, o.Payments.AskAbout(ctx, a.Reference)
}
