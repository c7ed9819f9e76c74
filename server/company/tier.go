package company

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
)

// TierReview is the job that determines, on the first of each month, which plan each company has reached.
type TierReview struct{}

// Kind names the job.
func (TierReview) Kind() string { return "tier_review" }

// TierMail is the job that writes the result of a review to an admin.
type TierMail struct {
	Profile string     `json:"profile"`
	Company string     `json:"company"`
	Month   clock.Date `json:"month"`
}

// Kind names the job.
func (TierMail) Kind() string { return "mail_tier" }

// InsertOpts retries the letter for longer than a code.
func (TierMail) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: mail.Retries} }

// Work registers this package's jobs with a runner.
func (c *Companies) Work(workers *river.Workers) {
	river.AddWorker(workers, &reviewer{companies: c})
	river.AddWorker(workers, &tierTeller{companies: c})
	river.AddWorker(workers, &correctionTeller{companies: c})
	river.AddWorker(workers, &planChanger{companies: c})
}

// Periodic are the jobs that run on a schedule.
func (c *Companies) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
		func() (river.JobArgs, *river.InsertOpts) { return TierReview{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}), everyMinute()}
}

type reviewer struct {
	river.WorkerDefaults[TierReview]
	companies *Companies
}

// Work reviews at most a hundred companies; the job runs every hour.
func (w *reviewer) Work(ctx context.Context, _ *river.Job[TierReview]) error {
	return w.companies.ReviewTiers(ctx)
}

// ReviewTiers reviews every company that was a customer before this month began and has no review of this month. A
// company that fails does not block the others.
func (c *Companies) ReviewTiers(ctx context.Context) error {
	month := firstOf(clock.DateOf(c.now()))
	due, err := db.New(c.db).TierReviewsDue(ctx, new(month.Start()), month)
	if err != nil {
		return fmt.Errorf("find companies to review: %w", err)
	}
	var failed error
	for _, id := range due {
		failed = errors.Join(failed, c.reviewTier(ctx, id, month))
	}
	return failed
}

// reviewTier records the result of a month, once, with its effect and its letters.
func (c *Companies) reviewTier(ctx context.Context, id string, month clock.Date) error {
	return db.InTx(ctx, c.db, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PlansShare(ctx); err != nil {
			return err
		}
		row, err := tx.CompanyHold(ctx, id)
		if err != nil || row.Status != "Active" {
			return err
		}
		plans, err := tx.PlansFor(ctx, clock.DateOf(c.now()), row.PlanID)
		if err != nil {
			return err
		}
		people, err := tx.CompanyActive(ctx, id)
		if err != nil {
			return err
		}
		last, err := tx.TierReviewLast(ctx, id)
		if err != nil && !db.None(err) {
			return err
		}
		r := review(row, plans, people, last.Outcome == "warned")
		done, err := tx.TierReviewInsert(ctx, db.TierReviewInsertParams{CompanyID: id, Month: month, People: people, Was: planID(r.was),
			Became: planID(r.became), Outcome: r.outcome, At: c.now()})
		if err != nil || done == 0 || r.outcome == "kept" {
			return err
		}
		if r.outcome != "warned" {
			if err := c.become(ctx, tx.Queries, row, r); err != nil {
				return err
			}
		}
		admins, err := tx.CompanyAdmins(ctx, id)
		for _, admin := range admins {
			if err := c.queue.InsertTx(ctx, tx, TierMail{admin, id, month}, nil); err != nil {
				return err
			}
		}
		return err
	})
}

func (c *Companies) become(ctx context.Context, q *db.Queries, row db.Company, r found) error {
	if err := q.CompanyTierSet(ctx, agreed(row, r)); err != nil {
		return err
	}
	return audit.Write(ctx, q,
		audit.Act{At: c.now(), Company: row.ID, Kind: "company.tier", Subject: row.ID, Before: planID(r.was), After: planID(r.became)})
}

// found is the result of a review; without a plan a company pays full prices.
type found struct {
	was, became *db.Plan
	outcome     string
}

// review decides a company's plan. It is the highest whose minimum the active people reach, of the plans that are offered and its own; a
// company that falls short keeps its tier for one month and is warned. A discount that an operator agreed with the company is not a tier,
// and stays.
func review(row db.Company, plans []db.Plan, people int, warned bool) found {
	var has, reached *db.Plan
	for i, p := range plans {
		own := row.PlanID != nil && p.ID == *row.PlanID
		if own {
			has = &plans[i]
		}
		if p.MinNumPeople <= people && (reached == nil || p.MinNumPeople > reached.MinNumPeople ||
			own && p.MinNumPeople == reached.MinNumPeople) {
			reached = &plans[i]
		}
	}
	switch {
	case row.DiscountType != termsWith(has).DiscountType || row.DiscountAmount != termsWith(has).DiscountAmount, has == reached:
		return found{has, has, "kept"}
	case has == nil || reached != nil && reached.MinNumPeople > has.MinNumPeople:
		return found{has, reached, "rose"}
	case !warned:
		return found{has, has, "warned"}
	}
	return found{has, reached, "fell"}
}

func planID(p *db.Plan) *int {
	if p == nil {
		return nil
	}
	return &p.ID
}

type tierTeller struct {
	river.WorkerDefaults[TierMail]
	companies *Companies
}

// Work sends the letter, unless the person is no longer an admin of the company.
func (w *tierTeller) Work(ctx context.Context, j *river.Job[TierMail]) error {
	c := w.companies
	to, err := c.adminToTell(ctx, j.Args.Profile, j.Args.Company)
	if err != nil || to == nil {
		return err
	}
	q := db.New(c.db)
	r, err := q.TierReviewOne(ctx, j.Args.Company, j.Args.Month)
	if err != nil {
		return err
	}
	plans, err := q.Plans(ctx)
	if err != nil {
		return err
	}
	letter := mail.Tier{Name: to.Name, Company: *to.CompanyName, Outcome: r.Outcome, People: r.People, Until: nextMonth(r.Month)}
	for _, p := range plans {
		if r.Was != nil && p.ID == *r.Was {
			letter.Was, letter.Needed = PlanTermsOf(p).Discount(), p.MinNumPeople
		}
		if r.Became != nil && p.ID == *r.Became {
			letter.Discount = PlanTermsOf(p).Discount()
		}
	}
	message, err := c.post.Sender.Tier(fmt.Sprintf("tier-%s-%s", j.Args.Month, to.ID),
		mail.To{Address: to.Email, Language: to.Language}, letter)
	if err != nil {
		return err
	}
	return c.post.Send(ctx, mail.Letter{Kind: mail.TierKind, Person: to.PersonID, Message: message})
}

// adminToTell is the admin of a company that a letter is for; nil when they are that no longer.
func (c *Companies) adminToTell(ctx context.Context, profile, company string) (*db.ProfileOneRow, error) {
	to, err := db.New(c.db).ProfileOne(ctx, profile)
	if db.None(err) || err == nil && (to.Status != "Active" || to.ClientType != "Admin" || to.CompanyID == nil || *to.CompanyID != company) {
		return nil, nil
	}
	return &to, err
}
