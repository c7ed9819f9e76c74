package order_test

import (
	"errors"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
)

// rounds is how often a race is run: few times in the quick gate, more in the deep one, and as often as SAHN_ROUNDS says:
//
//	SAHN_ROUNDS=10000 go test ./server/order -run TheShareCapIsExact -timeout 2h -v
func rounds(t *testing.T) int {
	t.Helper()
	wanted := os.Getenv("SAHN_ROUNDS")
	if wanted == "" {
		return servertest.Amount(40, 300)
	}
	n, err := strconv.Atoi(wanted)
	require.NoError(t, err)
	return n
}

// capped gives a share of which two days take more than a period may have.
func capped(duration string) func(c *sample.Company) {
	return companyPays("Percentage", 60, 4000, duration)
}

// raceForTheCap lets several people hand over three days each, every day as an order of its own and all at the same moment.
// Whoever hears of another price takes it and tries again. It answers what each of them was granted.
func (k *kitchen) raceForTheCap(c sample.Company, people int, servers ...*order.Orders) []money.Fils {
	k.Helper()
	type hand struct {
		*guest
		order.HandoffRequest
	}
	guests, hands := make([]*guest, people), []hand{}
	for i := range guests {
		g := k.guest(c).wants(mon, tue, wed)
		for _, day := range []clock.Date{mon, tue, wed} {
			hands = append(hands, hand{g, g.asks(g.quote(false, day), false)})
		}
		guests[i] = g
	}
	k.allAtOnce(len(hands), func(i int) error {
		h := hands[i]
		for {
			err := errorOf(servers[i%len(servers)].HandleHandoff(k.Context(), h.Caller, h.HandoffRequest))
			switch {
			case errors.Is(err, order.ErrQuoteChanged):
				fresh := detail[changed](k.T, err).Quote
				h.Quote, h.Seen = fresh.Hash, &fresh
			case err == nil || fault.As(err) == nil || fault.As(err).Kind != fault.Unavailable:
				return err
			}
		}
	})
	granted := make([]money.Fils, people)
	for i, g := range guests {
		require.Equal(k, 3, k.live(g), "everybody got every day")
		granted[i] = servertest.One[money.Fils](k, k.pool,
			"SELECT sum(company_share)::bigint FROM deliveries WHERE live AND profile_id = $1", g.ProfileID)
	}
	return granted
}

func TestTheShareCapIsExactWhenOrdersRace(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	other, _ := k.server(servertest.Another(t, k.pool))
	for _, duration := range []string{"Weekly", "Monthly"} {
		c := servertest.NewCompany(t, k.pool, capped(duration))
		const people = 4
		for range (rounds(t) + 2*people - 1) / (2 * people) {
			for _, granted := range k.raceForTheCap(c, people, k.orders, other) {
				require.EqualValues(t, 4000, granted, "no fils above the cap, and none of it lost")
			}
		}
	}
	require.GreaterOrEqual(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM orders"), 3*rounds(t))
}

func TestWithoutTheLocksTheSameRaceBreaksTheShareCap(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	careless := k.unlocked("SharePeriodMake", func(string) string { // it would let one wait for the other
		return "SELECT $1::text, $2::text, $3::text, $4::date"
	})
	servertest.Do(t, k.pool, `CREATE FUNCTION give_a_period() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO share_periods (profile_id, company_id, duration, period_start)
		VALUES (NEW.id, NEW.company_id, 'Weekly', '2026-11-23'); RETURN NEW; END $$`)
	servertest.Do(t, k.pool, "CREATE TRIGGER give_a_period AFTER INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION give_a_period()")
	c := servertest.NewCompany(t, k.pool, capped("Weekly"))
	granted := money.Fils(0)
	for round := 0; round < 300 && granted <= 4000; round++ {
		granted = k.raceForTheCap(c, 1, careless)[0]
	}
	require.Greater(t, granted, money.Fils(4000), "the same race without locks grants too much")
	require.Contains(t, k.broken(), "no period grants more than its cap")
}
