package company_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
)

// office is a town whose companies can be asked directly; the codes that are mailed are not read here.
type office struct {
	t         *testing.T
	pool      *pgxpool.Pool
	clock     *servertest.Clock
	companies *company.Companies
}

func openOffice(t *testing.T) *office {
	t.Helper()
	o := &office{t: t, pool: servertest.DB(t), clock: servertest.ClockAt(servertest.Now)}
	servertest.Town(t, o.pool)
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log)
	require.NoError(t, err)
	people := person.New(
		person.Options{DB: o.pool, Queue: queue, Keys: servertest.Secrets, Clock: o.clock.Now, Log: log})
	o.companies = company.New(company.Options{DB: o.pool, People: people, Queue: queue, Clock: o.clock.Now})
	return o
}

func (o *office) count(from string, args ...any) int {
	o.t.Helper()
	return servertest.One[int](o.t, o.pool, "SELECT count(*) FROM "+from, args...)
}

func (o *office) one(sql string, args ...any) string {
	o.t.Helper()
	return servertest.One[string](o.t, o.pool, sql, args...)
}

// visitor is a new browser.
func visitor() web.Caller {
	return web.Caller{Browser: []byte(strings.Repeat("b", 6) + ulid.Make().String()), IP: "192.0.2.7"}
}

func typed() company.RegisterRequest {
	return company.RegisterRequest{
		Key: ulid.Make().String(), CompanyName: "  Falcon  Freight ", TRN: "100 1234-5678 9003", People: 42, AddressLabel: "Head office",
		AddressLine: "Tower 3, Business Bay", AreaTimingID: sample.AreaTimings()[0].ID, AllowedDomains: []string{"@FalconFreight.example "},
		PlanID: 2, ShareValue: 2000, ShareType: "Flat", ShareDuration: "Daily", Name: "Huda Saif", Email: "huda@falconfreight.example",
		Mobile: "+971500000177", Password: "falcons-eat-lunch",
	}
}

func (o *office) register(who web.Caller, req company.RegisterRequest) error {
	o.t.Helper()
	said, err := o.companies.RegisterCompany(o.t.Context(), who, req)
	if err == nil {
		require.Equal(o.t, strings.ToLower(strings.TrimSpace(req.Email)), said.Data.Email)
	}
	return err
}

// proved is what a code does for a company's first admin.
func (o *office) proved(key string) (companyID string) {
	o.t.Helper()
	companyID = o.one("SELECT id FROM companies WHERE registration_key = $1", key)
	servertest.Do(o.t, o.pool, "UPDATE profiles SET status = 'Active', proved_at = $2 WHERE company_id = $1 AND client_type = 'Admin'",
		companyID, o.clock.Now())
	return companyID
}

func (o *office) terms(companyID string) person.Terms {
	o.t.Helper()
	eater, err := person.EaterOf(o.t.Context(), db.New(o.pool),
		o.one("SELECT id FROM profiles WHERE company_id = $1 ORDER BY id LIMIT 1", companyID))
	require.NoError(o.t, err)
	return eater.Terms
}

func (o *office) approve(companyID string) error {
	return db.InTx(o.t.Context(), o.pool, func(ctx context.Context, tx db.Tx) error {
		return o.companies.Approve(ctx, tx, companyID)
	})
}

func TestACompanyRegistersAndHasFullPricesUntilAnOperatorApproves(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	req := typed()
	require.NoError(t, o.register(visitor(), req))
	require.Equal(t, "Pending", o.one("SELECT status FROM profiles WHERE client_type = 'Admin'"))
	id := o.one(`SELECT id FROM companies WHERE name = 'Falcon Freight' AND trn = '100123456789003' AND people = 42
		AND allowed_domains = '{falconfreight.example}' AND status = 'Pending'`)
	require.ErrorIs(t, o.approve(id), company.ErrNotProved)

	require.Equal(t, id, o.proved(req.Key))
	require.Zero(t, o.terms(id).DiscountAmount)
	require.Zero(t, o.terms(id).ShareValue)
	_, err := o.companies.Company(t.Context(), visitor(), company.AddressRequest{CompanyID: id})
	require.ErrorIs(t, err, fault.ErrNotFound, "nobody joins what is not approved")

	require.NoError(t, o.approve(id))
	require.EqualValues(t, 25, o.terms(id).DiscountAmount)
	require.EqualValues(t, 2000, o.terms(id).ShareValue)
	require.Equal(t, 1, o.count("river_job WHERE kind = 'mail_approved'"))
	shown, err := o.companies.Company(t.Context(), visitor(), company.AddressRequest{CompanyID: id})
	require.NoError(t, err)
	require.Equal(t, company.Public{ID: id, Name: "Falcon Freight"}, shown.Data)
	require.ErrorIs(t, o.approve(id), company.ErrNotPending)
	require.ErrorIs(t, o.approve("nobody"), fault.ErrNotFound)
	require.ErrorIs(t, o.approve(sample.Cash.ID), fault.ErrNotFound)
}

// Registering with a customer's tax number first neither makes an impostor that customer nor keeps the real one from becoming it.
func TestATaxNumberIsTakenAtApprovalAndNotByTyping(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	impostor, owner := typed(), typed()
	impostor.Email, owner.CompanyName = "eve@evil.example", "FALCON FREIGHT"
	require.NoError(t, o.register(visitor(), impostor))
	require.NoError(t, o.register(visitor(), owner))
	copycat := typed()
	copycat.TRN, copycat.Email = sample.Harbour.TRN, "eve@evil.example"
	require.NoError(t, o.register(visitor(), copycat), "nothing is told about another company")
	require.Equal(t, 3, o.count("companies WHERE status = 'Pending'"), "nothing is merged")

	require.ErrorIs(t, o.approve(o.proved(copycat.Key)), company.ErrTRNTaken)
	require.NoError(t, o.approve(o.proved(owner.Key)))
	require.ErrorIs(t, o.approve(o.proved(impostor.Key)), company.ErrTRNTaken)
	require.Equal(t, 2, o.count("companies WHERE status = 'Pending'"))
}

func TestTheSameKeyIsTheSameCompany(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	who, req := visitor(), typed()
	for range 3 {
		require.NoError(t, o.register(who, req))
		o.clock.Move(time.Minute)
	}
	require.Equal(t, 1, o.count("companies WHERE registration_key = $1", req.Key))
	require.Equal(t, 1, o.count("addresses WHERE line = 'Tower 3, Business Bay'"))
	require.Equal(t, 3, o.count("challenges"), "each sends a code again")

	mended := req
	mended.Email = "huda.saif@falconfreight.example"
	require.NoError(t, o.register(who, mended), "an address that was mistyped")
	require.Equal(t, 2, o.count("profiles WHERE client_type = 'Admin' AND status = 'Pending'"))
	servertest.Do(t, o.pool,
		"UPDATE profiles SET status = 'Active', proved_at = $1 WHERE person_id = (SELECT id FROM persons WHERE email = $2)",
		o.clock.Now(), mended.Email)
	late := req
	late.Email = "eve@evil.example"
	require.NoError(t, o.register(visitor(), late))
	require.Equal(t, 2, o.count("profiles WHERE client_type = 'Admin'"), "whoever comes later with the key is no admin of it")
	require.Zero(t, o.count("challenges c JOIN persons p ON p.id = c.person_id WHERE p.email = 'eve@evil.example'"))
}

func TestOneKeyManyTimesAtOnceIsOneCompany(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	req := typed()
	var all sync.WaitGroup
	for i := range 8 {
		who, mine := visitor(), req
		if i%2 == 1 {
			mine.Email = fmt.Sprintf("huda%d@falconfreight.example", i)
		}
		mine.AllowedDomains = []string{"falconfreight.example"}
		all.Go(func() {
			for {
				_, err := o.companies.RegisterCompany(context.WithoutCancel(t.Context()), who, mine)
				if errors.Is(err, db.ErrUnavailable) {
					continue // too busy to wait for its turn: the device sends it again
				}
				if err != nil {
					t.Error(err)
				}
				return
			}
		})
	}
	all.Wait()
	require.Equal(t, 1, o.count("companies WHERE registration_key = $1", req.Key))
	require.Equal(t, 5, o.count("profiles WHERE client_type = 'Admin' AND status = 'Pending'"))
	require.Equal(t, 1, o.count("addresses WHERE line = 'Tower 3, Business Bay'"))
}

func TestACompanyThatMakesNoSenseIsRefusedByField(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	for name, c := range map[string]struct {
		field string
		wrong func(r *company.RegisterRequest)
	}{
		"no ULID":              {"key", func(r *company.RegisterRequest) { r.Key = strings.Repeat("!", 26) }},
		"no name":              {"company_name", func(r *company.RegisterRequest) { r.CompanyName = " " }},
		"a short TRN":          {"trn", func(r *company.RegisterRequest) { r.TRN = "12345" }},
		"a TRN of letters":     {"trn", func(r *company.RegisterRequest) { r.TRN = "10012345678900a" }},
		"Arabic digits":        {"trn", func(r *company.RegisterRequest) { r.TRN = "١٠٠١٢٣٤٥٦٧٨٩٠٠٣" }},
		"too few for the plan": {"plan_id", func(r *company.RegisterRequest) { r.People = 34 }},
		"no such plan":         {"plan_id", func(r *company.RegisterRequest) { r.PlanID = 4 }},
		"no such area":         {"area_timing_id", func(r *company.RegisterRequest) { r.AreaTimingID = "00SAHNN0B0DY00000000000000" }},
		"more than all":        {"share_value", func(r *company.RegisterRequest) { r.ShareType, r.ShareValue = "Percentage", 101 }},
		"a public domain":      {"allowed_domains", func(r *company.RegisterRequest) { r.AllowedDomains = []string{"GMAIL.com"} }},
		"a country of one":     {"allowed_domains", func(r *company.RegisterRequest) { r.AllowedDomains = []string{"yahoo.co.uk"} }},
		"one below a public":   {"allowed_domains", func(r *company.RegisterRequest) { r.AllowedDomains = []string{"mail.icloud.com"} }},
		"a whole country":      {"allowed_domains", func(r *company.RegisterRequest) { r.AllowedDomains = []string{"ae"} }},
		"a star":               {"allowed_domains", func(r *company.RegisterRequest) { r.AllowedDomains = []string{"*.example"} }},
		"an address": {"allowed_domains",
			func(r *company.RegisterRequest) { r.AllowedDomains = []string{"huda@falconfreight.example"} }},
		"a public one in wide":  {"allowed_domains", func(r *company.RegisterRequest) { r.AllowedDomains = []string{"ｇmail.com"} }},
		"no email":              {"email", func(r *company.RegisterRequest) { r.Email = "huda" }},
		"an easy password":      {"password", func(r *company.RegisterRequest) { r.Password = "password123" }},
		"an admin without name": {"name", func(r *company.RegisterRequest) { r.Name = "" }},
	} {
		req := typed()
		c.wrong(&req)
		err := o.register(visitor(), req)
		require.Error(t, err, name)
		require.NotNil(t, fault.As(err), name)
		require.Contains(t, fault.As(err).Fields, c.field, name)
	}
	require.Zero(t, o.count("companies WHERE status = 'Pending'"))
	require.Zero(t, o.count("persons"))
}

func TestVisitorsSeePlansAreasAndTheCompanyWhoseLinkTheyHave(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	plans, err := o.companies.Plans(t.Context(), visitor(), company.Nothing{})
	require.NoError(t, err)
	terms := func(name string, percent int) string {
		return fmt.Sprintf(`"name":%q,"discount_type":"Percentage","discount_amount":%d,"minimum_day":3,"minimum_meal_count":1,"avgPrice":4700`,
			name, percent)
	}
	require.JSONEq(t, `{"data":[
		{"id":1,"discountPrecentage":20,"minNumPeople":20,"avgDiscountPrice":3600,"popular":false,`+terms("Plan 1", 20)+`},
		{"id":2,"discountPrecentage":25,"minNumPeople":35,"avgDiscountPrice":3400,"popular":true,`+terms("Plan 2", 25)+`},
		{"id":3,"discountPrecentage":30,"minNumPeople":50,"avgDiscountPrice":3100,"popular":false,`+terms("Plan 3", 30)+`}]}`,
		servertest.JSON(t, plans))
	areas, err := o.companies.Areas(t.Context(), visitor(), company.Nothing{})
	require.NoError(t, err)
	require.Contains(t, areas.Data, company.Area{ID: "00SAHNAREA0000000000000001", Area: "Business Bay", From: "12:15", Until: "12:45",
		Weekdays: []int{1, 2, 3, 4, 5}})
	shown, err := o.companies.Company(t.Context(), visitor(), company.AddressRequest{CompanyID: sample.Harbour.ID})
	require.NoError(t, err)
	require.Equal(t, company.Public{ID: sample.Harbour.ID, Name: sample.Harbour.Name}, shown.Data)
	servertest.Do(t, o.pool, "UPDATE companies SET status = $2 WHERE id = $1", sample.Meridian.ID, "Suspended")
	for _, id := range []string{"00SAHNN0B0DY00000000000000", sample.Cash.ID, sample.Meridian.ID} {
		_, err := o.companies.Company(t.Context(), visitor(), company.AddressRequest{CompanyID: id})
		require.ErrorIs(t, err, fault.ErrNotFound, id)
	}
}

// Many tenants take turns on two connections: no tenant finds another's rows, and no setting stays on a connection.
func TestTenantsThatShareConnectionsShareNothingElse(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	config := o.pool.Config().Copy()
	config.MaxConns, config.MinConns = 2, 0
	small, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	defer small.Close()
	companies := company.New(company.Options{DB: small, Clock: o.clock.Now})
	tenants := []sample.Company{sample.Harbour, sample.Qasr, sample.Meridian, sample.Cash}
	asked := make(chan int)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range asked {
				mine := tenants[i%len(tenants)]
				got, err := companies.CompanyAddress(context.WithoutCancel(t.Context()), web.Caller{CompanyID: mine.ID, ProfileID: "p"},
					company.AddressRequest{CompanyID: mine.ID})
				if err != nil {
					t.Error(err)
				}
				for _, a := range got.Data {
					for _, one := range sample.Addresses() {
						if one.ID == a.ID && one.CompanyID != mine.ID {
							t.Errorf("%s was shown %s", mine.Name, a.Label)
						}
					}
				}
			}
		})
	}
	for i := range 1000 {
		asked <- i
	}
	close(asked)
	all.Wait()
	settings := func(set string) (left string) {
		conn, err := small.Acquire(t.Context())
		require.NoError(t, err)
		defer conn.Release()
		tx, err := conn.Begin(t.Context())
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), set)
		require.NoError(t, err)
		require.NoError(t, tx.Commit(t.Context()))
		require.NoError(t, conn.QueryRow(t.Context(), "SHOW statement_timeout").Scan(&left))
		return left
	}
	require.Equal(t, "0", settings("SET LOCAL statement_timeout = '5s'"), "what a transaction sets ends with it")
	require.Equal(t, "5s", settings("SET statement_timeout = '5s'"), "the control")
}
