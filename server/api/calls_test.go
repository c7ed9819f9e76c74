package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/sample"
)

// calls are the endpoints on which clients that are not ours rely, with the status of their success: signing in answers 201.
var calls = map[string]string{
	"GET /sanctum/csrf-cookie": "204", "POST /api/profile-login": "201", "POST /api/login-otp": "200", "POST /api/verify-otp": "201",
	"POST /api/pos/order-checkout": "200", "POST /api/profile-logout": "200", "POST /api/switch-user": "200",
	"POST /api/client-register": "201", "POST /api/register-company": "201", "POST /api/employee-registration": "201",
	"POST /api/update-profile": "200", "POST /api/change-password": "200", "POST /api/client/forgot-password/send-otp": "200",
	"POST /api/client/forgot-password/reset": "200", "GET /api/get-profile": "200", "GET /api/company-address/{companyId}": "200",
	"PUT /api/search-by-email": "200", "GET /api/client-transaction-list/{id}": "200",
}

// shape is a JSON schema, as far as it matters here.
type shape struct {
	Ref        string           `json:"$ref"`
	Type       any              `json:"type"`
	Properties map[string]shape `json:"properties"`
	Required   []string         `json:"required"`
}

// contract is the published one, as far as it matters here.
type contract struct {
	OpenAPI string `json:"openapi"`
	Paths   map[string]map[string]struct {
		Deprecated bool `json:"deprecated"`
		Responses  map[string]struct {
			Content map[string]struct {
				Schema shape `json:"schema"`
			} `json:"content"`
		} `json:"responses"`
	} `json:"paths"`
	Components struct {
		Schemas map[string]shape `json:"schemas"`
	} `json:"components"`
}

func contractOf(t *testing.T) (c contract) {
	t.Helper()
	document, err := api.Contract(api.Parts{}.Routes())
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(document, &c))
	return c
}

// Clients take a success that has a message or a status but no data for an error, so no answer of ours may look like that.
func TestEveryCallOfTheSpecificationIsThereAndItsSuccessLooksLikeOne(t *testing.T) {
	t.Parallel()
	require.Len(t, calls, 18)
	contract := contractOf(t)
	for call, status := range calls {
		method, path, _ := strings.Cut(call, " ")
		said, there := contract.Paths[path][strings.ToLower(method)].Responses[status]
		require.True(t, there, call)
		if status == "204" {
			require.Empty(t, said.Content, call)
			continue
		}
		answer := said.Content["application/json"].Schema
		if answer.Ref != "" {
			answer = contract.Components.Schemas[answer.Ref[strings.LastIndex(answer.Ref, "/")+1:]]
		}
		require.NotEmpty(t, answer.Properties, call)
		for _, name := range []string{"message", "status"} {
			if _, says := answer.Properties[name]; says {
				require.Contains(t, answer.Required, "data", call)
			}
		}
	}
}

// A client of the specification's calls may send more than we read, as to Laravel; what it sends has no effect.
func TestTheCallsOfTheSpecificationIgnoreFieldsThatTheyDoNotKnow(t *testing.T) {
	t.Parallel()
	h := open(t)
	loose := 0
	for _, route := range h.parts.Routes() {
		_, listed := calls[route.Method+" "+route.Path]
		require.Equal(t, listed && route.Method != "GET", route.Loose(), "%s %s", route.Method, route.Path)
		if route.Loose() {
			loose++
		}
	}
	require.Equal(t, 14, loose)

	b := h.browser()
	b.visit()
	b.expect(http.StatusCreated, "POST", "/api/profile-login",
		fields{"email": sample.Mariam.Email, "password": sample.Password, "remember": true, "device": fields{"name": "phone"}})
	before := b.profile()
	b.ok("POST", "/api/update-profile", fields{"name": before["name"], "wallet_balance": 1_000_000, "client_type": "Admin", "company_id": "x"})
	require.Equal(t, before, b.profile())
	b.expect(http.StatusUnprocessableEntity, "POST", "/api/update-profile", fields{"name": fields{"a": 1}, "other": 1}, "known ones count")
	b.expect(http.StatusUnprocessableEntity, "POST", "/api/update-diet", fields{"diet": "any", "other": 1}, "and any other call refuses")
}
