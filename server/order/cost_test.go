package order_test

import (
	"math"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// paid are the ways to pay for the hand-off of a whole week of limited meals, with a share of the company every day.
var paid = map[string]struct {
	terms  func(c *sample.Company)
	credit money.Fils
	status order.Status
}{
	"card":    {daily, 0, order.PaymentPending},
	"both":    {daily, 700, order.PaymentPending},
	"wallet":  {daily, 100_000, order.Confirmed},
	"company": {shop.CompanyPaysAll, 0, order.Confirmed},
}

var daily = shop.CompanyPays("Flat", 500, 500, "Daily")

// handsOff is a server on a wire that counts, with one connection, and a hand-off of a new guest at each call.
func handsOff(k *shop.Kitchen, how string) (*servertest.Wire, *pgxpool.Pool, func() func()) {
	way, week := paid[how], []clock.Date{mon, tue, wed, thu, fri}
	for _, day := range week {
		k.Limit(day, 100_000)
	}
	company, wire := servertest.NewCompany(k, k.Pool, way.terms), &servertest.Wire{}
	pool := wire.Pool(k, k.Pool)
	k.Cleanup(pool.Close)
	server, _ := k.Server(pool)
	return wire, pool, func() func() {
		g := k.Guest(company).Wants(week...)
		if way.credit > 0 {
			servertest.Credit(k, k.Pool, g.Caller, way.credit)
		}
		r := g.Asks(g.Quotes(way.credit > 0, week...), way.credit > 0)
		return func() {
			h, err := server.HandleHandoff(k.Context(), g.Caller, r)
			require.NoError(k, err)
			require.Equal(k, way.status, h.Status)
		}
	}
}

// With SAHN_ROUNDS it measures so many hand-offs, and prints how long the quickest takes as well; nothing else may run:
//
//	SAHN_ROUNDS=300 go test ./server/order -run AHandOffCosts -parallel 1 -v
func TestAHandOffCostsTheseStatementsRoundTripsAndBytesOfWAL(t *testing.T) {
	t.Parallel()
	for how, most := range map[string]cost{"card": {18, 2, 13_716}, "both": {21, 2, 14_260}, "wallet": {21, 2, 15_337},
		"company": {19, 2, 14_126}} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			wire, pool, next := handsOff(k, how)
			next()() // the connection learns the statements, and the server the menu
			do := next()
			before := spoken(wire)
			do()
			is := spoken(wire)
			is.statements, is.trips = is.statements-before.statements, is.trips-before.trips
			require.LessOrEqual(t, is.statements, most.statements, "statements of a hand-off paid by %s", how)
			require.LessOrEqual(t, is.trips, most.trips, "round trips of a hand-off paid by %s", how)
			wal, took := written(k, pool, next)
			require.InEpsilon(t, most.wal, wal, 0.01, "bytes of WAL of a hand-off paid by %s: %d", how, wal)
			if os.Getenv("SAHN_ROUNDS") != "" {
				t.Logf("%-8s %3d statements, %3d round trips, %d bytes of WAL, the quickest in %v", how, is.statements, is.trips, wal, took)
			}
		})
	}
}

// The provider's notification that an order is paid: its attempt by the reference, what settling must know, the results. -v prints it.
func TestTheNotificationOfAPaidOrderCostsTheseStatementsAndRoundTrips(t *testing.T) {
	t.Parallel()
	for how, most := range map[string]cost{"card": {20, 3, 0}, "both": {20, 3, 0}} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			way := paid[how]
			company, wire := servertest.NewCompany(k, k.Pool, way.terms), &servertest.Wire{}
			pool := wire.Pool(k, k.Pool)
			k.Cleanup(pool.Close)
			_, payments := k.Server(pool)
			var is cost
			for range 3 { // the connection learns the statements
				g := k.Guest(company).Wants(mon, tue, wed, thu, fri)
				servertest.Credit(k, k.Pool, g.Caller, way.credit+1)
				h := g.Buys(way.credit > 0, mon, tue, wed, thu, fri)
				k.Bank.Pay(h.Intent, money.Fils(h.Amount))
				before := spoken(wire)
				require.NoError(t, shop.ErrorOf(payments.HandleNotify(t.Context(), web.Caller{}, k.Bank.Notice(h.Intent, money.Fils(h.Amount)))))
				is = spoken(wire)
				is.statements, is.trips = is.statements-before.statements, is.trips-before.trips
				require.Equal(t, order.Confirmed, g.Status(h.Order))
			}
			t.Logf("%-8s %3d statements, %3d round trips", how, is.statements, is.trips)
			require.Equal(t, most, is, "statements and round trips of the notification of an order paid by %s", how)
		})
	}
}

type cost struct{ statements, trips, wal int }

func spoken(w *servertest.Wire) (c cost) {
	c.statements, c.trips = w.Asked()
	return c
}

// written is how much WAL a hand-off writes, the least of some: what Postgres counts for the connection alone. All else only adds to it: a
// page that is split, pruned, or written whole after a checkpoint, and on a busy machine that may be most of them.
func written(k *shop.Kitchen, pool *pgxpool.Pool, next func() func()) (bytes int, quickest time.Duration) {
	k.Helper()
	count := func() int {
		servertest.Do(k, pool, "SELECT pg_stat_force_next_flush()")
		return servertest.One[int](k, pool, "SELECT wal_bytes::int FROM pg_stat_get_backend_wal(pg_backend_pid())")
	}
	n := 15
	if os.Getenv("SAHN_ROUNDS") != "" {
		n = rounds(k.T)
	}
	bytes, quickest = math.MaxInt, time.Hour
	for range n {
		do, before := next(), count()
		began := time.Now()
		do()
		quickest = min(quickest, time.Since(began))
		bytes = min(bytes, count()-before)
	}
	return bytes, quickest.Round(10 * time.Microsecond)
}
