package planner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sahn/server/menu/published"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ErrCannotPublish refuses a week whose plan has problems; the detail is the week.
var ErrCannotPublish = fault.New(fault.Invalid, "cannot_publish", "This week cannot be published as it is planned.")

// PublishRequest names a plan, at the revision that the client saw.
type PublishRequest struct {
	Week string `path:"week" json:"-" validate:"required,max=64"`
	Rev  int    `json:"rev" validate:"min=0"`
}

// HandlePublish makes a week's plan its menu, with the meals as they are in the book now, and sets the portion limits. The same content
// again makes no new version. The kitchen may.
func (p *Planner) HandlePublish(ctx context.Context, who web.Caller, r PublishRequest) (published PlannedWeek, err error) {
	monday, err := mondayOf(r.Week)
	if err != nil {
		return PlannedWeek{}, err
	}
	err = p.change(ctx, who, func(ctx context.Context, tx db.Tx, now time.Time) ([]audit.Act, error) {
		if err := tx.PlannerLock(ctx, int(monday)); err != nil {
			return nil, fmt.Errorf("lock week: %w", err)
		}
		acts, err := p.publish(ctx, tx, who, monday, &r.Rev, now)
		if err != nil {
			return nil, err
		}
		published, err = p.show(ctx, tx.Queries, monday, now)
		return acts, err
	})
	return published, err
}

// Release is the audit trail's record of a publication.
type Release struct {
	Hash    string `json:"hash"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Changed int    `json:"changed"`
}

// publish makes a plan the menu. The caller holds the planner's lock of the week; rev, unless nil, must be the plan's. It returns the
// audit acts, none when the menu is the same already.
func (p *Planner) publish(ctx context.Context, tx db.Tx, who web.Caller, monday clock.Date, rev *int, now time.Time) ([]audit.Act, error) {
	q := tx.Queries
	if err := q.PlannedMealsKeep(ctx, monday); err != nil { // a correction that is being saved is published too
		return nil, fmt.Errorf("hold meals: %w", err)
	}
	if err := published.Lock(ctx, q, monday); err != nil { // locks out new orders and cancellations until the commit
		return nil, err
	}
	s, err := lookAt(ctx, q, monday, clock.DateOf(now))
	if err != nil {
		return nil, err
	}
	if rev != nil && s.rev(monday) != *rev {
		return nil, ErrWeekChanged.With(s.show(monday))
	}
	switch state := s.state(monday); {
	case state == Published:
		return nil, nil
	case s.over(monday + 4):
		return nil, errOver
	case state == Empty || blocking(s.problems(monday)):
		return nil, ErrCannotPublish.With(s.show(monday))
	}
	target := s.target(monday)
	hash, err := published.Publish(ctx, q, target, now)
	if err != nil {
		return nil, err
	}
	if v := s.versions[monday]; v != nil {
		if _, err := p.notice(ctx, tx, who, v.Week, target, now); err != nil {
			return nil, err
		}
	}
	if err := s.limit(ctx, q, monday); err != nil {
		return nil, err
	}
	done := Release{Hash: hash}
	for _, c := range s.changes(monday) {
		switch c.What {
		case "added":
			done.Added++
		case "removed":
			done.Removed++
		default:
			done.Changed++
		}
	}
	act := audit.Act{Kind: "menu.publish", Subject: monday.String(), After: done}
	if v := s.versions[monday]; v != nil {
		act.Before = map[string]string{"hash": v.Hash}
	}
	return []audit.Act{act}, nil
}

// limit sets the portion limits of a week's coming days as planned. The caller holds the menu's lock, so no portion is taken or released
// meanwhile. A newly limited meal starts with the number of portions that are ordered by now.
func (s *sight) limit(ctx context.Context, q *db.Queries, monday clock.Date) error {
	type limit struct {
		spot
		cooked *int
	}
	var limits []limit
	planned := map[spot]bool{}
	for date := max(monday, s.today); date < monday+5; date++ {
		for _, o := range s.offers(date) {
			at := spot{date, o.Meal}
			planned[at] = true
			limits = append(limits, limit{at, o.Portions})
		}
	}
	for at := range s.limits {
		if !s.over(at.date) && !planned[at] {
			limits = append(limits, limit{at, nil})
		}
	}
	slices.SortFunc(limits, func(a, b limit) int { return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.meal, b.meal)) })
	for _, w := range limits {
		was, limited := s.limits[w.spot]
		var err error
		switch {
		case w.cooked == nil && limited:
			err = lift(ctx, q, w.spot)
		case w.cooked != nil && limited && was.Cooked != *w.cooked:
			err = enough(q.PortionsCookedSet(ctx, w.date, w.meal, *w.cooked))
		case w.cooked != nil && !limited:
			if err = enough(q.PortionsLimit(ctx, w.date, w.meal, *w.cooked)); err == nil {
				err = count(ctx, q, w.spot)
			}
		}
		if err != nil {
			return fmt.Errorf("limit %s on %s: %w", w.meal, w.date, err)
		}
	}
	return nil
}

// errTaken cannot happen: the portions were checked under the menu's lock.
var errTaken = errors.New("more portions are taken than are cooked")

func enough(rows int64, err error) error {
	if err == nil && rows == 0 {
		err = errTaken
	}
	return err
}

// count marks every line and every change that is being paid for as having taken its portions.
func count(ctx context.Context, q *db.Queries, at spot) error {
	if err := q.PortionsLinesCount(ctx, at.date, at.meal); err != nil {
		return err
	}
	return q.PortionsWantsCount(ctx, at.date, at.meal)
}

// lift removes a limit, and with it the marks of the portions that were taken from it.
func lift(ctx context.Context, q *db.Queries, at spot) error {
	if err := q.PortionsWantsForget(ctx, at.date, at.meal); err != nil {
		return err
	}
	if err := q.PortionsLinesForget(ctx, at.date, at.meal); err != nil {
		return err
	}
	return q.PortionsRemove(ctx, at.date, at.meal)
}
