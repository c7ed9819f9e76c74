package company_test

import (
	"context"
	"io"
	"log/slog"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
)

// reviewedOn moves the clock to a day's morning in Dubai and lets the companies be reviewed, as it happens every hour.
func (o *office) reviewedOn(day clock.Date) {
	o.t.Helper()
	o.clock.Move(day.Start().Add(9 * time.Hour).Sub(o.clock.Now()))
	for range 2 {
		require.NoError(o.t, o.companies.ReviewTiers(o.t.Context()))
	}
}

// team makes a company have so many Active people in all.
func (o *office) team(of sample.Company, people int) {
	o.t.Helper()
	servertest.Do(o.t, o.pool, "UPDATE profiles SET status = 'Suspended' WHERE company_id = $1 AND client_type = 'Employee'", of.ID)
	for range people - o.count("profiles WHERE company_id = $1 AND status = 'Active'", of.ID) {
		servertest.Eater(o.t, o.pool, of)
	}
}

func (o *office) tier(of sample.Company) string {
	o.t.Helper()
	return o.one("SELECT coalesce(plan_id, 0) || ' at ' || discount_amount || ' %' FROM companies WHERE id = $1", of.ID)
}

func (o *office) outcome(of sample.Company, month clock.Date) string {
	o.t.Helper()
	return o.one("SELECT coalesce(max(outcome), 'none') FROM tier_reviews WHERE company_id = $1 AND month = $2", of.ID, month)
}

func (o *office) letters() int { return o.count("river_job WHERE kind = 'mail_tier'") }

// Only Qasr has been approved, on 21 November, with plan 1 (20 % from 20 people on).
func openTiers(t *testing.T) *office {
	t.Helper()
	o := openOffice(t)
	servertest.Do(t, o.pool,
		"UPDATE companies SET approved_at = CASE WHEN id = $1 THEN $2::timestamptz END, discount_type = 'Percentage', discount_amount = 20, "+
			"plan_id = 1", sample.Qasr.ID, o.clock.Now())
	return o
}

func month(m time.Month) clock.Date { return clock.NewDate(2026, m, 1) }

func TestTheTierThatWasChosenCountsUntilTheFirstOfTheNextMonth(t *testing.T) {
	t.Parallel()
	o := openTiers(t)
	o.admin(sample.Qasr)
	o.team(sample.Qasr, 60)
	o.reviewedOn(clock.NewDate(2026, 11, 30))
	require.Equal(t, "1 at 20 %", o.tier(sample.Qasr))
	require.Zero(t, o.count("tier_reviews"), "it was no customer when November began")
	o.reviewedOn(month(12))
	require.Equal(t, "3 at 30 %", o.tier(sample.Qasr))
	require.Equal(t, "rose", o.outcome(sample.Qasr, month(12)))
	require.Equal(t, 1, o.letters())
	require.Equal(t, 1, o.acts("company.tier"))
	require.Equal(t, 1, o.count("tier_reviews"), "and of no other company")
	o.team(sample.Qasr, 25)
	o.reviewedOn(clock.NewDate(2026, 12, 31))
	require.Equal(t, "3 at 30 %", o.tier(sample.Qasr), "once a month")
}

func TestWhoFallsShortKeepsTheTierForAMonthAndIsTold(t *testing.T) {
	t.Parallel()
	o := openTiers(t)
	first, second := o.admin(sample.Qasr), o.admin(sample.Qasr)
	require.NotEqual(t, first.ProfileID, second.ProfileID)
	servertest.Do(t, o.pool, "UPDATE companies SET plan_id = 3, discount_amount = 30 WHERE id = $1", sample.Qasr.ID)
	o.team(sample.Qasr, 49)
	o.reviewedOn(month(12))
	require.Equal(t, "3 at 30 %", o.tier(sample.Qasr))
	require.Equal(t, "warned", o.outcome(sample.Qasr, month(12)))
	require.Equal(t, 2, o.letters(), "both admins")
	seen := o.profile(first).Tier
	require.Equal(t, &company.Review{Month: month(12), People: 49, Was: new(3), Became: new(3), Outcome: "warned"}, seen.Last)
	require.Equal(t, 49, seen.Active)
	require.Equal(t, clock.NewDate(2027, 1, 1), *seen.Review)

	o.reviewedOn(clock.NewDate(2027, 1, 1))
	require.Equal(t, "2 at 25 %", o.tier(sample.Qasr))
	require.Equal(t, "fell", o.outcome(sample.Qasr, clock.NewDate(2027, 1, 1)))
	require.Equal(t, 4, o.letters())
	o.team(sample.Qasr, 2)
	o.reviewedOn(clock.NewDate(2027, 2, 1))
	require.Equal(t, "warned", o.outcome(sample.Qasr, clock.NewDate(2027, 2, 1)), "each fall has its own warning")
	o.reviewedOn(clock.NewDate(2027, 3, 2))
	require.Equal(t, "0 at 0 %", o.tier(sample.Qasr), "no plan is for two people")
	o.team(sample.Qasr, 20)
	o.reviewedOn(clock.NewDate(2027, 4, 1))
	require.Equal(t, "1 at 20 %", o.tier(sample.Qasr))
	require.Equal(t, "rose", o.outcome(sample.Qasr, clock.NewDate(2027, 4, 1)))
}

func TestATierOfAFixedAmountBringsItsMinimumsAndAClosedPlanIsReachedByNobody(t *testing.T) {
	t.Parallel()
	o := openTiers(t)
	o.admin(sample.Qasr)
	servertest.Do(t, o.pool, `UPDATE plans SET discount_type = 'Flat', discount_amount = 1000, discount_percentage = 0, minimum_day = 4,
		minimum_meal_count = 2 WHERE id = 2`)
	servertest.Do(t, o.pool, "UPDATE plans SET active_until = $1 WHERE id IN (1, 3)", month(12))
	o.team(sample.Qasr, 60)
	terms := func() string {
		return o.one(`SELECT plan_id || ' ' || discount_type || ' ' || discount_amount || ' ' || minimum_day || ' ' || minimum_meal_count
			FROM companies WHERE id = $1`, sample.Qasr.ID)
	}
	o.reviewedOn(month(12))
	require.Equal(t, "2 Flat 1000 2 2", terms(), "plan 3 is closed, and its two days were agreed with it")
	for _, day := range []clock.Date{clock.NewDate(2027, 1, 1), clock.NewDate(2027, 2, 1)} {
		o.team(sample.Qasr, 20)
		o.reviewedOn(day)
	}
	require.Equal(t, "0 at 0 %", o.tier(sample.Qasr), "its first plan is closed as well")
	servertest.Do(t, o.pool, "UPDATE companies SET plan_id = 1, discount_amount = 20 WHERE id = $1", sample.Qasr.ID)
	o.reviewedOn(clock.NewDate(2027, 3, 1))
	require.Equal(t, "kept", o.outcome(sample.Qasr, clock.NewDate(2027, 3, 1)), "who has a closed plan keeps it")
}

func TestWhoIsBackInTimeKeepsTheTier(t *testing.T) {
	t.Parallel()
	o := openTiers(t)
	o.admin(sample.Qasr)
	o.team(sample.Qasr, 19)
	o.reviewedOn(month(12))
	require.Equal(t, "warned", o.outcome(sample.Qasr, month(12)))
	o.team(sample.Qasr, 20)
	o.reviewedOn(clock.NewDate(2027, 1, 5))
	require.Equal(t, "kept", o.outcome(sample.Qasr, clock.NewDate(2027, 1, 1)))
	require.Equal(t, "1 at 20 %", o.tier(sample.Qasr))
	require.Equal(t, 1, o.letters())
}

func TestADiscountThatWasAgreedIsNoTier(t *testing.T) {
	t.Parallel()
	o := openTiers(t)
	o.team(sample.Qasr, 60)
	servertest.Do(t, o.pool, "UPDATE companies SET discount_amount = 22 WHERE id = $1", sample.Qasr.ID)
	o.reviewedOn(month(12))
	require.Equal(t, "1 at 22 %", o.tier(sample.Qasr))
	require.Equal(t, "kept", o.outcome(sample.Qasr, month(12)))
	servertest.Do(t, o.pool, "UPDATE companies SET discount_amount = 20, status = 'Suspended' WHERE id = $1", sample.Qasr.ID)
	o.reviewedOn(clock.NewDate(2027, 1, 1))
	require.Equal(t, 1, o.count("tier_reviews"), "a suspended company is not looked at")
}

func TestSeveralServersReviewAMonthOnce(t *testing.T) {
	t.Parallel()
	o := openTiers(t)
	o.admin(sample.Qasr)
	o.team(sample.Qasr, 60)
	o.clock.Move(month(12).Start().Sub(o.clock.Now()))
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if err := o.companies.ReviewTiers(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Equal(t, 1, o.letters())
	require.Equal(t, 1, o.acts("company.tier"))
	require.Equal(t, "3 at 30 %", o.tier(sample.Qasr))
}

func TestAnAdminIsWrittenWhatTheReviewFound(t *testing.T) {
	t.Parallel()
	o := openTiers(t)
	who := o.admin(sample.Qasr)
	box, err := local.StartMailbox(local.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, box.Stop()) })
	sender, err := mail.New(box.URL()+"?starttls=never", "Sahn <hello@sahn.example>")
	require.NoError(t, err)
	sender.Public, err = url.Parse("https://app.example")
	require.NoError(t, err)
	o.team(sample.Qasr, 19)
	o.reviewedOn(month(12))
	companies := company.New(company.Options{DB: o.pool, Clock: o.clock.Now,
		Post: &mail.Post{DB: o.pool, Sender: sender, Clock: o.clock.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}})
	send := func() {
		err := company.WorkTierMail(companies, t.Context(),
			&river.Job[company.TierMail]{JobRow: &rivertype.JobRow{},
				Args: company.TierMail{Profile: who.ProfileID, Company: sample.Qasr.ID, Month: month(12)}})
		require.NoError(t, err)
	}
	letters := func() []local.Mail {
		mails, err := box.Mails(9)
		require.NoError(t, err)
		return mails
	}
	send()
	send()
	require.Len(t, letters(), 1)
	require.Contains(t, letters()[0].Subject, "needs 1 more to keep 20% off")
	servertest.Do(t, o.pool, "UPDATE profiles SET client_type = 'Employee' WHERE id = $1", who.ProfileID)
	servertest.Do(t, o.pool, "DELETE FROM mails")
	send()
	require.Len(t, letters(), 1, "who is no admin any more is not told")
	_, err = db.New(o.pool).TierReviewLast(t.Context(), sample.Harbour.ID)
	require.True(t, db.None(err))
}
