package servertest

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"

	"sahn/server/dev/sample"
)

// NewCompany is a company with its own terms and one place. The defaults are full prices, a minimum of one day and one meal, and no share.
func NewCompany(t testing.TB, pool *pgxpool.Pool, terms func(c *sample.Company)) sample.Company {
	t.Helper()
	c := sample.Company{ID: ulid.Make().String(), CompanyType: "Corporate", Status: "Active", MinimumDay: 1, MinimumMealCount: 1,
		DiscountType: "Percentage", ShareType: "Flat", ShareDuration: "Daily"}
	c.Name = "Company " + c.ID
	if terms != nil {
		terms(&c)
	}
	Company(t, pool, c)
	Do(t, pool,
		"INSERT INTO addresses (id, company_id, label, line, area_timing_id) SELECT $1, $2, 'Office', 'A street', min(id) FROM area_timings",
		ulid.Make().String(), c.ID)
	return c
}
