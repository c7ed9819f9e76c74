package directory_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/member"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
	"sahn/server/retention"
)

var (
	out = patch(fields{"op": "replace", "path": "active", "value": false})
	in  = patch(fields{"op": "replace", "path": "active", "value": true})
)

// member is somebody of Harbour with a proved address of the company's.
func (p *place) member(email string) web.Caller {
	p.Helper()
	who := servertest.Eater(p.T, p.pool, sample.Harbour)
	servertest.Do(p.T, p.pool, "UPDATE persons SET email = $2 WHERE id = $1", who.PersonID, email)
	servertest.Do(p.T, p.pool, "UPDATE profiles SET proved_at = now() WHERE id = $1", who.ProfileID)
	return who
}

func TestWhoLeftIsOutAlsoUnderTheirOtherAddressAndNobodyElseIs(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(p *place, id string){
		"PATCH":  func(p *place, id string) { p.expect(200, "PATCH", "Users/"+id, out) },
		"DELETE": func(p *place, id string) { p.expect(204, "DELETE", "Users/"+id, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := settle(t)
			id := p.expect(201, "POST", "Users", fields{"userName": "u-nabil@harbourline.example",
				"emails": []fields{{"value": "nabil.k@harbourline.example", "type": "work"}, {"value": "the.boss@harbourline.example"},
					{"value": "nabil.k@home.example"}}})["id"].(string)
			other, boss, home := p.member("u-nabil@harbourline.example"), p.member("the.boss@harbourline.example"), p.member("nabil.k@home.example")
			p.expect(200, "PATCH", "Users/"+boss.ProfileID, patch(fields{"op": "replace", "path": "displayName", "value": "The Boss"}))
			leave(p, id)
			require.Equal(t, []string{"Suspended", "Suspended", "Active", "Active"}, []string{p.status(id), p.status(other.ProfileID),
				p.status(boss.ProfileID), p.status(home.ProfileID)}, "of whom the directory tells by themselves, and other domains, it does not mean")
			require.Zero(t, p.count("sessions WHERE profile_id = $1", other.ProfileID))
			require.Equal(t, 1, p.count("directory_leavers WHERE profile_id = $1", other.ProfileID))
		})
	}
}

func TestWhoAskedToJoinIsLetInByTheDirectoryAndToldSo(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]func(p *place, id string) fields{
		"POST": func(p *place, _ string) fields {
			return p.expect(201, "POST", "Users", fields{"userName": "dana@harbourline.example", "active": true})
		},
		"PATCH": func(p *place, id string) fields {
			require.Equal(p, false, p.expect(200, "GET", "Users/"+id, nil)["active"], "who waits is not in")
			return p.expect(200, "PATCH", "Users/"+id, in)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := settle(t)
			dana := p.member("dana@harbourline.example")
			servertest.Do(t, p.pool, "UPDATE profiles SET status = 'Pending' WHERE id = $1", dana.ProfileID)
			said := ask(p, dana.ProfileID)
			require.Equal(t, []any{dana.ProfileID, true}, []any{said["id"], said["active"]})
			require.Equal(t, "Active", p.status(dana.ProfileID))
			require.Equal(t, 1, p.count("river_job WHERE kind = $1 AND args->>'profile' = $2", person.Approved{}.Kind(), dana.ProfileID))
		})
	}
}

func TestARegistrationOfWhichADirectoryToldIsForgottenWithAllOthers(t *testing.T) {
	t.Parallel()
	p := settle(t)
	dana := p.member("dana@harbourline.example")
	servertest.Do(t, p.pool, "UPDATE profiles SET status = 'Pending' WHERE id = $1", dana.ProfileID)
	servertest.Do(t, p.pool, "DELETE FROM sessions WHERE profile_id = $1", dana.ProfileID)
	servertest.Do(t, p.pool, "INSERT INTO directory_leavers (profile_id, company_id, left_at) VALUES ($1, $2, now())",
		dana.ProfileID, sample.Harbour.ID)
	p.expect(200, "PATCH", "Users/"+dana.ProfileID, patch(fields{"op": "replace", "path": "displayName", "value": "Dana"}))
	p.expect(201, "POST", "Groups", fields{"displayName": "Sales", "members": []fields{{"value": dana.ProfileID}}})
	_, err := (&retention.Keeper{Conn: p.pool, Clock: func() time.Time { return monday.AddDate(1, 0, 0) }}).Forget(t.Context())
	require.NoError(t, err)
	require.Zero(t, p.count("profiles WHERE id = $1", dana.ProfileID))
	require.Zero(t, p.count("directory_members"))
}

func TestWhomAnAdminSuspendedBeforeTheDirectorySaidThatTheyLeftLosesTheirOpenDays(t *testing.T) {
	t.Parallel()
	p := settle(t)
	lina := p.member("lina@harbourline.example")
	_, err := p.all.Members.HandleAct(t.Context(), p.admin, member.ActRequest{Act: "suspend", IDs: []string{lina.ProfileID}})
	require.NoError(t, err)
	ran := 0
	p.all.Left = func(context.Context, db.Tx) error { ran++; return nil }
	p.expect(200, "PATCH", "Users/"+lina.ProfileID, out)
	require.Equal(t, 1, p.count("directory_leavers WHERE profile_id = $1", lina.ProfileID))
	require.Equal(t, 1, ran)
	p.expect(409, "PATCH", "Users/"+lina.ProfileID, in)
}

func TestWhomAnAdminSuspendedStaysOutAlsoWhenTheyLeaveUnderAnotherAddress(t *testing.T) {
	t.Parallel()
	p := settle(t)
	id := p.expect(201, "POST", "Users", fields{"userName": "u-lina@harbourline.example",
		"emails": []fields{{"value": "lina@harbourline.example"}}})["id"].(string)
	other := p.member("u-lina@harbourline.example")
	servertest.Do(t, p.pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", id)
	p.expect(200, "PATCH", "Users/"+id, out)
	require.Equal(t, "Suspended", p.status(other.ProfileID))
	p.expect(409, "PATCH", "Users/"+id, in)
}

func TestWhomAnAdminRemovedAfterTheDirectorySaidThatTheyLeftItDoesNotLetIn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	lina := p.member("lina@harbourline.example")
	p.expect(200, "PATCH", "Users/"+lina.ProfileID, out)
	_, err := p.all.Members.HandleAct(t.Context(), p.admin, member.ActRequest{Act: "remove", IDs: []string{lina.ProfileID}})
	require.NoError(t, err)
	p.expect(409, "PATCH", "Users/"+lina.ProfileID, in)
	require.Equal(t, "Suspended", p.status(lina.ProfileID))
}

func TestWhomTheDirectorySaysToHaveLeftIsOutHoweverItSpellsThatAndWhateverElseItAsks(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.makes("taken@harbourline.example")
	for i, ask := range []struct {
		method string
		body   func(email string) fields
	}{
		{"PUT", func(email string) fields { return fields{"userName": email, "Active": false} }},
		{"PUT", func(string) fields { return fields{"userName": "taken@harbourline.example", "active": false} }},
		{"PUT", func(string) fields { return fields{"active": false} }},
		{"PATCH", func(string) fields {
			return patch(fields{"op": "replace", "value": fields{"Active": "False", "userName": "taken@harbourline.example"}})
		}},
		{"PATCH", func(string) fields {
			return patch(fields{"op": "replace", "value": fields{"active": false, "emails": []fields{{"value": "x@gmail.example"}}}})
		}},
	} {
		email := fmt.Sprintf("n%d@harbourline.example", i)
		id := p.makes(email)
		said := p.expect(200, ask.method, "Users/"+id, ask.body(email))
		require.Equal(t, []any{false, email}, []any{said["active"], said["userName"]}, "case %d", i)
		require.Equal(t, "Suspended", p.status(id), "case %d", i)
	}
}
