package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/platform/web"
)

func TestTheHomeOfAnOperatorSaysWhatIsToCookMissingOverdueUnresolvedAndSilent(t *testing.T) {
	t.Parallel()
	h := open(t)
	cook, support := h.operator("kitchen"), h.operator("support")
	h.exec("UPDATE closed_days SET name_ar = 'عيد الاتحاد' WHERE date = '2026-12-02'")
	quiet := h.as(support).ok("GET", "/api/kitchen/overview", nil)
	require.Equal(t, fields{"companies_waiting": 0., "overdue_invoices": 0., "overdue_amount": 0., "unresolved": 0., "unresolved_amount": 0.,
		"einvoices_stuck": 0., "silent": []any{}}, quiet["support"])
	require.Empty(t, quiet["weeks_without_menu"])
	require.Equal(t, fields{"date": "2026-12-02", "name": "UAE National Day", "name_ar": "عيد الاتحاد"}, quiet["next_closed"])
	require.EqualValues(t, 0, quiet["cooking"].([]any)[1].(fields)["meals"])

	h.orderAndPay(h.as(sample.Mariam)) // from Tuesday the 24th on
	h.leftOpen(h.as(sample.Priya))
	left := h.text("SELECT sum(amount)::text FROM attempts WHERE status = 'open'")
	h.invoiceOf(&role{own: map[web.Of]string{web.OwnCompany: sample.Harbour.ID, web.OwnProfile: sample.MariamHarbour.ID}})
	h.waiting()
	admin := h.as(sample.Omar)
	places := admin.ok("GET", "/api/company-address/"+sample.Harbour.ID, nil)
	h.pair(admin, places["data"].([]any)[0].(fields)["id"].(string))
	h.exec("DELETE FROM menus_current WHERE week >= '2026-12-07'")
	h.exec("INSERT INTO closed_days (date, name) SELECT '2026-12-14'::date + n, 'New kitchen' FROM generate_series(0, 4) n")
	h.clock.Move(48 * time.Hour)
	require.Empty(t, h.as(support).ok("GET", "/api/kitchen/overview", nil)["support"].(fields)["silent"], "two days are a weekend")
	h.exec("UPDATE tills SET seen_at = seen_at - interval '25 hours'")

	seen := h.as(support).ok("GET", "/api/kitchen/overview", nil)
	cooks := func(day any) []any {
		d := day.(fields)
		return []any{d["date"], d["meals"], d["people"], d["places"], d["run"], d["printed"]}
	}
	cooking := seen["cooking"].([]any)
	require.Equal(t, []any{"2026-11-23", 0., 0., 0., -1., false}, cooks(cooking[0]))
	require.Equal(t, []any{"2026-11-24", 1., 1., 1., -1., false}, cooks(cooking[1]), "a lunch that is not paid is not cooked")
	require.Equal(t, "2026-11-25", cooks(seen["next"])[0])
	require.Equal(t, []any{"2026-12-07"}, seen["weeks_without_menu"], "a week that is closed needs no menu")
	require.Equal(t, fields{"companies_waiting": 1., "overdue_invoices": 1., "overdue_amount": 2000., "unresolved": 1.,
		"unresolved_amount": seen["support"].(fields)["unresolved_amount"], "einvoices_stuck": 0., "silent": []any{"Pantry"}}, seen["support"])
	require.Equal(t, left, h.text("SELECT $1::bigint::text", int64(seen["support"].(fields)["unresolved_amount"].(float64))))
	require.NotContains(t, h.as(cook).ok("GET", "/api/kitchen/overview", nil), "support", "money is not the cook's")
}
