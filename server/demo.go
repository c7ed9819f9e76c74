package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/clock"
	"sahn/server/db"
	"sahn/server/menu"
	"sahn/server/person"
	"sahn/server/sample"
	"sahn/server/wallet"
	"sahn/server/week"
)

// loadDemo puts the sample companies, people and menus into the database, once; a later start only adds the weeks that have
// come since. What people did with the demo stays.
func loadDemo(ctx context.Context, conn db.Conn, now time.Time) error {
	hash, err := person.HashPassword(sample.Password)
	if err != nil {
		return err
	}
	return db.InTx(ctx, conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		if err := demoCompanies(ctx, q, now); err != nil {
			return fmt.Errorf("demo companies: %w", err)
		}
		if err := demoPeople(ctx, q, hash, now); err != nil {
			return fmt.Errorf("demo people: %w", err)
		}
		if err := demoMenus(ctx, q, now); err != nil {
			return fmt.Errorf("demo menus: %w", err)
		}
		return nil
	})
}

func demoCompanies(ctx context.Context, q *db.Queries, now time.Time) error {
	for _, t := range sample.AreaTimings() {
		if err := q.DemoAreaTiming(ctx, t.ID, t.Area, t.From, t.Until); err != nil {
			return err
		}
	}
	for _, c := range sample.Companies() {
		row := db.DemoCompanyParams{ID: c.ID, Name: c.Name, CompanyType: c.CompanyType, Status: c.Status, MinimumDay: c.MinimumDay,
			MinimumMealCount: max(1, c.MinimumMealCount), DiscountType: c.DiscountType, DiscountAmount: c.DiscountAmount, ShareType: c.ShareType,
			ShareValue: c.ShareValue, ShareCap: c.ShareCap, ShareDuration: c.ShareDuration, CreatedAt: now}
		if row.MinimumDay == 0 {
			row.MinimumDay = week.MinNumDays
		}
		if row.DiscountType == "" {
			row.DiscountType = "Percentage"
		}
		if row.ShareType == "" {
			row.ShareType, row.ShareDuration = "Flat", "Daily"
		}
		if c.PlanID != 0 {
			row.PlanID = &c.PlanID
		}
		if c.TRN != "" {
			row.Trn = &c.TRN
		}
		if err := q.DemoCompany(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

func demoPeople(ctx context.Context, q *db.Queries, hash string, now time.Time) error {
	for _, p := range sample.People() {
		row := db.DemoPersonParams{ID: p.ID, Email: p.Email, Name: p.Name, Mobile: p.Mobile, CreatedAt: now}
		if p.Password != "" {
			row.PasswordHash = &hash
		}
		if err := q.DemoPerson(ctx, row); err != nil {
			return err
		}
	}
	for _, a := range sample.Addresses() {
		if a.ProfileID == "" {
			if err := demoAddress(ctx, q, a); err != nil {
				return err
			}
		}
	}
	for _, p := range sample.Profiles() {
		row := db.DemoProfileParams{ID: p.ID, PersonID: p.PersonID, ClientType: p.ClientType, Status: p.Status, CreatedAt: now}
		if p.CompanyID != "" {
			row.CompanyID = &p.CompanyID
		}
		made, err := q.DemoProfile(ctx, row)
		if err != nil {
			return err
		}
		for _, a := range sample.Addresses() {
			if a.ProfileID == p.ID {
				if err := demoAddress(ctx, q, a); err != nil {
					return err
				}
			}
		}
		if p.AddressID != "" && made == 1 {
			if err := q.DemoProfileAddress(ctx, p.ID, &p.AddressID); err != nil {
				return err
			}
		}
		if p.Wallet > 0 && made == 1 {
			if err := wallet.Credit(ctx, q, p.ID, p.Wallet, "demo-"+p.ID, "Welcome", now); err != nil {
				return err
			}
		}
	}
	return nil
}

func demoAddress(ctx context.Context, q *db.Queries, a sample.Address) error {
	row := db.DemoAddressParams{ID: a.ID, CompanyID: a.CompanyID, Label: a.Label, Line: a.Line, AreaTimingID: a.AreaTimingID}
	if a.ProfileID != "" {
		row.ProfileID = &a.ProfileID
	}
	return q.DemoAddress(ctx, row)
}

func demoMenus(ctx context.Context, q *db.Queries, now time.Time) error {
	for _, d := range sample.ClosedDays() {
		if err := q.ClosedDayInsert(ctx, d.Date, d.Reason); err != nil {
			return err
		}
	}
	first := clock.DateOf(now).Monday()
	has, err := menu.Current(ctx, q, first, first+7*week.NumUpcomingWeeks)
	if err != nil {
		return err
	}
	for i := range clock.Date(week.NumUpcomingWeeks + 1) {
		monday := first + 7*i
		if has[monday] != "" {
			continue
		}
		if _, err := menu.Publish(ctx, q, sample.Menu(monday), now); err != nil {
			return err
		}
		for date, meals := range sample.Portions(monday) {
			for meal, n := range meals {
				if err := q.PortionsInsert(ctx, date, meal, n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
