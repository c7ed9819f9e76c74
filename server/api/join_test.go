package api_test

import (
	"net/http"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

// join registers and proves the e-mail with the code that was mailed.
func (h *testApp) join(b *browser, path string, typed fields) answer {
	h.t.Helper()
	b.expect(http.StatusCreated, "POST", path, typed)
	email := typed["email"].(string)
	return b.expect(http.StatusCreated, "POST", "/api/verify-otp", fields{"email": email, "otp": h.code(sample.Person{Email: email}, 0)})
}

func falcon(name, email string) fields {
	return fields{
		"key": ulid.Make().String(), "company_name": name, "trn": "100123456789003", "people": 42, "plan_id": 2,
		"address_label": "Head office", "address_line": "Tower 3", "area_timing_id": sample.AreaTimings()[0].ID,
		"allowed_domains": []string{"falconfreight.example"}, "share_value": 1000, "share_type": "Flat", "share_cap": nil,
		"share_duration": "Daily", "name": "Huda Saif", "email": email, "mobile": "+971500000177",
	}
}

// What only was typed is in nobody's way, and one mailbox has one company that waits.
func TestAFloodOfTypedCompaniesIsNotInTheOperatorsList(t *testing.T) {
	t.Parallel()
	h := open(t)
	support, huda := h.as(h.operator("support")), h.browser()
	huda.visit()
	waiting := func(query string) int {
		return len(support.ok("GET", "/api/kitchen/companies?status=Pending"+query, nil)["data"].([]any))
	}
	overview := func() any {
		return support.ok("GET", "/api/kitchen/overview", nil)["support"].(fields)["companies_waiting"]
	}
	typed := h.browser()
	typed.visit()
	typed.expect(http.StatusCreated, "POST", "/api/register-company", falcon("Typed Trading", "eve@evil.example"))
	require.Equal(t, []any{0, 0.}, []any{waiting(""), overview()})
	require.Equal(t, 1, waiting("&q=typed"), "support finds who asks why nothing happens")

	h.join(huda, "/api/register-company", falcon("Falcon Freight", "huda@falconfreight.example"))
	require.Equal(t, []any{1, 1.}, []any{waiting(""), overview()})
	again := h.browser()
	again.visit()
	const mailbox = "huda+two@falconfreight.example"
	again.expect(http.StatusCreated, "POST", "/api/register-company", falcon("Falcon Two", mailbox))
	again.refused(http.StatusForbidden, "company_waiting", "POST", "/api/verify-otp",
		fields{"email": mailbox, "otp": h.code(sample.Person{Email: mailbox}, 0)})
	require.Equal(t, 1, waiting(""))
}

func TestACompanyRegistersIsApprovedAndItsPeopleJoinAndOrderAtItsPrices(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin, colleague := h.browser(), h.browser()
	admin.visit()
	colleague.visit()
	profile := h.join(admin, "/api/register-company", falcon("Falcon Freight", "huda@falconfreight.example")).data()
	require.Equal(t, []any{"Admin", "Pending", 0., 0.},
		[]any{profile["client_type"], profile["company_status"], profile["discount_amount"], profile["share_value"]})
	company := profile["company_id"].(string)

	colleague.expect(http.StatusNotFound, "GET", "/api/company/"+company, nil, "nobody joins before the approval")
	h.as(sample.Sara).ok("POST", "/api/kitchen/companies/"+company+"/approve", fields{"trn": "100123456789003"})
	profile = admin.profile()
	require.Equal(t, []any{"Active", 25., 1000.}, []any{profile["company_status"], profile["discount_amount"], profile["share_value"]})

	shown := fields{"id": company, "name": "Falcon Freight", "logo": ""}
	require.Equal(t, shown, colleague.ok("GET", "/api/company/"+company, nil).data())
	h.join(colleague, "/api/employee-registration",
		fields{"company_id": company, "name": "Noor Rahman", "email": "noor@falconfreight.example", "mobile": ""})
	places := colleague.ok("GET", "/api/company-address/"+company, nil)
	require.Equal(t, "Head office", places["data"].([]any)[0].(fields)["label"])
	h.orderAndPay(colleague)
}
