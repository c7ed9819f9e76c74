// Package demo fills an empty database with the sample companies, people and menus, for people who want to look around and for tests.
package demo

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"sahn/server/dev/sample"
	"sahn/server/ledger"
	"sahn/server/menu/published"
	"sahn/server/person"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/week"
)

// Load puts the sample companies, people and menus into the database, once; a later call only adds the weeks that have come since. Changes
// that people made in the demo are kept.
func Load(ctx context.Context, conn db.Conn, now time.Time) error {
	return db.InTx(ctx, conn, func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.ProfileOne(ctx, sample.MariamHarbour.ID); db.None(err) {
			if err := People(ctx, tx.Queries, now); err != nil {
				return err
			}
		} else if err != nil {
			return fmt.Errorf("look for the demo: %w", err)
		}
		return Menus(ctx, tx.Queries, now)
	})
}

// Ramadan gives an area windows for iftar and suhoor, and sets Ramadan 2027, whose days the moon decides on. It is called once, with
// the past.
func Ramadan(ctx context.Context, q *db.Queries) error {
	area := sample.AreaTimings()[0].ID
	for _, w := range sample.RamadanTimings() {
		if _, err := q.AreaTimingInsert(ctx, db.AreaTimingInsertParams{ID: w.ID, AreaID: area, FromTime: w.From, UntilTime: w.Until,
			Weekdays: []int{1, 2, 3, 4, 5}, RamadanOnly: true}); err != nil {
			return fmt.Errorf("window of Ramadan: %w", err)
		}
	}
	first, last := sample.Ramadan()
	err := q.SeasonSet(ctx, db.SeasonSetParams{ID: sample.RamadanID, Kind: "ramadan", FirstDay: first, LastDay: &last, FirstExpected: true,
		LastExpected: true})
	if err != nil {
		return fmt.Errorf("ramadan: %w", err)
	}
	return nil
}

// passwordHash is computed once, because hashing is slow by design.
var passwordHash = sync.OnceValues(func() (string, error) { return person.HashPassword(sample.Password) })

// People inserts the sample companies, addresses, people and profiles, and the money in their wallets.
func People(ctx context.Context, q *db.Queries, now time.Time) error {
	for _, t := range sample.AreaTimings() {
		if _, err := q.AreaAdd(ctx, t.ID, t.Area, t.AreaAr); err != nil {
			return fmt.Errorf("area: %w", err)
		}
		if _, err := q.AreaTimingInsert(ctx, db.AreaTimingInsertParams{ID: t.ID, AreaID: t.ID, FromTime: t.From, UntilTime: t.Until,
			Weekdays: []int{1, 2, 3, 4, 5}}); err != nil {
			return fmt.Errorf("window: %w", err)
		}
	}
	for _, c := range sample.Companies() {
		row := db.CompanyInsertParams{ID: c.ID, Name: c.Name, CompanyType: c.CompanyType, Status: c.Status, PlanID: db.Null(c.PlanID),
			Trn: db.Null(c.TRN), MinimumDay: cmp.Or(c.MinimumDay, week.MinNumDays), MinimumMealCount: cmp.Or(c.MinimumMealCount, 1),
			DiscountType: cmp.Or(c.DiscountType, "Percentage"), DiscountAmount: c.DiscountAmount, ShareType: cmp.Or(c.ShareType, "Flat"),
			ShareValue: c.ShareValue, ShareCap: c.ShareCap, ShareDuration: cmp.Or(c.ShareDuration, "Daily"), CreatedAt: now,
			AllowedDomains: c.AllowedDomains}
		if err := q.CompanyInsert(ctx, row); err != nil {
			return fmt.Errorf("company %s: %w", c.Name, err)
		}
	}
	hash, err := passwordHash()
	if err != nil {
		return err
	}
	for _, p := range sample.People() {
		row := db.PersonInsertParams{ID: p.ID, Email: p.Email, Name: p.Name, Mobile: p.Mobile, CreatedAt: now}
		if p.Password != "" {
			row.PasswordHash = &hash
		}
		if err := q.PersonInsert(ctx, row); err != nil {
			return fmt.Errorf("person %s: %w", p.Email, err)
		}
	}
	return profiles(ctx, q, now)
}

func profiles(ctx context.Context, q *db.Queries, now time.Time) error {
	for _, p := range sample.Profiles() {
		var role *string
		if p.ClientType == "Operator" {
			role = new("manager")
		}
		if err := q.ProfileInsert(ctx,
			db.ProfileInsertParams{ID: p.ID, PersonID: p.PersonID, CompanyID: db.Null(p.CompanyID), ClientType: p.ClientType,
				Status: p.Status, CreatedAt: now, OperatorRole: role}); err != nil {
			return fmt.Errorf("profile %s: %w", p.ID, err)
		}
		if p.Status != "Invited" {
			if err := q.ProfileProvedSet(ctx, now, p.ID); err != nil {
				return fmt.Errorf("proof of %s: %w", p.ID, err)
			}
		}
	}
	for _, a := range sample.Addresses() {
		if err := q.AddressInsert(ctx,
			db.AddressInsertParams{ID: a.ID, CompanyID: a.CompanyID, ProfileID: db.Null(a.ProfileID), Label: a.Label, Line: a.Line,
				AreaTimingID: a.AreaTimingID}); err != nil {
			return fmt.Errorf("address %s: %w", a.Label, err)
		}
	}
	for _, p := range sample.Profiles() {
		if p.AddressID != "" {
			if err := q.ProfileAddressSet(ctx, p.ID, &p.AddressID); err != nil {
				return fmt.Errorf("address of %s: %w", p.ID, err)
			}
		}
		if p.Wallet > 0 {
			if err := ledger.Credit(ctx, q, ledger.WalletCredit{ID: "demo-" + p.ID, Profile: p.ID, Amount: p.Wallet, Reason: "Welcome"},
				now); err != nil {
				return err
			}
		}
	}
	return nil
}

// Menus publishes the weeks around now that have no menu yet, with their limited portions, and the closed days.
func Menus(ctx context.Context, q *db.Queries, now time.Time) error {
	for _, d := range sample.ClosedDays() {
		if _, err := q.ClosedDayAdd(ctx, d.Date, d.Reason, d.Arabic(), d.Expected()); err != nil {
			return err
		}
	}
	first := clock.DateOf(now).Monday()
	has, err := published.Current(ctx, q, first, first+7*week.NumUpcomingWeeks)
	if err != nil {
		return err
	}
	meals, err := book(first)
	if err != nil {
		return err
	}
	if err := planner.Fill(ctx, q, meals, now); err != nil {
		return err
	}
	kept, err := q.Meals(ctx)
	if err != nil {
		return fmt.Errorf("read book: %w", err)
	}
	for i := range clock.Date(week.NumUpcomingWeeks + 1) {
		monday := first + 7*i
		if has[monday] != "" {
			continue
		}
		w := sample.Menu(monday)
		for i, m := range w.Meals {
			w.Meals[i].New = slices.ContainsFunc(kept, func(k db.Meal) bool { return k.ID == m.ID && k.NewUntil != nil && monday <= *k.NewUntil })
		}
		if _, err := published.Publish(ctx, q, w, now); err != nil {
			return err
		}
		for date, meals := range sample.Portions(monday) {
			for meal, n := range meals {
				if err := q.PortionsInsert(ctx, date, meal, n); err != nil {
					return err
				}
			}
		}
		if err := planner.Adopt(ctx, q, monday, now); err != nil {
			return err
		}
	}
	return nil
}

// newWeeks is for how many weeks meals are marked as new.
const newWeeks = 2

// book is the meals of the sample kitchen. The codes are the names of the pictures.
func book(first clock.Date) ([]planner.Meal, error) {
	until := map[string]*clock.Date{}
	for i := range clock.Date(newWeeks) {
		monday := first + 7*i
		for _, m := range sample.Menu(monday).Meals {
			if m.New {
				until[m.ID] = &monday
			}
		}
	}
	meals := []planner.Meal{}
	for _, m := range sample.Meals() {
		var art struct{ ID string }
		if err := json.Unmarshal(m.Art, &art); err != nil {
			return nil, fmt.Errorf("picture of %s: %w", m.Name, err)
		}
		meals = append(meals, planner.Meal{Code: art.ID, NewUntil: until[m.ID], Meal: m})
	}
	return meals, nil
}
