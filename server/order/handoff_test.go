package order_test

import (
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/payment/aps"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/week"
)

func TestAQuoteIsThePriceOfTheDraftsAndChangesNothing(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.Guest(sample.Harbour).Wants(mon, tue, wed)
	before := servertest.Rows(t, k.Pool, "SELECT * FROM draft_days")
	q := g.Quotes(false, wed, mon, tue, mon)
	require.Empty(t, q.Quote.Issues)
	require.Len(t, q.Quote.Days, 3)
	require.Equal(t, map[clock.Date]int64{mon: 1, tue: 2, wed: 3}, q.Revs)
	require.Equal(t, shop.Price(t, mon, 0)+shop.Price(t, tue, 0)+shop.Price(t, wed, 0), q.Quote.Gross)
	require.Equal(t, money.Fils(3*2000), q.Quote.CompanyShare)
	require.Equal(t, q.Quote.Net-6000, q.Quote.Payable)
	require.Equal(t, before, servertest.Rows(t, k.Pool, "SELECT * FROM draft_days"))
	require.Equal(t, quote.Empty, g.Quotes(false, fri).Quote.Issues[0].Code, "a day that nobody drafted")
}

func TestAHandoffPlacesTheOrderAndOpensItsPayment(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.Guest(sample.Harbour).Wants(mon, tue, wed)
	k.Limit(mon, 5)
	q := g.Quotes(false, mon, tue, wed)
	h, err := g.Tries(g.Asks(q, false))
	require.NoError(t, err)
	require.Equal(t, order.PaymentPending, h.Status)
	require.EqualValues(t, q.Quote.Payable, h.Amount)
	require.Equal(t, servertest.Now.Add(shop.Quarter), *h.ExpiresAt)
	require.Equal(t, k.Bank.Settings.PageURL, h.Form.URL)
	require.True(t, aps.Verify(h.Form.Fields, "SHA-256", k.Bank.Settings.RequestPhrase))
	require.Equal(t, h.Intent, h.Form.Fields["merchant_reference"])
	require.Equal(t, "https://lunch.example/payment/return", h.Form.Fields["return_url"])

	o := g.Order(h.Order)
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
	require.Equal(t, 3, k.Live(g))
	require.Equal(t, 1, k.Taken(mon))
	require.Equal(t, "scheduled", servertest.One[string](t, k.Pool, "SELECT state::text FROM river_job WHERE kind = 'payment_check'"),
		"the provider will be asked")
	require.Len(t, g.Quotes(false, mon).Quote.Days, 1, "the draft is still there while it is not paid")

	k.Pays(h)
	o = g.Order(h.Order)
	require.Equal(t, order.Confirmed, o.Status)
	require.Zero(t, o.AmountDue)
	require.Equal(t, []order.Source{{Kind: "company", Amount: 6000}, {Kind: "card", Amount: q.Quote.Payable}}, o.PaymentSources)
	require.Equal(t, "paid", o.Intent.Status)
	require.Empty(t, g.Quotes(false, mon, tue, wed).Quote.Days, "what was bought is no draft any more")
}

func utc(i *order.Intent) *order.Intent { i.ExpiresAt = i.ExpiresAt.UTC(); return i }

func TestAnOrderWithNothingDueIsConfirmedAtOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(shop.CompanyPaysAll).Wants(mon)
	h := g.Buys(false, mon)
	require.Equal(t, order.Confirmed, h.Status)
	require.Zero(t, h.Amount)
	require.Empty(t, h.Intent)
	require.Nil(t, h.Form)
	require.Nil(t, g.Order(h.Order).Intent)
	require.Zero(t, servertest.One[int](t, k.Pool, "SELECT count(*) FROM attempts"))
	require.Equal(t, [2]int{1, 0}, planned(k, h.Order), "a letter says that it is ordered, and there is no receipt")
	require.Empty(t, g.Quotes(false, mon).Quote.Days)
}

func TestTheWalletPaysAPartOrAllAndKeepsTheRest(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	servertest.Credit(t, k.Pool, g.Caller, 1000)
	full := g.Quotes(false, mon).Quote.Payable
	h := g.Buys(true, mon)
	require.EqualValues(t, full-1000, h.Amount)
	require.Zero(t, g.Wallet(), "held money cannot be spent again")
	k.Pays(h)
	require.Equal(t, []order.Source{{Kind: "wallet", Amount: 1000}, {Kind: "card", Amount: full - 1000}}, g.Order(h.Order).PaymentSources)
	require.Zero(t, g.Wallet())

	servertest.Credit(t, k.Pool, g.Caller, 100_000)
	full = g.Wants(tue).Quotes(false, tue).Quote.Payable
	require.Equal(t, order.Confirmed, g.Buys(true, tue).Status)
	require.EqualValues(t, 100_000-full, g.Wallet())
}

func TestTheSameKeyIsTheSameOrder(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	r := g.Asks(g.Quotes(false, mon), false)
	first, err := g.Tries(r)
	require.NoError(t, err)
	again, err := g.Tries(r)
	require.NoError(t, err)
	require.Equal(t, servertest.JSON(t, first), servertest.JSON(t, again))

	k.Clock.Move(shop.Quarter)
	again, err = g.Tries(r)
	require.NoError(t, err)
	require.Nil(t, again.Form, "the page may not be used any more")
	require.Equal(t, first.Intent, again.Intent)

	k.Pays(first)
	again, err = g.Tries(r)
	require.NoError(t, err)
	require.Equal(t, order.Confirmed, again.Status)
	require.Empty(t, again.Intent)

	r.Quote = quote.Hash(quote.Quote{})
	require.ErrorIs(t, shop.ErrorOf(g.Tries(r)), order.ErrKeyUsed)
	require.Equal(t, 1, servertest.One[int](t, k.Pool, "SELECT count(*) FROM orders"))
}

type changed struct {
	Quote       quote.Quote        `json:"quote"`
	Differences []quote.Difference `json:"differences"`
}

func TestAPriceThatChangedIsShownAndNotCharged(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	r := g.Asks(g.Quotes(false, mon), false)
	k.Dearer()
	err := shop.ErrorOf(g.Tries(r))
	require.ErrorIs(t, err, order.ErrQuoteChanged)
	refusal := shop.Detail[changed](t, err)
	require.Equal(t, r.Seen.Payable+100, refusal.Quote.Payable)
	require.Len(t, refusal.Differences, 2)
	require.Equal(t, quote.PriceChanged, refusal.Differences[0].Code)
	require.Equal(t, quote.PayableChanged, refusal.Differences[1].Code)
	require.Zero(t, servertest.One[int](t, k.Pool, "SELECT count(*) FROM orders"))

	r.Seen.Payable--
	require.Empty(t, shop.Detail[changed](t, shop.ErrorOf(g.Tries(r))).Differences, "what was seen must be what the hash seals")
	r.Quote, r.Seen = refusal.Quote.Hash, nil
	require.NoError(t, shop.ErrorOf(g.Tries(r)), "the same key may be used for what was shown then: nothing was done under it")
}

func TestAHandoffWaitsUntilEverythingOfTheDeviceIsHere(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	for name, change := range map[string]func(r *order.HandoffRequest){
		"an operation on its way": func(r *order.HandoffRequest) { r.N = 1 },
		"an unknown device":       func(r *order.HandoffRequest) { r.Device = ulid.Make().String() },
		"somebody else's device":  func(r *order.HandoffRequest) { r.Device = k.Guest(sample.Harbour).Device },
		"a revoked device": func(r *order.HandoffRequest) {
			r.Device = servertest.Device(t, k.Pool, g.Caller)
			servertest.Do(t, k.Pool, "UPDATE devices SET revoked_at = now() WHERE id = $1", r.Device)
		},
	} {
		r := g.Asks(g.Quotes(false, mon), false)
		change(&r)
		require.ErrorIs(t, shop.ErrorOf(g.Tries(r)), order.ErrUnsentWork, name)
	}
}

func TestADraftThatIsNotTheOneThatWasSeenIsNotBought(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon, tue)
	r := g.Asks(g.Quotes(false, mon, tue), false)
	g.Wants(tue)
	require.ErrorIs(t, shop.ErrorOf(g.Tries(r)), order.ErrDraftChanged)
	r = g.Asks(g.Quotes(false, mon, tue), false)
	r.Revs[wed] = 1
	require.ErrorIs(t, shop.ErrorOf(g.Tries(r)), order.ErrDraftChanged, "a day that has no draft")
}

func TestTwoChoicesForADayMustBeDecidedFirst(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	servertest.Do(t, k.Pool, "INSERT INTO draft_alternatives (profile_id, date, device_id, rev, items) VALUES ($1, $2, $3, 1, '[]')",
		g.ProfileID, mon, g.Device)
	require.ErrorIs(t, shop.ErrorOf(g.Tries(g.Asks(g.Quotes(false, mon), false))), order.ErrUnresolved)
}

func TestTheCutOffIsJudgedToTheMicrosecond(t *testing.T) {
	t.Parallel()
	for after, open := range map[time.Duration]bool{-time.Microsecond: true, 0: false, time.Microsecond: false} {
		t.Run(after.String(), func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			g := k.GuestOn(nil).Wants(mon)
			r := g.Asks(g.Quotes(false, mon), false)
			k.Clock.Move(week.Cutoff(mon).Add(after).Sub(servertest.Now))
			h, err := g.Tries(r)
			if open {
				require.NoError(t, err)
				require.True(t, week.Cutoff(mon).Equal(*h.ExpiresAt), "the page may be used until the cut-off")
				return
			}
			require.ErrorIs(t, err, order.ErrQuoteChanged)
			require.Equal(t, quote.CutoffPassed, shop.Detail[changed](t, err).Differences[0].Code)
		})
	}
}

func TestAHandoffThatHadToWaitIsJudgedByTheTimeAfterTheWait(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	r := g.Asks(g.Quotes(false, mon), false)
	require.ErrorIs(t, g.WaitsUntilTheCutoff(func() error { return shop.ErrorOf(g.Tries(r)) }), order.ErrQuoteChanged)
}

func TestADayIsOrderedOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	k.Pays(g.Buys(false, mon))
	g.Wants(mon, tue)
	r := g.Asks(g.Quotes(false, mon, tue), false)
	require.Equal(t, quote.DayTaken, r.Seen.Issues[0].Code)
	require.ErrorIs(t, shop.ErrorOf(g.Tries(r)), order.ErrDayTaken)
	k.Pays(g.Buys(false, tue))
	require.Equal(t, 2, k.Live(g))
}

func TestADayThatWasClearedIsNoPartOfTheOrder(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.Guest(sample.Harbour).Wants(mon, tue, wed, thu)
	servertest.DraftDay(t, k.Pool, g.Caller, g.Device, mon)
	servertest.Do(t, k.Pool, "UPDATE draft_days SET address_id = $1 WHERE date IN ($2, $3)", sample.HarbourFloor15.ID, mon, wed)
	h := g.Buys(false, mon, tue, wed, thu)
	at := map[clock.Date]string{}
	for _, d := range g.Order(h.Order).Deliveries {
		at[d.Date] = d.AddressID
	}
	require.Equal(t, map[clock.Date]string{tue: sample.HarbourFloor14.ID, wed: sample.HarbourFloor15.ID, thu: sample.HarbourFloor14.ID}, at,
		"every day goes where it was sent")
	err := shop.ErrorOf(g.Tries(g.Asks(g.Quotes(false, mon), false)))
	require.ErrorIs(t, err, order.ErrQuoteChanged)
	require.Equal(t, quote.Empty, shop.Detail[changed](t, err).Quote.Issues[0].Code)
}

func TestLunchGoesOnlyWhereTheProfileMayHaveIt(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.Guest(sample.Harbour).Wants(mon, tue, wed)
	r := g.Asks(g.Quotes(false, mon, tue, wed), false)
	servertest.Do(t, k.Pool, "UPDATE profiles SET address_id = NULL")
	require.ErrorIs(t, shop.ErrorOf(g.Tries(r)), order.ErrNoAddress)
	_, err := k.Pool.Exec(t.Context(), "UPDATE profiles SET address_id = $1", sample.QasrStudio.ID)
	require.ErrorContains(t, err, "profiles_address_of_company")
	servertest.Do(t, k.Pool, "ALTER TABLE profiles DROP CONSTRAINT profiles_address_of_company")
	servertest.Do(t, k.Pool, "UPDATE profiles SET address_id = $1", sample.QasrStudio.ID)
	require.ErrorIs(t, shop.ErrorOf(g.Tries(r)), order.ErrNoAddress, "a place of another company")
	servertest.Do(t, k.Pool, "UPDATE profiles SET address_id = $1", sample.HarbourWarehouse.ID)
	require.NoError(t, shop.ErrorOf(g.Tries(r)))
}

func TestWhoWasSignedOutOrSuspendedOrdersNothing(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	r := g.Asks(g.Quotes(false, mon), false)
	servertest.Do(t, k.Pool, "UPDATE profiles SET status = 'Suspended'")
	require.ErrorIs(t, shop.ErrorOf(g.Tries(r)), web.ErrUnauthenticated)
	servertest.Do(t, k.Pool, "UPDATE profiles SET status = 'Active'")
	servertest.Do(t, k.Pool, "DELETE FROM sessions")
	require.ErrorIs(t, shop.ErrorOf(g.Tries(r)), web.ErrUnauthenticated)
}

func TestAPaymentIsToldAsTriedOnceTheProviderHasReportedACard(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	h := g.Buys(false, mon)
	for _, said := range []struct {
		source, outcome, code string
		tried                 bool
	}{
		{"check", "not known", "11036", false},
		{"check", "uncertain", "01000", false}, // an order is kept, and nobody has paid it
		{"return", "cancelled", "00072", false},
		{"notify", "uncertain", "15777", true},
	} {
		servertest.Do(t, k.Pool, `INSERT INTO payment_events (id, identity, source, reference, response_code, verified, outcome, at)
			SELECT $1, sha256($1::text::bytea), $2, reference, $3, true, $4, now() FROM attempts`,
			ulid.Make().String(), said.source, said.code, said.outcome)
		s, err := k.Orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: h.Intent})
		require.NoError(t, err)
		require.Equal(t, said.tried, s.Tried, said.code)
	}
}

func TestAnIntentIsShownToItsOwnEaterAlone(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	h := g.Buys(false, mon)
	look := func(who web.Caller) (order.IntentState, error) {
		return k.Orders.HandleIntent(t.Context(), who, order.IntentRequest{ID: h.Intent})
	}
	s, err := look(g.Caller)
	require.NoError(t, err)
	require.Equal(t, "open", s.Status)
	require.NotNil(t, s.Form)
	stranger := k.Guest(sample.Harbour).Caller
	require.ErrorIs(t, shop.ErrorOf(look(stranger)), fault.ErrNotFound)
	ask := order.IntentRequest{ID: h.Intent}
	require.ErrorIs(t, shop.ErrorOf(k.Orders.HandleAsk(t.Context(), stranger, ask)), fault.ErrNotFound)
	for range 3 {
		require.NoError(t, shop.ErrorOf(k.Orders.HandleAsk(t.Context(), g.Caller, ask)))
	}
	require.Equal(t, 1,
		servertest.One[int](t, k.Pool, "SELECT count(*) FROM river_job WHERE kind = 'payment_check' AND args->>'once' = 'true'"),
		"one question at a time")
	k.Clock.Move(shop.Quarter)
	s, err = look(g.Caller)
	require.NoError(t, err)
	require.Nil(t, s.Form)
	k.Pays(h)
	s, err = look(g.Caller)
	require.NoError(t, err)
	require.Equal(t, "paid", s.Status)
	require.Equal(t, "VISA 0001", s.Card)
}
