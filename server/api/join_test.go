package api_test

import (
	"net/http"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

// join registers and proves the e-mail with the code that was mailed.
func (h *testApp) join(b *browser, path string, typed map[string]any) (int, answer) {
	h.t.Helper()
	status, said := b.call("POST", path, typed)
	require.Equal(h.t, http.StatusCreated, status, said)
	email := typed["email"].(string)
	return b.call("POST", "/api/verify-otp", map[string]any{"email": email, "otp": h.code(sample.Person{Email: email})})
}

func TestACompanyRegistersIsApprovedAndItsPeopleJoinAndOrderAtItsPrices(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin, colleague, outsider := h.browser(), h.browser(), h.browser()
	for _, b := range []*browser{admin, colleague, outsider} {
		b.visit()
	}
	_, areas := admin.call("GET", "/api/areas", nil)
	status, huda := h.join(admin, "/api/register-company", map[string]any{
		"key": ulid.Make().String(), "company_name": "Falcon Freight", "trn": "100123456789003", "people": 42, "plan_id": 2,
		"address_label": "Head office", "address_line": "Tower 3", "area_timing_id": areas["data"].([]any)[0].(map[string]any)["id"],
		"allowed_domains": []string{"falconfreight.example"}, "share_value": 1000, "share_type": "Flat", "share_cap": nil,
		"share_duration": "Daily", "name": "Huda Saif", "email": "huda@falconfreight.example", "mobile": "+971500000177",
	})
	require.Equal(t, http.StatusCreated, status, huda)
	profile := huda["data"].(map[string]any)
	require.Equal(t, []any{"Admin", "Pending", 0., 0.},
		[]any{profile["client_type"], profile["company_status"], profile["discount_amount"], profile["share_value"]})
	company := profile["company_id"].(string)

	status, _ = colleague.call("GET", "/api/company/"+company, nil)
	require.Equal(t, http.StatusNotFound, status, "nobody joins before the approval")
	status, _ = h.as(sample.Sara).call("POST", "/api/kitchen/companies/"+company+"/approve", map[string]any{"trn": "100123456789003"})
	require.Equal(t, http.StatusOK, status)
	_, now := admin.call("GET", "/api/get-profile", nil)
	profile = now["data"].(map[string]any)
	require.Equal(t, []any{"Active", 25., 1000.}, []any{profile["company_status"], profile["discount_amount"], profile["share_value"]})

	status, shown := colleague.call("GET", "/api/company/"+company, nil)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, map[string]any{"id": company, "name": "Falcon Freight", "logo": ""}, shown["data"])
	status, joined := h.join(colleague, "/api/employee-registration",
		map[string]any{"company_id": company, "name": "Noor Rahman", "email": "noor@falconfreight.example", "mobile": ""})
	require.Equal(t, http.StatusCreated, status, joined)
	require.Equal(t, "Head office", addressLabel(t, colleague, company))
	h.pay(colleague, orderThreeDays(t, h, colleague), "4005550000000001")

	status, waits := h.join(outsider, "/api/employee-registration",
		map[string]any{"company_id": company, "name": "Eve", "email": "eve@evil.example", "mobile": ""})
	require.Equal(t, http.StatusForbidden, status)
	require.Equal(t, "waiting_for_approval", waits["reason"])
	status, _ = outsider.call("GET", "/api/get-profile", nil)
	require.Equal(t, http.StatusUnauthorized, status)
}

func addressLabel(t *testing.T, b *browser, company string) any {
	t.Helper()
	status, places := b.call("GET", "/api/company-address/"+company, nil)
	require.Equal(t, http.StatusOK, status)
	return places["data"].([]any)[0].(map[string]any)["label"]
}
