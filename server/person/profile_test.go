package person_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
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
		require.NoError(t, q.CompanyStatusSet(t.Context(), sample.Qasr.ID, status))
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
	p.work(p.people.Periodic(), func() bool { return p.count("river_job WHERE kind = 'person_forget' AND state = 'completed'") == 1 })
}
