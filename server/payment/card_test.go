package payment_test

import (
	"bytes"
	"log/slog"
	"maps"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/keys"
	"sahn/server/platform/web"
	"sahn/server/wallet"
)

// keeps lets somebody pay with a card that the bank keeps under a token.
func (x *till) keeps(who web.Caller, token string, change map[string]string) payment.CardsReply {
	x.Helper()
	top := x.tops(who, wallet.TopupRequest{Amount: 1000, SaveCard: true})
	require.Equal(x, "YES", top.Form.Fields["remember_me"])
	x.bank.Pay(top.Intent, 1000)
	for range 2 {
		x.hears(servertest.JSONRequest(x.withCard(top, token, change)))
	}
	return x.list(who)
}

// withCard is what the bank says of a top-up, and the token under which it keeps the card.
func (x *till) withCard(top wallet.Topup, token string, change map[string]string) map[string]string {
	fields := map[string]string{"token_name": token, "expiry_date": "2805"}
	maps.Copy(fields, change)
	return x.bank.Fields(top.Intent, top.Amount, fields)
}

func (x *till) list(who web.Caller) payment.CardsReply {
	x.Helper()
	list, err := x.payments.HandleCards(x.Context(), who, web.None{})
	require.NoError(x, err)
	return list
}

// forget works the jobs that let the bank forget cards.
func (x *till) forget() {
	x.Helper()
	for _, id := range servertest.One[[]string](x, x.pool, "SELECT array_agg(id ORDER BY id) FROM cards") {
		require.NoError(x, (&payment.Forgetter{Payments: x.payments}).Work(x.Context(), jobOf(payment.Forget{Card: id})))
	}
}

func TestACardIsKeptListedMadeDefaultAndRemovedAlsoAtTheProvider(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	who := x.guest()
	require.Empty(t, x.list(who).Data)
	first := x.keeps(who, "tok-first", nil).Data
	require.Equal(t, []payment.Card{{ID: first[0].ID, Brand: "VISA", Last4: "0001", Expiry: "2028-05", Default: true}}, first)
	x.clock.Move(time.Hour)
	both := x.keeps(who, "tok-second", map[string]string{"payment_option": "MASTERCARD", "card_number": "512345******0008"}).Data
	require.Len(t, both, 2)
	require.Equal(t, first[0], both[0], "the default comes first")
	second := both[1]

	after, err := x.payments.HandleCardDefault(t.Context(), who, payment.CardRequest{ID: second.ID})
	require.NoError(t, err)
	require.Equal(t, second.ID, after.Data[0].ID)
	require.Equal(t, []bool{true, false}, []bool{after.Data[0].Default, after.Data[1].Default})

	left, err := x.payments.HandleCardRemove(t.Context(), who, payment.CardRequest{ID: second.ID})
	require.NoError(t, err)
	require.Equal(t, first, left.Data, "the one that is left is the default")
	require.Equal(t, 1, x.jobs("payment_forget"))
	x.forget()
	x.forget()
	require.Equal(t, 1, x.bank.Asked("UPDATE_TOKEN"))
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM cards WHERE token IS NULL"))
	_, err = x.payments.HandleCardRemove(t.Context(), who, payment.CardRequest{ID: second.ID})
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestPayingWithASavedCardSendsItsTokenAndNothingElseOfIt(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	who := x.guest()
	card := x.keeps(who, "tok-first", nil).Data[0]
	top := x.tops(who, wallet.TopupRequest{Amount: 1000, Card: card.ID, SaveCard: true})
	require.Equal(t, "tok-first", top.Form.Fields["token_name"])
	require.NotContains(t, top.Form.Fields, "remember_me")
	x.bank.Pay(top.Intent, 1000)
	x.hears(servertest.JSONRequest(x.withCard(top, "tok-first", nil)))
	require.Equal(t, []payment.Card{card}, x.list(who).Data, "and it is no second card")
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM attempts WHERE token IS NOT NULL"))
}

func TestACardOfSomebodyElseOrOneThatIsGonePaysNothing(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	owner, thief := x.guest(), x.guest()
	card := x.keeps(owner, "tok-first", nil).Data[0]
	pay := func(who web.Caller) error {
		_, err := x.wallets.HandleTopup(t.Context(), who, wallet.TopupRequest{Amount: 1000, Key: ulid.Make().String(), Card: card.ID})
		return err
	}
	require.ErrorIs(t, pay(thief), payment.ErrCardGone)
	for _, touch := range []func(who web.Caller) error{
		func(who web.Caller) error {
			_, err := x.payments.HandleCardDefault(t.Context(), who, payment.CardRequest{ID: card.ID})
			return err
		},
		func(who web.Caller) error {
			_, err := x.payments.HandleCardRemove(t.Context(), who, payment.CardRequest{ID: card.ID})
			return err
		},
	} {
		require.ErrorIs(t, touch(thief), fault.ErrNotFound)
		require.ErrorIs(t, touch(web.Caller{ProfileID: owner.ProfileID}), web.ErrUnauthenticated, "and a session that is gone changes nothing")
	}
	// A token that was moved to another profile in the database opens nothing there.
	servertest.Do(t, x.pool, "UPDATE cards SET profile_id = $1", thief.ProfileID)
	require.ErrorIs(t, pay(thief), payment.ErrCardGone)
	servertest.Do(t, x.pool, "UPDATE cards SET profile_id = $1", owner.ProfileID)
	_, err := x.payments.HandleCardRemove(t.Context(), owner, payment.CardRequest{ID: card.ID})
	require.NoError(t, err)
	require.ErrorIs(t, pay(owner), payment.ErrCardGone)
}

func TestACardIsKeptOnlyByAProvedSuccessOfSomebodyWhoWantsIt(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	who := x.guest()
	top, ticked := x.tops(who, wallet.TopupRequest{Amount: 1000}), map[string]string{"remember_me": "YES"}
	x.bank.Decline(top.Intent)
	x.hears(servertest.JSONRequest(x.withCard(top, "tok", ticked)))
	require.Empty(t, x.list(who).Data, "declined")
	x.bank.Pay(top.Intent, 1000)
	x.returns(servertest.FormRequest("POST", x.withCard(top, "tok", ticked)))
	require.Empty(t, x.list(who).Data, "a browser's return")
	x.hears(servertest.JSONRequest(x.withCard(top, "tok", nil)))
	require.Empty(t, x.list(who).Data, "nobody wanted it")

	x.keeps(who, "starred", map[string]string{"card_number": "****************", "expiry_date": "****"})
	require.Empty(t, x.list(who).Data, "nobody could tell it from others")
	other := x.tops(who, wallet.TopupRequest{Amount: 1000})
	x.bank.Pay(other.Intent, 1000)
	x.hears(servertest.JSONRequest(x.withCard(other, "ticked", ticked)))
	require.Len(t, x.list(who).Data, 1, "ticked on the provider's own page")
}

func TestACardIsSavedAlsoWhenTheCheckIsFasterThanTheNotification(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	who := x.guest()
	top := x.tops(who, wallet.TopupRequest{Amount: 1000, SaveCard: true})
	x.bank.Pay(top.Intent, 1000)
	require.Nil(t, x.check(sale{ref: top.Intent}))
	require.Empty(t, x.list(who).Data, "a check does not know the card")
	word := servertest.JSONRequest(x.withCard(top, "tok", nil))
	x.hears(word)
	cards := x.list(who).Data
	require.Len(t, cards, 1)
	_, err := x.payments.HandleCardRemove(t.Context(), who, payment.CardRequest{ID: cards[0].ID})
	require.NoError(t, err)
	x.hears(word)
	require.Empty(t, x.list(who).Data, "told again, it brings no removed card back")
}

func TestTheSameCardUnderANewTokenTakesTheOldOnesPlace(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	who := x.guest()
	old := x.keeps(who, "tok-old", nil).Data[0]
	x.clock.Move(time.Hour)
	now := x.keeps(who, "tok-new", nil).Data
	require.Len(t, now, 1)
	require.NotEqual(t, old.ID, now[0].ID)
	require.True(t, now[0].Default)
	x.forget()
	require.Equal(t, 1, x.bank.Asked("UPDATE_TOKEN"))
	again := x.keeps(who, "tok-new", nil).Data
	require.Equal(t, now, again)
}

func TestTheSweepForgetsTheCardsOfWhoIsGoneAndWhatTheQueueLost(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	who := x.guest()
	x.keeps(who, "tok-first", nil)
	servertest.Do(t, x.pool, "UPDATE persons SET erased_at = now() WHERE id = $1", who.PersonID)
	x.sweep()
	require.Empty(t, x.list(who).Data)
	x.clock.Move(6 * time.Minute)
	x.sweep()
	require.Equal(t, 1, x.jobs("payment_forget"))
	x.forget()
	servertest.Do(t, x.pool, "DELETE FROM river_job")
	x.sweep()
	require.Zero(t, x.jobs("payment_forget"))
}

func TestATokenIsNeitherInTheDatabaseNorInTheLogNorSentToADevice(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	var log bytes.Buffer
	x.payments.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	who := x.guest()
	const token = "canaryTOKENcanary"
	card := x.keeps(who, token, nil).Data[0]
	_, err := x.payments.HandleCardRemove(t.Context(), who, payment.CardRequest{ID: card.ID})
	require.NoError(t, err)
	x.bank.Lose(1)
	require.Error(t, (&payment.Forgetter{Payments: x.payments}).Work(t.Context(), jobOf(payment.Forget{Card: card.ID})))
	x.payments.Keys = [][]byte{[]byte("another secret of thirty-two letters")}
	x.forget()
	require.Contains(t, log.String(), "cannot be opened")
	all := log.String()
	for _, table := range []string{"cards", "attempts", "payment_events", "topups", "river_job"} {
		all += servertest.Rows(t, x.pool, "SELECT * FROM "+table)
		require.Zero(t,
			servertest.One[int](t, x.pool, "SELECT count(*) FROM "+table+" t WHERE position(encode('"+token+"', 'hex') IN t::text) > 0"))
	}
	require.NotContains(t, all, token)
}

func TestASavedCardPaysAndStaysOneCardWhileTheSecretIsReplaced(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	who, other := x.guest(), x.guest()
	card := x.keeps(who, "tok-first", nil).Data[0]
	x.keeps(other, "tok-other", nil)
	pays := func(who web.Caller, token string) error {
		t.Helper()
		top, err := x.wallets.HandleTopup(t.Context(), who,
			wallet.TopupRequest{Amount: 1000, Key: ulid.Make().String(), Card: x.list(who).Data[0].ID})
		if err == nil {
			require.Equal(t, token, top.Form.Fields["token_name"])
			x.bank.Pay(top.Intent, 1000)
			x.hears(servertest.JSONRequest(x.withCard(top, token, nil)))
		}
		return err
	}
	reseal := func(secrets keys.Keys) keys.Resealed {
		t.Helper()
		done, err := payment.Reseal(t.Context(), db.New(x.pool), secrets)
		require.NoError(t, err)
		return done
	}
	both := keys.Keys{[]byte("the next secret of as many letters"), servertest.Secrets[0]}
	x.payments.Keys = both
	require.NoError(t, pays(who, "tok-first"))
	require.Equal(t, []payment.Card{card}, x.keeps(who, "tok-first", nil).Data, "the same card again is the same card")
	require.Zero(t, x.jobs("payment_forget"), "and the provider keeps it")

	x.payments.Keys = both[:1]
	require.NoError(t, pays(who, "tok-first"), "it was sealed anew when it was kept again")
	require.ErrorIs(t, pays(other, "tok-other"), payment.ErrCardGone)
	require.Equal(t, keys.Resealed{All: 2, Closed: 1}, reseal(both[:1]), "the former secret is missing")
	require.Equal(t, keys.Resealed{All: 2, Anew: 1}, reseal(both))
	require.Equal(t, keys.Resealed{All: 2}, reseal(both[:1]))
	require.NoError(t, pays(other, "tok-other"))
	require.Len(t, x.keeps(other, "tok-other", nil).Data, 1)
	require.Zero(t, x.jobs("payment_forget"))
}
