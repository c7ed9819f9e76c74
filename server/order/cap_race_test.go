package order_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ops/doctor"
	"sahn/server/order"
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
func capped(c *sample.Company) {
	c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = "Percentage", 60, new(money.Fils(4000)), "Weekly"
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
		guests[i] = k.guest(c).wants(mon, tue, wed)
		hands = append(hands, hand{guests[i], guests[i].asks(guests[i].quote(false, mon), false)},
			hand{guests[i], guests[i].asks(guests[i].quote(false, tue), false)}, hand{guests[i], guests[i].asks(guests[i].quote(false, wed), false)})
	}
	for _, err := range atOnce(len(hands), func(i int) error {
		h := hands[i]
		for {
			_, err := servers[i%len(servers)].HandleHandoff(k.Context(), h.Caller, h.HandoffRequest)
			switch {
			case errors.Is(err, order.ErrQuoteChanged):
				fresh := detail[changed](k.T, err).Quote
				h.Quote, h.Seen = fresh.Hash, &fresh
			case err == nil || fault.As(err) == nil || fault.As(err).Kind != fault.Unavailable:
				return err
			}
		}
	}) {
		require.NoError(k, err)
	}
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
		c := servertest.NewCompany(t, k.pool, func(c *sample.Company) { capped(c); c.ShareDuration = duration })
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
	k.unsound = true
	careless, _ := k.server(&servertest.Conn{Pool: k.pool, Rewrite: func(sql string) string {
		switch {
		case strings.Contains(sql, "-- name: ProfileRevLock "):
			return "SELECT rev FROM profile_revs WHERE profile_id = $1"
		case strings.Contains(sql, "-- name: SharePeriodsLock "):
			return strings.Replace(sql, "FOR UPDATE", "", 1)
		case strings.Contains(sql, "-- name: SharePeriodMake "): // it would let one wait for the other
			return "SELECT $1::text, $2::text, $3::text, $4::date"
		}
		return sql
	}})
	servertest.Do(t, k.pool, `CREATE FUNCTION give_a_period() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO share_periods (profile_id, company_id, duration, period_start)
		VALUES (NEW.id, NEW.company_id, 'Weekly', '2026-11-23'); RETURN NEW; END $$`)
	servertest.Do(t, k.pool, "CREATE TRIGGER give_a_period AFTER INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION give_a_period()")
	c := servertest.NewCompany(t, k.pool, capped)
	broke := 0
	for round := 0; round < 300 && broke == 0; round++ {
		for _, granted := range k.raceForTheCap(c, 1, careless) {
			if granted > 4000 {
				broke++
			}
		}
	}
	require.Positive(t, broke, "the same race without locks grants too much")
	found, err := doctor.Examine(t.Context(), k.pool)
	require.NoError(t, err)
	require.Contains(t, doctor.Broken(found), "no period grants more than its cap")
}
