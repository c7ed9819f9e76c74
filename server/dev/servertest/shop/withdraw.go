package shop

import (
	"context"
	"slices"
	"strings"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
	"sahn/server/week"
	"sahn/server/withdrawal"
)

// None is no meal instead.
const None = -1

// Withdraws takes a day's n-th meal off it for everybody; another one comes instead, or none.
func (k *Kitchen) Withdraws(date clock.Date, n, instead int) withdrawal.Affected {
	k.Helper()
	var done withdrawal.Affected
	who := k.Cook().ProfileID
	require.NoError(k, db.InTx(k.Context(), k.Pool, func(ctx context.Context, tx db.Tx) (err error) {
		require.NoError(k, published.Lock(ctx, tx.Queries, date.Monday()))
		weeks, err := k.Orders.Menus.Weeks(ctx, tx.Queries, []clock.Date{date.Monday()})
		require.NoError(k, err)
		offer := *weeks[date.Monday()]
		offer.Days = slices.Clone(offer.Days)
		w := withdrawal.Withdrawal{Date: date, Meal: servertest.Meal(date, n), Reason: "No fish today", Who: who}
		if instead != None {
			w.Instead = servertest.Meal(date, instead)
		}
		for i, d := range offer.Days {
			if d.Date == date {
				offer.Days[i].Meals = slices.DeleteFunc(slices.Clone(d.Meals), func(m string) bool { return m == w.Meal })
			}
		}
		if _, err := published.Publish(ctx, tx.Queries, offer, k.Clock.Now()); err != nil {
			return err
		}
		done, err = WithdrawalsOf(k.Orders).Withdraw(ctx, tx, w, k.Clock.Now())
		return err
	}))
	return done
}

// Cook is somebody of the kitchen.
func (k *Kitchen) Cook() web.Caller {
	k.Helper()
	who := web.Caller{PersonID: strings.Repeat("C", 26), ProfileID: strings.Repeat("P", 26), ClientType: "Operator", Role: "kitchen"}
	servertest.Do(k, k.Pool, "INSERT INTO persons (id, email, name, mobile, created_at) "+
		"VALUES ($1, 'cook@kitchen.example', 'Bilal', '', $2) ON CONFLICT DO NOTHING", who.PersonID, servertest.Now)
	servertest.Do(k, k.Pool, "INSERT INTO profiles (id, person_id, client_type, status, created_at, operator_role) "+
		"VALUES ($1, $2, 'Operator', 'Active', $3, 'kitchen') ON CONFLICT DO NOTHING", who.ProfileID, who.PersonID, servertest.Now)
	return who
}

// Settles does what the job does.
func (k *Kitchen) Settles() {
	k.Helper()
	require.NoError(k, WithdrawalsOf(k.Orders).Tell(k.Context()))
	require.NoError(k, WithdrawalsOf(k.Orders).TellClosed(k.Context()))
	require.NoError(k, WithdrawalsOf(k.Orders).TellHours(k.Context()))
	require.NoError(k, WithdrawalsOf(k.Orders).TakeOut(k.Context(), nil))
}

// Closes moves the clock past the cut-off of a date.
func (k *Kitchen) Closes(date clock.Date) {
	k.Helper()
	k.Clock.Move(week.Cutoff(date).Sub(k.Clock.Now()))
}

func (k *Kitchen) Letters(kind string) int {
	k.Helper()
	return servertest.One[int](k, k.Pool, "SELECT count(*) FROM river_job WHERE kind = $1", kind)
}

// On is what one of the guest's orders holds on a date.
func (g *Guest) On(id string, date clock.Date) order.Delivery {
	g.Kitchen.Helper()
	o := g.Order(id)
	i := slices.IndexFunc(o.Deliveries, func(d order.Delivery) bool { return d.Date == date })
	require.GreaterOrEqual(g.Kitchen, i, 0)
	return o.Deliveries[i]
}

// Season sets a season, of which the one window of the test's companies has these times; without times it takes no new deliveries then.
func (k *Kitchen) Season(kind string, first, last clock.Date, earlier int, hours string) (id string) {
	k.Helper()
	id = ulid.Make().String()
	servertest.Do(k, k.Pool, "INSERT INTO seasons (id, kind, first_day, last_day, earlier) VALUES ($1, $2, $3, $4, $5)", id, kind, first, last,
		earlier)
	from, until, _ := strings.Cut(hours, "–")
	servertest.Do(k, k.Pool, "INSERT INTO season_windows (season_id, window_id, from_time, until_time) "+
		"SELECT $1, min(id), nullif($2, ''), nullif($3, '') FROM area_timings", id, from, until)
	return id
}

// RamadanOnly lets a guest's lunches of these days, once drafted, come to a place of their own whose window exists only in Ramadan.
func (g *Guest) RamadanOnly(hours string, dates ...clock.Date) (window, place string) {
	k := g.Kitchen
	k.Helper()
	window, place = ulid.Make().String(), ulid.Make().String()
	from, until, _ := strings.Cut(hours, "–")
	servertest.Do(k, k.Pool, "INSERT INTO area_timings (id, area_id, area, from_time, until_time, ramadan_only) "+
		"SELECT $1, area_id, area, $2, $3, true FROM area_timings ORDER BY id LIMIT 1", window, from, until)
	servertest.Do(k, k.Pool, "INSERT INTO addresses (id, company_id, profile_id, label, line, area_timing_id) "+
		"SELECT $1, company_id, id, 'Home, iftar', 'Villa 7', $2 FROM profiles WHERE id = $3", place, window, g.ProfileID)
	servertest.Do(k, k.Pool, "UPDATE draft_days SET address_id = $1 WHERE profile_id = $2 AND date = ANY($3::date[])", place,
		g.ProfileID, dates)
	return window, place
}
