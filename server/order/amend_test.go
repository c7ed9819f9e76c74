package order_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// brings is a delivery with so many of a day's n-th meal; none cancel it.
func brings(date clock.Date, n, qty int) quote.AmendDay {
	d := quote.AmendDay{Date: date, Items: []quote.Item{}}
	if qty > 0 {
		d.Items = append(d.Items, quote.Item{Meal: servertest.Meal(date, n), Qty: qty})
	}
	return d
}

func price(t *testing.T, date clock.Date, n int) money.Fils {
	t.Helper()
	w := sample.Menu(date)
	meal, ok := w.On(date, servertest.Meal(date, n))
	require.True(t, ok)
	return meal.Price
}

// eats is a guest who has paid for the first meal of each day.
func (k *kitchen) eats(terms func(c *sample.Company), dates ...clock.Date) (*guest, string) {
	k.Helper()
	g := k.guestOn(terms).wants(dates...)
	h := g.buys(false, dates...)
	if h.Status == order.PaymentPending {
		k.pays(h)
	}
	require.Equal(k, order.Confirmed, g.status(h.Order))
	return g, h.Order
}

func proposal(id string, days ...quote.AmendDay) order.AmendQuoteRequest {
	return order.AmendQuoteRequest{Order: id, Days: days, Refund: "wallet"}
}

func withWallet(r order.AmendQuoteRequest) order.AmendQuoteRequest { r.Wallet = true; return r }
func toTheCard(r order.AmendQuoteRequest) order.AmendQuoteRequest  { r.Refund = "card"; return r }

func (g *guest) sees(r order.AmendQuoteRequest) quote.AmendmentQuote {
	g.k.Helper()
	q, err := g.k.orders.HandleAmendQuote(g.k.Context(), g.Caller, r)
	require.NoError(g.k, err)
	return q
}

// means is the saving of a proposal at the price that a preview shows.
func (g *guest) means(r order.AmendQuoteRequest, q quote.AmendmentQuote) order.AmendRequest {
	return order.AmendRequest{Device: g.dev, Order: r.Order, Days: r.Days, Wallet: r.Wallet, Refund: r.Refund, Quote: q.Hash, Seen: &q, Key: ulid.Make().String()}
}

func (g *guest) amending(r order.AmendRequest) (order.Amended, error) {
	return g.k.orders.HandleAmend(g.k.Context(), g.Caller, r)
}

// retryUnavailable does something again while a slow machine lets a lock be waited for too long.
func retryUnavailable(do func() error) error {
	for {
		err := do()
		if f := fault.As(err); f == nil || f.Kind != fault.Unavailable {
			return err
		}
	}
}

func (g *guest) amends(r order.AmendQuoteRequest) order.Amended {
	g.k.Helper()
	q := g.sees(r)
	require.Empty(g.k, q.Issues)
	saved, err := g.amending(g.means(r, q))
	require.NoError(g.k, err)
	return saved
}

// bill is an amendment's payment, for the bank of the kit.
func billOf(a order.Amended) order.Handoff {
	return order.Handoff{Order: a.Order, Intent: a.Intent, Amount: a.Amount}
}

func TestAnEditThatCostsMoreTakesEffectWhenItIsPaidAndNotBefore(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.limit(mon, 5)
	was := g.order(id)
	saved := g.amends(proposal(id, brings(mon, 0, 3)))
	require.Equal(t, order.PaymentPending, saved.Status)
	require.EqualValues(t, 2*price(t, mon, 0), saved.Amount)
	require.Equal(t, saved.Intent, saved.Form.Fields["merchant_reference"])
	require.Equal(t, 2, k.taken(mon), "only what is more is held: the first was ordered when it was not limited")

	now := g.order(id)
	require.Equal(t, was.Deliveries, now.Deliveries, "the old order stands")
	require.Equal(t, was.Net, now.Net)
	require.Greater(t, now.Rev, was.Rev, "but devices hear of it")
	require.Equal(t, order.PaymentPending, now.Amendments[0].Status)
	require.Equal(t, saved.Intent, now.Amendments[0].Intent.ID)
	require.Equal(t, was.Intent.ID, now.Intent.ID)

	state, err := k.orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: saved.Intent})
	require.NoError(t, err)
	require.Equal(t, []string{"amendment", id, saved.Amendment, "open"}, []string{state.Purpose, state.Order, state.Amendment, state.Status})

	k.pays(billOf(saved))
	now = g.order(id)
	require.Equal(t, order.Confirmed, now.Status)
	require.Equal(t, 3, now.Deliveries[0].Items[0].Qty)
	require.Equal(t, was.Net+money.Fils(saved.Amount), now.Net)
	require.Equal(t, now.EmployeeShare, now.Payable)
	require.Equal(t, was.Version+1, now.Version)
	require.Equal(t, order.Confirmed, now.Amendments[0].Status)
	require.Equal(t, now.Net, now.Amendment.Net)
	require.Equal(t, 2, k.taken(mon))
	require.Equal(t, 2, servertest.One[int](t, k.pool, "SELECT max(reserved) FROM order_lines"), "and the line has them")
	k.hears(billOf(saved))
	require.Equal(t, now.Version, g.order(id).Version, "told again it is done once")
}

func TestAnEditThatCostsLessTakesEffectAtOnceAndTheWalletGetsTheDifference(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	k.limit(mon, 5)
	g, id := k.eats(nil, mon, tue)
	first := g.amends(proposal(id, brings(mon, 0, 3)))
	k.pays(billOf(first))
	require.Equal(t, 3, k.taken(mon))
	saved := g.amends(proposal(id, brings(mon, 0, 1)))
	require.Equal(t, order.Confirmed, saved.Status)
	require.Empty(t, saved.Intent)
	require.EqualValues(t, 2*price(t, mon, 0), g.wallet())
	require.Equal(t, 1, k.taken(mon), "portions go back")
	o := g.order(id)
	require.Equal(t, -2*price(t, mon, 0), o.Wallet, "the card's money is in the wallet now")
	require.Equal(t, o.EmployeeShare, o.Wallet+o.Payable)
	require.Equal(t, []order.Source{{Kind: "wallet", Amount: o.Wallet}, {Kind: "card", Amount: o.Payable}}, o.PaymentSources)
	require.Len(t, o.Amendments, 2)
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds"))
}

func TestACancelledDayGoesBackToTheCardUpToWhatTheCardHasPaid(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon, tue)
	servertest.Credit(t, k.pool, g.Caller, 5000)
	h := g.buys(true, mon, tue)
	k.pays(h)
	id := h.Order
	all := price(t, mon, 0) + price(t, tue, 0)
	byCard := all - 5000
	require.Less(t, byCard, price(t, tue, 0)+price(t, mon, 0))

	q := g.sees(toTheCard(proposal(id, brings(tue, 0, 0))))
	require.Equal(t, price(t, tue, 0), q.Refund)
	saved := g.amends(toTheCard(proposal(id, brings(tue, 0, 0))))
	require.Equal(t, order.Confirmed, saved.Status)
	back := min(byCard, price(t, tue, 0))
	require.EqualValues(t, price(t, tue, 0)-back, g.wallet(), "the rest is the wallet's")
	k.refunds()
	kept, refunds := k.bank.Kept(h.Intent)
	require.Equal(t, byCard-back, kept)
	require.Equal(t, 1, refunds)
	o := g.order(id)
	require.Equal(t, order.Confirmed, o.Status)
	require.True(t, o.Deliveries[1].Cancelled)
	require.False(t, o.Deliveries[1].Live)
	require.Empty(t, o.Deliveries[1].Items)
	require.Equal(t, 1, k.live(g))
	require.Equal(t, byCard-back, o.Payable)
}

func TestAnOrderOfWhichEveryDayIsCancelledIsCancelledAndThenRefunded(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.pays(billOf(g.amends(proposal(id, brings(mon, 1, 2)))))
	paid := g.order(id).Payable
	g.amends(toTheCard(proposal(id, brings(mon, 0, 0), brings(tue, 0, 0))))
	require.Equal(t, order.Cancelled, g.status(id))
	require.Zero(t, k.live(g))
	require.Equal(t, 2, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds"), "two captures paid for it")
	require.EqualValues(t, paid, servertest.One[int64](t, k.pool, "SELECT sum(amount) FROM refunds"))
	k.refunds()
	o := g.order(id)
	require.Equal(t, order.Refunded, o.Status)
	require.Zero(t, o.Net)
	require.Zero(t, o.Payable)
	_, err := k.orders.HandleAmendQuote(t.Context(), g.Caller, proposal(id, brings(mon, 0, 1)))
	require.ErrorIs(t, err, order.ErrNotAmendable)
	k.pays(g.wants(mon).buys(false, mon))
	require.Equal(t, 1, k.live(g), "the days can be ordered again")
}

func TestAnOrderIsRefundedAlsoWhenTheLastOfItsRefundsIsGivenAnotherWay(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.pays(billOf(g.amends(proposal(id, brings(mon, 1, 2)))))
	g.amends(toTheCard(proposal(id, brings(mon, 0, 0), brings(tue, 0, 0))))
	refused := servertest.One[string](t, k.pool, "DELETE FROM river_job WHERE kind = 'payment_refund' AND args->>'refund' = (SELECT min(id) FROM refunds) RETURNING args->>'refund'")
	k.refunds()
	require.Equal(t, order.Cancelled, g.status(id))
	servertest.Do(t, k.pool, "UPDATE refunds SET sent_at = at, declined_at = at WHERE id = $1", refused)
	require.NoError(t, db.InTx(t.Context(), k.pool, func(ctx context.Context, q *db.Queries, tx pgx.Tx) error {
		row, a, _, err := k.payments.GiveUpRefund(ctx, q, tx, refused, 0, k.clock.Now())
		if err != nil {
			return err
		}
		return ledger.RefundedHere(ctx, q, row.ID, a.ProfileID, row.Amount, "the card was closed", k.clock.Now())
	}))
	require.Equal(t, order.Refunded, g.status(id))
}

func TestAnOrderThatIsCancelledIntoTheWalletStaysCancelled(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.amends(toTheCard(proposal(id, brings(tue, 0, 0))))
	state, err := k.orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: g.order(id).Intent.ID})
	require.NoError(t, err)
	require.Equal(t, "paid", state.Status, "a part that went back leaves the payment what it was")
	g.amends(proposal(id, brings(mon, 0, 0)))
	require.Equal(t, order.Cancelled, g.status(id))
	k.refunds()
	require.Equal(t, order.Cancelled, g.status(id), "only an earlier part went to the card")
	require.EqualValues(t, price(t, mon, 0), g.wallet())
}

func TestACancelledDayIsRestoredAtTheMenusPriceAndHeldWhileItIsPaid(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	k.limit(tue, 1)
	g, id := k.eats(nil, mon, tue)
	g.amends(proposal(id, brings(tue, 0, 0)))
	require.Zero(t, k.taken(tue))
	saved := g.amends(proposal(id, brings(tue, 0, 1)))
	require.Equal(t, order.PaymentPending, saved.Status)
	require.Equal(t, 1, k.taken(tue), "its portion is held")
	require.Equal(t, quote.DayTaken, g.wants(tue).quote(false, tue).Quote.Issues[0].Code, "and its day")
	_, err := g.tries(g.asks(g.quote(false, tue), false))
	require.ErrorIs(t, err, order.ErrDayTaken)
	require.Equal(t, 1, k.live(g))
	k.declines(billOf(saved))
	require.Zero(t, k.taken(tue))
	require.Equal(t, order.PaymentFailed, g.order(id).Amendments[1].Status)
	require.Equal(t, order.Confirmed, g.status(id))
	require.EqualValues(t, price(t, tue, 0), g.wallet())

	again := g.amends(withWallet(proposal(id, brings(tue, 0, 1))))
	require.Equal(t, order.Confirmed, again.Status, "the wallet pays all")
	require.Zero(t, g.wallet())
	require.Equal(t, 2, k.live(g))
	require.False(t, g.order(id).Deliveries[1].Cancelled)
}

func TestADayThatAnotherOrderTookMeanwhileIsNotRestored(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.amends(proposal(id, brings(tue, 0, 0)))
	k.pays(g.wants(tue).buys(false, tue))
	q := g.sees(proposal(id, brings(tue, 0, 1)))
	require.Equal(t, []quote.Issue{{Code: quote.DayTaken, Date: tue}}, q.Issues)
	_, err := g.amending(g.means(proposal(id, brings(tue, 0, 1)), q))
	require.ErrorIs(t, err, order.ErrAmendmentChanged)
}

func TestAStalePreviewIsRefusedWithTheNewOne(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 1, 1))
	q := g.sees(r)
	dearer := sample.Menu(mon)
	for i := range dearer.Meals {
		dearer.Meals[i].Price += 100
	}
	_, err := published.Publish(t.Context(), db.New(k.pool), dearer, servertest.Now)
	require.NoError(t, err)
	_, err = g.amending(g.means(r, q))
	require.ErrorIs(t, err, order.ErrAmendmentChanged)
	told := detail[struct {
		Quote       quote.AmendmentQuote
		Differences []quote.Difference
	}](t, err)
	require.Equal(t, q.Difference+100, told.Quote.Difference)
	require.Equal(t, quote.PriceChanged, told.Differences[0].Code)
	saved, err := g.amending(g.means(r, told.Quote))
	require.NoError(t, err)
	require.EqualValues(t, max(0, told.Quote.Payable), saved.Amount)
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM amendments WHERE quote_hash = $1", q.Hash))

	g2, id2 := k.eats(nil, wed, thu)
	r2 := proposal(id2, brings(wed, 0, 0))
	old := g2.sees(r2)
	g2.amends(proposal(id2, brings(thu, 0, 0)))
	_, err = g2.amending(g2.means(r2, old))
	require.ErrorIs(t, err, order.ErrAmendmentChanged, "it would be the last day of the order now")
}

func TestTheVersionIsPartOfThePromise(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue, wed)
	r := proposal(id, brings(mon, 0, 0))
	q := g.sees(r)
	g.amends(proposal(id, brings(tue, 0, 0)))
	g.amends(withWallet(proposal(id, brings(tue, 0, 1))))
	fresh := g.sees(r)
	require.Equal(t, q.After, fresh.After)
	_, err := g.amending(g.means(r, q))
	require.ErrorIs(t, err, order.ErrAmendmentChanged, "all amounts are the same, and yet it is another order")
}

func TestASecondTapIsTheSameAmendment(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 2))
	m := g.means(r, g.sees(r))
	answers := make([]order.Amended, 6)
	for _, err := range atOnce(6, func(i int) error {
		return retryUnavailable(func() (err error) { answers[i], err = g.amending(m); return err })
	}) {
		require.NoError(t, err)
	}
	for _, a := range answers {
		require.Equal(t, servertest.JSON(t, answers[0]), servertest.JSON(t, a))
	}
	require.Equal(t, 1, servertest.One[int](t, k.pool, "SELECT count(*) FROM amendments"))
	k.clock.Move(quarter)
	again, err := g.amending(m)
	require.NoError(t, err)
	require.Nil(t, again.Form)
	k.pays(billOf(answers[0]))
	again, err = g.amending(m)
	require.NoError(t, err)
	require.Equal(t, order.Confirmed, again.Status)
	m.Quote = quote.Hash(quote.Quote{})
	_, err = g.amending(m)
	require.ErrorIs(t, err, order.ErrKeyUsed)
}

func TestOneAmendmentAtATime(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	other, _ := k.server(servertest.Another(t, k.pool))
	for range 4 {
		g, id := k.eats(nil, mon, tue)
		one, two := proposal(id, brings(mon, 0, 2)), proposal(id, brings(tue, 0, 0))
		means := []order.AmendRequest{g.means(one, g.sees(one)), g.means(two, g.sees(two))}
		saved := make([]order.Amended, 2)
		errs := atOnce(2, func(i int) error {
			return retryUnavailable(func() (err error) {
				saved[i], err = []*order.Orders{k.orders, other}[i].HandleAmend(t.Context(), g.Caller, means[i])
				return err
			})
		})
		switch {
		case errs[0] == nil: // the dearer one came first and is being paid
			require.ErrorIs(t, errs[1], order.ErrAlreadyPaying)
			told := detail[struct{ Order, Intent string }](t, errs[1])
			require.Equal(t, id, told.Order)
			require.Equal(t, saved[0].Intent, told.Intent)
			_, err := k.orders.HandleAmendQuote(t.Context(), g.Caller, two)
			require.ErrorIs(t, err, order.ErrAlreadyPaying)
			k.pays(billOf(saved[0]))
		default:
			require.NoError(t, errs[1])
			require.ErrorIs(t, errs[0], order.ErrAmendmentChanged)
		}
	}
}

func TestTheCutOffOfAnAmendmentIsJudgedToTheMicrosecondForItsOwnDays(t *testing.T) {
	t.Parallel()
	for after, open := range map[time.Duration]bool{-time.Microsecond: true, 0: false} {
		t.Run(after.String(), func(t *testing.T) {
			t.Parallel()
			k := openKitchen(t)
			g, id := k.eats(nil, mon, tue)
			r := proposal(id, brings(mon, 0, 0))
			q := g.sees(r)
			k.clock.Move(week.Cutoff(mon).Add(after).Sub(servertest.Now))
			_, err := g.amending(g.means(r, q))
			if open {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, order.ErrAmendmentChanged)
			require.Equal(t, []quote.Issue{{Code: quote.CutoffPassed, Date: mon}}, g.sees(r).Issues)
			require.Equal(t, order.Confirmed, g.amends(proposal(id, brings(tue, 0, 0))).Status, "the later day is still open")
			require.Equal(t, 1, k.live(g))
		})
	}
}

func TestAnAmendmentThatHadToWaitIsJudgedByTheTimeAfterTheWait(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	k.clock.Move(week.Cutoff(mon).Add(-time.Microsecond).Sub(servertest.Now))
	holder, err := k.pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = db.New(holder).ProfileRevLock(t.Context(), g.ProfileID)
	require.NoError(t, err)
	done := make(chan error)
	go func() { _, err := g.amending(m); done <- err }()
	waitForLock(t, k)
	k.clock.Move(time.Microsecond)
	require.NoError(t, holder.Rollback(t.Context()))
	require.ErrorIs(t, <-done, order.ErrAmendmentChanged)
}

// A change of Tuesday's lunch is paid for on the card page, and the bank's word comes when it comes.
func TestASuccessThatArrivesWhileAnAmendmentWaitsCountsUntilItsDayComes(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]time.Time{
		"before the cut-off":             week.Cutoff(tue).Add(-time.Second),
		"when the kitchen has its list":  week.Cutoff(tue),
		"in the last second of that day": tue.Start().Add(-time.Second),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := openKitchen(t)
			g, id := k.eats(nil, mon, tue)
			saved := g.amends(proposal(id, brings(tue, 0, 2)))
			require.True(t, saved.ExpiresAt.Equal(servertest.Now.Add(quarter)))
			k.clock.Move(at.Sub(servertest.Now))
			k.pays(billOf(saved))
			require.Equal(t, 2, g.order(id).Deliveries[1].Items[0].Qty)
			require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds"))
			k.clock.Move((tue + 1).Start().Sub(k.clock.Now()))
			k.tidy()
			require.Equal(t, order.Completed, g.status(id))
		})
	}
}

func TestTwoLunchesArePaidWhenOneIsOnTheTableAndTheMoneyForTheSecondGoesBack(t *testing.T) {
	t.Parallel()
	hands := func(table, columns string) func(k *kitchen, id string) {
		return func(k *kitchen, id string) {
			servertest.Do(k, k.pool, "INSERT INTO "+table+" SELECT "+columns+" FROM deliveries d WHERE d.order_id = $1 AND d.delivery_date = $2", id, tue)
		}
	}
	for name, come := range map[string]func(k *kitchen, id string){
		"the day has begun":  func(k *kitchen, _ string) { k.clock.Move(tue.Start().Sub(servertest.Now)) },
		"the day is over":    func(k *kitchen, _ string) { k.clock.Move((tue + 1).Start().Sub(servertest.Now)); k.tidy() },
		"it was handed over": hands("handovers", "d.id, repeat('H', 26), now(), now(), d.profile_id"),
		"it was missing":     hands("shortfalls", "repeat('S', 26), d.id, (SELECT meal FROM order_lines WHERE delivery_id = d.id), 1, 'missing', '', 0, 0, now(), d.profile_id"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := openKitchen(t)
			k.unsound = name == "it was handed over" || name == "it was missing" // by nobody of the kitchen's, and nobody was paid
			box := k.mailbox()
			k.limit(tue, 5)
			g, id := k.eats(func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 50 }, mon, tue)
			servertest.Credit(t, k.pool, g.Caller, 10)
			saved := g.amends(withWallet(proposal(id, brings(tue, 0, 2))))
			was := g.order(id)
			require.Zero(t, g.wallet())
			come(k, id)
			k.pays(billOf(saved))
			k.hears(billOf(saved))

			now := g.order(id)
			require.Equal(t, was.Deliveries, now.Deliveries, "what was cooked stays what was ordered")
			require.Equal(t, []money.Fils{was.Net, was.CompanyShare, was.Payable}, []money.Fils{now.Net, now.CompanyShare, now.Payable})
			require.Equal(t, order.Cancelled, now.Amendments[0].Status)
			require.Greater(t, now.Rev, was.Rev, "devices hear of it")
			require.EqualValues(t, 10, g.wallet(), "and what was held is free again")
			require.Equal(t, 1, k.taken(tue))
			require.Equal(t, now.CompanyShare, servertest.One[money.Fils](t, k.pool, "SELECT sum(granted) FROM share_periods"))
			k.refunds()
			kept, refunds := k.bank.Kept(saved.Intent)
			require.Zero(t, kept)
			require.Equal(t, 1, refunds)
			require.Equal(t, order.Refunded, g.order(id).Amendments[0].Status)

			diary, err := k.orders.HandleDiary(t.Context(), g.Caller, order.DiaryRequest{ID: id})
			require.NoError(t, err)
			late := slices.IndexFunc(diary.Data, func(e order.DiaryEntry) bool { return e.What == "paid too late" })
			require.GreaterOrEqual(t, late, 0)
			require.Equal(t, tue, diary.Data[late].Date)
			require.Equal(t, "card", *diary.Data[late].RefundTo)
			require.Equal(t, 1, servertest.One[int](t, k.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_changed'"), "told once")
			mails := slices.DeleteFunc(k.works(box), func(m local.Mail) bool { return m.Subject != "Your lunches for 23 – 27 Nov have not changed" })
			require.Len(t, mails, 1)
			require.Contains(t, mails[0].Text, "Your order stays as it was.")
			require.Contains(t, mails[0].Text, money.Fils(saved.Amount).String()+" goes back to your card.")
			require.NotContains(t, mails[0].Text, "2 x")
			require.Contains(t, mails[0].HTML, "Your order stays as it was.")
			if name == "the day is over" {
				k.tidy()
				require.Equal(t, order.Completed, g.status(id))
			}
		})
	}
}

// grown is a guest whose open change holds a portion, share and wallet money beyond the order, and wants a day back.
func grown(k *kitchen) (*guest, string, order.Amended) {
	k.Helper()
	k.limit(mon, 2)
	k.limit(tue, 1)
	g, id := k.eats(func(c *sample.Company) {
		c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = "Percentage", 50, new(money.Fils(6000)), "Weekly"
	}, mon, tue)
	g.amends(proposal(id, brings(tue, 0, 0)))
	servertest.Credit(k, k.pool, g.Caller, 10)
	saved := g.amends(withWallet(proposal(id, brings(mon, 0, 2), brings(tue, 0, 1))))
	require.Equal(k, order.PaymentPending, saved.Status)
	require.Zero(k, g.wallet())
	require.Equal(k, 2, k.taken(mon))
	require.Equal(k, 1, k.taken(tue))
	require.EqualValues(k, 6000, servertest.One[int64](k, k.pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID))
	return g, id, saved
}

func TestAFailedAmendmentGivesEverythingBackAndAnotherMayBeMade(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id, saved := grown(k)
	servertest.Sound(t, k.pool)
	before := g.order(id)
	k.declines(billOf(saved))
	o := g.order(id)
	require.Equal(t, order.PaymentFailed, o.Amendments[1].Status)
	require.Equal(t, "declined", o.Amendments[1].Intent.Reason)
	require.Equal(t, order.Confirmed, o.Amendments[0].Status)
	require.Equal(t, o.Amendments[0].After.Net, o.Amendment.Net, "the newest that did not fail")
	require.Equal(t, before.Deliveries, o.Deliveries)
	require.Equal(t, 1, k.taken(mon))
	require.Zero(t, k.taken(tue))
	require.Positive(t, g.wallet())
	require.Equal(t, o.CompanyShare, servertest.One[money.Fils](t, k.pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID))

	again := g.amends(withWallet(proposal(id, brings(mon, 0, 2), brings(tue, 0, 1))))
	k.pays(billOf(again))
	require.Equal(t, 2, k.live(g))
}

func TestALateSuccessOfAnAmendmentTakesEffectWhenAllOfItCanStillBeHad(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id, saved := grown(k)
	k.declines(billOf(saved))
	k.pays(billOf(saved))
	o := g.order(id)
	require.Equal(t, order.Confirmed, o.Amendments[1].Status)
	require.Equal(t, 2, o.Deliveries[0].Items[0].Qty)
	require.Equal(t, 2, k.live(g))
	require.Zero(t, g.wallet())
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds"))
}

func TestALateSuccessOfAnAmendmentThatCannotBeHadGoesBack(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(k *kitchen, g *guest, id string){
		"the portion":   func(k *kitchen, _ *guest, _ string) { k.guestOn(nil).wants(mon).buys(false, mon) },
		"the day":       func(_ *kitchen, g *guest, _ string) { g.wants(tue).buys(false, tue) },
		"the share":     func(k *kitchen, g *guest, _ string) { g.wants(wed).buys(false, wed) },
		"the wallet":    func(k *kitchen, g *guest, id string) { g.wants(fri).buys(true, fri) },
		"the cut-off":   func(k *kitchen, _ *guest, _ string) { k.clock.Move(week.Cutoff(mon).Sub(servertest.Now)) },
		"a new version": func(_ *kitchen, g *guest, id string) { g.amends(proposal(id, brings(mon, 1, 1))) },
		"another change": func(_ *kitchen, g *guest, id string) {
			require.Equal(g.k, order.PaymentPending, g.amends(proposal(id, brings(mon, 0, 2))).Status)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := openKitchen(t)
			g, id, saved := grown(k)
			k.declines(billOf(saved))
			take(k, g, id)
			before := [4]any{g.wallet(), k.live(g), k.taken(mon), k.taken(tue)}
			k.pays(billOf(saved))
			require.Equal(t, order.Cancelled, g.order(id).Amendments[1].Status)
			require.Equal(t, before, [4]any{g.wallet(), k.live(g), k.taken(mon), k.taken(tue)}, "nothing half")
			k.hears(billOf(saved))
			k.refunds()
			require.Equal(t, order.Refunded, g.order(id).Amendments[1].Status)
			require.Equal(t, order.Confirmed, g.status(id), "the order stands")
			kept, refunds := k.bank.Kept(saved.Intent)
			require.Zero(t, kept)
			require.Equal(t, 1, refunds)
			state, err := k.orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: saved.Intent})
			require.NoError(t, err)
			require.Equal(t, "refunded", state.Status)
		})
	}
}

func TestACancelledDayGivesItsShareToTheDaysThatStayOpen(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(func(c *sample.Company) {
		c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = "Flat", 1500, new(money.Fils(2000)), "Weekly"
	}, mon, tue)
	o := g.order(id)
	require.Equal(t, []money.Fils{1500, 500}, []money.Fils{o.Deliveries[0].CompanyShare, o.Deliveries[1].CompanyShare})
	require.Equal(t, []money.Fils{0, 1500}, []money.Fils{o.Deliveries[0].ShareBefore, o.Deliveries[1].ShareBefore})
	require.EqualValues(t, 1500, o.Terms.ShareValue)
	q := g.sees(proposal(id, brings(mon, 0, 0)))
	require.Len(t, q.Days, 2)
	require.Equal(t, quote.Same, q.Days[1].Change)
	require.Equal(t, money.Fils(1500), q.Days[1].After.CompanyShare)
	g.amends(proposal(id, brings(mon, 0, 0)))
	o = g.order(id)
	require.Equal(t, money.Fils(1500), o.Deliveries[1].CompanyShare)
	require.Zero(t, o.Deliveries[1].ShareBefore)
	require.EqualValues(t, price(t, mon, 0)-1500+1000, g.wallet(), "what monday cost, and what tuesday costs less")

	k.clock.Move(week.Cutoff(tue).Sub(servertest.Now))
	_, err := k.orders.HandleAmendQuote(t.Context(), g.Caller, proposal(id, brings(mon, 0, 1)))
	require.NoError(t, err)
	require.Equal(t, quote.CutoffPassed, g.sees(proposal(id, brings(mon, 0, 1))).Issues[0].Code)
}

func TestWhyAShareAtItsCapIsNoMoreCanStillBeToldAfterADearerMeal(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	monday := price(t, mon, 0)
	g, id := k.eats(func(c *sample.Company) {
		c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = "Percentage", 100, new(monday+1000), "Weekly"
	}, mon)
	k.pays(g.wants(tue).buys(false, tue))
	k.pays(billOf(g.amends(proposal(id, brings(mon, 0, 2)))))
	now := g.order(id).Deliveries[0]
	require.Equal(t, []money.Fils{2 * monday, monday}, []money.Fils{now.Net, now.CompanyShare})
	require.Equal(t, money.Fils(1000), now.ShareBefore, "tuesday has the rest of the cap")
}

func TestWhyAShareIsWhatItIsCanBeToldOfAnOrderThatWasPaidLate(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, tuesday := k.eats(func(c *sample.Company) {
		c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = "Percentage", 100, new(price(t, tue, 0)+100), "Weekly"
	}, tue)
	h := g.wants(mon).buys(false, mon)
	require.Equal(t, money.Fils(100), g.order(h.Order).CompanyShare)
	k.declines(h)
	g.amends(proposal(tuesday, brings(tue, 0, 0)))
	k.pays(h)
	paid := g.order(h.Order)
	require.Equal(t, order.Confirmed, paid.Status)
	require.Equal(t, []money.Fils{100, price(t, tue, 0)}, []money.Fils{paid.Deliveries[0].CompanyShare, paid.Deliveries[0].ShareBefore}, "as it was agreed, also now that the cap is free")
}

func TestTheTermsOfAnAmendmentAreThoseOfItsOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(func(c *sample.Company) {
		c.MinimumDay, c.DiscountAmount, c.ShareType, c.ShareValue = 3, 20, "Percentage", 50
	}, mon, tue, wed)
	servertest.Do(t, k.pool, "UPDATE companies SET discount_amount = 0, share_value = 0, minimum_day = 5")
	g.amends(proposal(id, brings(mon, 0, 0), brings(tue, 0, 0)))
	o := g.order(id)
	require.Equal(t, order.Confirmed, o.Status, "below the minimum of days")
	require.Equal(t, price(t, wed, 0).Part(80, 1000)*10, o.Net, "and it keeps the discount")
	require.Equal(t, o.Net.Percent(50), o.CompanyShare)
	k.pays(billOf(g.amends(proposal(id, brings(wed, 1, 2)))))
	o = g.order(id)
	require.Equal(t, 2*(price(t, wed, 1).Part(80, 1000)*10), o.Net)
	require.Equal(t, o.Net.Percent(50), o.CompanyShare)
}

func TestOnlyTheEatersOwnConfirmedOrderIsAmended(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	stranger := k.guest(sample.Harbour)
	_, err := k.orders.HandleAmendQuote(t.Context(), stranger.Caller, r)
	require.ErrorIs(t, err, fault.ErrNotFound)
	_, err = stranger.amending(m)
	require.ErrorIs(t, err, fault.ErrNotFound)
	_, err = k.orders.HandleDiary(t.Context(), stranger.Caller, order.DiaryRequest{ID: id})
	require.ErrorIs(t, err, fault.ErrNotFound)
	for name, days := range map[string][]quote.AmendDay{"a day that it never had": {brings(wed, 0, 1)}, "a day twice": {brings(mon, 0, 0), brings(mon, 0, 2)}} {
		_, err = k.orders.HandleAmendQuote(t.Context(), g.Caller, proposal(id, days...))
		require.ErrorIs(t, err, order.ErrNotAmendable, name)
	}
	waiting := k.guestOn(nil).wants(mon)
	h := waiting.buys(false, mon)
	_, err = k.orders.HandleAmendQuote(t.Context(), waiting.Caller, proposal(h.Order, brings(mon, 0, 0)))
	require.ErrorIs(t, err, order.ErrNotAmendable)
	servertest.Do(t, k.pool, "DELETE FROM sessions WHERE profile_id = $1", g.ProfileID)
	_, err = g.amending(m)
	require.Error(t, err)
}

func TestAPlaceIsChangedToOneWhereTheEaterMayHaveLunch(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guest(sample.Harbour).wants(mon, tue, wed)
	h := g.buys(false, mon, tue, wed)
	k.pays(h)
	there := brings(mon, 0, 1)
	there.AddressID = &sample.HarbourFloor15.ID
	saved := g.amends(proposal(h.Order, there))
	require.Equal(t, order.Confirmed, saved.Status)
	require.Equal(t, sample.HarbourFloor15.ID, g.order(h.Order).Deliveries[0].AddressID)
	require.Zero(t, g.wallet())
	there.AddressID = &sample.QasrStudio.ID
	_, err := k.orders.HandleAmendQuote(t.Context(), g.Caller, proposal(h.Order, there))
	require.ErrorIs(t, err, order.ErrNoAddress)
	require.Equal(t, quote.Unchanged, g.sees(proposal(h.Order, brings(tue, 0, 1))).Issues[0].Code)
}

func TestAnAmendmentClearsExactlyTheDraftsThatItCameFrom(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.wants(mon, tue)
	revs := g.quote(false, mon, tue).Revs
	r := proposal(id, brings(mon, 0, 3), brings(tue, 0, 2))
	m := g.means(r, g.sees(r))
	m.Revs = revs
	saved, err := g.amending(m)
	require.NoError(t, err)
	require.Equal(t, order.PaymentPending, saved.Status)
	drafted := func() string {
		return servertest.One[string](t, k.pool, "SELECT coalesce(string_agg(date::text, ' ' ORDER BY date), '') FROM draft_days WHERE items <> '[]'")
	}
	require.Equal(t, mon.String()+" "+tue.String(), drafted(), "not before it takes effect")
	servertest.Wish(t, k.pool, g.Caller, g.dev, tue, quote.Item{Meal: servertest.Meal(tue, 2), Qty: 1})
	k.pays(billOf(saved))
	require.Equal(t, tue.String(), drafted(), "a later wish stays")
}

func TestAnAmendmentClearsNoDraftOfADayThatItDoesNotName(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.wants(tue, wed)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	m.Revs = g.quote(false, tue, wed).Revs
	_, err := g.amending(m)
	require.NoError(t, err)
	require.Equal(t, tue.String()+" "+wed.String(), servertest.One[string](t, k.pool, "SELECT coalesce(string_agg(date::text, ' ' ORDER BY date), '') FROM draft_days WHERE items <> '[]'"))
}

func TestAnAmendmentThatNamesAnotherPersonsDeviceIsRefused(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	for _, dev := range []string{k.guestOn(nil).dev, ulid.Make().String()} {
		m.Device = dev
		_, err := g.amending(m)
		require.ErrorIs(t, err, order.ErrUnsentWork)
	}
	m.Device = g.dev
	_, err := g.amending(m)
	require.NoError(t, err)
}

func TestTheDiaryTellsWhoDidWhatToEachDayAndLetsItBeUndone(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.clock.Move(time.Minute)
	g.amends(toTheCard(proposal(id, brings(tue, 0, 0))))
	k.clock.Move(time.Minute)
	failed := g.amends(proposal(id, brings(mon, 0, 2)))
	k.declines(billOf(failed))
	k.clock.Move(time.Minute)
	diary, err := k.orders.HandleDiary(t.Context(), g.Caller, order.DiaryRequest{ID: id})
	require.NoError(t, err)
	var told []string
	ids := map[string]bool{}
	for _, e := range diary.Data {
		told = append(told, e.Date.String()+" "+e.What+" "+e.Who.Kind)
		ids[e.ID] = true
	}
	require.Equal(t, []string{mon.String() + " payment failed system", tue.String() + " cancelled eater", tue.String() + " ordered eater", mon.String() + " ordered eater"}, told)
	require.Len(t, ids, len(told))
	cancelled := diary.Data[1]
	require.Equal(t, g.dev, *cancelled.Device)
	require.Equal(t, g.dev, *diary.Data[3].Device)
	require.Equal(t, -price(t, tue, 0), cancelled.Difference)
	require.Equal(t, "card", *cancelled.RefundTo)
	require.Equal(t, price(t, tue, 0), cancelled.NetBefore)
	require.Empty(t, cancelled.After)

	undo := quote.AmendDay{Date: cancelled.Date}
	for _, l := range cancelled.Before {
		undo.Items = append(undo.Items, quote.Item{Meal: l.Meal, Qty: l.Qty})
	}
	k.pays(billOf(g.amends(proposal(id, undo))))
	require.Equal(t, 2, k.live(g))
	g.amends(proposal(id, brings(mon, 0, 0), brings(tue, 0, 0)))
	diary, err = k.orders.HandleDiary(t.Context(), g.Caller, order.DiaryRequest{ID: id})
	require.NoError(t, err)
	require.Equal(t, "order cancelled", diary.Data[0].What)
	require.Equal(t, "eater", diary.Data[0].Who.Kind)
}

func TestAnAmendmentAndAnotherOrderOfTheSamePersonNeverBreakTheCap(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	other, _ := k.server(servertest.Another(t, k.pool))
	c := servertest.NewCompany(t, k.pool, func(c *sample.Company) {
		c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = "Percentage", 100, new(money.Fils(9000)), "Monthly"
	})
	for range 12 {
		g := k.guest(c).wants(mon)
		h := g.buys(false, mon)
		if h.Status == order.PaymentPending {
			k.pays(h)
		}
		g.wants(wed)
		r := proposal(h.Order, brings(mon, 0, 3))
		m, n := g.means(r, g.sees(r)), g.asks(g.quote(false, wed), false)
		errs := atOnce(2, func(i int) error {
			return retryUnavailable(func() (err error) {
				if i == 0 {
					_, err = k.orders.HandleAmend(t.Context(), g.Caller, m)
				} else {
					_, err = other.HandleHandoff(t.Context(), g.Caller, n)
				}
				return err
			})
		})
		require.True(t, (errs[0] == nil) != (errs[1] == nil), "who comes second sees the new price first: %v", errs)
		require.LessOrEqual(t, servertest.One[int64](t, k.pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID), int64(9000))
	}
}

func TestTheLastPortionGoesToOneOfTwoAmendments(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	c := func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 100 }
	for round := range 4 {
		date := mon + clock.Date(round)
		one, first := k.eats(c, date)
		two, second := k.eats(c, date)
		k.limit(date, 1)
		proposals := []order.AmendQuoteRequest{proposal(first, brings(date, 0, 2)), proposal(second, brings(date, 0, 2))}
		means := []order.AmendRequest{one.means(proposals[0], one.sees(proposals[0])), two.means(proposals[1], two.sees(proposals[1]))}
		errs := atOnce(2, func(i int) error {
			return retryUnavailable(func() error { _, err := []*guest{one, two}[i].amending(means[i]); return err })
		})
		require.True(t, (errs[0] == nil) != (errs[1] == nil), "%v", errs)
		for _, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, order.ErrAmendmentChanged)
				told := detail[struct{ Quote quote.AmendmentQuote }](t, err).Quote
				require.Equal(t, quote.SoldOut, told.Issues[0].Code)
				require.EqualValues(t, 1, *told.Issues[0].To, "what they have they keep")
			}
		}
		require.Equal(t, 1, k.taken(date))
	}
}

func TestTheDatabaseRefusesAMoveThatThereIsNot(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon)
	saved := g.amends(proposal(id, brings(mon, 0, 2)))
	for _, statement := range []string{
		"UPDATE orders SET status = 'Payment Pending' WHERE id = '" + id + "'",
		"UPDATE orders SET status = 'Refunded' WHERE id = '" + id + "'",
		"INSERT INTO order_moves (order_id, was, became, cause, at) VALUES ('" + id + "', 'Completed', 'Cancelled', 'x', now())",
		"UPDATE order_moves SET became = 'Confirmed'",
		"UPDATE amendments SET status = 'Refunded' WHERE id = '" + saved.Amendment + "'",
		"UPDATE amendments SET status = 'Initiated' WHERE id = '" + saved.Amendment + "'",
		"INSERT INTO amendment_moves (amendment_id, was, became, cause, at) VALUES ('" + saved.Amendment + "', 'Confirmed', 'Payment Failed', 'x', now())",
		"DELETE FROM amendment_moves",
		"INSERT INTO amendments SELECT repeat('B', 26), order_id, profile_id, company_id, device_id, 'Initiated', base_version, quote, quote_hash, difference, wallet_amount, payable_amount, refund_wallet, refund_card, draft_revs, 'k', created_at, settled_at FROM amendments",
	} {
		_, err := k.pool.Exec(t.Context(), statement)
		require.Error(t, err, statement)
	}
}

func TestADayThatIsHadBackWhileItsOrderIsBeingClosedKeepsItOpen(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, fri)
	g.amends(proposal(id, brings(fri, 0, 0)))
	k.clock.Move((mon + 1).Start().Sub(servertest.Now))
	back := withWallet(proposal(id, brings(fri, 0, 1)))
	m := g.means(back, g.sees(back))
	var once sync.Once
	closing, _ := k.server(&servertest.Conn{Pool: k.pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: ProfileRevLock ") {
			once.Do(func() {
				saved, err := g.amending(m)
				require.NoError(t, err)
				require.Equal(t, order.Confirmed, saved.Status)
			})
		}
		return sql
	}})
	require.NoError(t, (&order.Tidier{Orders: closing}).Work(t.Context(), nil))
	require.Equal(t, order.Confirmed, g.status(id))
	k.clock.Move((fri + 1).Start().Sub(k.clock.Now()))
	k.tidy()
	require.Equal(t, order.Completed, g.status(id))
	_, err := k.orders.HandleAmendQuote(t.Context(), g.Caller, proposal(id, brings(fri, 0, 0)))
	require.ErrorIs(t, err, order.ErrNotAmendable)
}
