package operator

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/oklog/ulid/v2"

	"sahn/server/company"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Plan is a plan as operators see it, with what hangs on it: companies that have it; those among them with a discount that was agreed
// otherwise; drafts of later days that a change of the discount would price anew; Used when a company has or had it. Offered: new
// companies may choose it today. Next is what it becomes on a later day. Seal names terms and Next, for a change by who saw them.
type Plan struct {
	ID int `json:"id"`
	company.PlanTerms
	Companies int         `json:"companies"`
	Agreed    int         `json:"agreed"`
	Drafts    int         `json:"drafts"`
	Used      bool        `json:"used"`
	Offered   bool        `json:"offered"`
	Next      *PlanChange `json:"next,omitempty"`
	Seal      string      `json:"seal"`
}

// PlanChange is what a plan becomes from a day on, a Dubai date.
type PlanChange struct {
	From clock.Date `json:"from"`
	company.PlanTerms
}

// PlansAnswer lists all plans, by how many people they take.
type PlansAnswer struct {
	Data []Plan `json:"data"`
}

// PlanRequest is a new plan. Key is a ULID of the device, so that a repeated request adds it once.
type PlanRequest struct {
	Key string `json:"key" validate:"required,len=26,alphanum"`
	company.PlanTerms
}

// PlanChangeRequest is everything about a plan from a day on: today, or a later one. A later change replaces the one that waits.
// Seen is the seal of what the manager saw; without it, what somebody else set meanwhile is replaced, too.
type PlanChangeRequest struct {
	ID   string     `path:"id" json:"-" validate:"required,max=9,numeric"`
	From clock.Date `json:"from" validate:"required"`
	Seen string     `json:"seen,omitempty" validate:"max=32"`
	company.PlanTerms
}

// planID is a plan's id in a path.
type planID struct {
	ID string `path:"id" validate:"required,max=9,numeric"`
}

// HandlePlans lists the plans. A manager may.
func (o *Office) HandlePlans(ctx context.Context, _ web.Caller, _ Nothing) (PlansAnswer, error) {
	q, today := db.New(o.Conn), clock.DateOf(o.Clock())
	rows, err := q.Plans(ctx)
	if err != nil {
		return PlansAnswer{}, err
	}
	uses, err := q.PlanUses(ctx, today)
	if err != nil {
		return PlansAnswer{}, err
	}
	changes, err := q.PlanChanges(ctx)
	if err != nil {
		return PlansAnswer{}, err
	}
	all := make([]Plan, len(rows))
	for i, r := range rows {
		terms := company.PlanTermsOf(r)
		all[i] = Plan{ID: r.ID, PlanTerms: terms, Offered: terms.Offered(today)}
		if n := slices.IndexFunc(uses, func(u db.PlanUsesRow) bool { return u.ID == r.ID }); n >= 0 {
			all[i].Companies, all[i].Agreed, all[i].Drafts, all[i].Used = uses[n].Companies, uses[n].Agreed, uses[n].Drafts, uses[n].Used
		}
		if n := slices.IndexFunc(changes, func(c db.PlanChange) bool { return c.PlanID == r.ID }); n >= 0 {
			later, err := company.LaterTerms(changes[n])
			if err != nil {
				return PlansAnswer{}, err
			}
			all[i].Next = &PlanChange{changes[n].FromDate, later}
		}
		all[i].Seal = sealOf(PlanChange{PlanTerms: terms}, all[i].Next)
	}
	return PlansAnswer{all}, nil
}

// HandlePlanAdd adds a plan. A manager may.
func (o *Office) HandlePlanAdd(ctx context.Context, who web.Caller, r PlanRequest) (PlansAnswer, error) {
	if _, err := ulid.ParseStrict(r.Key); err != nil {
		return PlansAnswer{}, fault.Field("key", "The key field is invalid.")
	}
	return o.changePlans(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		id, err := company.AddPlan(ctx, tx.Queries, r.Key, &r.PlanTerms)
		if err != nil || id == 0 {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "plan.add", Subject: company.PlanSubject(id), Note: r.Name, After: r.PlanTerms}, nil
	})
}

// HandlePlanChange changes a plan today or on a later day. Its companies follow from their next order on. A manager may.
func (o *Office) HandlePlanChange(ctx context.Context, who web.Caller, r PlanChangeRequest) (PlansAnswer, error) {
	today := clock.DateOf(o.Clock())
	if r.From < today || r.From > today+366 {
		return PlansAnswer{}, fault.Field("from", "The from field must be today or a day of the coming year.")
	}
	id, err := strconv.Atoi(r.ID)
	if err != nil {
		return PlansAnswer{}, fault.ErrNotFound
	}
	return o.changePlans(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		all, err := company.HoldPlans(ctx, tx.Queries, id, &r.PlanTerms)
		if err != nil {
			return audit.Act{}, err
		}
		at := slices.IndexFunc(all, func(p db.Plan) bool { return p.ID == id })
		if at < 0 {
			return audit.Act{}, fault.ErrNotFound
		}
		now, next, err := planNow(ctx, tx.Queries, all[at])
		if err != nil {
			return audit.Act{}, err
		}
		done := audit.Act{Kind: "plan.change", Subject: company.PlanSubject(id), Note: r.Name, Before: now.PlanTerms,
			After: PlanChange{r.From, r.PlanTerms}}
		asked := PlanChange{r.From, r.PlanTerms}
		switch is := sealOf(now, next); {
		case r.From > today && is == sealOf(now, &asked), r.From == today && is == sealOf(PlanChange{PlanTerms: r.PlanTerms}, nil):
			return audit.Act{}, nil // asked twice
		case stale(r.Seen, now, next):
			return done, ErrSettingChanged
		}
		if r.From == today {
			return done, company.ChangePlan(ctx, tx.Queries, id, r.PlanTerms)
		}
		terms, err := json.Marshal(r.PlanTerms)
		if err != nil {
			return audit.Act{}, err
		}
		done.Kind = "plan.schedule"
		return done, tx.PlanChangeSet(ctx, id, r.From, terms)
	})
}

// planNow is what a plan is and what it is to become, nil for nothing.
func planNow(ctx context.Context, q *db.Queries, p db.Plan) (now PlanChange, next *PlanChange, err error) {
	now.PlanTerms = company.PlanTermsOf(p)
	coming, err := q.PlanChanges(ctx)
	at := slices.IndexFunc(coming, func(c db.PlanChange) bool { return c.PlanID == p.ID })
	if err != nil || at < 0 {
		return now, nil, err
	}
	later, err := company.LaterTerms(coming[at])
	return now, &PlanChange{coming[at].FromDate, later}, err
}

// HandlePlanChangeWithdraw takes back what a plan was to become. A manager may.
func (o *Office) HandlePlanChangeWithdraw(ctx context.Context, who web.Caller, r planID) (PlansAnswer, error) {
	return o.dropPlan(ctx, who, r, func(ctx context.Context, tx db.Tx, p db.Plan) (audit.Act, error) {
		now, next, err := planNow(ctx, tx.Queries, p)
		if err != nil || next == nil {
			return audit.Act{}, err
		}
		_, err = tx.PlanChangeDrop(ctx, p.ID)
		return audit.Act{Kind: "plan.withdraw", Before: *next, After: now.PlanTerms}, err
	})
}

// HandlePlanRemove removes a plan that no company has or had. A manager may.
func (o *Office) HandlePlanRemove(ctx context.Context, who web.Caller, r planID) (PlansAnswer, error) {
	return o.dropPlan(ctx, who, r, func(ctx context.Context, tx db.Tx, p db.Plan) (audit.Act, error) {
		err := tx.PlanRemove(ctx, p.ID)
		if db.Broke(err, "companies_plan_id_fkey") || db.Broke(err, "tier_reviews_was_fkey") || db.Broke(err, "tier_reviews_became_fkey") {
			err = company.ErrPlanUsed
		}
		return audit.Act{Kind: "plan.remove", Before: company.PlanTermsOf(p)}, err
	})
}

// dropPlan does something to one of the plans, which nobody agrees on meanwhile.
func (o *Office) dropPlan(ctx context.Context, who web.Caller, r planID,
	drop func(ctx context.Context, tx db.Tx, p db.Plan) (audit.Act, error)) (PlansAnswer, error) {
	return o.changePlans(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		all, err := tx.PlansHold(ctx)
		if err != nil {
			return audit.Act{}, err
		}
		at := slices.IndexFunc(all, func(p db.Plan) bool { return strconv.Itoa(p.ID) == r.ID })
		if at < 0 {
			return audit.Act{}, fault.ErrNotFound
		}
		done, err := drop(ctx, tx, all[at])
		if done.Kind != "" {
			done.Subject, done.Note = company.PlanSubject(all[at].ID), all[at].Name
		}
		return done, err
	})
}

func (o *Office) changePlans(ctx context.Context, who web.Caller,
	change func(ctx context.Context, tx db.Tx) (audit.Act, error)) (PlansAnswer, error) {
	if err := o.act(ctx, who, change); err != nil {
		return PlansAnswer{}, err
	}
	return o.HandlePlans(ctx, who, Nothing{})
}
