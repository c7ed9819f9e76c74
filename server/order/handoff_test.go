package order_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/payment/aps"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/week"
)

func TestAQuoteIsThePriceOfTheDraftsAndChangesNothing(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guest(sample.Harbour).wants(mon, tue, wed)
	before := servertest.Rows(t, k.pool, "SELECT * FROM draft_days")
	q := g.quote(false, wed, mon, tue, mon)
	require.Empty(t, q.Quote.Issues)
	require.Len(t, q.Quote.Days, 3)
	require.Equal(t, map[clock.Date]int64{mon: 1, tue: 2, wed: 3}, q.Revs)
	require.Equal(t, price(t, mon, 0)+price(t, tue, 0)+price(t, wed, 0), q.Quote.Gross)
	require.Equal(t, money.Fils(3*2000), q.Quote.CompanyShare)
	require.Equal(t, q.Quote.Net-6000, q.Quote.Payable)
	require.Equal(t, before, servertest.Rows(t, k.pool, "SELECT * FROM draft_days"))
	require.Equal(t, quote.Empty, g.quote(false, fri).Quote.Issues[0].Code, "a day that nobody drafted")
}

func TestAHandoffPlacesTheOrderAndOpensItsPayment(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guest(sample.Harbour).wants(mon, tue, wed)
	k.limit(mon, 5)
	q := g.quote(false, mon, tue, wed)
	h, err := g.tries(g.asks(q, false))
	require.NoError(t, err)
	require.Equal(t, order.PaymentPending, h.Status)
	require.EqualValues(t, q.Quote.Payable, h.Amount)
	require.Equal(t, servertest.Now.Add(quarter), *h.ExpiresAt)
	require.Equal(t, k.bank.Settings.PageURL, h.Form.URL)
	require.True(t, aps.Verify(h.Form.Fields, "SHA-256", k.bank.Settings.RequestPhrase))
	require.Equal(t, h.Intent, h.Form.Fields["merchant_reference"])
	require.Equal(t, "https://lunch.example/payment/return", h.Form.Fields["return_url"])

	o := g.order(h.Order)
	require.Equal(t, order.PaymentPending, o.Status)
	require.Equal(t, q.Quote.Payable, o.AmountDue)
	require.Empty(t, o.PaymentSources, "nobody has paid anything yet")
	require.Equal(t, mon, o.Week)
	require.Equal(t, mon, o.FirstDeliveryDate)
	require.Equal(t, &order.Intent{ID: h.Intent, Status: "open", ExpiresAt: h.ExpiresAt.UTC()}, utc(o.Intent))
	require.Len(t, o.Deliveries, 3)
	for i, d := range o.Deliveries {
		require.Equal(t, mon+clock.Date(i), d.Date)
		require.True(t, week.Cutoff(d.Date).Equal(d.Cutoff))
		require.Equal(t, sample.HarbourFloor14.ID, d.AddressID)
		require.Equal(t, money.Fils(2000), d.CompanyShare)
		require.Equal(t, servertest.Meal(d.Date, 0), d.Items[0].Meal)
	}
	require.Equal(t, 3, k.live(g))
	require.Equal(t, 1, k.taken(mon))
	require.Equal(t, "scheduled", servertest.One[string](t, k.pool, "SELECT state::text FROM river_job WHERE kind = 'payment_check'"),
		"the provider will be asked")
	require.Len(t, g.quote(false, mon).Quote.Days, 1, "the draft is still there while it is not paid")

	k.pays(h)
	o = g.order(h.Order)
	require.Equal(t, order.Confirmed, o.Status)
	require.Zero(t, o.AmountDue)
	require.Equal(t, []order.Source{{Kind: "company", Amount: 6000}, {Kind: "card", Amount: q.Quote.Payable}}, o.PaymentSources)
	require.Equal(t, "paid", o.Intent.Status)
	require.Empty(t, g.quote(false, mon, tue, wed).Quote.Days, "what was bought is no draft any more")
}

func utc(i *order.Intent) *order.Intent { i.ExpiresAt = i.ExpiresAt.UTC(); return i }

func TestAnOrderWithNothingDueIsConfirmedAtOnce(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(companyPaysAll).wants(mon)
	h := g.buys(false, mon)
	require.Equal(t, order.Confirmed, h.Status)
	require.Zero(t, h.Amount)
	require.Empty(t, h.Intent)
	require.Nil(t, h.Form)
	require.Nil(t, g.order(h.Order).Intent)
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM attempts"))
	require.Equal(t, [2]int{1, 0}, k.planned(h.Order), "a letter says that it is ordered, and there is no receipt")
	require.Empty(t, g.quote(false, mon).Quote.Days)
}

func TestTheWalletPaysAPartOrAllAndKeepsTheRest(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	servertest.Credit(t, k.pool, g.Caller, 1000)
	full := g.quote(false, mon).Quote.Payable
	h := g.buys(true, mon)
	require.EqualValues(t, full-1000, h.Amount)
	require.Zero(t, g.wallet(), "held money cannot be spent again")
	k.pays(h)
	require.Equal(t, []order.Source{{Kind: "wallet", Amount: 1000}, {Kind: "card", Amount: full - 1000}}, g.order(h.Order).PaymentSources)
	require.Zero(t, g.wallet())

	servertest.Credit(t, k.pool, g.Caller, 100_000)
	full = g.wants(tue).quote(false, tue).Quote.Payable
	require.Equal(t, order.Confirmed, g.buys(true, tue).Status)
	require.EqualValues(t, 100_000-full, g.wallet())
}

func TestTheSameKeyIsTheSameOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	r := g.asks(g.quote(false, mon), false)
	first, err := g.tries(r)
	require.NoError(t, err)
	again, err := g.tries(r)
	require.NoError(t, err)
	require.Equal(t, servertest.JSON(t, first), servertest.JSON(t, again))

	k.clock.Move(quarter)
	again, err = g.tries(r)
	require.NoError(t, err)
	require.Nil(t, again.Form, "the page may not be used any more")
	require.Equal(t, first.Intent, again.Intent)

	k.pays(first)
	again, err = g.tries(r)
	require.NoError(t, err)
	require.Equal(t, order.Confirmed, again.Status)
	require.Empty(t, again.Intent)

	r.Quote = quote.Hash(quote.Quote{})
	require.ErrorIs(t, errorOf(g.tries(r)), order.ErrKeyUsed)
	require.Equal(t, 1, servertest.One[int](t, k.pool, "SELECT count(*) FROM orders"))
}

// detail is what a refusal tells, as the device reads it.
func detail[T any](t *testing.T, err error) (v T) {
	t.Helper()
	require.NotNil(t, fault.As(err), "%v", err)
	require.NoError(t, json.Unmarshal([]byte(servertest.JSON(t, fault.As(err).Detail)), &v))
	return v
}

type changed struct {
	Quote       quote.Quote        `json:"quote"`
	Differences []quote.Difference `json:"differences"`
}

func TestAPriceThatChangedIsShownAndNotCharged(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	r := g.asks(g.quote(false, mon), false)
	k.dearer()
	err := errorOf(g.tries(r))
	require.ErrorIs(t, err, order.ErrQuoteChanged)
	refusal := detail[changed](t, err)
	require.Equal(t, r.Seen.Payable+100, refusal.Quote.Payable)
	require.Len(t, refusal.Differences, 2)
	require.Equal(t, quote.PriceChanged, refusal.Differences[0].Code)
	require.Equal(t, quote.PayableChanged, refusal.Differences[1].Code)
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM orders"))

	r.Seen.Payable--
	require.Empty(t, detail[changed](t, errorOf(g.tries(r))).Differences, "what was seen must be what the hash seals")
	r.Quote, r.Seen = refusal.Quote.Hash, nil
	require.NoError(t, errorOf(g.tries(r)), "the same key may be used for what was shown then: nothing was done under it")
}

func TestAHandoffWaitsUntilEverythingOfTheDeviceIsHere(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	for name, change := range map[string]func(r *order.HandoffRequest){
		"an operation on its way": func(r *order.HandoffRequest) { r.N = 1 },
		"an unknown device":       func(r *order.HandoffRequest) { r.Device = ulid.Make().String() },
		"somebody else's device":  func(r *order.HandoffRequest) { r.Device = k.guest(sample.Harbour).dev },
		"a revoked device": func(r *order.HandoffRequest) {
			r.Device = servertest.Device(t, k.pool, g.Caller)
			servertest.Do(t, k.pool, "UPDATE devices SET revoked_at = now() WHERE id = $1", r.Device)
		},
	} {
		r := g.asks(g.quote(false, mon), false)
		change(&r)
		require.ErrorIs(t, errorOf(g.tries(r)), order.ErrUnsentWork, name)
	}
}

func TestADraftThatIsNotTheOneThatWasSeenIsNotBought(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon, tue)
	r := g.asks(g.quote(false, mon, tue), false)
	g.wants(tue)
	require.ErrorIs(t, errorOf(g.tries(r)), order.ErrDraftChanged)
	r = g.asks(g.quote(false, mon, tue), false)
	r.Revs[wed] = 1
	require.ErrorIs(t, errorOf(g.tries(r)), order.ErrDraftChanged, "a day that has no draft")
}

func TestTwoChoicesForADayMustBeDecidedFirst(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	servertest.Do(t, k.pool, "INSERT INTO draft_alternatives (profile_id, date, device_id, rev, items) VALUES ($1, $2, $3, 1, '[]')",
		g.ProfileID, mon, g.dev)
	require.ErrorIs(t, errorOf(g.tries(g.asks(g.quote(false, mon), false))), order.ErrUnresolved)
}

func TestTheCutOffIsJudgedToTheMicrosecond(t *testing.T) {
	t.Parallel()
	for after, open := range map[time.Duration]bool{-time.Microsecond: true, 0: false, time.Microsecond: false} {
		t.Run(after.String(), func(t *testing.T) {
			t.Parallel()
			k := openKitchen(t)
			g := k.guestOn(nil).wants(mon)
			r := g.asks(g.quote(false, mon), false)
			k.clock.Move(week.Cutoff(mon).Add(after).Sub(servertest.Now))
			h, err := g.tries(r)
			if open {
				require.NoError(t, err)
				require.True(t, week.Cutoff(mon).Equal(*h.ExpiresAt), "the page may be used until the cut-off")
				return
			}
			require.ErrorIs(t, err, order.ErrQuoteChanged)
			require.Equal(t, quote.CutoffPassed, detail[changed](t, err).Differences[0].Code)
		})
	}
}

func TestAHandoffThatHadToWaitIsJudgedByTheTimeAfterTheWait(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	r := g.asks(g.quote(false, mon), false)
	require.ErrorIs(t, g.waitsUntilTheCutoff(func() error { return errorOf(g.tries(r)) }), order.ErrQuoteChanged)
}

// waitsUntilTheCutoff begins do just before Monday's cut-off, behind a lock on the guest that is held until the cut-off.
func (g *guest) waitsUntilTheCutoff(do func() error) error {
	k, t := g.k, g.k.T
	t.Helper()
	k.clock.Move(week.Cutoff(mon).Add(-time.Microsecond).Sub(servertest.Now))
	holder, err := k.pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = db.New(holder).ProfileRevLock(t.Context(), g.ProfileID)
	require.NoError(t, err)
	done := make(chan error)
	go func() { done <- do() }()
	// Postgres tells nobody who waits; after two seconds it gives up the lock itself.
	require.Eventually(t, func() bool {
		return servertest.One[int](t, k.pool,
			"SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()") > 0
	}, 2*time.Second, time.Millisecond)
	k.clock.Move(time.Microsecond)
	require.NoError(t, holder.Rollback(t.Context()))
	return <-done
}

func TestADayIsOrderedOnce(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	k.pays(g.buys(false, mon))
	g.wants(mon, tue)
	r := g.asks(g.quote(false, mon, tue), false)
	require.Equal(t, quote.DayTaken, r.Seen.Issues[0].Code)
	require.ErrorIs(t, errorOf(g.tries(r)), order.ErrDayTaken)
	k.pays(g.buys(false, tue))
	require.Equal(t, 2, k.live(g))
}

func TestADayThatWasClearedIsNoPartOfTheOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guest(sample.Harbour).wants(mon, tue, wed, thu)
	servertest.Wish(t, k.pool, g.Caller, g.dev, mon)
	servertest.Do(t, k.pool, "UPDATE draft_days SET address_id = $1 WHERE date IN ($2, $3)", sample.HarbourFloor15.ID, mon, wed)
	h := g.buys(false, mon, tue, wed, thu)
	at := map[clock.Date]string{}
	for _, d := range g.order(h.Order).Deliveries {
		at[d.Date] = d.AddressID
	}
	require.Equal(t, map[clock.Date]string{tue: sample.HarbourFloor14.ID, wed: sample.HarbourFloor15.ID, thu: sample.HarbourFloor14.ID}, at,
		"every day goes where it was sent")
	err := errorOf(g.tries(g.asks(g.quote(false, mon), false)))
	require.ErrorIs(t, err, order.ErrQuoteChanged)
	require.Equal(t, quote.Empty, detail[changed](t, err).Quote.Issues[0].Code)
}

func TestLunchGoesOnlyWhereTheProfileMayHaveIt(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guest(sample.Harbour).wants(mon, tue, wed)
	r := g.asks(g.quote(false, mon, tue, wed), false)
	servertest.Do(t, k.pool, "UPDATE profiles SET address_id = NULL")
	require.ErrorIs(t, errorOf(g.tries(r)), order.ErrNoAddress)
	servertest.Do(t, k.pool, "UPDATE profiles SET address_id = $1", sample.QasrStudio.ID)
	require.ErrorIs(t, errorOf(g.tries(r)), order.ErrNoAddress, "a place of another company")
	servertest.Do(t, k.pool, "UPDATE profiles SET address_id = $1", sample.HarbourWarehouse.ID)
	require.NoError(t, errorOf(g.tries(r)))
}

func TestWhoWasSignedOutOrSuspendedOrdersNothing(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	r := g.asks(g.quote(false, mon), false)
	servertest.Do(t, k.pool, "UPDATE profiles SET status = 'Suspended'")
	require.ErrorIs(t, errorOf(g.tries(r)), web.ErrUnauthenticated)
	servertest.Do(t, k.pool, "UPDATE profiles SET status = 'Active'")
	servertest.Do(t, k.pool, "DELETE FROM sessions")
	require.ErrorIs(t, errorOf(g.tries(r)), web.ErrUnauthenticated)
}

func TestAnIntentIsShownToItsOwnEaterAlone(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	h := g.buys(false, mon)
	look := func(who web.Caller) (order.IntentState, error) {
		return k.orders.HandleIntent(t.Context(), who, order.IntentRequest{ID: h.Intent})
	}
	s, err := look(g.Caller)
	require.NoError(t, err)
	require.Equal(t, "open", s.Status)
	require.NotNil(t, s.Form)
	stranger := k.guest(sample.Harbour).Caller
	require.ErrorIs(t, errorOf(look(stranger)), fault.ErrNotFound)
	ask := order.IntentRequest{ID: h.Intent}
	require.ErrorIs(t, errorOf(k.orders.HandleAsk(t.Context(), stranger, ask)), fault.ErrNotFound)
	for range 3 {
		require.NoError(t, errorOf(k.orders.HandleAsk(t.Context(), g.Caller, ask)))
	}
	require.Equal(t, 1,
		servertest.One[int](t, k.pool, "SELECT count(*) FROM river_job WHERE kind = 'payment_check' AND args->>'once' = 'true'"),
		"one question at a time")
	k.clock.Move(quarter)
	s, err = look(g.Caller)
	require.NoError(t, err)
	require.Nil(t, s.Form)
	k.pays(h)
	s, err = look(g.Caller)
	require.NoError(t, err)
	require.Equal(t, "paid", s.Status)
	require.Equal(t, "VISA 0001", s.Card)
}
