package order_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
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

// handsOff is a server on a wire that counts, and a hand-off of a new guest at each call.
func handsOff(k *shop.Kitchen, how string) (*servertest.Wire, func() func()) {
	way, week := paid[how], []clock.Date{mon, tue, wed, thu, fri}
	for _, day := range week {
		k.Limit(day, 100_000)
	}
	company, wire := servertest.NewCompany(k, k.Pool, way.terms), &servertest.Wire{}
	pool := wire.Pool(k, k.Pool)
	k.Cleanup(pool.Close)
	server, _ := k.Server(pool)
	return wire, func() func() {
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

// With SAHN_ROUNDS it also prints how long the quickest of so many hand-offs takes, and how much WAL each writes; nothing else may run:
//
//	SAHN_ROUNDS=300 go test ./server/order -run AHandOffCosts -parallel 1 -v
func TestAHandOffCostsNoMoreStatementsAndRoundTripsThanThese(t *testing.T) {
	t.Parallel()
	for how, most := range map[string]cost{"card": {18, 2}, "both": {21, 2}, "wallet": {21, 2}, "company": {19, 2}} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			wire, next := handsOff(k, how)
			next()() // the connection learns the statements, and the server the menu
			do := next()
			before := spoken(wire)
			do()
			is := spoken(wire)
			is.statements, is.trips = is.statements-before.statements, is.trips-before.trips
			require.LessOrEqual(t, is.statements, most.statements, "statements of a hand-off paid by %s", how)
			require.LessOrEqual(t, is.trips, most.trips, "round trips of a hand-off paid by %s", how)
			if os.Getenv("SAHN_ROUNDS") != "" {
				t.Logf("%-8s %3d statements, %3d round trips, %s", how, is.statements, is.trips, measured(k, next))
			}
		})
	}
}

type cost struct{ statements, trips int }

func spoken(w *servertest.Wire) (c cost) {
	c.statements, c.trips = w.Asked()
	return c
}

// measured is what many hand-offs cost on the average.
func measured(k *shop.Kitchen, next func() func()) string {
	k.Helper()
	n, all := rounds(k.T), []func(){}
	for range n {
		all = append(all, next())
	}
	servertest.Do(k, k.Pool, "CHECKPOINT")
	for _, do := range all[:n/3] { // each page is written whole once after a checkpoint
		do()
	}
	all = all[n/3:]
	wal, took := servertest.One[string](k, k.Pool, "SELECT pg_current_wal_insert_lsn()::text"), time.Hour
	for _, do := range all {
		start := time.Now()
		do()
		took = min(took, time.Since(start))
	}
	bytes := servertest.One[int](k, k.Pool, "SELECT (pg_current_wal_insert_lsn() - $1::pg_lsn)::int", wal) / len(all)
	return fmt.Sprintf("%d bytes of WAL, the quickest in %v", bytes, took.Round(10*time.Microsecond))
}
