package person_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
)

func (b *browser) changePassword(current, next string) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/change-password", fields{"current_password": current, "password": next})
}

func TestChangingThePasswordEndsEveryOtherSessionAndRenewsOnesOwn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b, phone := p.browser().signIn(sample.Mariam), p.browser().signIn(sample.Mariam)
	require.Equal(t, 200, phone.profile().status)
	stolen := b.copy()
	got := b.changePassword(sample.Password, fresh)
	require.Equal(t, 200, got.status, got.body)
	require.NotEqual(t, stolen.jar["sahn_session"], b.jar["sahn_session"])
	require.Equal(t, 200, b.profile().status)
	require.Equal(t, 401, stolen.profile().status)
	require.Equal(t, 401, phone.profile().status)
	require.Equal(t, 419, b.call("POST", "/api/profile-logout", nil, "X-XSRF-TOKEN", stolen.jar["XSRF-TOKEN"]).status)
	require.Equal(t, 1, p.count("sessions"))
	require.Equal(t, 401, p.browser().login(sample.Mariam.Email, sample.Password).status)
	require.Equal(t, 201, p.browser().login(sample.Mariam.Email, fresh).status)
}

func TestAPasswordIsChangedOnlyByWhoKnowsIt(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Mariam)
	for _, c := range []struct{ current, next, field string }{
		{"not-my-password", fresh, "current_password"}, {sample.Password, "short", "password"},
		{sample.Password, sample.Mariam.Email, "password"}, {sample.Password, "password1234", "password"},
	} {
		got := b.changePassword(c.current, c.next)
		require.Equal(t, 422, got.status)
		require.Contains(t, got.body, `"errors":{"`+c.field+`":[`)
	}
	p.exec("UPDATE persons SET password_hash = NULL WHERE id = $1", sample.Mariam.ID)
	require.Contains(t, b.changePassword(sample.Password, fresh).body, `"reason":"no_password"`)
	statuses, priya := map[int]int{}, p.browser().signIn(sample.Priya)
	for range 12 {
		statuses[priya.changePassword("not-my-password", fresh).status]++
	}
	require.Equal(t, map[int]int{422: 10, 429: 2}, statuses, "guessing is slowed here too")
}

// A session that begins with the old password while it is changed would outlive the change.
func TestNoSessionWithTheOldPasswordOutlivesItsChange(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Mariam)
	others := [6]*browser{}
	for i := range others {
		others[i] = p.browser()
	}
	statuses := p.replies(7, 7, func(i int) (reply, error) {
		if i == len(others) {
			return b.insist("POST", "/api/change-password", fields{"current_password": sample.Password, "password": fresh})
		}
		return others[i].insist("POST", "/api/profile-login", fields{"email": sample.Mariam.Email, "password": sample.Password})
	})
	require.Equal(t, 1, statuses[200], "the change")
	require.Equal(t, 6, statuses[201]+statuses[401], "%v", statuses)
	require.Equal(t, 1, p.count("sessions"))
}

func TestTheSameChangeManyTimesAtOnceHappensOnce(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for _, c := range []struct {
		path string
		body fields
		who  sample.Person
	}{
		{"/api/switch-user", fields{}, sample.Lina},
		{"/api/change-password", fields{"current_password": sample.Password, "password": fresh}, sample.Mariam},
	} {
		b := p.browser().signIn(c.who)
		servers := []*browser{b, b.on(p.newServer(p.newPeople(p.redis.Addr())))}
		statuses := p.replies(8, 8, func(i int) (reply, error) { return servers[i%2].insist("POST", c.path, c.body) }) // what one account may
		require.Equal(t, 1, statuses[200], c.path)
		require.Equal(t, 7, statuses[401]+statuses[422], "%s: who is late has no session any more, or an old password: %v", c.path, statuses)
		require.Equal(t, 1, p.count("sessions WHERE person_id = $1", c.who.ID), c.path)
	}
}

func TestAPersonChangesTheirOwnNameNumberAndPlace(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Mariam)
	got := b.call("POST", "/api/update-profile", fields{"name": " Mariam  Saleh ", "mobile": "+971 (50) 111-2222"})
	require.Equal(t, 200, got.status, got.body)
	require.Contains(t, got.body, `"name":"Mariam Saleh"`)
	require.Contains(t, got.body, `"mobile":"+971501112222"`)
	require.Contains(t, got.body, `"address_id":"`+sample.HarbourFloor14.ID+`"`, "what was left out stays")
	got = b.call("POST", "/api/update-profile", fields{"address_id": sample.HarbourWarehouse.ID})
	require.Contains(t, got.body, `"address_id":"`+sample.HarbourWarehouse.ID+`"`)
	require.Contains(t, got.body, `"name":"Mariam Saleh"`)
	require.Contains(t, got.body, `"delivery_window":"11:45–12:15"`)
	require.JSONEq(t, got.body, b.profile().body)
	for name, body := range map[string]fields{
		"another company's place": {"address_id": sample.QasrStudio.ID}, "a stranger's home": {"address_id": sample.DanielHome.ID},
		"no place":             {"address_id": "00SAHNN0B0DY00000000000000"},
		"a place of one's own": {"address": fields{"label": "Home", "line": "Here", "area_timing_id": sample.AreaTimings()[0].ID}},
		"no name":              {"name": " "}, "no number": {"mobile": "call me"},
	} {
		require.Equal(t, 422, b.call("POST", "/api/update-profile", body).status, name)
	}
	require.JSONEq(t, got.body, b.profile().body)
}

func TestACashClientHasOnePlaceOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Daniel)
	before := p.count("addresses")
	got := b.call("POST", "/api/update-profile",
		fields{"address": fields{"label": "Garden", "line": "Villa 19", "area_timing_id": sample.AreaTimings()[1].ID}})
	require.Equal(t, 200, got.status, got.body)
	require.Contains(t, got.body, `"address_id":"`+sample.DanielHome.ID+`"`)
	require.Equal(t, before, p.count("addresses"))
	require.Equal(t, 1, p.count("addresses WHERE line = 'Villa 19' AND profile_id = $1", sample.DanielCash.ID))
	require.Equal(t, 422,
		b.call("POST", "/api/update-profile",
			fields{"address": fields{"label": "x", "line": "y", "area_timing_id": "00SAHNN0B0DY00000000000000"}}).status)
	require.Equal(t, 422, b.call("POST", "/api/update-profile", fields{"address_id": sample.LinaHome.ID}).status)
}

func TestAnAddressGoesIntoNoWindowThatDoesNotTakeWhatIsOrdered(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b, date, to := p.browser().signIn(sample.Daniel), servertest.Week, sample.AreaTimings()[1].ID
	servertest.Do(t, p.pool, `WITH o AS (INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount,
			net_amount, company_share, employee_share, wallet_amount, payable_amount, amount_due, vat_amount, company_vat_amount, terms, quote,
			quote_hash, draft_revs, handoff_key, created_at)
		VALUES ($1, $2, $3, 'Confirmed', 'web', $4, 1, 100, 0, 100, 0, 100, 0, 100, 0, 4, 0, '{}', '{}', '', '{}', $1, now()))
		INSERT INTO deliveries (id, order_id, profile_id, company_id, delivery_date, cutoff, address_id, live, gross_amount, net_amount,
			company_share, vat_amount) VALUES ($1, $1, $2, $3, $4, now(), $5, true, 100, 100, 0, 4)`,
		ulid.Make().String(), sample.DanielCash.ID, sample.Cash.ID, date, sample.DanielHome.ID)
	move := func() reply {
		return b.call("POST", "/api/update-profile", fields{"address": fields{"label": "Garden", "line": "Villa 19", "area_timing_id": to}})
	}
	servertest.Do(t, p.pool, "UPDATE area_timings SET weekdays = '{2,3,4,5}' WHERE id = $1", to)
	got := move()
	require.Equal(t, 422, got.status, "it delivers on no Monday")
	require.Contains(t, got.body, "does not take one of the lunches that you have ordered")
	servertest.Do(t, p.pool, "UPDATE area_timings SET weekdays = '{1}', capacity = 1 WHERE id = $1", to)
	require.Equal(t, 200, move().status)
	require.Equal(t, 200, move().status, "their own lunch takes no place of them")
}

func TestAPersonSwitchesBetweenTheirOwnProfiles(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Lina)
	require.Contains(t, b.profile().body, sample.LinaQasr.ID)
	planted := b.copy()
	got := b.switchTo(fields{})
	require.Equal(t, 200, got.status, got.body)
	require.Contains(t, got.body, sample.LinaCash.ID)
	require.Contains(t, got.body, `"company_type":"Cash"`)
	require.JSONEq(t, got.body, b.profile().body)
	require.NotEqual(t, planted.jar["sahn_session"], b.jar["sahn_session"])
	require.Equal(t, 401, planted.profile().status)
	require.Equal(t, 419, b.call("POST", "/api/switch-user", fields{}, "X-XSRF-TOKEN", planted.jar["XSRF-TOKEN"]).status)
	back := b.switchTo(fields{"client_id": sample.LinaQasr.ID})
	require.Equal(t, 200, back.status)
	require.Contains(t, back.body, sample.LinaQasr.ID)
	require.Equal(t, 1, p.count("sessions"))
}

// Every pair of actor and target is checked against the one rule: another Active profile of the same person, never an operator's.
func TestNobodySwitchesToAnythingButAnotherActiveProfileOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.exec(`INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at, operator_role) VALUES
		('00SAHNPR0F0000000000000021', $1, $3, 'Admin', 'Suspended', $5, NULL), ('00SAHNPR0F0000000000000022', $1, $4, 'Employee',
		'Active', $5, NULL),
		('00SAHNPR0F0000000000000023', $2, $3, 'Employee', 'Pending', $5, NULL), ('00SAHNPR0F0000000000000024', $1, NULL, 'Operator', 'Active',
		$5, 'support')`,
		sample.Mariam.ID, sample.Lina.ID, sample.Meridian.ID, sample.Qasr.ID, monday)
	type profile struct{ ID, Person, Kind, Status string }
	rows, err := p.pool.Query(t.Context(), "SELECT id, person_id, client_type, status FROM profiles ORDER BY id")
	require.NoError(t, err)
	profiles, err := pgx.CollectRows(rows, pgx.RowToStructByPos[profile])
	require.NoError(t, err)
	switched := 0
	for _, who := range []sample.Person{sample.Mariam, sample.Omar, sample.Lina, sample.Daniel, sample.Sara} {
		b, from := p.browser(), profile{}
		for _, to := range profiles {
			if from.ID == "" {
				p.exec("UPDATE profiles SET used_at = NULL")
				in := b.signIn(who).profile().body
				for _, f := range profiles {
					if strings.Contains(in, `"id":"`+f.ID+`"`) {
						from = f
					}
				}
			}
			may := from.Kind != "Operator" && to.Person == from.Person && to.ID != from.ID && to.Status == "Active" && to.Kind != "Operator"
			got := b.switchTo(fields{"client_id": to.ID})
			switch {
			case may:
				require.Equal(t, 200, got.status, "%v to %v: %s", from, to, got.body)
				require.Contains(t, got.body, `"id":"`+to.ID+`"`)
				from, switched = profile{}, switched+1
			case from.Kind == "Operator":
				require.Equal(t, 403, got.status)
			default:
				require.Equal(t, 404, got.status, "%v to %v: %s", from, to, got.body)
				require.Contains(t, b.profile().body, `"id":"`+from.ID+`"`, "a refusal changes nothing")
			}
		}
	}
	require.Equal(t, 2, switched)
}

func TestSwitchingDoesNotMakeASessionLiveLonger(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Lina)
	require.Equal(t, 200, b.switchTo(fields{}).status) // to Cash: 90 days
	p.clock.Move(12*time.Hour - time.Second)
	require.Equal(t, 200, b.switchTo(fields{}).status) // back to Admin for the last second
	require.Equal(t, 200, b.switchTo(fields{}).status)
	p.clock.Move(time.Second)
	got := b.switchTo(fields{})
	require.Equal(t, 403, got.status)
	require.Contains(t, got.body, `"reason": "sign_in_again"`)
	require.Contains(t, b.profile().body, sample.LinaCash.ID, "and everything stays as it was")
}

func TestTheCompanysOwnPageSignsInToThatCompany(t *testing.T) {
	t.Parallel()
	p := settle(t)
	at := func(who sample.Person, company string) string {
		got := p.browser().call("POST", "/api/profile-login",
			fields{"email": who.Email, "password": sample.Password, "company_id": company})
		require.Equal(t, 201, got.status)
		return got.body
	}
	for company, profile := range map[string]string{sample.Cash.ID: sample.LinaCash.ID, sample.Qasr.ID: sample.LinaQasr.ID} {
		require.Contains(t, at(sample.Lina, company), `"id":"`+profile+`"`)
	}
	require.Contains(t, at(sample.Mariam, sample.Qasr.ID), sample.MariamHarbour.ID, "whoever is not there comes to what is theirs")
}
