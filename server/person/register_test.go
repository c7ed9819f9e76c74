package person_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/db"
)

const waiting = `{"message":"Your email is confirmed. Your company's admin has to let you in now; we will write to you.",` +
	`"reason":"waiting_for_approval"}`

func newcomer(email string, more ...any) fields {
	f := fields{"name": "Noor  Rahman", "email": email, "mobile": "+971 50 000-0199"}
	for i := 0; i < len(more); i += 2 {
		f[more[i].(string)] = more[i+1]
	}
	return f
}

func cashClient(email string, more ...any) fields {
	return newcomer(email, append([]any{"address_label", "Home", "address_line", "Villa 2, Street 9", "area_timing_id",
		sample.AreaTimings()[0].ID}, more...)...)
}

func employee(company sample.Company, email string, more ...any) fields {
	return newcomer(email, append([]any{"company_id", company.ID}, more...)...)
}

// register registers, and reads the code in the mailbox.
func (b *browser) register(path string, typed fields) string {
	b.place.t.Helper()
	return b.mailed(typed["email"].(string), func() {
		got := b.call("POST", path, typed)
		require.Equal(b.place.t, 201, got.status, got.body)
	})
}

func TestACashClientRegistersProvesTheEmailAndIsIn(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	code := b.register("/api/client-register", cashClient("noor@rahman.example", "password", "a-lunch-of-my-own"))
	require.Equal(t, `{"client_exist":true,"client_status":"Pending"}`,
		b.call("PUT", "/api/search-by-email", fields{"email": "noor@rahman.example"}).body)
	require.Equal(t, 401, b.login("noor@rahman.example", "a-lunch-of-my-own").status, "nobody is in before the code came back")

	in := b.verify("noor@rahman.example", code)
	require.Equal(t, 201, in.status, in.body)
	require.Contains(t, in.body, `"name":"Noor Rahman"`)
	require.Contains(t, in.body, `"mobile":"+971500000199"`)
	require.Contains(t, in.body, `"client_type":"Cash","company_type":"Cash"`)
	require.Contains(t, in.body, `"status":"Active"`)
	require.Contains(t, in.body, `"delivery_window":"12:15–12:45"`)
	require.Equal(t, 1, b.place.count("addresses WHERE line = 'Villa 2, Street 9' AND profile_id IS NOT NULL"))
	require.Equal(t, 201, b.place.browser().login("noor@rahman.example", "a-lunch-of-my-own").status)
	require.Equal(t, 1, b.place.count("companies WHERE company_type = 'Cash'"))
}

func TestTheFirstCashClientOfAnEmptyHouseFindsTheBuiltInCompany(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.exec("UPDATE profiles SET address_id = NULL WHERE client_type = 'Cash'")
	p.exec("DELETE FROM addresses WHERE company_id = $1", sample.Cash.ID)
	p.exec("DELETE FROM profiles WHERE company_id = $1", sample.Cash.ID)
	p.exec("DELETE FROM companies WHERE id = $1", sample.Cash.ID)
	require.Equal(t, map[int]int{201: 3}, p.replies(3, 3, func(i int) (reply, error) {
		return p.browser().insist("POST", "/api/client-register", cashClient(fmt.Sprintf("noor%d@rahman.example", i)))
	}))
	require.Equal(t, 1, p.count("companies WHERE company_type = 'Cash'"))
	require.Equal(t, 3, p.count("profiles WHERE client_type = 'Cash' AND status = 'Pending'"))
}

func TestWhoComesFromACompanysDomainOrWasInvitedIsInAndOthersWait(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for _, c := range []struct {
		name    string
		company sample.Company
		email   string
		status  int
	}{
		{"of an allowed domain", sample.Harbour, "noor@harbourline.example", 201},
		{"of a domain below it", sample.Harbour, "noor@mail.harbourline.example", 403},
		{"of a domain that ends alike", sample.Harbour, "noor@notharbourline.example", 403},
		{"of another company's domain", sample.Qasr, "nour@harbourline.example", 403},
		{"of a company that allows none", sample.Qasr, "noor@qasrdesign.example", 403},
		{"invited", sample.Harbour, sample.Joel.Email, 201},
	} {
		b := p.browser()
		in := b.verify(c.email, b.register("/api/employee-registration", employee(c.company, c.email)))
		require.Equal(t, c.status, in.status, "%s: %s", c.name, in.body)
		if c.status == 403 {
			require.JSONEq(t, waiting, in.body, c.name)
			require.Equal(t, 401, b.profile().status, c.name)
			require.Equal(t, 1, p.count(`profiles pr JOIN persons p ON p.id = pr.person_id
				WHERE p.email = $1 AND pr.status = 'Pending' AND pr.proved_at IS NOT NULL`, c.email))
			continue
		}
		require.Contains(t, in.body, `"client_type":"Employee"`, c.name)
		require.Contains(t, in.body, c.company.ID, c.name)
	}
}

// Nothing that a visitor types brings a company's share or discount.
func TestNoWayToRegisterBringsABenefitBeforeSomebodyApproved(t *testing.T) {
	t.Parallel()
	p := settle(t)
	q := db.New(p.pool)
	for i, typed := range []fields{
		employee(sample.Harbour, "eve@evil.example"), employee(sample.Qasr, "eve@evil.example"), employee(sample.Meridian, "eve@evil.example"),
		employee(sample.Qasr, "eve@qasrdesign.example"), employee(sample.Meridian, "eve@meridianwp.example"),
		employee(sample.Harbour, "eve@gmail.com"), employee(sample.Harbour, "eve@harbourline.example.evil.example"),
		employee(sample.Harbour, "harbourline.example@evil.example"), employee(sample.Qasr, sample.Yusuf.Email),
		employee(sample.Qasr, sample.Grace.Email), employee(sample.Meridian, sample.Daniel.Email),
	} {
		p.clock.Move(time.Minute)
		b := p.browser()
		code := b.register("/api/employee-registration", typed)
		require.Equal(t, 403, b.verify(typed["email"].(string), code).status, "%d: %v", i, typed)
	}
	for _, company := range []string{sample.Cash.ID, "00SAHNN0B0DY00000000000000", "", "' OR 1=1 --"} {
		got := p.browser().call("POST", "/api/employee-registration", newcomer("eve@evil.example", "company_id", company))
		require.Contains(t, []int{404, 422}, got.status, company)
	}
	for _, status := range []string{"Pending", "Suspended"} {
		p.exec("UPDATE companies SET status = $2 WHERE id = $1", sample.Meridian.ID, status)
		require.Equal(t, 404,
			p.browser().call("POST", "/api/employee-registration", employee(sample.Meridian, "eve@evil.example")).status, status)
	}
	for name, value := range map[string]any{"client_type": "Admin", "status": "Active", "share_value": 1000, "discount_amount": 50,
		"role": "Operator", "proved_at": "2026-01-01", "profile_id": "x"} {
		require.Equal(t, 422,
			p.browser().call("POST", "/api/employee-registration", employee(sample.Harbour, "eve@harbourline.example", name, value)).status, name)
	}
	ids := servertest.One[[]string](t, p.pool, `SELECT array_agg(pr.id) FROM profiles pr JOIN persons p ON p.id = pr.person_id
		WHERE p.email LIKE 'eve%' OR pr.status = 'Pending'`)
	require.Greater(t, len(ids), 8)
	for _, id := range ids {
		eater, err := person.EaterOf(t.Context(), q, id)
		require.NoError(t, err)
		require.Zero(t, eater.Terms.DiscountAmount)
		require.Zero(t, eater.Terms.ShareValue)
		require.NotEqual(t, "Active", eater.Status)
	}
}

func TestEverybodyIsToldTheSameAboutTheirRegistration(t *testing.T) {
	t.Parallel()
	p := settle(t)
	answer := func(email string) string {
		t.Helper()
		got := p.browser().call("POST", "/api/client-register", cashClient(email, "password", "a-lunch-of-my-own"))
		require.Equal(t, 201, got.status, got.body)
		return strings.ReplaceAll(got.body, email, "E")
	}
	unknown := answer("nobody@nowhere.example")
	require.JSONEq(t, `{"message":"We have sent a code to your email. It completes your registration.","data":{"email":"E"}}`, unknown)
	for _, who := range []sample.Person{sample.Mariam, sample.Joel, sample.Yusuf, sample.Grace, sample.Daniel, sample.Sara} {
		require.Equal(t, unknown, answer(who.Email), who.Email)
	}
	require.Equal(t, 7, p.count("river_job"), "each did the same work, a job included")
	for range 7 {
		require.Equal(t, unknown, answer(sample.Mariam.Email))
	}
	for _, email := range []string{sample.Mariam.Email, "nobody@nowhere.example"} { // as often as one account may from one network
		for p.browser().call("POST", "/api/client-register", cashClient(email)).status == 201 {
		}
		got := p.browser().call("POST", "/api/client-register", cashClient(email))
		require.Equal(t, "429 300", fmt.Sprintf("%d %s", got.status, got.header.Get("Retry-After")), email)
	}
}

func TestWhoIsKnownKeepsTheirNameAndPasswordWhateverARegistrationSays(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	code := b.register("/api/client-register", cashClient(sample.Mariam.Email, "name", "Mallory", "password", "mallory-was-here"))
	require.Equal(t, 401, p.browser().login(sample.Mariam.Email, "mallory-was-here").status)
	in := b.verify(sample.Mariam.Email, code)
	require.Equal(t, 201, in.status, in.body)
	require.Contains(t, in.body, `"name":"Mariam Al Suwaidi"`)
	require.Contains(t, in.body, `"client_type":"Cash"`)
	require.Contains(t, in.body, `"switchable":1`)
	require.Equal(t, 401, p.browser().login(sample.Mariam.Email, "mallory-was-here").status)
	require.Equal(t, 201, p.browser().login(sample.Mariam.Email, sample.Password).status)
}

// A password that somebody else typed first must not open the account later. (account pre-hijacking)
func TestAPasswordCountsOnlyWithTheCodeOfItsOwnRegistration(t *testing.T) {
	t.Parallel()
	p := settle(t)
	mallory, noor := p.browser(), p.browser()
	require.Equal(t, 201,
		mallory.call("POST", "/api/client-register", cashClient("noor@rahman.example", "name", "Mallory", "password", "mallory-was-here")).status)
	p.clock.Move(31 * time.Second)
	code := noor.register("/api/client-register",
		cashClient("noor@rahman.example", "password", "a-lunch-of-my-own", "address_line", "Villa 3"))
	require.Equal(t, 422, mallory.verify("noor@rahman.example", code).status, "another browser's code")
	in := noor.verify("noor@rahman.example", code)
	require.Equal(t, 201, in.status, in.body)
	require.Contains(t, in.body, `"name":"Noor Rahman"`)
	require.Equal(t, 401, p.browser().login("noor@rahman.example", "mallory-was-here").status)
	require.Equal(t, 201, p.browser().login("noor@rahman.example", "a-lunch-of-my-own").status)
	require.Equal(t, 1, p.count("addresses WHERE line = 'Villa 3'"))
}

// A code that is sent again and again, from two tabs to two servers, works once, whatever it is for.
func TestEveryKindOfCodeIsGoodForOnce(t *testing.T) {
	t.Parallel()
	p := settle(t)
	there := p.newServer(p.newPeople(p.redis.Addr()))
	for name, c := range map[string]struct {
		ask  func(b *browser) string
		path string
		body fields
	}{
		"signing in": {func(b *browser) string { return b.ask(sample.Mariam.Email) }, "/api/verify-otp", fields{"email": sample.Mariam.Email}},
		"a registration": {func(b *browser) string { return b.register("/api/client-register", cashClient("noor@rahman.example")) },
			"/api/verify-otp", fields{"email": "noor@rahman.example"}},
		"a new password": {func(b *browser) string { return b.askReset(sample.Omar.Email) }, "/api/client/forgot-password/reset",
			fields{"email": sample.Omar.Email, "password": fresh}},
	} {
		b := p.browser()
		c.body["otp"] = c.ask(b)
		servers := []*browser{b, b.on(there)}
		statuses := p.replies(20, 20, func(i int) (reply, error) {
			got, err := servers[i%2].insist("POST", c.path, c.body)
			if got.status == 422 && !strings.Contains(got.body, `"code_used"`) {
				t.Error(name, got.body)
			}
			return got, err
		})
		require.Equal(t, 1, statuses[200]+statuses[201], name)
		require.Equal(t, 19, statuses[422], "%s: %v", name, statuses)
	}
	require.Equal(t, 2, p.count("sessions"), "of the sign-in and of the registration")
}

func TestManyRegistrationsOfOneAddressAtOnceAreOnePersonAndOneCode(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	require.Equal(t, map[int]int{201: 8}, p.replies(8, 8, func(int) (reply, error) {
		return b.insist("POST", "/api/employee-registration", employee(sample.Harbour, "noor@harbourline.example"))
	}))
	require.Equal(t, 1, p.count("persons WHERE email = 'noor@harbourline.example'"))
	require.Equal(t, 1, p.count("profiles WHERE status = 'Pending' AND client_type = 'Employee' AND company_id = $1", sample.Harbour.ID))
	require.Len(t, p.deliver(), 1)
}

func TestARegistrationThatMakesNoSenseIsRefusedByField(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	for _, c := range []struct {
		field string
		value any
	}{
		{"name", ""}, {"name", " \t "}, {"name", strings.Repeat("n", 101)}, {"name", "Noor\u202eRahman"},
		{"email", "noor"}, {"email", "noor@rahman.example\r\nBcc: x@y.example"}, {"mobile", "0500000199"}, {"mobile", "+9715"},
		{"mobile", "+971<script>"}, {"password", "short"}, {"password", "password123"}, {"password", "1111111111"}, {"password", "0123456789"},
		{"password", "noor@rahman.example"}, {"password", strings.Repeat("long ", 41)}, {"address_label", ""}, {"address_line", ""},
		{"address_line", strings.Repeat("x", 301)}, {"area_timing_id", "00SAHNN0B0DY00000000000000"}, {"area_timing_id", "7"},
	} {
		got := b.call("POST", "/api/client-register", cashClient("noor@rahman.example", c.field, c.value))
		require.Equal(t, 422, got.status, "%s %q: %s", c.field, c.value, got.body)
		require.Contains(t, got.body, `"errors":{"`+c.field+`":[`, "%s %q", c.field, c.value)
		p.exec("DELETE FROM attempts_made")
		p.redis.FlushAll()
	}
	require.Zero(t, p.count("persons WHERE email = 'noor@rahman.example'"))
	require.Zero(t, p.count("river_job"))
}

func TestRegistrationsAreSlowedDown(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	statuses := map[int]int{}
	for i := range 25 {
		statuses[b.call("POST", "/api/client-register", cashClient(string(rune('a'+i))+"@rahman.example")).status]++
	}
	require.Equal(t, map[int]int{201: 10, http.StatusTooManyRequests: 15}, statuses)
}

func TestARegistrationThatNobodyProvedIsForgotten(t *testing.T) {
	t.Parallel()
	p := settle(t)
	before := p.count("persons")
	require.Equal(t, 201, p.browser().call("POST", "/api/client-register", cashClient("noor@rahman.example")).status)
	require.Equal(t, 201, p.browser().call("POST", "/api/employee-registration", employee(sample.Harbour, sample.Daniel.Email)).status)
	proved := p.browser()
	require.Equal(t, 403,
		proved.verify("eve@evil.example", proved.register("/api/employee-registration", employee(sample.Harbour, "eve@evil.example"))).status)
	p.forget(8 * 24 * time.Hour)
	require.Equal(t, before+2, p.count("persons"))
	p.forget(7 * 24 * time.Hour)
	require.Equal(t, before+1, p.count("persons"), "only who proved the e-mail and waits is left")
	require.Equal(t, 1, p.count("profiles WHERE person_id = $1", sample.Daniel.ID))
	require.Equal(t, 1, p.count("persons WHERE email = 'eve@evil.example'"))
	p.forget(16 * 24 * time.Hour)
	require.Zero(t, p.count("persons WHERE email = 'eve@evil.example'"), "nor is who waited for a month")
}

func TestAFullWaitingListKeepsOutNobodyWhomTheCompanyKnows(t *testing.T) {
	t.Parallel()
	p := settle(t)
	join := func(email string) reply {
		t.Helper()
		b := p.browser()
		return b.verify(email, b.register("/api/employee-registration", employee(sample.Harbour, email)))
	}
	wait := func(from, until int) {
		p.exec(`WITH p AS (INSERT INTO persons (id, email, name, created_at)
				SELECT 'F' || lpad(n::text, 25, '0'), 'f' || n || '@flood.example', 'F', $2 FROM generate_series($3::int, $4::int) n RETURNING id)
			INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at, proved_at)
			SELECT id, id, $1, 'Employee', 'Pending', $2, $2 FROM p`, sample.Harbour.ID, servertest.Now, from, until)
	}
	wait(1, 199)
	require.JSONEq(t, waiting, join("last@rahman.example").body, "the two hundredth")
	full := join("noor@rahman.example")
	require.Equal(t, 403, full.status)
	require.Contains(t, full.body, "waiting_list_full")
	require.Equal(t, 1, p.count("profiles pr JOIN persons p ON p.id = pr.person_id WHERE email = 'noor@rahman.example' AND proved_at IS NULL"))

	require.Equal(t, 201, join("noor@harbourline.example").status, "of the company's domain")
	require.Equal(t, 201, join(sample.Joel.Email).status, "invited")
	p.invite(sample.Harbour, "noor@rahman.example")
	p.clock.Move(time.Minute)
	require.Equal(t, 201, join("noor@rahman.example").status, "whom the list was too long for, once invited")
}

func TestOneMailboxIsOneEmployeeOfACompany(t *testing.T) {
	t.Parallel()
	p := settle(t)
	join := func(email string) reply {
		t.Helper()
		b := p.browser()
		return b.verify(email, b.register("/api/employee-registration", employee(sample.Harbour, email)))
	}
	got := join("mariam+lunch@harbourline.example")
	require.Equal(t, 403, got.status)
	require.Contains(t, got.body, "mailbox_taken")
	require.Zero(t, p.count("profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email LIKE 'mariam+%' AND pr.status = 'Active'"))
	require.Equal(t, 201, join("mariam.lunch@harbourline.example").status, "the control: another mailbox")
	cash := p.browser()
	require.Equal(t, 201, cash.verify("mariam+lunch@harbourline.example",
		cash.register("/api/client-register", cashClient("mariam+lunch@harbourline.example"))).status, "who pays for themselves takes no share")

	p.exec("UPDATE persons SET email = 'mariam+old@harbourline.example' WHERE id = $1", sample.Priya.ID)
	require.Equal(t, 201, p.browser().login("mariam+old@harbourline.example", sample.Password).status, "who was here before goes on")
	for email, mailbox := range map[string]string{"a+b+c@x.example": "a@x.example", "+a@x.example": "+a@x.example",
		"a.b@x.example":     "a.b@x.example",
		"J.Doe+x@gmail.com": "JDoe@gmail.com", "j.doe@googlemail.com": "jdoe@gmail.com"} {
		require.Equal(t, mailbox, servertest.One[string](t, p.pool, "SELECT mailbox_of($1)", email))
	}
}

// Of two spellings that are proved in the same moment one is in, by whichever code comes first.
func TestTwoSpellingsOfOneMailboxThatAreProvedAtOnceAreOneEmployee(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for round := range 4 {
		spell := func(i int) string { return fmt.Sprintf("noor%d+%d@harbourline.example", round, i) }
		var browsers [4]*browser
		var codes [4]string
		for i := range browsers {
			browsers[i] = p.browser()
			codes[i] = browsers[i].register("/api/employee-registration", employee(sample.Harbour, spell(i)))
		}
		got := p.replies(4, 4, func(i int) (reply, error) {
			return browsers[i].insist("POST", "/api/verify-otp", fields{"email": spell(i), "otp": codes[i]})
		})
		require.Equal(t, map[int]int{201: 1, 403: 3}, got)
		require.Equal(t, 1, p.count("profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.mailbox = $1 AND pr.status = 'Active'",
			fmt.Sprintf("noor%d@harbourline.example", round)))
	}
}
