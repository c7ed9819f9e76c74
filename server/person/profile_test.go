package person_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

func TestTermsApplyWhileProfileAndCompanyAreActive(t *testing.T) {
	t.Parallel()
	p := settle(t)
	q := db.New(p.pool)
	eater := func(id string) person.Eater {
		t.Helper()
		got, err := person.EaterOf(t.Context(), q, id)
		require.NoError(t, err)
		return got
	}
	lina := eater(sample.LinaQasr.ID)
	require.Equal(t,
		person.Eater{ProfileID: sample.LinaQasr.ID, PersonID: sample.Lina.ID, CompanyID: sample.Qasr.ID, AddressID: sample.QasrStudio.ID,
			Email: sample.Lina.Email, Name: sample.Lina.Name, ClientType: "Admin", Status: "Active", Terms: person.Terms{
				DiscountType: "Percentage", DiscountAmount: 20, MinimumDay: 2, MinimumMealCount: 1,
				ShareType: "Percentage", ShareValue: 50, ShareCap: new(money.Fils(7500)), ShareDuration: "Weekly"}}, lina)
	require.EqualValues(t, 20, quote.Terms(lina.Terms).DiscountAmount)

	full := func(e person.Eater) {
		t.Helper()
		require.Zero(t, e.Terms.DiscountAmount)
		require.Zero(t, e.Terms.ShareValue)
		require.Nil(t, e.Terms.ShareCap)
		require.Positive(t, e.Terms.MinimumDay)
	}
	full(eater(sample.YusufQasr.ID))     // Pending
	full(eater(sample.JoelHarbour.ID))   // Invited
	full(eater(sample.GraceMeridian.ID)) // Suspended
	for _, status := range []string{"Pending", "Suspended"} {
		p.exec("UPDATE companies SET status = $2 WHERE id = $1", sample.Qasr.ID, status)
		full(eater(sample.LinaQasr.ID))
	}
	p.exec("UPDATE companies SET discount_amount = 20, share_value = 10 WHERE company_type = 'Cash'")
	full(eater(sample.DanielCash.ID))

	sara := eater(sample.SaraOperator.ID)
	require.Empty(t, sara.CompanyID)
	require.Empty(t, sara.AddressID)
	require.Zero(t, sara.Terms.DiscountAmount)
	_, err := person.EaterOf(t.Context(), q, "nobody")
	require.True(t, db.None(err))
}

// What a server keeps of a profile is what another one, which keeps nothing, reads: whatever changed, and whoever changed it.
func TestAServerThatKeepsProfilesShowsEachChangeAtOnceAndEachPersonTheirOwn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	mariam, omar := p.browser().signIn(sample.Mariam), p.browser().signIn(sample.Omar)
	same := func(why string) {
		t.Helper()
		for range 2 {
			for _, b := range []*browser{mariam, omar} {
				require.Equal(t, b.on(p.newServer(p.newPeople(p.redis.Addr()))).profile().body, b.profile().body, why)
			}
		}
	}
	same("nothing")
	before := mariam.profile().body
	require.NotEqual(t, before, omar.profile().body)
	for _, change := range []string{
		"UPDATE persons SET name = name || '!'", "UPDATE persons SET picture = 'data:image/jpeg;base64,AA=='",
		"UPDATE persons SET diets = '{Vegan}'", "UPDATE companies SET name = name || '!'", "UPDATE companies SET share_value = 1",
		"UPDATE companies SET status = 'Suspended'", "UPDATE area_timings SET until_time = '23:59'", "UPDATE profiles SET address_id = NULL",
		"DELETE FROM tills", "UPDATE profiles SET status = 'Suspended' WHERE id NOT IN (SELECT profile_id FROM sessions)",
	} {
		p.exec(change)
		same(change)
	}
	servertest.Credit(t, p.pool, mariam.caller(), 700) // beside what the sample gave her
	same("money")
	require.Contains(t, mariam.profile().body, `"wallet_balance":2950`)
	require.NotEqual(t, before, mariam.profile().body)
}

func TestWhatHasNoUseAnyMoreIsForgotten(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Mariam)
	p.browser().signIn(sample.Sara)
	b.ask(sample.Mariam.Email)
	p.forget(0)
	require.Equal(t, 2, p.count("sessions"))
	require.Equal(t, 2, p.count("challenges"))
	counters := p.count("attempts_made")
	require.Positive(t, counters)

	p.forget(3 * 24 * time.Hour)
	require.Equal(t, 1, p.count("sessions")) // the operator's has ended
	require.Equal(t, 2, p.count("challenges"))
	require.Zero(t, p.count("attempts_made"))

	p.forget(12 * 24 * time.Hour)
	require.Zero(t, p.count("sessions"))
	require.Zero(t, p.count("challenges"))
}

// forget lets time pass and the hourly job run once.
func (p *place) forget(after time.Duration) {
	p.t.Helper()
	p.clock.Move(after)
	p.exec("DELETE FROM river_job")
	p.work(p.keeper().Periodic(), func() bool { return p.count("river_job WHERE kind = 'person_forget' AND state = 'completed'") == 1 })
}
