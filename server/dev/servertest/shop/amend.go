package shop

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// Brings is a delivery with so many of a day's n-th meal; none cancel it.
func Brings(date clock.Date, n, qty int) quote.AmendDay {
	d := quote.AmendDay{Date: date, Items: []quote.Item{}}
	if qty > 0 {
		d.Items = append(d.Items, quote.Item{Meal: servertest.Meal(date, n), Qty: qty})
	}
	return d
}

// Price is what a date's n-th meal costs on the menu.
func Price(t *testing.T, date clock.Date, n int) money.Fils {
	t.Helper()
	w := sample.Menu(date)
	meal, ok := w.On(date, servertest.Meal(date, n))
	require.True(t, ok)
	return meal.Price
}

// Eats is a guest who has paid for the first meal of each day.
func (k *Kitchen) Eats(terms func(c *sample.Company), dates ...clock.Date) (*Guest, string) {
	k.Helper()
	g := k.GuestOn(terms).Wants(dates...)
	h := g.Buys(false, dates...)
	if h.Status == order.PaymentPending {
		k.Pays(h)
	}
	require.Equal(k, order.Confirmed, g.Status(h.Order))
	return g, h.Order
}

// Proposal is a change of an order, whose difference the wallet gets.
func Proposal(id string, days ...quote.AmendDay) amendment.AmendQuoteRequest {
	return amendment.AmendQuoteRequest{Order: id, Days: days, Refund: "wallet"}
}

// WithWallet lets the wallet pay a dearer change.
func WithWallet(r amendment.AmendQuoteRequest) amendment.AmendQuoteRequest { r.Wallet = true; return r }

// ToTheCard lets the card get the difference.
func ToTheCard(r amendment.AmendQuoteRequest) amendment.AmendQuoteRequest {
	r.Refund = "card"
	return r
}

// Previews asks what a change would mean.
func (g *Guest) Previews(r amendment.AmendQuoteRequest) (quote.AmendmentQuote, error) {
	return ChangesOf(g.Kitchen.Orders).HandleAmendQuote(g.Kitchen.Context(), g.Caller, r)
}

// Sees is a preview that is not refused.
func (g *Guest) Sees(r amendment.AmendQuoteRequest) quote.AmendmentQuote {
	g.Kitchen.Helper()
	q, err := g.Previews(r)
	require.NoError(g.Kitchen, err)
	return q
}

// Means is the saving of a proposal at the price that a preview shows.
func (g *Guest) Means(r amendment.AmendQuoteRequest, q quote.AmendmentQuote) amendment.AmendRequest {
	return amendment.AmendRequest{Device: g.Device, Order: r.Order, Days: r.Days, Wallet: r.Wallet, Refund: r.Refund, Quote: q.Hash, Seen: &q,
		Key: ulid.Make().String()}
}

// Amending saves a change.
func (g *Guest) Amending(r amendment.AmendRequest) (amendment.Amended, error) {
	return ChangesOf(g.Kitchen.Orders).HandleAmend(g.Kitchen.Context(), g.Caller, r)
}

// RetryUnavailable does something again while a slow machine lets a lock be waited for too long.
func RetryUnavailable(do func(i int) error) func(i int) error {
	return func(i int) error {
		for {
			err := do(i)
			if f := fault.As(err); f == nil || f.Kind != fault.Unavailable {
				return err
			}
		}
	}
}

// Amends previews and saves a change that has no issue.
func (g *Guest) Amends(r amendment.AmendQuoteRequest) amendment.Amended {
	g.Kitchen.Helper()
	q := g.Sees(r)
	require.Empty(g.Kitchen, q.Issues)
	saved, err := g.Amending(g.Means(r, q))
	require.NoError(g.Kitchen, err)
	return saved
}

// BillOf is an amendment's payment, for the bank of the kit.
func BillOf(a amendment.Amended) order.Handoff {
	return order.Handoff{Order: a.Order, Intent: a.Intent, Amount: a.Amount}
}

// Detail is what a refusal tells, as the device reads it.
func Detail[T any](t *testing.T, err error) (v T) {
	t.Helper()
	require.NotNil(t, fault.As(err), "%v", err)
	require.NoError(t, json.Unmarshal([]byte(servertest.JSON(t, fault.As(err).Detail)), &v))
	return v
}

// WaitsUntilTheCutoff begins do just before Monday's cut-off, behind a lock on the guest that is held until the cut-off.
func (g *Guest) WaitsUntilTheCutoff(do func() error) error {
	k, t := g.Kitchen, g.Kitchen.T
	t.Helper()
	k.Clock.Move(week.Cutoff(servertest.Week).Add(-time.Microsecond).Sub(servertest.Now))
	holder, err := k.Pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = db.New(holder).ProfileRevLock(t.Context(), g.ProfileID)
	require.NoError(t, err)
	done := make(chan error)
	go func() { done <- do() }()
	// Postgres tells nobody who waits; after two seconds it gives up the lock itself.
	require.Eventually(t, func() bool {
		return servertest.One[int](t, k.Pool,
			"SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()") > 0
	}, 2*time.Second, time.Millisecond)
	k.Clock.Move(time.Microsecond)
	require.NoError(t, holder.Rollback(t.Context()))
	return <-done
}
