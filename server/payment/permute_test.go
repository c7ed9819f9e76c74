package payment_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
)

// branch is a place to begin transactions inside of one that is taken back in the end.
type branch struct{ pgx.Tx }

func (b branch) BeginTx(ctx context.Context, _ pgx.TxOptions) (pgx.Tx, error) { return b.Begin(ctx) }

// notice is a notification that may come in any order.
type notice struct {
	name string
	raw  web.RawRequest
}

// inEveryOrder delivers the notifications in every order that there is, each order from the same beginning, and lets check look
// after each delivery. Equal ones in either order are one order. It answers how many orders ended.
func (x *till) inEveryOrder(tx pgx.Tx, left []notice, delivered string, check func(tx pgx.Tx, delivered string)) (ends int) {
	x.Helper()
	if len(left) == 0 {
		return 1
	}
	tried := map[string]bool{}
	for i, next := range left {
		if tried[next.name] {
			continue
		}
		tried[next.name] = true
		inner, err := tx.Begin(x.Context())
		require.NoError(x, err)
		_, payments := x.server(branch{inner})
		reply, err := payments.HandleNotify(x.Context(), web.Caller{}, next.raw)
		require.NoError(x, err)
		require.Equal(x, 200, reply.Status)
		so := delivered + next.name + ", "
		check(inner, so)
		rest := append(left[:i:i], left[i+1:]...)
		ends += x.inEveryOrder(inner, rest, so, check)
		require.NoError(x, inner.Rollback(x.Context()))
	}
	return ends
}

// All orders of up to six notifications, with repetitions, end in the same state.
func TestNotificationsInEveryOrderEndInTheSameState(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	say := func(name string, change map[string]string) notice {
		return notice{name, servertest.JSONRequest(x.bank.Fields(s.ref, s.amount, change))}
	}
	code := func(code string) notice {
		return say(code, map[string]string{"status": code[:2], "response_code": code})
	}
	paid, other := code("14000"), say("another capture", map[string]string{"fort_id": "999999999999999999"})
	for _, c := range []struct {
		words       []notice
		ends, short int // short is how many there are of all but the last word
	}{
		{[]notice{paid, paid, code("13666"), code("00072"), code("15777"), code("19000")}, 360, 60},
		{[]notice{paid, paid, other, other, code("13666"), code("15777")}, 180, 30},
		{[]notice{paid, paid, paid, code("13666"), code("13666"), code("00008")}, 60, 10},
	} {
		tx, err := x.pool.Begin(t.Context())
		require.NoError(t, err)
		ends := x.inEveryOrder(tx, c.words[:servertest.Amount(5, 6)], "", func(tx pgx.Tx, so string) {
			want := pending
			switch one, two := strings.Contains(so, "14000"), strings.Contains(so, "another capture"); {
			case one && two:
				want = saleState{"Confirmed", "paid", 1, 1}
			case one || two:
				want = confirmed
			case strings.Contains(so, "13666"):
				want = failed
			}
			require.Equal(t, want, x.stateIn(tx, s), so)
		})
		require.Equal(t, servertest.Amount(c.short, c.ends), ends, "every order was tried")
		require.NoError(t, tx.Rollback(t.Context()))
	}
	require.Equal(t, pending, x.state(s), "and all of it was taken back")
}

// state is how an order stands before the provider says something, and how it got there.
type state struct {
	is    saleState
	reach func(x *till) sale
}

func states() map[string]state {
	paid := func(x *till) sale { s := x.sells(); x.pays(s); return s }
	return map[string]state{
		"Payment Pending": {pending, func(x *till) sale { s := x.sells(); x.bank.Pay(s.ref, s.amount); return s }},
		"Payment Failed": {failed, func(x *till) sale {
			s := x.sells()
			x.declines(s)
			x.bank.Pay(s.ref, s.amount)
			return s
		}},
		"Confirmed": {confirmed, paid},
		"Completed": {saleState{"Completed", "paid", 1, 0}, func(x *till) sale {
			s := paid(x)
			x.becomes(s, "Completed")
			return s
		}},
		"Cancelled": {saleState{"Cancelled", "paid", 0, 1}, func(x *till) sale {
			servertest.Do(x, x.pool, "DELETE FROM river_job WHERE kind = 'payment_refund'")
			return late(x)
		}},
		"Refunded": {saleState{"Refunded", "paid", 0, 1}, func(x *till) sale {
			s := late(x)
			servertest.Do(x, x.pool, "DELETE FROM river_job WHERE kind = 'payment_refund'")
			x.hears(x.sentBack(s, s.amount, servertest.One[string](x, x.pool, "SELECT r.id FROM refunds r WHERE attempt_id = $1", s.ref)))
			return s
		}},
	}
}

// moves is the whole table: what a status of the provider does to an order in a state. A pair that is not listed changes nothing.
var moves = map[string]saleState{
	"Payment Pending PURCHASE 14000": confirmed,
	"Payment Pending PURCHASE 13666": failed,
	"Payment Pending PURCHASE 03666": failed,
	"Payment Failed PURCHASE 14000":  confirmed,
	"Payment Pending REFUND 06000":   {"Payment Failed", "failed", 0, 1}, // all of it went back before the payment itself was told
	"Payment Failed REFUND 06000":    {"Payment Failed", "failed", 0, 1},
	"Confirmed REFUND 06000":         {"Confirmed", "paid", 1, 1}, // sent back by hand: kept, booked, alerted; the order stands
	"Completed REFUND 06000":         {"Completed", "paid", 1, 1},
	"Cancelled REFUND 06000":         {"Refunded", "paid", 0, 1}, // exactly what was owed
}

func TestEveryStatusOfTheProviderDoesToEveryStateWhatTheTableSays(t *testing.T) {
	t.Parallel()
	for name, from := range states() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s := from.reach(x)
			require.Equal(t, from.is, x.state(s))
			moved := 0
			for status := range 100 {
				for _, why := range []string{"000", "666"} {
					for _, command := range []string{"PURCHASE", "REFUND", "CAPTURE"} {
						code := fmt.Sprintf("%02d%s", status, why)
						want, moves := moves[name+" "+command+" "+code]
						if testing.Short() && !moves && status > 0 && status%10 != 3 {
							continue // the quick gate hears all that moves and a slice of the rest
						}
						change := map[string]string{"command": command, "status": code[:2], "response_code": code}
						if command == "REFUND" {
							change["maintenance_reference"] = "by-hand"
						}
						word := servertest.JSONRequest(x.bank.Fields(s.ref, s.amount, change))
						if command == "REFUND" && code == "06000" {
							x.backOffice(s, s.amount, "by-hand")
						}
						x.notifyAndLook(word)
						if !moves {
							require.Equal(t, from.is, x.state(s), "%s %s", command, code)
							continue
						}
						require.Equal(t, want, x.state(s), "%s %s", command, code)
						moved++
						s = from.reach(x)
					}
				}
			}
			table := 0
			for row := range moves {
				if strings.HasPrefix(row, name+" ") {
					table++
				}
			}
			require.Equal(t, table, moved, "every row of the table was met")
		})
	}
}
