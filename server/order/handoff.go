package order

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"sahn/server/company"
	"sahn/server/draft"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// Why a hand-off is refused. Nothing was changed, and the draft is as it was.
var (
	ErrQuoteChanged    = fault.New(fault.Conflict, "quote_changed", "Something changed since you last looked. Please check the new total.")
	ErrUnsentWork      = fault.New(fault.Conflict, "unsent_work", "Some of your choices have not reached us yet.")
	ErrDraftChanged    = fault.New(fault.Conflict, "draft_changed", "Your choices were changed on another device.")
	ErrUnresolved      = fault.New(fault.Conflict, "unresolved", "Two devices chose differently for a day. Please pick one.")
	ErrAlreadyPaying   = fault.New(fault.Conflict, "already_being_paid", "This order is already being paid.")
	ErrDayTaken        = fault.New(fault.Conflict, "day_taken", "One of these days is ordered already.")
	ErrNoAddress       = fault.New(fault.Conflict, "no_address", "Please choose where we should deliver.")
	ErrWindowClosed    = fault.New(fault.Conflict, "window_closed", "Lunch is not brought to this address on that day.")
	ErrWindowFull      = fault.New(fault.Conflict, "window_full", "The delivery window of this address is full on that day.")
	ErrKeyUsed         = fault.New(fault.Conflict, "key_used", "That payment was started before with other choices.")
	ErrPaymentsAreAway = fault.New(fault.Unavailable, "unavailable", "Card payment is not available right now.").After(time.Minute)
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
	var placed Handoff
	err := db.InTx(ctx, o.Conn, func(ctx context.Context, tx db.Tx) error {
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		rev, err := tx.ProfileRevLock(ctx, who.ProfileID)
		if err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		now := o.Clock() // read after the wait for the lock, because the cut-off is checked against it
		if before, err := tx.OrderByKey(ctx, who.ProfileID, r.Key); err == nil {
			placed, err = o.again(ctx, tx.Queries, before, r, now)
			return err
		} else if !db.None(err) {
			return fmt.Errorf("look for key: %w", err)
		}
		eater, err := person.EaterOf(ctx, tx.Queries, who.ProfileID)
		if err != nil {
			return err
		}
		days, err := o.chosen(ctx, tx.Queries, eater, r)
		if err != nil {
			return err
		}
		at := Stamp{rev + 1, now}
		failed, err := o.makeRoom(ctx, tx.Queries, who.ProfileID, dates(days))
		if err != nil {
			return err
		}
		priced, err := o.price(ctx, tx.Queries, eater, daysOf(days), r.Wallet, now)
		if err != nil {
			return err
		}
		if priced.Hash != r.Quote || len(priced.Issues) > 0 {
			return ErrQuoteChanged.With(changed{priced, differences(r, priced)})
		}
		if placed, err = o.place(ctx, tx, placing{eater, days, priced, failed, r}, at); err != nil {
			return err
		}
		return tx.ProfileRevSet(ctx, who.ProfileID, at.Rev)
	})
	if errors.Is(err, ErrGone) {
		return Handoff{}, o.gone(ctx, who, r)
	}
	if err != nil {
		return Handoff{}, err
	}
	return placed, nil
}

// gone answers with the fresh quote, because another order took the last portion between the price and the reservation.
func (o *Orders) gone(ctx context.Context, who web.Caller, r HandoffRequest) error {
	fresh, err := o.HandleQuote(ctx, who, QuoteRequest{Dates: slices.Collect(maps.Keys(r.Revs)), Wallet: r.Wallet})
	if err != nil {
		return err
	}
	return ErrQuoteChanged.With(changed{fresh.Quote, differences(r, fresh.Quote)})
}

// chosen reads the drafts that the person saw; they must be the newest and need no decision.
func (o *Orders) chosen(ctx context.Context, q *db.Queries, e person.Eater, r HandoffRequest) ([]draft.Day, error) {
	last, err := q.DeviceLast(ctx, r.Device, e.ProfileID)
	if db.None(err) || err == nil && last < r.N {
		return nil, ErrUnsentWork
	}
	if err != nil {
		return nil, fmt.Errorf("read device: %w", err)
	}
	var asked []clock.Date
	for date := range r.Revs {
		asked = append(asked, date)
	}
	slices.Sort(asked)
	days, err := draft.On(ctx, q, e.ProfileID, asked)
	if err != nil {
		return nil, err
	}
	if len(days) != len(asked) {
		return nil, ErrDraftChanged
	}
	for _, d := range days {
		if d.Rev != r.Revs[d.Date] {
			return nil, ErrDraftChanged
		}
		if len(d.Alternatives) > 0 {
			return nil, ErrUnresolved
		}
	}
	days = slices.DeleteFunc(days, func(d draft.Day) bool { return len(d.Items) == 0 })
	for i, d := range days {
		if d.AddressID == nil {
			days[i].AddressID = &e.AddressID
		}
		if ok, err := company.AddressAllowed(ctx, q, e.CompanyID, e.ProfileID, *days[i].AddressID); err != nil {
			return nil, fmt.Errorf("ask address: %w", err)
		} else if !ok {
			return nil, ErrNoAddress
		}
	}
	return days, nil
}

// makeRoom checks the orders that hold the chosen days. One that is being paid or is placed refuses the hand-off. It returns those whose
// payment failed.
func (o *Orders) makeRoom(ctx context.Context, q *db.Queries, profile string, chosen []clock.Date) (failed []db.Order, err error) {
	others, err := q.OrdersOnDays(ctx, profile, chosen)
	if err != nil {
		return nil, fmt.Errorf("read orders: %w", err)
	}
	for _, other := range others {
		switch Status(other.Status) {
		case PaymentFailed:
			failed = append(failed, other)
		case Initiated, PaymentPending:
			detail := Underway{Order: other.ID}
			if open, err := q.AttemptOpenOf(ctx, "order", other.ID); err == nil {
				detail.Intent = open.ID
			} else if !db.None(err) {
				return nil, fmt.Errorf("read attempt: %w", err)
			}
			return nil, ErrAlreadyPaying.With(detail)
		default:
			return nil, ErrDayTaken
		}
	}
	return failed, nil
}

// placing is a hand-off, and what was read for it under the lock of the profile's counter.
type placing struct {
	eater  person.Eater
	days   []draft.Day
	priced quote.Quote
	failed []db.Order
	r      HandoffRequest
}

// place writes the order, reserves what it needs and opens its payment; with nothing due it is Confirmed at once. The same lunches at the
// same price as those of an order whose payment failed are that order again.
func (o *Orders) place(ctx context.Context, tx db.Tx, p placing, at Stamp) (Handoff, error) {
	e, priced, r := p.eater, p.priced, p.r
	row, deliveries, err := stands(ctx, tx.Queries, p, at)
	if err == nil && row.ID == "" {
		row, deliveries, err = write(ctx, tx.Queries, p, at)
	}
	if err != nil {
		return Handoff{}, err
	}
	if err := o.OnMenu(ctx, tx.Queries, row.Week, portions(priced)); err != nil {
		return Handoff{}, err
	}
	if err := reserve(ctx, tx.Queries, row, Terms(e), priced, deliveries); err != nil {
		return Handoff{}, err
	}
	placed := Handoff{Order: row.ID, Status: Initiated, Amount: int64(row.PayableAmount)}
	if row.PayableAmount == 0 {
		if err := o.confirm(ctx, tx, &row, "nothing due", at); err != nil {
			return Handoff{}, err
		}
		placed.Status = Confirmed
		return placed, nil
	}
	if err := Move(ctx, tx.Queries, &row, PaymentPending, "handed to the card page", at); err != nil {
		return Handoff{}, err
	}
	expires := at.Now.Add(PayLife)
	for _, d := range deliveries {
		if d.Cutoff.Before(expires) {
			expires = d.Cutoff
		}
	}
	intent, form, err := o.Payments.Open(ctx, tx, attempt.Opening{Purpose: attempt.ForOrder, Subject: row.ID, Profile: e.ProfileID,
		Company: e.CompanyID, Email: e.Email, Amount: row.PayableAmount, Expires: expires, Card: r.Card, SaveCard: r.SaveCard,
		Key: &r.Key}, at.Now)
	if err != nil {
		return Handoff{}, err
	}
	placed.Status, placed.Intent, placed.Form, placed.ExpiresAt = PaymentPending, intent, &form, &expires
	return placed, nil
}

// PayLife is how long a card page can be used before the order is checked again.
const PayLife = 15 * time.Minute

// again answers a hand-off whose key was used before: the same order and, while it can still be paid, the same form.
func (o *Orders) again(ctx context.Context, q *db.Queries, before db.Order, r HandoffRequest, now time.Time) (Handoff, error) {
	if before.QuoteHash != r.Quote {
		return Handoff{}, ErrKeyUsed
	}
	placed := Handoff{Order: before.ID, Status: Status(before.Status), Amount: int64(before.PayableAmount)}
	var err error
	placed.Intent, placed.Form, placed.ExpiresAt, err = o.StillPaid(ctx, q, attempt.ForOrder, before.ID, now)
	return placed, err
}

// StillPaid returns the open attempt of a subject, if there is one, and its form while the card page can be used.
func (o *Orders) StillPaid(ctx context.Context, q *db.Queries, purpose attempt.Purpose, subject string,
	now time.Time) (intent string, form *attempt.Form, expires *time.Time, err error) {
	open, err := q.AttemptOpenOf(ctx, string(purpose), subject)
	if db.None(err) {
		return "", nil, nil, nil
	}
	if err != nil {
		return "", nil, nil, fmt.Errorf("read attempt: %w", err)
	}
	if now.Before(open.ExpiresAt) {
		signed, err := o.Payments.Form(open)
		if err != nil {
			return "", nil, nil, err
		}
		form = &signed
	}
	return open.ID, form, &open.ExpiresAt, nil
}

// differences lists what changed against the quote that the person saw, when the request carries it unaltered.
func differences(r HandoffRequest, fresh quote.Quote) []quote.Difference {
	if r.Seen == nil || quote.Hash(*r.Seen) != r.Quote {
		return []quote.Difference{}
	}
	return quote.Differences(*r.Seen, fresh)
}
