package company

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/week"
)

// SetupPlan is a plan in a setup file. Amounts are dirhams; a discount is percent or flat.
type SetupPlan struct {
	Name         string      `yaml:"name"`
	People       int         `yaml:"people"`
	Percent      int64       `yaml:"percent"`
	Flat         float64     `yaml:"flat"`
	MinimumDays  int         `yaml:"minimum_days"`
	MinimumMeals int         `yaml:"minimum_meals"`
	AverageLunch float64     `yaml:"average_lunch"`
	Popular      bool        `yaml:"popular"`
	From         *clock.Date `yaml:"from"`
	Until        *clock.Date `yaml:"until"`
}

// SetupPlans adds the plans that are not there yet, each with what `did` does about it. They come instead of the shipped ones, unless
// companies have those already. It joins the caller's transaction.
func SetupPlans(ctx context.Context, q *db.Queries, plans []SetupPlan, did func(subject, name string) error) error {
	if len(plans) == 0 {
		return nil
	}
	if _, err := q.PlanRemoveShipped(ctx); err != nil {
		return err
	}
	known, err := q.Plans(ctx)
	if err != nil {
		return err
	}
	for _, p := range plans {
		if slices.ContainsFunc(known, func(k db.Plan) bool { return strings.EqualFold(k.Name, p.Name) }) {
			continue
		}
		terms, err := p.terms()
		id := 0
		if err == nil {
			id, err = AddPlan(ctx, q, ulid.Make().String(), &terms)
		}
		if err == nil {
			err = did(PlanSubject(id), p.Name)
		}
		if err != nil {
			return fmt.Errorf("plan %q: %w", p.Name, err)
		}
	}
	return nil
}

// terms are what the plan says, with the product's own minimums and average lunch where it says nothing.
func (p SetupPlan) terms() (PlanTerms, error) {
	fils := func(dirhams float64) int64 { return int64(math.Round(dirhams * 100)) }
	t := PlanTerms{Name: p.Name, DiscountType: "Percentage", DiscountAmount: p.Percent, MinNumPeople: p.People,
		MinimumDay: cmp.Or(p.MinimumDays, week.MinNumDays), MinimumMealCount: cmp.Or(p.MinimumMeals, 1),
		AvgPrice: money.Fils(cmp.Or(fils(p.AverageLunch), 4700)), Popular: p.Popular, ActiveFrom: p.From, ActiveUntil: p.Until}
	if p.Flat != 0 {
		if p.Percent != 0 {
			return t, errors.New("say percent or flat, not both")
		}
		t.DiscountType, t.DiscountAmount = "Flat", fils(p.Flat)
	}
	return t, nil
}
