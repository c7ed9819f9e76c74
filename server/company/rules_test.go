package company_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

func flat(value int64, most *money.Fils, duration string) company.Rules {
	return company.Rules{ShareType: "Flat", ShareValue: value, ShareCap: most, ShareDuration: duration}
}

func TestNewRulesCountFromNowOnOnceAndWithWhoWhenAndWhatBefore(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	before := o.profile(omar).Paying
	r := company.RulesRequest{Rules: flat(1500, new(money.Fils(12_000)), "Weekly"), Seen: before.Seal}
	for range 2 {
		got, err := o.companies.HandleRules(t.Context(), omar, r)
		require.NoError(t, err)
		require.Equal(t, r.Rules, got.Data.Paying.Rules)
	}
	require.Equal(t, 1, o.acts("company.rules"))
	require.JSONEq(t, `{"share_type": "Flat", "share_value": 1500, "share_cap": 12000, "share_duration": "Weekly"}`,
		o.one("SELECT after::text FROM acts"))
	require.Equal(t, o.one("SELECT at::text FROM acts"), o.one("SELECT $1::timestamptz::text", o.clock.Now()))
	require.EqualValues(t, 1500, o.terms(sample.Harbour.ID).ShareValue)

	stale := r
	stale.ShareValue = 9000
	refused := o.refused(o.companies.HandleRules(t.Context(), omar, stale))
	require.ErrorIs(t, refused, company.ErrChanged)
	require.Equal(t, fault.Conflict, refused.Kind)
	require.Equal(t, r.Rules, refused.Detail.(company.Profile).Paying.Rules)
	more := company.RulesRequest{Rules: company.Rules{ShareType: "Percentage", ShareValue: 101, ShareDuration: "Daily"},
		Seen: o.profile(omar).Paying.Seal}
	require.Contains(t, o.refused(o.companies.HandleRules(t.Context(), omar, more)).Fields, "share_value")
	_, err := o.companies.HandleDryRun(t.Context(), omar, more.Rules)
	require.Contains(t, fault.As(err).Fields, "share_value")
}

func TestOfTwoAdminsWhoSaveAtOnceOneIsToldWhatTheOtherDid(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	admins := []web.Caller{o.admin(sample.Harbour), o.admin(sample.Harbour)}
	for round := range 20 {
		seen := o.profile(admins[0]).Paying.Seal
		said := make(chan error, 2)
		var all sync.WaitGroup
		for i, who := range admins {
			all.Go(func() {
				_, err := o.companies.HandleRules(context.WithoutCancel(t.Context()), who,
					company.RulesRequest{Rules: flat(int64(100+10*round+i), nil, "Daily"), Seen: seen})
				said <- err
			})
		}
		all.Wait()
		first, second := <-said, <-said
		require.True(t, (first == nil) != (second == nil), "%v and %v", first, second)
		refused := fault.As(errors.Join(first, second))
		require.ErrorIs(t, refused, company.ErrChanged)
		require.Equal(t, o.profile(admins[0]).Paying, refused.Detail.(company.Profile).Paying)
	}
	require.Equal(t, 20, o.acts("company.rules"))
}

// October of somebody at 20 a day and at most 90 a week: the dry run counts it again, in the order in which it was ordered.
func TestADryRunCountsLastMonthsLunchesAgain(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	ann, bob, stranger := servertest.Eater(t, o.pool, sample.Harbour), servertest.Eater(t, o.pool, sample.Harbour),
		servertest.Eater(t, o.pool, sample.Qasr)
	early := time.Date(2026, 9, 20, 6, 0, 0, 0, time.UTC)
	later := early.Add(time.Hour)
	sep28, oct1, oct5, nov2 := clock.NewDate(2026, 9, 28), clock.NewDate(2026, 10, 1), clock.NewDate(2026, 10, 5), clock.NewDate(2026, 11, 2)
	o.ate(ann, sep28, 4000, 500, early)   // of the month before, and of the same week
	o.ate(ann, sep28+1, 4000, 500, early) // likewise
	o.ate(ann, oct1, 4000, 500, early)    // 1 October
	o.ate(ann, oct1+1, 3000, 500, early)  // 2 October
	o.ate(ann, oct5+4, 1500, 500, early)  // ordered before the Monday of its week
	o.ate(ann, oct5, 4000, 500, later)    // Monday
	o.ate(bob, oct5, 2500, 0, early)      // somebody else
	o.ate(bob, nov2, 2500, 2500, early)   // this month
	o.ate(stranger, oct5, 9999, 0, early) // another company
	o.delivery("Payment Pending", bob, oct5+1, 4000, 4000, early)

	got, err := o.companies.HandleDryRun(t.Context(), omar, flat(2000, new(money.Fils(5500)), "Weekly"))
	require.NoError(t, err)
	// Ann's first week: 20 and 20 before October, then 15 that are left, then nothing. Her second: 15 (all that it costs), then 20. Bob: 20.
	require.Equal(t, company.DryRun{Month: oct1, People: 2, Lunches: 5, Net: 4000 + 3000 + 1500 + 4000 + 2500,
		Was:   company.Parts{Company: 4 * 500, Employees: 15_000 - 2000, Capped: 0},
		Would: company.Parts{Company: 1500 + 0 + 1500 + 2000 + 2000, Employees: 15_000 - 7000, Capped: 1}}, got.Data)

	free, err := o.companies.HandleDryRun(t.Context(), omar,
		company.Rules{ShareType: "Percentage", ShareValue: 100, ShareDuration: "Daily"})
	require.NoError(t, err)
	require.Equal(t, company.Parts{Company: 15_000}, free.Data.Would)
	none, err := o.companies.HandleDryRun(t.Context(), o.admin(sample.Meridian), flat(2000, nil, "Daily"))
	require.NoError(t, err)
	require.Equal(t, company.DryRun{Month: oct1}, none.Data)
	require.Zero(t, o.count("acts"), "nothing is changed by it")
}

// It is Saturday the 21st: a week of five days has passed, and fifteen of this month's twenty-one.
func TestTheForecastGoesOnAtThePaceOfTheDaysSoFar(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	servertest.Do(t, o.pool, "DELETE FROM closed_days")
	servertest.Do(t, o.pool,
		"UPDATE companies SET share_type = 'Flat', share_value = 2000, share_cap = 30000, share_duration = 'Monthly' WHERE id = $1",
		sample.Harbour.ID)
	ann, bob, stranger := servertest.Eater(t, o.pool, sample.Harbour), servertest.Eater(t, o.pool, sample.Harbour),
		servertest.Eater(t, o.pool, sample.Qasr)
	nov := clock.NewDate(2026, 11, 1)
	for d := nov; d < nov+20; d++ {
		if d.Weekday() != time.Saturday && d.Weekday() != time.Sunday {
			o.ate(ann, d, 4000, 2000, servertest.Now) // 15 lunches: the cap is reached
		}
	}
	o.ate(bob, nov+1, 4000, 3000, servertest.Now)
	o.ate(bob, nov+24, 4000, 9000-5000, servertest.Now) // still to come
	o.ate(stranger, nov+1, 4000, 4000, servertest.Now)
	got, err := o.companies.HandleForecast(t.Context(), omar, company.Nothing{})
	require.NoError(t, err)
	// Ann ends at her cap. Bob had 30.00 in 15 of 21 days, which makes 42.00; 70.00 are ordered by now.
	require.Equal(t,
		[]company.Period{{Duration: "Monthly", From: nov, Until: nov + 29, Days: 21, Passed: 15, People: 2, Spent: 33_000, Granted: 37_000,
			Projected: 30_000 + 7000, Cap: new(money.Fils(30_000)), Capped: 1, Reaching: 1}}, got.Data.Periods)

	servertest.Do(t, o.pool, "UPDATE companies SET share_cap = 8000, share_duration = 'Weekly' WHERE id = $1", sample.Harbour.ID)
	got, err = o.companies.HandleForecast(t.Context(), omar, company.Nothing{})
	require.NoError(t, err)
	require.Len(t, got.Data.Periods, 2)
	require.Equal(t, company.Period{Duration: "Weekly", From: nov + 15, Until: nov + 21, Days: 5, Passed: 5, People: 1, Spent: 10_000,
		Granted: 10_000, Projected: 10_000, Cap: new(money.Fils(8000)), Capped: 1, Reaching: 1}, got.Data.Periods[0],
		"granted before the cap was lowered")
	require.Nil(t, got.Data.Periods[1].Cap)
	require.EqualValues(t, 42_000+7000, got.Data.Periods[1].Projected, "a month knows no cap of a week")
}
