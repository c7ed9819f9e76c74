package order_test

import (
	"errors"
	"os"
	"strconv"
	"testing"

	"sahn/server/dev/servertest/shop"

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
	return shop.CompanyPays("Percentage", 60, 4000, duration)
}

// raceForTheCap lets several people hand over three days each, every day as an order of its own and all at the same moment.
// Whoever hears of another price takes it and tries again. It answers what each of them was granted.
func raceForTheCap(k *shop.Kitchen, c sample.Company, people int, servers ...*order.Orders) []money.Fils {
	k.Helper()
	type hand struct {
		*shop.Guest
		order.HandoffRequest
	}
	guests, hands := make([]*shop.Guest, people), []hand{}
	for i := range guests {
		g := k.Guest(c).Wants(mon, tue, wed)
		for _, day := range []clock.Date{mon, tue, wed} {
			hands = append(hands, hand{g, g.Asks(g.Quotes(false, day), false)})
		}
		guests[i] = g
	}
	k.AllAtOnce(len(hands), func(i int) error {
		h := hands[i]
		for {
			err := shop.ErrorOf(servers[i%len(servers)].HandleHandoff(k.Context(), h.Caller, h.HandoffRequest))
			switch {
			case errors.Is(err, order.ErrQuoteChanged):
				fresh := shop.Detail[changed](k.T, err).Quote
				h.Quote, h.Seen = fresh.Hash, &fresh
			case err == nil || fault.As(err) == nil || fault.As(err).Kind != fault.Unavailable:
				return err
			}
		}
	})
	granted := make([]money.Fils, people)
	for i, g := range guests {
		require.Equal(k, 3, k.Live(g), "everybody got every day")
		granted[i] = servertest.One[money.Fils](k, k.Pool,
			"SELECT sum(company_share)::bigint FROM deliveries WHERE live AND profile_id = $1", g.ProfileID)
	}
	return granted
}

func TestTheShareCapIsExactWhenOrdersRace(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	other, _ := k.Server(servertest.Another(t, k.Pool))
	for _, duration := range []string{"Weekly", "Monthly"} {
		c := servertest.NewCompany(t, k.Pool, capped(duration))
		const people = 4
		for range (rounds(t) + 2*people - 1) / (2 * people) {
			for _, granted := range raceForTheCap(k, c, people, k.Orders, other) {
				require.EqualValues(t, 4000, granted, "no fils above the cap, and none of it lost")
			}
		}
	}
	require.GreaterOrEqual(t, servertest.One[int](t, k.Pool, "SELECT count(*) FROM orders"), 3*rounds(t))
}

func TestWithoutTheLocksTheSameRaceBreaksTheShareCap(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	careless := k.Unlocked("HandoffPeriodsMake", func(string) string { // it would let one wait for the other
		return "SELECT $1::text[], $2::date[], $3::text"
	})
	servertest.Do(t, k.Pool, `CREATE FUNCTION give_a_period() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO share_periods (profile_id, company_id, duration, period_start)
		VALUES (NEW.id, NEW.company_id, 'Weekly', '2026-11-23'); RETURN NEW; END $$`)
	servertest.Do(t, k.Pool, "CREATE TRIGGER give_a_period AFTER INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION give_a_period()")
	c := servertest.NewCompany(t, k.Pool, capped("Weekly"))
	granted := money.Fils(0)
	for round := 0; round < 300 && granted <= 4000; round++ {
		granted = raceForTheCap(k, c, 1, careless)[0]
	}
	require.Greater(t, granted, money.Fils(4000), "the same race without locks grants too much")
	require.Contains(t, k.Broken(), "no period grants more than its cap")
}
