package directory_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/directory"
	"sahn/server/member"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// The messages of RFC 7644's examples, of Entra's and of Okta's provisioning, one after the other against one company: what is asked, and
// what the answer holds.
func TestADirectorySaysWhatItsStandardAndItsProvidersSay(t *testing.T) {
	t.Parallel()
	files := []string{"rfc7644", "entra", "okta"}
	for _, name := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile("testdata/" + name + ".json")
			require.NoError(t, err)
			var steps []struct {
				Say, Method, Path string
				Body              json.RawMessage
				Status            int
				Has               fields
				Lacks             []string
				Keep              string
			}
			require.NoError(t, json.Unmarshal(raw, &steps))
			require.GreaterOrEqual(t, len(steps), 10)
			p := settle(t)
			kept := []string{}
			for _, s := range steps {
				fill := strings.NewReplacer(kept...)
				status, said := p.asks(p.token, s.Method, fill.Replace(s.Path), fill.Replace(string(s.Body)))
				require.Equal(t, s.Status, status, "%s: %v", s.Say, said)
				for path, want := range s.Has {
					if text, is := want.(string); is {
						want = fill.Replace(text)
					}
					require.Equal(t, want, at(said, path), "%s: %s of %v", s.Say, path, said)
				}
				for _, path := range s.Lacks {
					require.Nil(t, at(said, path), "%s: %s", s.Say, path)
				}
				if s.Keep != "" {
					kept = append(kept, "{"+s.Keep+"}", said["id"].(string))
				}
			}
		})
	}
}

// at is what stands at a path like emails.0.value; # is how many there are.
func at(v any, path string) any {
	for part := range strings.SplitSeq(path, "|") {
		switch x := v.(type) {
		case fields:
			v = x[part]
		case []any:
			if part == "#" {
				v = float64(len(x))
				continue
			}
			n := int(part[0] - '0')
			if n >= len(x) {
				return nil
			}
			v = x[n]
		default:
			return nil
		}
	}
	return v
}

func TestWhomTheDirectorySaysToHaveLeftIsOutAtOnceAndBackWhenItSaysSo(t *testing.T) {
	t.Parallel()
	p := settle(t)
	ctx := t.Context()
	lina := servertest.Eater(t, p.pool, sample.Harbour)
	servertest.Do(t, p.pool, "UPDATE persons SET email = 'lina@harbourline.example' WHERE id = $1", lina.PersonID)
	servertest.Do(t, p.pool, "UPDATE profiles SET proved_at = now() WHERE id = $1", lina.ProfileID)
	found := p.expect(200, "GET", `Users?filter=userName+eq+%22LINA@harbourline.example%22`, nil)
	require.EqualValues(t, 1, found["totalResults"], "a member of before is found by the address")
	require.Equal(t, lina.ProfileID, at(found, "Resources|0|id"))

	path := "Users/" + lina.ProfileID
	out := patch(fields{"op": "Replace", "path": "active", "value": "False"})
	require.Equal(t, false, p.expect(200, "PATCH", path, out)["active"])
	require.Zero(t, p.count("sessions WHERE profile_id = $1", lina.ProfileID), "signed out everywhere")
	require.Equal(t, "Suspended", p.status(lina.ProfileID))
	require.Equal(t, 1, p.count("directory_leavers WHERE profile_id = $1", lina.ProfileID))
	require.Equal(t, 1, p.count("acts WHERE kind = 'member.leave' AND subject = $1", lina.ProfileID))
	p.expect(200, "PATCH", path, out)
	require.Equal(t, 1, p.count("acts WHERE kind = 'member.leave' AND subject = $1", lina.ProfileID), "once")

	in := patch(fields{"op": "replace", "value": fields{"active": true}})
	require.Equal(t, true, p.expect(200, "PATCH", path, in)["active"])
	require.Equal(t, "Active", p.status(lina.ProfileID))
	require.Zero(t, p.count("directory_leavers"))

	// An admin's word and an operator's outrank the directory.
	_, err := p.all.Members.HandleAct(ctx, p.admin, member.ActRequest{Act: "suspend", IDs: []string{lina.ProfileID}})
	require.NoError(t, err)
	p.expect(409, "PATCH", path, in)
	p.expect(200, "PATCH", path, out)
	p.expect(409, "PATCH", path, in)
	p.expect(204, "DELETE", path, nil)
	p.expect(404, "GET", path, nil)
	p.expect(409, "POST", "Users", fields{"userName": "lina@harbourline.example"})
	_, err = p.all.Members.HandleAct(ctx, p.admin, member.ActRequest{Act: "reactivate", IDs: []string{lina.ProfileID}})
	require.NoError(t, err)
	require.Equal(t, lina.ProfileID, p.expect(201, "POST", "Users", fields{"userName": "lina@harbourline.example"})["id"])
	p.expect(204, "DELETE", path, nil)
	require.Equal(t, "Suspended", p.status(lina.ProfileID))
	require.Equal(t, lina.ProfileID, p.expect(201, "POST", "Users", fields{"userName": "lina@harbourline.example"})["id"],
		"who comes back has their orders and their money")
	servertest.Do(t, p.pool, "UPDATE profiles SET status = 'Suspended', held_at = now() WHERE id = $1", lina.ProfileID)
	p.expect(409, "PATCH", path, in)
}

func TestADirectoryNamesNobodyOutsideTheCompanysOwnDomains(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for _, email := range []string{"mariam@gmail.example", "fatima@meridian.example",
		"x@sub.harbourline.example", "x@harbourline.example.evil.example"} {
		said := p.expect(400, "POST", "Users", fields{"userName": email})
		require.Equal(t, "invalidValue", said["scimType"], email)
	}
	said := p.expect(400, "POST", "Users", fields{"userName": "x@harbourline.example",
		"emails": []fields{{"value": "x@gmail.example", "type": "work"}}})
	require.Contains(t, said["detail"], "no domain that your company has verified")
	id := p.makes("new@harbourline.example")
	p.expect(400, "PATCH", "Users/"+id, patch(fields{"op": "replace", "path": `emails[type eq "work"].value`, "value": "new@gmail.example"}))

	// Whoever has no address of the company's is not shown, and one of the company's own stays theirs.
	guest := servertest.Eater(t, p.pool, sample.Harbour)
	servertest.Do(t, p.pool, "UPDATE persons SET email = 'guest@elsewhere.example' WHERE id = $1", guest.PersonID)
	require.EqualValues(t, 0, p.expect(200, "GET", `Users?filter=userName+eq+%22guest@elsewhere.example%22`, nil)["totalResults"])
	p.expect(404, "PATCH", "Users/"+guest.ProfileID, patch(fields{"op": "replace", "path": "active", "value": false}))
	p.expect(200, "PATCH", "Users/"+id, patch(fields{"op": "replace", "path": "userName", "value": "newer@harbourline.example"}))
	require.Equal(t, 1, p.count("persons WHERE email = 'new@harbourline.example'"), "the account keeps the address with which it signs in")

	// A domain that is gone lets nobody in any more, and still lets the directory say who left.
	servertest.Do(t, p.pool, "DELETE FROM sign_on_domains")
	p.expect(400, "POST", "Users", fields{"userName": "late@harbourline.example"})
	p.expect(200, "PATCH", "Users/"+id, patch(fields{"op": "replace", "path": "active", "value": false}))
	p.expect(400, "PATCH", "Users/"+id, patch(fields{"op": "replace", "path": "active", "value": true}))
}

// A directory lists aliases beside addresses: they bring nobody a second company share.
func TestADirectoryMakesNoSecondEmployeeOfOneMailbox(t *testing.T) {
	t.Parallel()
	p := settle(t)
	said := p.expect(409, "POST", "Users", fields{"userName": "mariam+lunch@harbourline.example"})
	require.Equal(t, "uniqueness", said["scimType"])
	require.Contains(t, said["detail"], "reads this mailbox under another address")
	p.makes("noor@harbourline.example")
	p.expect(409, "POST", "Users", fields{"userName": "noor+2@harbourline.example"})
	require.Zero(t, p.count("profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email LIKE '%+%'"))
	p.makes("noor.2@harbourline.example") // the control: another mailbox
}

func TestADirectoryReachesNoOtherCompany(t *testing.T) {
	t.Parallel()
	p := settle(t)
	id, other := p.makes("new@harbourline.example"), p.minted(p.adminOf(sample.Meridian))
	p.expect(201, "POST", "Groups", fields{"displayName": "Sales"})
	for _, ask := range []struct{ method, path string }{{"GET", "Users/" + id}, {"DELETE", "Users/" + id}, {"PUT", "Users/" + id},
		{"PATCH", "Users/" + id}} {
		status, _ := p.asks(other, ask.method, ask.path, fields{"userName": "new@harbourline.example",
			"Operations": []fields{{"op": "replace", "path": "active", "value": false}}})
		require.Equal(t, 404, status, ask.method)
	}
	for _, path := range []string{"Users?filter=externalId+eq+%22x-new@harbourline.example%22", "Groups"} {
		status, said := p.asks(other, "GET", path, nil)
		require.Equal(t, 200, status)
		require.EqualValues(t, 0, said["totalResults"], path)
	}
	status, _ := p.asks(other, "POST", "Groups", fields{"displayName": "Ours", "members": []fields{{"value": id}}})
	require.Equal(t, 400, status, "nor takes its people into a group")
	require.Zero(t, p.count("directory_groups WHERE company_id = $1", sample.Meridian.ID))
}

func TestATokenIsToldOnceStaysGoodUntilItIsRevokedAndIsOfItsCompany(t *testing.T) {
	t.Parallel()
	p := settle(t)
	ctx := t.Context()
	second := p.minted(p.admin)
	for _, token := range []string{p.token, second} {
		status, _ := p.asks(token, "GET", "Users?count=1", nil)
		require.Equal(t, 200, status, "the old one is good beside the new one")
	}
	got, err := p.all.HandleSetting(ctx, p.admin, directory.Nothing{})
	require.NoError(t, err)
	require.Empty(t, got.Token)
	require.Len(t, got.Data.Tokens, 2)
	require.Equal(t, monday, got.Data.Tokens[0].Used.UTC())
	require.True(t, strings.HasSuffix(p.token, got.Data.Tokens[0].Ending))
	require.Zero(t, p.count("directory_tokens t WHERE t::text LIKE '%' || $1 || '%'", p.token), "it is stored nowhere")
	first := directory.RevokeRequest{ID: got.Data.Tokens[0].ID}
	_, err = p.all.HandleRevoke(ctx, p.adminOf(sample.Meridian), first)
	require.ErrorIs(t, err, fault.ErrNotFound)
	_, err = p.all.HandleRevoke(ctx, p.admin, first)
	require.NoError(t, err)
	for _, token := range []string{p.token, "", "x", second + "x"} {
		status, said := p.asks(token, "GET", "Users", nil)
		require.Equal(t, 401, status)
		require.Equal(t, "401", said["status"])
	}
	require.Equal(t, 2, p.count("acts WHERE kind = 'directory.token' AND company_id = $1", sample.Harbour.ID))
	require.Equal(t, 1, p.count("acts WHERE kind = 'directory.token_end'"))
	for range 4 {
		p.minted(p.admin)
	}
	_, err = p.all.HandleToken(ctx, p.admin, directory.Nothing{})
	require.ErrorIs(t, err, directory.ErrManyTokens)
}

func TestHoweverManyTokensACompanyHasItsDirectoryHasOnePace(t *testing.T) {
	t.Parallel()
	p := settle(t)
	client, server := servertest.Redis(t)
	server.SetTime(monday)
	p.all.Limiter = web.NewLimiter(client)
	second, other := p.minted(p.admin), p.minted(p.adminOf(sample.Meridian))
	for range 1500 {
		p.all.Limiter.Take(t.Context(), "scim:company:"+sample.Harbour.ID, web.Rate{N: 1500, Per: time.Minute})
	}
	for token, want := range map[string]int{p.token: 429, second: 429, other: 200} {
		status, _ := p.asks(token, "GET", "ServiceProviderConfig", nil)
		require.Equal(t, want, status)
	}
}

func TestAFilterThatLooksThroughEverybodyHasAPaceOfItsOwn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	client, server := servertest.Redis(t)
	server.SetTime(monday)
	p.all.Limiter = web.NewLimiter(client)
	for range 60 {
		p.all.Limiter.Take(t.Context(), "scim:sift:"+sample.Harbour.ID, web.Rate{N: 60, Per: time.Minute})
	}
	p.expect(429, "GET", `Users?filter=userName+sw+"a"`, nil)
	p.expect(429, "GET", `Groups?filter=displayName+sw+"a"`, nil)
	p.expect(200, "GET", `Users?filter=userName+eq+"a"`, nil)
}

func TestAGroupIsADepartmentAndTheOneJoinedLastCounts(t *testing.T) {
	t.Parallel()
	p := settle(t)
	id := p.makes("new@harbourline.example")
	in := func() (name string) {
		return servertest.One[string](t, p.pool,
			"SELECT coalesce((SELECT name FROM departments d WHERE d.id = pr.department_id), '') FROM profiles pr WHERE pr.id = $1", id)
	}
	sales := p.expect(201, "POST", "Groups", fields{"displayName": "Sales", "members": []fields{{"value": id}}})["id"].(string)
	require.Equal(t, "Sales", in())
	p.clock.Move(1e9)
	legal := p.expect(201, "POST", "Groups", fields{"displayName": "Legal"})["id"].(string)
	p.expect(204, "PATCH", "Groups/"+legal, patch(fields{"op": "Add", "path": "members", "value": []fields{{"value": id}}}))
	require.Equal(t, "Legal", in())
	p.expect(204, "PATCH", "Groups/"+legal, patch(fields{"op": "Remove", "path": "members", "value": []fields{{"value": id}}}))
	require.Equal(t, "Sales", in())
	p.expect(204, "PATCH", "Groups/"+sales, patch(fields{"op": "replace", "value": fields{"id": sales, "displayName": "Sales Dubai"}}))
	require.Equal(t, "Sales Dubai", in())
	require.EqualValues(t, 1, p.expect(200, "GET", "Groups?filter=members+eq+%22"+id+"%22", nil)["totalResults"])
	p.expect(204, "PATCH", "Groups/"+sales, patch(fields{"op": "remove", "path": `members[value eq "` + id + `"]`}))
	require.Empty(t, in())
	p.expect(204, "DELETE", "Groups/"+sales, nil)
	p.expect(404, "GET", "Groups/"+sales, nil)
}

func TestTheLastAdminIsNotPutOut(t *testing.T) {
	t.Parallel()
	p := settle(t)
	servertest.Do(t, p.pool, "UPDATE profiles SET client_type = 'Employee' WHERE company_id = $1 AND id <> $2",
		sample.Harbour.ID, p.admin.ProfileID)
	servertest.Do(t, p.pool, "UPDATE persons SET email = 'boss@harbourline.example' WHERE id = $1", p.admin.PersonID)
	said := p.expect(409, "PATCH", "Users/"+p.admin.ProfileID, patch(fields{"op": "replace", "path": "active", "value": false}))
	require.Contains(t, said["detail"], "last admin")
	require.Equal(t, "Active", p.status(p.admin.ProfileID))
}

func TestWhatIsNoSCIMIsSaidAsSCIMSaysIt(t *testing.T) {
	t.Parallel()
	p := settle(t)
	id := p.makes("new@harbourline.example")
	for _, c := range []struct {
		method, path string
		body         any
		status       int
		kind         any
	}{
		{"POST", "Users", "{", 400, "invalidSyntax"},
		{"POST", "Users", `{"userName":"a\u0000@harbourline.example"}`, 400, "invalidSyntax"},
		{"POST", "Users", `{"userName":7}`, 400, "invalidValue"},
		{"POST", "Users", fields{}, 400, "invalidValue"},
		{"POST", "Users", fields{"userName": strings.Repeat("x", 300)}, 400, "invalidValue"},
		{"POST", "Users", fields{"userName": "new@harbourline.example"}, 409, "uniqueness"},
		{"PATCH", "Users/" + id, fields{}, 400, "invalidSyntax"},
		{"PATCH", "Users/" + id, patch(fields{"op": "move", "path": "active"}), 400, "invalidSyntax"},
		{"PATCH", "Users/" + id, patch(fields{"op": "remove"}), 400, "noTarget"},
		{"PATCH", "Users/" + id, patch(fields{"op": "replace", "path": "emails[", "value": 1}), 400, "invalidPath"},
		{"PATCH", "Users/" + id, patch(fields{"op": "replace", "path": "id", "value": "x"}), 400, "mutability"},
		{"PATCH", "Users/" + id, patch(fields{"op": "remove", "path": "userName"}), 400, "invalidValue"},
		{"PATCH", "Users/" + id, patch(fields{"op": "replace", "path": "active", "value": "perhaps"}), 400, "invalidValue"},
		{"PATCH", "Users/" + id, patch(fields{"op": "replace", "path": `emails[type sw "x"].value`, "value": "a@b.example"}), 400, "noTarget"},
		{"GET", "Users?filter=active+gt+true", nil, 400, "invalidFilter"},
		{"GET", "Users?filter=title+pr+and+emails[type+co+7]", nil, 400, "invalidFilter"},
		{"GET", "Users/.search", nil, 405, nil},
		{"POST", "Users/.search", "[]", 400, "invalidSyntax"},
		{"GET", "Users?filter=(", nil, 400, "invalidFilter"},
		{"GET", "Users?filter=userName+eq+%22%00%22", nil, 400, "invalidSyntax"},
		{"GET", "Users?startIndex=x", nil, 400, "invalidValue"},
		{"POST", "Groups", fields{"displayName": "A", "members": []fields{{"value": "nobody"}}}, 400, "invalidValue"},
		{"GET", "Users/nobody", nil, 404, nil},
		{"POST", "Users/" + id, fields{}, 405, nil},
		{"DELETE", "Users", nil, 405, nil},
		{"POST", "Bulk", fields{}, 501, nil},
		{"GET", "Nothing", nil, 404, nil},
	} {
		said := p.expect(c.status, c.method, c.path, c.body)
		require.Equal(t, c.kind, said["scimType"], "%s %s %v", c.method, c.path, c.body)
		require.NotEmpty(t, said["detail"])
	}
	reply, err := p.all.HandleSCIM(t.Context(), web.Caller{},
		web.RawRequest{Method: "GET", Path: "/scim/v2/Users", Authorization: "Basic eA=="})
	require.NoError(t, err)
	require.Equal(t, "Bearer", reply.Headers["WWW-Authenticate"])
}
