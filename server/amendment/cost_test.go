package amendment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// cost is what the database is asked, and how often it is waited for.
type cost struct{ statements, trips int }

func TestAChangeOfAnOrderCostsNoMoreStatementsAndRoundTripsThanThese(t *testing.T) {
	t.Parallel()
	changes := map[string]struct {
		days                  []quote.AmendDay
		preview, change, paid cost
	}{
		"another meal":  {[]quote.AmendDay{shop.Brings(tue, 1, 1)}, cost{12, 1}, cost{34, 2}, cost{}},
		"more by card":  {[]quote.AmendDay{shop.Brings(tue, 0, 2)}, cost{12, 1}, cost{29, 2}, cost{39, 11}},
		"a day less":    {[]quote.AmendDay{shop.Brings(tue, 0, 0)}, cost{12, 1}, cost{34, 2}, cost{}},
		"all cancelled": {nil, cost{12, 1}, cost{34, 2}, cost{}},
	}
	week := []clock.Date{mon, tue, wed, thu, fri}
	for how, x := range changes {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			k, wire := shop.Open(t), &servertest.Wire{}
			for _, day := range week {
				k.Limit(day, 100_000)
				if how == "all cancelled" {
					x.days = append(x.days, shop.Brings(day, 0, 0))
				}
			}
			company := servertest.NewCompany(k, k.Pool, shop.CompanyPays("Flat", 500, 500, "Daily"))
			pool := wire.Pool(k, k.Pool)
			k.Cleanup(pool.Close)
			server, payments := k.Server(pool)
			asked := func(do func() error) cost {
				statements, trips := wire.Asked()
				require.NoError(k, do())
				s, n := wire.Asked()
				return cost{s - statements, n - trips}
			}
			var preview, change, paid cost
			for range 2 { // the first time the connection learns the statements, and the server the menu
				g := k.Guest(company).Wants(week...)
				h := g.Buys(false, week...)
				k.Pays(h)
				p, saved := shop.ToTheCard(shop.Proposal(h.Order, x.days...)), amendment.Amended{}
				preview = asked(func() error { return shop.ErrorOf(shop.ChangesOf(server).HandleAmendQuote(k.Context(), g.Caller, p)) })
				m := g.Means(p, g.Sees(p))
				change = asked(func() (err error) {
					saved, err = shop.ChangesOf(server).HandleAmend(k.Context(), g.Caller, m)
					return err
				})
				if saved.Status == order.PaymentPending {
					k.Bank.Pay(saved.Intent, money.Fils(saved.Amount))
					notice := k.Bank.Notice(saved.Intent, money.Fils(saved.Amount))
					paid = asked(func() error { return shop.ErrorOf(payments.HandleNotify(k.Context(), web.Caller{}, notice)) })
				}
			}
			for what, costs := range map[string][2]cost{"preview": {preview, x.preview}, "change": {change, x.change},
				"notification": {paid, x.paid}} {
				is, most := costs[0], costs[1]
				require.LessOrEqual(t, is.statements, most.statements, "statements of the %s", what)
				require.LessOrEqual(t, is.trips, most.trips, "round trips of the %s", what)
			}
		})
	}
}
