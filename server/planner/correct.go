package planner

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
	"sahn/server/withdrawal"
)

// correct publishes changed allergens of meals at once on every menu that offers them on a day to come, and nothing else of the meals. The
// caller holds the meals. It returns an act for each menu, and who has such a meal ahead.
func (p *Planner) correct(ctx context.Context, tx db.Tx, who web.Caller, meals []menu.Meal, now time.Time) (acts []audit.Act,
	told withdrawal.Noticed, err error) {
	today := clock.DateOf(now)
	versions, err := published.Versions(ctx, tx.Queries, today.Monday(), today.Monday()+7*53)
	if err != nil {
		return nil, told, err
	}
	for _, monday := range slices.Sorted(maps.Keys(versions)) {
		if _, differs := corrected(versions[monday].Week, meals, today); !differs {
			continue
		}
		if err := published.Lock(ctx, tx.Queries, monday); err != nil { // who orders from here on has seen it
			return nil, told, err
		}
		held, err := published.Versions(ctx, tx.Queries, monday, monday)
		if err != nil {
			return nil, told, err
		}
		versions[monday] = held[monday]
	}
	for _, monday := range slices.Sorted(maps.Keys(versions)) {
		v := versions[monday]
		w, differs := corrected(v.Week, meals, today)
		if !differs {
			continue
		}
		hash, err := published.Publish(ctx, tx.Queries, w, now)
		if err != nil {
			return nil, told, err
		}
		n, err := p.notice(ctx, tx, who, v.Week, w, now)
		if err != nil {
			return nil, told, err
		}
		told.People, told.Yours = told.People+n.People, told.Yours+n.Yours
		acts = append(acts, audit.Act{Kind: "menu.correct", Subject: monday.String(), Before: map[string]any{"hash": v.Hash},
			After: map[string]any{"hash": hash, "people": n.People, "told": n.Yours}})
	}
	return acts, told, nil
}

// corrected is a menu with the allergens of meals as they are now, where it offers them today or later; false when none differs.
func corrected(w menu.Week, meals []menu.Meal, today clock.Date) (menu.Week, bool) {
	w.Meals = slices.Clone(w.Meals)
	differs := false
	for _, m := range meals {
		i := slices.IndexFunc(w.Meals, func(o menu.Meal) bool { return o.ID == m.ID })
		if i < 0 || !slices.ContainsFunc(w.Days, func(d menu.Day) bool { return d.Date >= today && slices.Contains(d.Meals, m.ID) }) {
			continue
		}
		if changed, _ := menu.Differ(w.Meals[i].Allergens, m.Allergens); len(changed) > 0 {
			w.Meals[i].Allergens, differs = m.Allergens, true
		}
	}
	return w, differs
}

// notice tells who has a meal ahead of which a new version of a menu says other allergens. The caller holds the menu.
func (p *Planner) notice(ctx context.Context, tx db.Tx, who web.Caller, before, after menu.Week, now time.Time) (all withdrawal.Noticed,
	err error) {
	for _, m := range after.Meals {
		was, had := before.Meal(m.ID)
		if !had {
			continue
		}
		n, err := p.Withdrawals.Correct(ctx, tx, withdrawal.Correction{Week: after.Week, From: max(after.Week, clock.DateOf(now)), Meal: m,
			Before: was.Allergens, Who: who.ProfileID}, now)
		if err != nil {
			return all, fmt.Errorf("correct %s: %w", m.ID, err)
		}
		all.People, all.Yours = all.People+n.People, all.Yours+n.Yours
	}
	return all, nil
}
