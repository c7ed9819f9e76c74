// Package amendment changes orders. Its promises: a change takes effect whole at the price that the person saw or not at all; until it is
// paid, its order stays as it was; what it needs is held for it, and released when it is not paid.
package amendment

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/order"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// Amendments changes orders, with the connection, clock, menus, payments, queue and post of Orders.
type Amendments struct {
	Orders *order.Orders
}

// Why a change is refused. Nothing was changed.
var (
	ErrAmendmentChanged = fault.New(fault.Conflict, "amendment_changed",
		"Something changed since you last looked. Please check the new amounts.")
	ErrNotAmendable = fault.New(fault.Conflict, "not_amendable", "This order cannot be changed any more.")
)

// errSentBack is ErrNotAmendable for an order of which an operator sent money back at the provider: support has to
// settle what the person still gets or pays.
var errSentBack = fault.New(fault.Conflict, ErrNotAmendable.Reason,
	"Money of this order was sent back to your card already. Please write to us to change it.")

// AmendQuoteRequest is a proposal: the new content of some deliveries of an order, and where a difference is paid from or
// refunded to. Days that are not named stay as they are.
type AmendQuoteRequest struct {
	Order  string           `json:"order" validate:"required,len=26,alphanum"`
	Days   []quote.AmendDay `json:"days" validate:"required,min=1,max=10,dive"`
	Wallet bool             `json:"wallet"`
	Refund string           `json:"refund" validate:"required,oneof=wallet card"`
}

// AmendRequest saves a proposal at the price that the person saw. Revs are the draft revisions that it came from: exactly these are
// cleared when it takes effect. Key is the idempotency key: a second tap is the same amendment. Card names a saved card.
type AmendRequest struct {
	Device   string                `json:"dev" validate:"required,len=26,alphanum"`
	Order    string                `json:"order" validate:"required,len=26,alphanum"`
	Days     []quote.AmendDay      `json:"days" validate:"required,min=1,max=10,dive"`
	Wallet   bool                  `json:"wallet"`
	Refund   string                `json:"refund" validate:"required,oneof=wallet card"`
	Quote    string                `json:"quote" validate:"required,len=64,hexadecimal"`
	Seen     *quote.AmendmentQuote `json:"seen,omitempty" validate:"-"`
	Key      string                `json:"key" validate:"required,len=26,alphanum"`
	Revs     map[clock.Date]int64  `json:"revs,omitempty" validate:"max=10"`
	Card     string                `json:"card,omitempty" validate:"omitempty,len=26,alphanum"`
	SaveCard bool                  `json:"save_card,omitempty"`

	withdrawn bool // no one requests it: withdrawn meals are taken out
}

// Amended is an amendment under way. Form is what the browser posts to the card page; there is none when nothing is due.
type Amended struct {
	Order     string        `json:"order"`
	Amendment string        `json:"amendment"`
	Status    order.Status  `json:"status"`
	Intent    string        `json:"intent,omitempty"`
	Form      *attempt.Form `json:"form,omitempty"`
	Amount    int64         `json:"amount"`
	ExpiresAt *time.Time    `json:"expires_at,omitempty"`
}

// amendmentChanged is the detail of ErrAmendmentChanged.
type amendmentChanged struct {
	Quote       quote.AmendmentQuote `json:"quote"`
	Differences []quote.Difference   `json:"differences"`
}

// HandleAmendQuote answers with what a change would mean, as a dry run. The order's eater may.
func (m *Amendments) HandleAmendQuote(ctx context.Context, who web.Caller, r AmendQuoteRequest) (fresh quote.AmendmentQuote, err error) {
	var a *Around
	scope := Scope{Order: r.Order, Profile: who.ProfileID, Week: r.Days[0].Date.Monday(), Days: r.Days, Card: r.Refund == "card"}
	if err := db.InBatch(ctx, m.Orders.Conn, func(b *db.Batch) { a = m.load(b, scope, false) }); err != nil {
		return fresh, err
	}
	if err := m.Complete(ctx, db.New(m.Orders.Conn), a); err != nil {
		return fresh, err
	}
	return a.preview(r, m.Orders.Clock())
}

// amending is a change of an order inside its transaction: what was read for it under the locks, and its answer.
type amending struct {
	id     string // of the amendment that is made
	r      AmendRequest
	at     order.Stamp // its Now is read when everything is locked
	before *db.AmendmentKnownRow
	around *Around
	drafts []db.DraftDay
	card   *db.Card
	saved  Amended
}

// amendTries is how often a change begins again because a menu was just published.
const amendTries = 3

var (
	errKnown = errors.New("amendment: saved before")
	errStale = errors.New("amendment: the menu was just published")
)

// HandleAmend changes an order: at once when nothing is due, otherwise when it is paid. The order's eater may. It takes two round trips:
// everything is locked and read, then decided without the database and written.
func (m *Amendments) HandleAmend(ctx context.Context, who web.Caller, r AmendRequest) (Amended, error) {
	for range amendTries {
		var c *amending
		err := db.InBatches(ctx, m.Orders.Conn, func(b *db.Batch) { c = m.amending(b, who, r) },
			func(b *db.Batch) error { return m.decide(b, c) })
		switch {
		case errors.Is(err, errStale):
			if err := m.Complete(ctx, db.New(m.Orders.Conn), c.around); err != nil {
				return Amended{}, db.Outage(err)
			}
		case errors.Is(err, order.ErrGone), db.Broke(err, "deliveries_one_live_per_day"), db.Broke(err, "portions_not_oversold"):
			// Another order took the last portion between the price and the reservation.
			fresh, err := m.HandleAmendQuote(ctx, who, r.asked())
			if err != nil {
				return Amended{}, err
			}
			return Amended{}, ErrAmendmentChanged.With(amendmentChanged{fresh, amendmentDifferences(r, fresh)})
		case err == nil, errors.Is(err, errKnown):
			return c.saved, nil
		default:
			return Amended{}, err
		}
	}
	return Amended{}, db.ErrUnavailable
}

func (r AmendRequest) asked() AmendQuoteRequest {
	return AmendQuoteRequest{Order: r.Order, Days: r.Days, Wallet: r.Wallet, Refund: r.Refund}
}

// amending adds to a batch that everything which a change needs is locked, in the one order of locks, and read.
func (m *Amendments) amending(b *db.Batch, who web.Caller, r AmendRequest) *amending {
	c, dates := &amending{id: ulid.Make().String(), r: r}, []clock.Date{}
	for _, d := range r.Days {
		if _, ok := r.Revs[d.Date]; ok {
			dates = append(dates, d.Date)
		}
	}
	b.Add(func(ctx context.Context, q *db.Queries) error { return person.Still(ctx, q, who) })
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		c.at.Rev, err = q.ProfileRevNext(ctx, who.ProfileID)
		return named(err, "lock profile")
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		before, err := q.AmendmentKnown(ctx, who.ProfileID, r.Key)
		if db.None(err) {
			return nil
		}
		c.before = &before
		return named(err, "look for key")
	})
	if len(dates) > 0 {
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			c.drafts, err = q.DraftDaysOn(ctx, who.ProfileID, dates)
			return named(err, "read drafts")
		})
	}
	c.around = m.Load(b, Scope{Order: r.Order, Profile: who.ProfileID, Week: r.Days[0].Date.Monday(), Days: r.Days, Device: r.Device,
		Since: m.Orders.Clock().Add(-attempt.FailedWithin), Card: r.Refund == "card", Cause: c.id})
	if r.Card != "" {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			card, err := q.CardOf(ctx, r.Card, who.ProfileID)
			if db.None(err) {
				return nil
			}
			c.card = &card
			return named(err, "read card")
		})
	}
	return c
}

// decide answers a change with what was read, and adds to a batch what it writes.
func (m *Amendments) decide(b *db.Batch, c *amending) (err error) {
	c.at.Now = m.Orders.Clock() // read after the wait for the locks, because the cut-off is checked against it
	if c.before != nil {
		if c.saved, err = m.savedBefore(*c.before, c.r, c.at.Now); err == nil {
			err = errKnown
		}
		return err
	}
	if c.around.menus.Missing {
		return errStale
	}
	fresh, err := c.around.preview(c.r.asked(), c.at.Now)
	if err != nil {
		return err
	}
	if fresh.Hash != c.r.Quote || len(fresh.Issues) > 0 {
		return ErrAmendmentChanged.With(amendmentChanged{fresh, amendmentDifferences(c.r, fresh)})
	}
	if !c.around.is.Device { // the diary names this device for the change, so it must be one of the person's own
		return order.ErrUnsentWork
	}
	return m.amend(b, c, fresh)
}

// savedBefore answers for a key that was used before: the same amendment and, while it can still be paid, the same form.
func (m *Amendments) savedBefore(row db.AmendmentKnownRow, r AmendRequest, now time.Time) (saved Amended, err error) {
	before := row.Amendment
	if before.QuoteHash != r.Quote || before.OrderID != r.Order {
		return Amended{}, order.ErrKeyUsed
	}
	saved = Amended{Order: before.OrderID, Amendment: before.ID, Status: order.Status(before.Status), Amount: int64(before.PayableAmount)}
	if row.AttemptID == nil {
		return saved, nil
	}
	saved.Intent, saved.Form, saved.ExpiresAt, err = m.Orders.StillPaid(db.Attempt{ID: *row.AttemptID, Reference: *row.AttemptReference,
		ProfileID: before.ProfileID, Email: *row.AttemptEmail, Amount: money.Fils(row.AttemptAmount), SaveCard: row.AttemptSaveCard,
		Token: row.AttemptToken, ExpiresAt: *row.AttemptExpiresAt}, now)
	return saved, err
}

// amend adds to a batch what writes an amendment and reserves what it needs. It takes effect at once when nothing is due, otherwise when
// the payment that is opened here succeeds.
func (m *Amendments) amend(b *db.Batch, c *amending, fresh quote.AmendmentQuote) error {
	a, r, came := c.around, c.r, map[clock.Date]int64{}
	for _, d := range c.drafts {
		if d.Rev == r.Revs[d.Date] { // a draft that was written again meanwhile is not cleared
			came[d.Date] = d.SetRev
		}
	}
	am, err := amendmentOf(a.Order, fresh, r, came, c.at.Now)
	if err != nil {
		return err
	}
	am.ID = c.id
	if is, err := a.offered(fresh); err != nil || !is {
		return errors.Join(err, order.ErrGone)
	}
	now, err := a.holds(am, fresh)
	if err != nil {
		return err
	}
	writeAmendment(b, am)
	a.writeAdded(b)
	c.saved = Amended{Order: a.Order.ID, Amendment: am.ID, Amount: int64(am.PayableAmount), Status: order.Confirmed}
	if am.PayableAmount == 0 {
		return m.TakeEffect(b, a, &am, Takes{"nothing due", now}, c.at)
	}
	if err := a.hold(b, am, now); err != nil {
		return err
	}
	expires := c.at.Now.Add(order.PayLife)
	for _, d := range fresh.Days {
		if d.Cutoff.Before(expires) {
			expires = d.Cutoff
		}
	}
	intent, form, err := m.Orders.Payments.Opens(b, attempt.Opening{Purpose: attempt.ForAmendment, Subject: am.ID, Profile: a.Order.ProfileID,
		Company: a.Order.CompanyID, Email: a.is.Email, Amount: am.PayableAmount, Expires: expires, Card: r.Card, SaveCard: r.SaveCard},
		attempt.Seen{Failed: a.is.Failed, Card: c.card}, c.at.Now)
	if err != nil {
		return err
	}
	moveAmendment(b, &am, order.PaymentPending, "handed to the card page", c.at.Now)
	touch(b, a.Order.ID, c.at.Rev)
	c.saved.Status, c.saved.Intent, c.saved.Form, c.saved.ExpiresAt = order.PaymentPending, intent, &form, &expires
	return nil
}

// touch adds to a batch that devices hear of an order whose status stays.
func touch(b *db.Batch, id string, rev int64) {
	b.Add(func(ctx context.Context, q *db.Queries) error {
		return named(q.OrderTouch(ctx, id, rev), "touch order")
	})
}

// amendmentOf is what was agreed, and which draft revisions of its days it came from.
func amendmentOf(row db.Order, fresh quote.AmendmentQuote, r AmendRequest, came map[clock.Date]int64, now time.Time) (db.Amendment, error) {
	body, err1 := json.Marshal(fresh)
	revs, err2 := json.Marshal(came)
	return db.Amendment{ID: ulid.Make().String(), OrderID: row.ID, ProfileID: row.ProfileID, CompanyID: row.CompanyID, DeviceID: r.Device,
		Status: string(order.Initiated), BaseVersion: row.Version, Quote: body, QuoteHash: fresh.Hash, Difference: fresh.Difference,
		WalletAmount: fresh.Wallet, PayableAmount: fresh.Payable, RefundWallet: fresh.RefundWallet, RefundCard: fresh.RefundCard, DraftRevs: revs,
		SaveKey: r.Key, CreatedAt: now, Withdrawn: r.withdrawn}, errors.Join(err1, err2)
}

func writeAmendment(b *db.Batch, am db.Amendment) {
	b.Add(func(ctx context.Context, q *db.Queries) error {
		return named(q.AmendmentInsert(ctx, db.AmendmentInsertParams{ID: am.ID, OrderID: am.OrderID, ProfileID: am.ProfileID,
			CompanyID: am.CompanyID, DeviceID: am.DeviceID, BaseVersion: am.BaseVersion, Quote: am.Quote, QuoteHash: am.QuoteHash,
			Difference: am.Difference, WalletAmount: am.WalletAmount, PayableAmount: am.PayableAmount, RefundWallet: am.RefundWallet,
			RefundCard: am.RefundCard, DraftRevs: am.DraftRevs, SaveKey: am.SaveKey, CreatedAt: am.CreatedAt, Withdrawn: am.Withdrawn}),
			"write amendment")
	})
}

// moveAmendment adds to a batch that an amendment's status changes and that the move is kept.
func moveAmendment(b *db.Batch, am *db.Amendment, to order.Status, cause string, now time.Time) {
	settled := am.SettledAt
	if to != order.PaymentPending {
		settled = &now
	}
	move := db.AmendmentMoveParams{ID: am.ID, Was: am.Status, Became: string(to), Cause: cause, SettledAt: settled, At: now}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		return named(q.AmendmentMove(ctx, move), "move amendment")
	})
	am.Status, am.SettledAt = string(to), settled
}

// Unrequested adds to a batch an amendment that takes meals out of an order or exchanges them, reserves what comes instead and takes
// effect; order.ErrGone, with nothing added, when that is no longer available. When withdrawn, its person did not ask for it. The
// transaction has what Load locks.
func (m *Amendments) Unrequested(b *db.Batch, a *Around, fresh quote.AmendmentQuote, withdrawn bool, cause string,
	at order.Stamp) (db.Amendment, error) {
	am, err := amendmentOf(a.Order, fresh, AmendRequest{Key: ulid.Make().String(), withdrawn: withdrawn}, map[clock.Date]int64{}, at.Now)
	if err != nil {
		return am, err
	}
	now, err := a.holds(am, fresh)
	if err != nil {
		return am, err
	}
	writeAmendment(b, am)
	return am, m.TakeEffect(b, a, &am, Takes{cause, now}, at)
}
