package company_test

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

func TestMain(m *testing.M) { servertest.Main(m) }

const (
	acme    = "00C0MPANYACME0000000000001"
	bolt    = "00C0MPANYB0LT0000000000002"
	cash    = "00C0MPANYCASH0000000000003"
	area    = "00AREA00000000000000000001"
	home    = "00ADDRESSH0ME0000000000001"
	ann     = "00PR0F11EANN00000000000001"
	bob     = "00PR0F11EB0B00000000000002"
	deleted = "00C0MPANYG0NE0000000000009"
)

var now = time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)

type tokens map[string]web.Caller

func (s tokens) Find(_ context.Context, token string) (web.Caller, error) { return s[token], nil }

// get asks for a company's addresses as somebody.
func town(t *testing.T) (get func(as, companyID string) (int, string), q *db.Queries) {
	t.Helper()
	pool := servertest.DB(t)
	q = db.New(pool)
	no := func(err error) { t.Helper(); require.NoError(t, err) }
	for id, kind := range map[string]string{acme: "Corporate", bolt: "Corporate", cash: "Cash"} {
		no(q.CompanyInsert(t.Context(),
			db.CompanyInsertParams{ID: id, Name: id, CompanyType: kind, Status: "Active", MinimumDay: 3, MinimumMealCount: 1,
				DiscountType: "Percentage", ShareType: "Flat", ShareDuration: "Daily", CreatedAt: now}))
	}
	no(q.AreaTimingInsert(t.Context(), area, "Business Bay", "12:15", "12:45"))
	for i, profile := range []string{ann, bob} {
		person := profile[:24] + "77"
		no(q.PersonInsert(t.Context(),
			db.PersonInsertParams{ID: person, Email: []string{"ann", "bob"}[i] + "@x.example", Name: "x", CreatedAt: now}))
		no(q.ProfileInsert(t.Context(),
			db.ProfileInsertParams{ID: profile, PersonID: person, CompanyID: new(cash), ClientType: "Cash", Status: "Active", CreatedAt: now}))
	}
	for _, a := range []db.AddressInsertParams{
		{ID: "00ADDRESS00000000000000001", CompanyID: acme, Label: "Floor 2", Line: "Tower"},
		{ID: "00ADDRESS00000000000000002", CompanyID: acme, Label: "Floor 1", Line: "Tower"},
		{ID: "00ADDRESS00000000000000003", CompanyID: bolt, Label: "Garage", Line: "Street"},
		{ID: home, CompanyID: cash, ProfileID: new(ann), Label: "Ann's home", Line: "Villa 1"},
		{ID: "00ADDRESSH0ME0000000000002", CompanyID: cash, ProfileID: new(bob), Label: "Bob's home", Line: "Villa 2"},
	} {
		a.AreaTimingID = area
		no(q.AddressInsert(t.Context(), a))
	}
	public, err := url.Parse("https://app.example")
	no(err)
	e := &web.Edge{Public: public, Secret: []byte("x"), Log: slog.New(slog.DiscardHandler), Sessions: tokens{
		"acme":     {ProfileID: "00PR0F11EACME0000000000003", CompanyID: acme, ClientType: "Employee"},
		"admin":    {ProfileID: "00PR0F11EACME0000000000004", CompanyID: acme, ClientType: "Admin"},
		"ann":      {ProfileID: ann, CompanyID: cash, ClientType: "Cash"},
		"operator": {ProfileID: "00PR0F11E0PER0000000000005", ClientType: "Operator"},
	}}
	app := fiber.New(fiber.Config{Immutable: true, ErrorHandler: e.Fail})
	app.Use(e.Begin)
	e.Mount(app,
		[]web.Route{{Method: "GET", Path: "/api/company-address/:companyId", Who: web.SignedIn, Of: web.OwnCompany,
			Endpoint: web.JSON(200, company.New(company.Options{DB: pool}).CompanyAddress)}})
	return func(as, companyID string) (int, string) {
		t.Helper()
		r := httptest.NewRequest("GET", "/api/company-address/"+url.PathEscape(companyID), nil)
		r.Header.Set("Cookie", "sahn_session="+as)
		resp, err := app.Test(r)
		no(err)
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		no(err)
		return resp.StatusCode, string(body)
	}, q
}

func TestACompanysPeopleSeeItsPlaces(t *testing.T) {
	t.Parallel()
	get, _ := town(t)
	for _, as := range []string{"acme", "admin"} {
		status, body := get(as, acme)
		require.Equal(t, 200, status)
		require.JSONEq(t, `{"data":[
			{"id":"00ADDRESS00000000000000002","label":"Floor 1","line":"Tower","area_timing_id":"`+area+
			`","area":"Business Bay","from":"12:15","until":"12:45"},
			{"id":"00ADDRESS00000000000000001","label":"Floor 2","line":"Tower","area_timing_id":"`+area+
			`","area":"Business Bay","from":"12:15","until":"12:45"}]}`, body)
	}
}

func TestACashClientSeesTheirOwnPlaceOnly(t *testing.T) {
	t.Parallel()
	get, _ := town(t)
	status, body := get("ann", cash)
	require.Equal(t, 200, status)
	require.Contains(t, body, "Villa 1")
	require.NotContains(t, body, "Villa 2")
}

func TestAnotherCompanyAndNoneAtAllAnswerAlike(t *testing.T) {
	t.Parallel()
	get, _ := town(t)
	want := "{\n    \"message\": \"Not found.\",\n    \"reason\": \"not_found\"\n}"
	for _, as := range []string{"acme", "admin", "ann", "operator"} {
		for _, id := range []string{bolt, deleted, "0", "-1", "me", "9223372036854775808", "5b8c2f4e-0d2b-4c56-8f8e-0f0f0f0f0f0f",
			"00c0mpanyacme0000000000001", acme + " ", "[]", "%", "';--", string(make([]byte, 300))} {
			status, body := get(as, id)
			require.Equal(t, 404, status, "%s %q", as, id)
			require.Equal(t, want, body, "%s %q", as, id)
		}
	}
	status, body := get("nobody", acme)
	require.Equal(t, 401, status)
	require.Equal(t, `{"message":"Unauthenticated."}`, body)
}

func TestLunchIsBroughtToOnesOwnPlaces(t *testing.T) {
	t.Parallel()
	_, q := town(t)
	for _, c := range []struct {
		company, profile, address string
		want                      bool
	}{
		{acme, bob, "00ADDRESS00000000000000001", true}, {acme, bob, "00ADDRESS00000000000000003", false}, {acme, bob, "nowhere", false},
		{cash, ann, home, true}, {cash, bob, home, false}, {acme, ann, home, false},
	} {
		got, err := company.AddressAllowed(t.Context(), q, c.company, c.profile, c.address)
		require.NoError(t, err)
		require.Equal(t, c.want, got, "%+v", c)
	}
}
