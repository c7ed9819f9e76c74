package api_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

// Ids on the wire are opaque: a number would tell how many objects there are and what the next one is called.
func TestNoIdOnTheWireIsANumber(t *testing.T) {
	t.Parallel()
	contract := contractOf(t)
	// Plans and cuisines have fixed numbers that clients know.
	numbers := map[string]bool{"CompanyPlan.id": true, "CompanyRegisterRequest.plan_id": true, "CompanyTier.plan_id": true, "Cuisine.id": true,
		"OperatorPlan.id": true}
	isID := regexp.MustCompile(`(^id|_id|Id)$`)
	seen := 0
	for name, schema := range contract.Components.Schemas {
		for property, of := range schema.Properties {
			if !isID.MatchString(property) {
				continue
			}
			seen++
			require.Equal(t, numbers[name+"."+property], strings.Contains(fmt.Sprint(of.Type), "integer"), "%s.%s", name, property)
		}
	}
	require.Greater(t, seen, 20)
}

// A shared cache must never keep a private answer, even when its path looks like a static file's (web cache deception).
func TestAPrivatePageInDisguiseIsNotFoundAndNotKept(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	asked := 0
	for _, path := range []string{"/api/get-profile", "/api/my-data", "/api/my-data/file", "/api/company-address/" + sample.Harbour.ID,
		"/api/client-transaction-list/" + sample.MariamHarbour.ID, "/dashboard/profile", "/dashboard/home", "/dashboard/walletTransactions",
		"/api/config", "/checkout", "/api/sync"} {
		for _, suffix := range []string{".css", ".js", ".png", ".jpg", ".svg", ".ico", ".woff2", ".webmanifest", "/x.css", "/x.js", "/..%2fx.css",
			"%2fx.css", ";x.css", "%3bx.css", "%00.css", "%23x.css", "%3fx.css", "/.css", "%0ax.css", "/%2e%2e/x.css", "/assets/x.js"} {
			res := b.send("GET", path+suffix, nil)
			require.NoError(t, res.Body.Close())
			require.Equal(t, http.StatusNotFound, res.StatusCode, path+suffix)
			kept := res.Header.Get("Cache-Control")
			require.True(t, strings.Contains(kept, "no-cache") || strings.Contains(kept, "no-store"), "%s: %q", path+suffix, kept)
			require.NotContains(t, kept, "public", path+suffix)
			asked++
		}
	}
	require.GreaterOrEqual(t, asked, 200)
	for _, path := range []string{"/api/get-profile", "/api/my-data", "/api/client-transaction-list/" + sample.MariamHarbour.ID} {
		res := b.send("GET", path, nil)
		require.NoError(t, res.Body.Close())
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"), path)
	}
}

// Many people ask at once on reused connections, and each reads only their own data.
func TestNobodysWordsEndUpInSomebodyElsesAnswer(t *testing.T) {
	t.Parallel()
	h := open(t)
	var all sync.WaitGroup
	for _, p := range []sample.Person{sample.Mariam, sample.Omar, sample.Priya, sample.Lina, sample.Ahmed, sample.Fatima, sample.Wei,
		sample.Daniel} {
		b := h.as(p)
		all.Go(func() {
			for i := range 60 {
				mark := fmt.Sprintf("%s %06d %s", p.ID[20:], i, strings.Repeat("x", i+1))
				status, said := b.call("POST", "/api/update-profile", fields{"name": mark})
				if data, _ := said["data"].(fields); status != http.StatusOK || data["name"] != mark || data["email"] != p.Email {
					t.Errorf("%s: %d %v", mark, status, said)
					return
				}
				if _, said := b.call("GET", "/api/company-address/"+mark[:6], nil); !strings.Contains(fmt.Sprint(said["message"]), "Not found") {
					t.Errorf("%s: %v", mark, said)
					return
				}
			}
		})
	}
	all.Wait()
	require.Equal(t, 8, h.count("persons WHERE name = right(id, 6) || ' 000059 ' || repeat('x', 60)"))
}
