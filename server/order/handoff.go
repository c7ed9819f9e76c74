package order

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// Why a hand-off is refused. Nothing was changed, and the draft is as it was.
var (
	ErrQuoteChanged  = fault.New(fault.Conflict, "quote_changed", "Something changed since you last looked. Please check the new total.")
	ErrUnsentWork    = fault.New(fault.Conflict, "unsent_work", "Some of your choices have not reached us yet.")
	ErrDraftChanged  = fault.New(fault.Conflict, "draft_changed", "Your choices were changed on another device.")
	ErrUnresolved    = fault.New(fault.Conflict, "unresolved", "Two devices chose differently for a day. Please pick one.")
	ErrAlreadyPaying = fault.New(fault.Conflict, "already_being_paid", "This order is already being paid.")
	ErrDayTaken      = fault.New(fault.Conflict, "day_taken", "One of these days is ordered already.")
	ErrNoAddress     = fault.New(fault.Conflict, "no_address", "Please choose where we should deliver.")
	ErrWindowClosed  = fault.New(fault.Conflict, "window_closed", "Lunch is not brought to this address on that day.")
	ErrWindowFull    = fault.New(fault.Conflict, "window_full", "The delivery window of this address is full on that day.")
	ErrKeyUsed       = fault.New(fault.Conflict, "key_used", "That payment was started before with other choices.")
)

// HandoffRequest fixes what the person saw. Revs are the draft revisions of the chosen days. Quote is the hash of the quote on
// the screen and Seen, when sent, is that quote itself, so that a change can be reported line by line. Key is the idempotency
// key: it makes a second tap the same hand-off.
type HandoffRequest struct {
	Device string               `json:"dev" validate:"required,len=26,alphanum"`
	N      int64                `json:"n" validate:"min=0"`
	Revs   map[clock.Date]int64 `json:"revs" validate:"required,min=1,max=10"`
	Quote  string               `json:"quote" validate:"required,len=64,hexadecimal"`
	Seen   *quote.Quote         `json:"seen,omitempty" validate:"-"`
	Wallet bool                 `json:"wallet"`
	Key    string               `json:"key" validate:"required,len=26,alphanum"`

	Card     string `json:"card,omitempty" validate:"omitempty,len=26,alphanum"` // a saved card to pay with
	SaveCard bool   `json:"save_card,omitempty"`                                 // keep the new card
}

// Handoff is an order under way. Form is what the browser posts to the card page; there is none when nothing is due.
type Handoff struct {
	Order     string        `json:"order"`
	Status    Status        `json:"status"`
	Intent    string        `json:"intent,omitempty"`
	Form      *attempt.Form `json:"form,omitempty"`
	Amount    int64         `json:"amount"`
	ExpiresAt *time.Time    `json:"expires_at,omitempty"`
}

// changed is the detail of ErrQuoteChanged.
type changed struct {
	Quote       quote.Quote        `json:"quote"`
	Differences []quote.Difference `json:"differences"`
}

// Underway is the detail of ErrAlreadyPaying.
type Underway struct {
	Order  string `json:"order"`
	Intent string `json:"intent,omitempty"`
}

// HandleHandoff places an order and opens its payment, in one transaction. Eaters may, for their own drafts.
func (o *Orders) HandleHandoff(ctx context.Context, who web.Caller, r HandoffRequest) (Handoff, error) {
	// Two round trips: everything is locked and read, then decided without the database and written.
	for range handoffTries {
		var h *handing
		err := db.InBatches(ctx, o.Conn, func(b *db.Batch) { h = o.load(b, who, r) }, func(b *db.Batch) error { return o.decide(b, h) })
		switch {
		case errors.Is(err, errStale):
			if err := o.refresh(ctx, h); err != nil {
				return Handoff{}, db.Outage(err)
			}
		case db.Broke(err, "share_periods_pkey"): // a sale at a counter made the period in the same moment
		case errors.Is(err, errKnown):
			return h.placed, nil
		case db.Broke(err, "deliveries_one_live_per_day"), db.Broke(err, "portions_not_oversold"):
			return Handoff{}, o.gone(ctx, who, r)
		case err != nil:
			return Handoff{}, err
		default:
			return h.placed, nil
		}
	}
	return Handoff{}, db.ErrUnavailable
}

// handoffTries is how often a hand-off looks for what it found missing.
const handoffTries = 3

// errKnown ends a hand-off whose key was used before: it is answered and nothing is written.
var errKnown = errors.New("order: handed off before")

// decide answers a hand-off with what was read, and adds to a batch what it writes.
func (o *Orders) decide(b *db.Batch, h *handing) (err error) {
	h.at.Now = o.Clock() // read after the wait for the locks, because the cut-off is checked against it
	if i := slices.IndexFunc(h.orders, func(row db.HandoffOrdersRow) bool { return row.Known }); i >= 0 {
		if h.placed, err = o.again(h, h.orders[i]); err == nil {
			err = errKnown
		}
		return err
	}
	days, err := h.chosen()
	if err != nil {
		return err
	}
	failed, err := h.makeRoom()
	if err != nil {
		return err
	}
	priced, err := h.price(days)
	if err != nil {
		return err
	}
	if priced.Hash != h.r.Quote || len(priced.Issues) > 0 {
		return ErrQuoteChanged.With(changed{priced, differences(h.r, priced)})
	}
	h.placed, err = o.place(b, h, placing{days, priced, failed})
	return err
}

// gone answers with the fresh quote, because another order took the last portion between the price and the reservation.
func (o *Orders) gone(ctx context.Context, who web.Caller, r HandoffRequest) error {
	fresh, err := o.HandleQuote(ctx, who, QuoteRequest{Dates: slices.Collect(maps.Keys(r.Revs)), Wallet: r.Wallet})
	if err != nil {
		return err
	}
	return ErrQuoteChanged.With(changed{fresh.Quote, differences(r, fresh.Quote)})
}

// PayLife is how long a card page can be used before the order is checked again.
const PayLife = 15 * time.Minute

// StillPaid is an open attempt, and its form while the card page can be used.
func (o *Orders) StillPaid(a db.Attempt, now time.Time) (intent string, form *attempt.Form, expires *time.Time, err error) {
	if now.Before(a.ExpiresAt) {
		signed, err := o.Payments.Form(a)
		if err != nil {
			return "", nil, nil, err
		}
		form = &signed
	}
	return a.ID, form, &a.ExpiresAt, nil
}

// differences lists what changed against the quote that the person saw, when the request carries it unaltered.
func differences(r HandoffRequest, fresh quote.Quote) []quote.Difference {
	if r.Seen == nil || quote.Hash(*r.Seen) != r.Quote {
		return []quote.Difference{}
	}
	return quote.Differences(*r.Seen, fresh)
}
