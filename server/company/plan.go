package company

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// PlanTerms are everything about a plan that operators set. The discount is percent, or fils off each portion when it is Flat. MinNumPeople
// is its tier: how many active people it takes. AvgPrice (fils, VAT included) is the example in the list of plans. It is offered to new
// companies from ActiveFrom on until the day before ActiveUntil, Dubai dates; companies that have it keep it.
type PlanTerms struct {
	Name             string      `json:"name"`
	DiscountType     string      `json:"discount_type"`
	DiscountAmount   int64       `json:"discount_amount"`
	MinNumPeople     int         `json:"min_num_people"`
	MinimumDay       int         `json:"minimum_day"`
	MinimumMealCount int         `json:"minimum_meal_count"`
	AvgPrice         money.Fils  `json:"avg_price"`
	Popular          bool        `json:"popular"`
	ActiveFrom       *clock.Date `json:"active_from,omitempty"`
	ActiveUntil      *clock.Date `json:"active_until,omitempty"`
}

// maxPlans bounds a list that everybody loads.
const maxPlans = 20

// Why a plan is not kept, or not removed.
var (
	ErrPlanNamed = fault.Field("name", "There is a plan with this name already.")
	ErrManyPlans = fault.New(fault.Conflict, "too_many_plans", "There are too many plans.")
	ErrPlanUsed  = fault.New(fault.Conflict, "plan_used", "Companies have or had this plan: it can only be closed to new companies.")
)

// PlanTermsOf are the terms of a plan now.
func PlanTermsOf(p db.Plan) PlanTerms {
	return PlanTerms{p.Name, p.DiscountType, p.DiscountAmount, p.MinNumPeople, p.MinimumDay, p.MinimumMealCount, p.AvgPrice, p.Popular,
		p.ActiveFrom, p.ActiveUntil}
}

// Offered reports whether new companies may choose a plan on a day.
func (t PlanTerms) Offered(on clock.Date) bool {
	return (t.ActiveFrom == nil || *t.ActiveFrom <= on) && (t.ActiveUntil == nil || on < *t.ActiveUntil)
}

// Discount says how much less each meal costs: "25%" or "AED 10.00".
func (t PlanTerms) Discount() string {
	if t.DiscountType == "Flat" {
		return money.Fils(t.DiscountAmount).String()
	}
	return strconv.FormatInt(t.DiscountAmount, 10) + "%"
}

func (t *PlanTerms) clean() (err error) {
	if t.Name, err = person.Line("name", t.Name, 40); err != nil {
		return err
	}
	most := map[string]int64{"Percentage": 100, "Flat": 100_000}[t.DiscountType]
	for _, f := range []struct {
		name               string
		value, least, most int64
	}{
		{"discount_amount", t.DiscountAmount, 1, most}, {"min_num_people", int64(t.MinNumPeople), 1, 100_000},
		{"minimum_day", int64(t.MinimumDay), 1, week.MaxNumDays}, {"minimum_meal_count", int64(t.MinimumMealCount), 1, 20},
		{"avg_price", int64(t.AvgPrice), 100, 100_000},
	} {
		if f.value < f.least || f.value > f.most {
			return fault.Field(f.name, fmt.Sprintf("The %s field must be from %d to %d.", strings.ReplaceAll(f.name, "_", " "), f.least, f.most))
		}
	}
	if t.ActiveFrom != nil && t.ActiveUntil != nil && *t.ActiveUntil <= *t.ActiveFrom {
		return fault.Field("active_until", "The active until field must be after active from.")
	}
	return nil
}

// beforeVAT is what an average lunch costs with a plan, before VAT and in whole dirhams, as the list of plans has always had it.
func (t PlanTerms) beforeVAT(rate money.Rate) money.Fils {
	charged := quote.Terms{DiscountType: t.DiscountType, DiscountAmount: t.DiscountAmount}.AtCounter(t.AvgPrice)
	return (charged-charged.VAT(rate)).Part(1, 100) * 100
}

// set writes a plan. The price before VAT that stands with it is for the version before, which knows one rate.
func (t PlanTerms) set(ctx context.Context, q *db.Queries, id int) error {
	return q.PlanSet(ctx, db.PlanSetParams{ID: id, Name: t.Name, DiscountType: t.DiscountType, DiscountAmount: t.DiscountAmount,
		MinNumPeople: t.MinNumPeople, AvgPrice: t.AvgPrice, AvgDiscountPrice: t.beforeVAT(money.FirstRate), Popular: t.Popular,
		MinimumDay: t.MinimumDay, MinimumMealCount: t.MinimumMealCount, ActiveFrom: t.ActiveFrom, ActiveUntil: t.ActiveUntil})
}

// HoldPlans holds every plan until the transaction ends, so that nobody agrees on one meanwhile, and cleans the terms that the plan `id`
// (0: a new one) is to have, whose name no other plan has or will have. It joins the caller's transaction.
func HoldPlans(ctx context.Context, q *db.Queries, id int, t *PlanTerms) ([]db.Plan, error) {
	if err := t.clean(); err != nil {
		return nil, err
	}
	all, err := q.PlansHold(ctx)
	if err != nil {
		return nil, err
	}
	changes, err := q.PlanChanges(ctx)
	if err != nil {
		return nil, err
	}
	same := func(plan int, name string) bool { return plan != id && strings.EqualFold(name, t.Name) }
	for _, c := range changes {
		later, err := LaterTerms(c)
		if err != nil {
			return nil, err
		}
		if same(c.PlanID, later.Name) {
			return all, ErrPlanNamed
		}
	}
	if slices.ContainsFunc(all, func(p db.Plan) bool { return same(p.ID, p.Name) }) {
		return all, ErrPlanNamed
	}
	return all, nil
}

// LaterTerms are what a plan becomes by a change.
func LaterTerms(c db.PlanChange) (t PlanTerms, err error) {
	if err = json.Unmarshal(c.Terms, &t); err != nil {
		err = fmt.Errorf("what plan %d becomes: %w", c.PlanID, err)
	}
	return t, err
}

// AddPlan adds a plan; 0 when there is one with this key. It joins the caller's transaction, which has checked who asks.
func AddPlan(ctx context.Context, q *db.Queries, key string, t *PlanTerms) (int, error) {
	all, err := HoldPlans(ctx, q, 0, t)
	if slices.ContainsFunc(all, func(p db.Plan) bool { return p.Key != nil && *p.Key == key }) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if len(all) >= maxPlans {
		return 0, ErrManyPlans
	}
	id, err := q.PlanAdd(ctx, key)
	if err != nil {
		return 0, err
	}
	return id, t.set(ctx, q, id)
}

// ChangePlan gives a plan new terms at once. Its companies follow, but for what was agreed with them otherwise, from their next order on:
// an order keeps the terms that it was made with. It joins the caller's transaction, which holds the plans.
func ChangePlan(ctx context.Context, q *db.Queries, id int, t PlanTerms) error {
	if err := q.PlanCompaniesHold(ctx, id); err != nil {
		return err
	}
	err := q.PlanFollow(ctx, db.PlanFollowParams{ID: id, DiscountType: t.DiscountType, DiscountAmount: t.DiscountAmount,
		MinimumDay: t.MinimumDay, MinimumMealCount: t.MinimumMealCount})
	if err == nil {
		err = t.set(ctx, q, id)
	}
	if err == nil {
		_, err = q.PlanChangeDrop(ctx, id)
	}
	return err
}

// PlanChanges is the job that makes the changes of plans, areas and windows whose day has come.
type PlanChanges struct{}

// Kind names the job.
func (PlanChanges) Kind() string { return "plan_changes" }

type planChanger struct {
	river.WorkerDefaults[PlanChanges]
	companies *Companies
}

// Work makes the changes whose day has come.
func (w *planChanger) Work(ctx context.Context, _ *river.Job[PlanChanges]) error {
	return errors.Join(w.companies.ChangePlans(ctx), w.companies.ChangeAreas(ctx))
}

func everyMinute() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(time.Minute),
		func() (river.JobArgs, *river.InsertOpts) { return PlanChanges{}, nil }, &river.PeriodicJobOpts{RunOnStart: true})
}

// ChangePlans makes the changes of plans whose day has come, each with its act.
func (c *Companies) ChangePlans(ctx context.Context) error {
	today := clock.DateOf(c.now())
	due, err := db.New(c.db).PlanChangesDue(ctx, today)
	if err != nil || !due {
		return err
	}
	return db.InTx(ctx, c.db, func(ctx context.Context, tx db.Tx) error {
		all, err := tx.PlansHold(ctx)
		if err != nil {
			return err
		}
		changes, err := tx.PlanChanges(ctx)
		if err != nil {
			return err
		}
		for _, change := range changes {
			at := slices.IndexFunc(all, func(p db.Plan) bool { return p.ID == change.PlanID })
			if change.FromDate > today || at < 0 {
				continue
			}
			is, err := LaterTerms(change)
			if err != nil {
				return err
			}
			if err := ChangePlan(ctx, tx.Queries, change.PlanID, is); err != nil {
				return err
			}
			err = audit.Write(ctx, tx.Queries, audit.Act{At: c.now(), Kind: "plan.start", Subject: PlanSubject(change.PlanID), Note: is.Name,
				Before: PlanTermsOf(all[at]), After: is})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// PlanSubject is how the audit log names a plan.
func PlanSubject(id int) string { return "plan " + strconv.Itoa(id) }

// agreed is what a company's tier makes of its terms: the plan's, but for minimums that were agreed otherwise. Without a plan they are the
// product's own.
func agreed(row db.Company, r found) db.CompanyTierSetParams {
	was, is := termsWith(r.was), termsWith(r.became)
	p := db.CompanyTierSetParams{ID: row.ID, PlanID: planID(r.became), DiscountType: is.DiscountType, DiscountAmount: is.DiscountAmount,
		MinimumDay: row.MinimumDay, MinimumMealCount: row.MinimumMealCount}
	if row.MinimumDay == was.MinimumDay {
		p.MinimumDay = is.MinimumDay
	}
	if row.MinimumMealCount == was.MinimumMealCount {
		p.MinimumMealCount = is.MinimumMealCount
	}
	return p
}

func termsWith(p *db.Plan) db.Plan {
	if p == nil {
		return db.Plan{DiscountType: "Percentage", MinimumDay: week.MinNumDays, MinimumMealCount: 1}
	}
	return *p
}
