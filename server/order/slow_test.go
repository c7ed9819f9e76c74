package order_test

import (
	"sync/atomic"
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// retryOnTimeout asks, and asks again whenever the answer is not there soon, as a phone does. What was asked before goes on in the
// server all the same. It answers what everybody heard, and how often somebody gave up waiting.
func retryOnTimeout[A any](ask func() (A, error)) (answers []A, errs []error, gaveUp int) {
	type said struct {
		answer A
		err    error
	}
	heard, asked := make(chan said, 5), 0
	for {
		asked++
		go func() { a, err := ask(); heard <- said{a, err} }()
		soon := time.After(15 * time.Millisecond) // shorter than the answers take; a slow machine only asks more often, up to five times
		if asked == cap(heard) {
			soon = nil
		}
		select {
		case first := <-heard:
			for range asked - 1 {
				s := <-heard
				answers, errs = append(answers, s.answer), append(errs, s.err)
			}
			return append(answers, first.answer), append(errs, first.err), asked - 1
		case <-soon:
		}
	}
}

// slowly makes how long each answer of a very busy database takes: sometimes little, sometimes much.
func slowly() func() time.Duration {
	var answers atomic.Int64
	return func() time.Duration { return time.Duration(1+answers.Add(3)%8) * time.Millisecond }
}

// A client that gives up on a slow database and retries while its first request still runs has one order, and the provider's
// notification counts once.
func TestWhoAsksAgainBecauseTheDatabaseIsSlowOrdersAndPaysOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	line := (&servertest.Answers{Late: slowly()}).Pool(t, k.Pool)
	defer line.Close()
	server, payments := k.Server(line)
	next := k.Rich()
	gaveUp := 0
	for range 4 {
		g, r := next()
		placed, errs, n := retryOnTimeout(func() (order.Handoff, error) { return server.HandleHandoff(t.Context(), g.Caller, r) })
		gaveUp += n
		for i, err := range errs {
			require.NoError(t, err)
			require.Equal(t, servertest.JSON(t, placed[0]), servertest.JSON(t, placed[i]))
		}
		require.Equal(t, []string{placed[0].Order}, ordersOf(k, g))
		h := placed[0]
		k.Bank.Pay(h.Intent, money.Fils(h.Amount))
		_, errs, n = retryOnTimeout(func() (web.RawReply, error) {
			return payments.HandleNotify(t.Context(), web.Caller{}, k.Bank.Notice(h.Intent, money.Fils(h.Amount)))
		})
		gaveUp += n
		for _, err := range errs {
			require.NoError(t, err)
		}
		require.Equal(t, order.Confirmed, g.Status(h.Order))
		require.Equal(t, "1 0", posted(k, h))
	}
	require.Greater(t, gaveUp, 8, "it was asked again while it worked")
}

func TestWithoutTheKeyASlowDatabaseWouldMakeOneOrderTwo(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	line := (&servertest.Answers{Late: slowly()}).Pool(t, k.Pool)
	defer line.Close()
	careless := keyless(k, &servertest.Conn{Pool: line})
	g := k.GuestOn(nil).Wants(mon)
	r := g.Asks(g.Quotes(false, mon), false)
	_, _, gaveUp := retryOnTimeout(func() (order.Handoff, error) { return careless.HandleHandoff(t.Context(), g.Caller, r) })
	require.Positive(t, gaveUp)
	require.Len(t, ordersOf(k, g), 1+gaveUp)
	require.Contains(t, k.Broken(), "one order a key")
}

// Postgres' answers mean the same however their bytes are split; where they end early, the checkout is done or not, and the same
// key finds out which.
func TestAnswersInSingleBytesAreUnderstoodAndThoseThatEndAnywhereLeaveAllOrNothing(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "checkouts cut at a part of their messages")
	k := shop.Open(t)
	next := k.Rich()
	singles := &servertest.Answers{Piece: 1}
	line := singles.Pool(t, k.Pool)
	server, payments := k.Server(line)
	g, r := next()
	h, err := server.HandleHandoff(t.Context(), g.Caller, r)
	require.NoError(t, err)
	k.Bank.Pay(h.Intent, money.Fils(h.Amount))
	require.NoError(t, shop.ErrorOf(payments.HandleNotify(t.Context(), web.Caller{}, k.Bank.Notice(h.Intent, money.Fils(h.Amount)))))
	require.Equal(t, order.Confirmed, g.Status(h.Order))
	line.Close()
	require.Greater(t, singles.Pieces(), 10_000)

	cuts, placed := 0, 0
	cut := func(bytes int) (all int) {
		g, r := next()
		short := &servertest.Answers{Most: bytes}
		line := short.Pool(t, k.Pool)
		server, _ := k.Server(line)
		_, err := server.HandleHandoff(t.Context(), g.Caller, r)
		broke := short.Broke()
		line.Close()
		if err == nil {
			require.Zero(t, broke)
			return short.Bytes()
		}
		require.Equal(t, fault.Unavailable, fault.As(unavailable(t, err)).Kind)
		require.Positive(t, broke)
		was := ordersOf(k, g)
		h, err := g.Tries(r)
		require.NoError(t, err)
		require.Equal(t, order.PaymentPending, h.Status)
		require.Equal(t, []string{h.Order}, ordersOf(k, g), "after %d bytes", bytes)
		require.Subset(t, []string{h.Order}, was, "after %d bytes", bytes)
		cuts, placed = cuts+1, placed+len(was)
		return 0
	}
	all := 0
	for bytes := 1; all == 0; bytes += 1 + bytes/servertest.Amount(2, 6) {
		all = cut(bytes)
	}
	require.Zero(t, placed)
	for bytes := all - 30; bytes < all; bytes += 3 { // the answer to the commit
		cut(bytes)
	}
	require.Greater(t, cuts, servertest.Amount(20, 40))
	require.Positive(t, placed, "and in the middle of the answer to the commit")
}
