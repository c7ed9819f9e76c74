package member_test

import (
	"bytes"
	"sync"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/member"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

func TestAnAdminSeesWhoTheColleaguesAreWithMoneyAndDaysAndNoDishes(t *testing.T) {
	t.Parallel()
	o := settle(t)
	mariam := o.person("Mariam Saleh", "mariam@qasr.example", "Employee", "Active")
	o.person("Chen Wei", "wei@qasr.example", "Employee", "Invited")
	rashid := o.person("Rashid Haddad", "rashid@qasr.example", "Employee", "Suspended")
	o.delivery(mariam, servertest.Week)
	o.delivery(mariam, servertest.Week+2)
	o.delivery(rashid, servertest.Week-14)
	servertest.Do(t, o.pool,
		"INSERT INTO share_periods (profile_id, company_id, duration, period_start, granted) VALUES ($1, $2, 'Monthly', '2026-11-01', 32000), "+
			"($1, $2, 'Monthly', '2026-10-01', 111)", mariam.ProfileID, o.company.ID)
	all := o.list(member.ListRequest{})
	require.Equal(t, []string{"Chen Wei", "Mariam Saleh", "Omar Haddad", "Rashid Haddad"}, names(all))
	got := all.Members[1]
	require.Equal(t, []clock.Date{servertest.Week, servertest.Week + 2}, got.Days)
	require.Equal(t, money.Fils(32_000), got.ShareUsed)
	require.Equal(t, "mariam@qasr.example", got.Email)
	require.Equal(t, servertest.Week+2, *got.LastDay)
	require.Nil(t, all.Members[0].LastDay)
	require.Equal(t, servertest.Week, all.Week)
	require.Equal(t, money.Fils(40_000), *all.Cap)
	require.Equal(t, member.Counts{All: 4, Active: 2, Invited: 1, Suspended: 1, Idle: 1}, all.Counts)
	require.Equal(t, member.Tier{Discount: 25, Needed: 35, NextDiscount: 30, NextNeeded: 50}, all.Tier)
	require.Equal(t, o.admin.ProfileID, all.You)

	require.Equal(t, []string{"Mariam Saleh"}, names(o.list(member.ListRequest{Search: " SALEH"})))
	require.Equal(t, []string{"Chen Wei"}, names(o.list(member.ListRequest{Search: "wei@"})))
	require.Empty(t, names(o.list(member.ListRequest{Search: "%"})), "a percent sign is a letter like others")
	require.Equal(t, []string{"Omar Haddad"}, names(o.list(member.ListRequest{Idle: "yes"})))
	require.Equal(t, []string{"Omar Haddad"}, names(o.list(member.ListRequest{Role: "Admin"})))
	require.Equal(t, []string{"Rashid Haddad"}, names(o.list(member.ListRequest{Status: "Suspended"})))
	require.Equal(t, "Mariam Saleh", names(o.list(member.ListRequest{Sort: "-share"}))[0])
	require.Equal(t, "Mariam Saleh", names(o.list(member.ListRequest{Sort: "-week"}))[0])
	require.Equal(t, "Mariam Saleh", names(o.list(member.ListRequest{Sort: "week"}))[3])
	require.Equal(t, "Rashid Haddad", names(o.list(member.ListRequest{Sort: "-name"}))[0])
	require.Equal(t, "Mariam Saleh", names(o.list(member.ListRequest{Sort: "email"}))[0])
	for _, bad := range []string{"-1", "x", "999"} {
		_, err := o.members.HandleList(t.Context(), o.admin, member.ListRequest{Page: bad})
		require.Equal(t, fault.Invalid, fault.As(err).Kind)
	}
}

func TestALongListComesPageByPageAndFast(t *testing.T) {
	t.Parallel()
	o := settle(t)
	o.crowd("Active", 1, 5000)
	servertest.Do(t, o.pool, "ANALYZE")
	first, last := o.list(member.ListRequest{}), o.list(member.ListRequest{Page: "100"})
	require.Equal(t, 5001, first.Matched)
	require.Equal(t, 101, first.Pages)
	require.Len(t, first.Members, 50)
	require.Equal(t, []string{"Person 05000"}, names(last))
	// With room for a machine five times slower; scripts/bench prints the truth.
	started := time.Now()
	o.list(member.ListRequest{Sort: "-week", Search: "person", Idle: "yes"})
	require.Less(t, time.Since(started), time.Second)
}

func TestAPageThatIsEmptiedMeanwhileIsTheLastOneThatThereIs(t *testing.T) {
	t.Parallel()
	o := settle(t)
	o.crowd("Pending", 1, 51)
	last := o.list(member.ListRequest{Status: "Pending", Page: "1"})
	require.Equal(t, []string{"Person 00051"}, names(last))
	require.Equal(t, "done", o.does("approve", last.Members[0].ID))
	for _, page := range []string{"1", "2", "99"} {
		left := o.list(member.ListRequest{Status: "Pending", Page: page})
		require.Len(t, left.Members, 50)
		require.Equal(t, []int{50, 0, 1}, []int{left.Matched, left.Page, left.Pages}, "page %s", page)
	}
	none := o.list(member.ListRequest{Search: "nobody at all", Page: "3"})
	require.Equal(t, []int{0, 0, 0}, []int{none.Matched, none.Page, none.Pages})
	servertest.Do(t, o.pool, "UPDATE profiles SET status = 'Active' WHERE status = 'Pending'")
	require.Equal(t, []string{"Person 00050", "Person 00051"}, names(o.list(member.ListRequest{Page: "7", Sort: "name"})),
		"the last page of fifty-two")
}

func TestEachActHasItsRule(t *testing.T) {
	t.Parallel()
	o := settle(t)
	active := o.person("Active", "a@qasr.example", "Employee", "Active").ProfileID
	pending := o.person("Pending", "p@qasr.example", "Employee", "Pending").ProfileID
	unproved := o.person("Unproved", "u@qasr.example", "Employee", "Pending").ProfileID
	servertest.Do(t, o.pool, "UPDATE profiles SET proved_at = NULL WHERE id = $1", unproved)
	invited := o.person("Invited", "i@qasr.example", "Employee", "Invited").ProfileID
	for _, c := range []struct{ act, id, want, status string }{
		{"approve", active, "not_waiting", "Active Employee"},
		{"approve", unproved, "not_proved", "Pending Employee"},
		{"approve", pending, "done", "Active Employee"},
		{"approve", pending, "not_waiting", "Active Employee"},
		{"suspend", invited, "not_active", "Invited Employee"},
		{"suspend", active, "done", "Suspended Employee"},
		{"suspend", active, "not_active", "Suspended Employee"},
		{"promote", active, "not_active", "Suspended Employee"},
		{"reactivate", invited, "not_suspended", "Invited Employee"},
		{"reactivate", active, "done", "Active Employee"},
		{"demote", active, "already", "Active Employee"},
		{"promote", active, "done", "Active Admin"},
		{"promote", active, "already", "Active Admin"},
		{"resend", active, "not_invited", "Active Admin"},
		{"resend", invited, "done", "Invited Employee"},
		{"resend", invited, "too_soon", "Invited Employee"},
		{"suspend", o.admin.ProfileID, "yourself", "Active Admin"},
		{"remove", o.admin.ProfileID, "yourself", "Active Admin"},
		{"demote", o.admin.ProfileID, "yourself", "Active Admin"},
		{"remove", active, "done", "Suspended Employee removed"},
		{"remove", active, "unknown", "Suspended Employee removed"},
		{"reactivate", active, "unknown", "Suspended Employee removed"},
		{"remove", unproved, "done", "Suspended Employee removed"},
	} {
		require.Equal(t, c.want, o.does(c.act, c.id), "%s %s", c.act, c.id)
		require.Equal(t, c.status, o.status(c.id), "%s %s", c.act, c.id)
	}
	require.Equal(t,
		"member.suspend Active→Suspended, member.reactivate Suspended→Active, member.promote Active→Active, member.remove Active→Removed",
		o.acts(active))
	require.Equal(t, 1, o.count("river_job WHERE kind = 'mail_approved' AND args->>'profile' = $1", pending))
	require.Equal(t, 1, o.count("river_job WHERE kind = 'mail_invitation' AND args->>'profile' = $1", invited))
	o.now.Move(time.Hour)
	require.Equal(t, "done", o.does("resend", invited))
}

func TestWhoIsShutOutIsSignedOutAtOnce(t *testing.T) {
	t.Parallel()
	for _, act := range []string{"suspend", "remove", "promote"} {
		o := settle(t)
		mariam := o.person("Mariam", "m@qasr.example", "Employee", "Active")
		require.Equal(t, 1, o.count("sessions WHERE profile_id = $1", mariam.ProfileID))
		require.Equal(t, "done", o.does(act, mariam.ProfileID))
		require.Equal(t, 0, o.count("sessions WHERE profile_id = $1", mariam.ProfileID), act)
		require.Equal(t, 1, o.count("sessions"), "and nobody else")
	}
}

func TestNobodyIsRemovedWhileLunchesOrMoneyAreOnTheirWay(t *testing.T) {
	t.Parallel()
	o := settle(t)
	hungry := o.person("Hungry", "h@qasr.example", "Employee", "Active")
	o.delivery(hungry, servertest.Week)
	rich := o.person("Rich", "r@qasr.example", "Employee", "Active")
	servertest.Credit(t, o.pool, rich, 500)
	fed := o.person("Fed", "f@qasr.example", "Employee", "Active")
	o.delivery(fed, servertest.Week-7)
	require.Equal(t, "lunches_coming", o.does("remove", hungry.ProfileID))
	require.Equal(t, "wallet", o.does("remove", rich.ProfileID))
	require.Equal(t, "done", o.does("remove", fed.ProfileID))
	require.Equal(t, 2, o.count("sessions WHERE profile_id = ANY($1)", []string{hungry.ProfileID, rich.ProfileID}),
		"and who stays is not signed out")
	require.Equal(t, "done", o.does("suspend", hungry.ProfileID))
	require.Equal(t, 1, o.count("deliveries WHERE profile_id = $1 AND live", hungry.ProfileID), "what is ordered still comes")
}

func TestManyAreMeantAtOnceAndEachOtherwiseGetsAReason(t *testing.T) {
	t.Parallel()
	o := settle(t)
	a, b := o.person("A", "a@qasr.example", "Employee", "Active"), o.person("B", "b@qasr.example", "Employee", "Suspended")
	nobody := ulid.Make().String()
	reply, err := o.act(o.admin, "suspend", a.ProfileID, b.ProfileID, a.ProfileID, o.admin.ProfileID, nobody)
	require.NoError(t, err)
	require.Equal(t, []member.Done{{ID: a.ProfileID}}, reply.Done)
	reasons := map[string]string{}
	for _, r := range reply.Refused {
		reasons[r.ID] = r.Reason
	}
	require.Equal(t, map[string]string{b.ProfileID: "not_active", o.admin.ProfileID: "yourself", nobody: "unknown"}, reasons)
}

// "All 6,000 that match" was pressed, and the last thousand never heard of it.
func TestAllThatMatchAreAllOfThemOrNobody(t *testing.T) {
	t.Parallel()
	o := settle(t)
	o.crowd("Active", 1, 6000)
	servertest.Do(t, o.pool, "ANALYZE") // as autovacuum does; statements planned for a small company would be slow
	all := member.ActRequest{Act: "suspend", All: &member.Filter{Search: "person"}}
	reply, err := o.members.HandleAct(t.Context(), o.admin, all)
	require.NoError(t, err)
	require.Len(t, reply.Done, 6000)
	require.Empty(t, reply.Refused)
	require.Equal(t, 6000, o.count("profiles WHERE status = 'Suspended' AND company_id = $1", o.company.ID))
	require.Equal(t, 6000, o.count("acts WHERE kind = 'member.suspend'"))
	back := member.ActRequest{Act: "reactivate"}
	for _, d := range reply.Done {
		back.IDs = append(back.IDs, d.ID)
	}
	reply, err = o.members.HandleAct(t.Context(), o.admin, back)
	require.NoError(t, err)
	require.Len(t, reply.Done, 6000, "and it can be undone")

	o.crowd("Active", 6001, member.Most+1) // who registers on their own is not counted
	_, err = o.members.HandleAct(t.Context(), o.admin, all)
	require.ErrorIs(t, err, member.ErrTooManyMeant)
	require.Zero(t, o.count("profiles WHERE status = 'Suspended' AND company_id = $1", o.company.ID))
}

// An admin can neither see nor act on another company's people and departments.
func TestAnotherCompanysPeopleAreUnknown(t *testing.T) {
	t.Parallel()
	o := settle(t)
	stranger := servertest.Eater(t, o.pool, servertest.NewCompany(t, o.pool, nil))
	before := servertest.Rows(t, o.pool, "SELECT * FROM profiles WHERE id = $1", stranger.ProfileID)
	for _, act := range []string{"approve", "suspend", "reactivate", "remove", "promote", "demote", "resend", "nudge", "assign"} {
		require.Equal(t, "unknown", o.does(act, stranger.ProfileID), act)
	}
	require.Equal(t, before, servertest.Rows(t, o.pool, "SELECT * FROM profiles WHERE id = $1", stranger.ProfileID))
	require.Equal(t, 1, o.count("sessions WHERE profile_id = $1", stranger.ProfileID))
	require.NotContains(t, servertest.JSON(t, o.list(member.ListRequest{})), stranger.ProfileID)
	foreign := ulid.Make().String()
	servertest.Do(t, o.pool, "INSERT INTO departments (id, company_id, name, created_at) VALUES ($1, $2, 'Sales', now())", foreign,
		stranger.CompanyID)
	_, err := o.members.HandleAct(t.Context(), o.admin,
		member.ActRequest{Act: "assign", IDs: []string{o.admin.ProfileID}, Department: foreign})
	require.Equal(t, fault.Invalid, fault.As(err).Kind)
	_, err = o.members.HandleDepartment(t.Context(), o.admin, member.DepartmentRequest{ID: foreign, Name: "Ours"})
	require.ErrorIs(t, err, fault.ErrNotFound)
	_, err = o.members.HandleDepartmentRemove(t.Context(), o.admin, member.DepartmentRemoveRequest{ID: foreign})
	require.ErrorIs(t, err, fault.ErrNotFound)
	_, err = o.pool.Exec(t.Context(), "UPDATE profiles SET department_id = $1 WHERE id = $2", foreign, o.admin.ProfileID)
	require.ErrorContains(t, err, "profiles_department", "not even by hand")
}

// Whoever was an admin when the request began may not be one any more when it is their turn.
func TestOfTwoAdminsWhoTakeEachOtherAwayOneIsLeft(t *testing.T) {
	t.Parallel()
	for _, act := range []string{"demote", "suspend", "remove"} {
		o := settle(t)
		other := o.person("Lina", "lina@qasr.example", "Admin", "Active")
		for range 5 {
			servertest.Do(t, o.pool,
				"UPDATE profiles SET client_type = 'Admin', status = 'Active', removed_at = NULL WHERE company_id = $1", o.company.ID)
			one, two := servertest.SignIn(t, o.pool, o.admin), servertest.SignIn(t, o.pool, other)
			var both sync.WaitGroup
			both.Go(func() { _, _ = o.act(one, act, two.ProfileID) })
			both.Go(func() { _, _ = o.act(two, act, one.ProfileID) })
			both.Wait()
			require.Equal(t, 1, o.count("profiles WHERE company_id = $1 AND client_type = 'Admin' AND status = 'Active'", o.company.ID), act)
		}
	}
}

func TestWhoIsNoAdminAnyMoreDoesNothing(t *testing.T) {
	t.Parallel()
	o := settle(t)
	mariam := o.person("Mariam", "m@qasr.example", "Employee", "Active")
	servertest.Do(t, o.pool, "UPDATE profiles SET client_type = 'Employee' WHERE id = $1", o.admin.ProfileID)
	_, err := o.act(o.admin, "suspend", mariam.ProfileID)
	require.ErrorIs(t, err, web.ErrForbidden)
	_, err = o.members.HandleDepartment(t.Context(), o.admin, member.DepartmentRequest{Name: "Sales"})
	require.ErrorIs(t, err, web.ErrForbidden)
	servertest.Do(t, o.pool, "DELETE FROM sessions WHERE profile_id = $1", o.admin.ProfileID)
	_, err = o.act(o.admin, "suspend", mariam.ProfileID)
	require.ErrorIs(t, err, web.ErrUnauthenticated)
	require.Equal(t, "Active Employee", o.status(mariam.ProfileID))
}

func TestWhoHasNotOrderedIsAskedOncePerWeek(t *testing.T) {
	t.Parallel()
	o := settle(t)
	idle := o.person("Idle", "i@qasr.example", "Employee", "Active")
	busy := o.person("Busy", "b@qasr.example", "Employee", "Active")
	o.delivery(busy, servertest.Week+1)
	require.Equal(t, "done", o.does("nudge", idle.ProfileID))
	require.Equal(t, "done", o.does("nudge", idle.ProfileID), "before the letter is written nobody can tell")
	require.Equal(t, 1,
		o.count("river_job WHERE kind = 'mail_reminder' AND args->>'person' = $1 AND (args->>'asked')::boolean", idle.PersonID))
	require.Equal(t, "ordered", o.does("nudge", busy.ProfileID))
	servertest.Do(t, o.pool, "INSERT INTO mails (id, kind, person_id, made_at, begun) VALUES ($1, 'reminder', $2, $3, 1)",
		"reminder-"+servertest.Week.String()+"-"+idle.PersonID, idle.PersonID, servertest.Now)
	require.Equal(t, "reminded", o.does("nudge", idle.ProfileID))
	require.True(t, o.list(member.ListRequest{Search: "idle"}).Members[0].Reminded)
	for d := range clock.Date(5) {
		servertest.Do(t, o.pool, "INSERT INTO closed_days (date, name) VALUES ($1, 'Eid') ON CONFLICT DO NOTHING", servertest.Week+d)
	}
	_, err := o.act(o.admin, "nudge", idle.ProfileID)
	require.ErrorIs(t, err, member.ErrNothingToOrder)
}

func TestDepartmentsAreMadeRenamedFilledAndTakenAway(t *testing.T) {
	t.Parallel()
	o := settle(t)
	mariam := o.person("Mariam", "m@qasr.example", "Employee", "Active")
	made, err := o.members.HandleDepartment(t.Context(), o.admin, member.DepartmentRequest{Name: "  Sales  and more "})
	require.NoError(t, err)
	require.Equal(t, "Sales and more", made.Departments[0].Name)
	id := made.Departments[0].ID
	_, err = o.members.HandleDepartment(t.Context(), o.admin, member.DepartmentRequest{Name: "sales AND more"})
	require.ErrorIs(t, err, member.ErrDepartmentTaken)
	renamed, err := o.members.HandleDepartment(t.Context(), o.admin, member.DepartmentRequest{ID: id, Name: "SALES"})
	require.NoError(t, err)
	require.Equal(t, []member.Department{{ID: id, Name: "SALES"}}, renamed.Departments)
	assign := func(to string) member.ActReply {
		reply, err := o.members.HandleAct(t.Context(), o.admin, member.ActRequest{Act: "assign", IDs: []string{mariam.ProfileID}, Department: to})
		require.NoError(t, err)
		return reply
	}
	require.Equal(t, []member.Done{{ID: mariam.ProfileID}}, assign(id).Done)
	require.Equal(t, []string{"Mariam"}, names(o.list(member.ListRequest{Department: id})))
	require.Equal(t, []string{"Omar Haddad"}, names(o.list(member.ListRequest{Department: "none"})))
	require.Equal(t, []member.Done{{ID: mariam.ProfileID, Was: id}}, assign("").Done, "so that it can be undone")
	assign(id)
	gone, err := o.members.HandleDepartmentRemove(t.Context(), o.admin, member.DepartmentRemoveRequest{ID: id})
	require.NoError(t, err)
	require.Empty(t, gone.Departments)
	require.Empty(t, o.list(member.ListRequest{Search: "mariam"}).Members[0].Department)
	require.Equal(t, "department.add, department.rename, department.remove",
		servertest.One[string](t, o.pool, "SELECT string_agg(kind, ', ' ORDER BY id) FROM acts WHERE kind LIKE 'department%'"))
	_, err = o.pool.Exec(t.Context(), "UPDATE acts SET note = 'never'")
	require.ErrorContains(t, err, "never changed")
}

func TestTheListIsSavedAsASpreadsheetAndTheTemplateIsReadAgain(t *testing.T) {
	t.Parallel()
	o := settle(t)
	o.person("=HYPERLINK(1)", "evil@qasr.example", "Employee", "Active")
	list, err := o.members.HandleFile(t.Context(), o.admin, member.FileRequest{Kind: "list", Format: "csv", Search: "evil"})
	require.NoError(t, err)
	require.Contains(t, string(list.Body), "'=HYPERLINK(1),evil@qasr.example,,Employee,Active,0.00,400.00,0,\r\n")
	require.NotContains(t, string(list.Body), "omar@")
	reader := o.admin
	reader.Language = "ar"
	list, err = o.members.HandleFile(t.Context(), reader, member.FileRequest{Kind: "list", Format: "csv", Search: "evil"})
	require.NoError(t, err)
	heading, _, _ := bytes.Cut(list.Body, []byte("\r\n"))
	require.NotRegexp(t, "[A-Za-z]", string(heading))
	require.Contains(t, string(list.Body), "'=HYPERLINK(1),evil@qasr.example,,موظف,نشط,0.00,")
	for _, format := range []string{"csv", "xlsx"} {
		saved, err := o.members.HandleFile(t.Context(), o.admin, member.FileRequest{Kind: "template", Format: format})
		require.NoError(t, err)
		_, err = o.members.HandleInvite(t.Context(), o.admin, member.InviteRequest{File: file(string(saved.Body))})
		require.ErrorContains(t, err, "no email addresses", "a header and nobody")
	}
}

func TestTheDashboardTellsHowManyWait(t *testing.T) {
	t.Parallel()
	o := settle(t)
	o.person("P", "p@qasr.example", "Employee", "Pending")
	unproved := o.person("U", "u@qasr.example", "Employee", "Pending")
	servertest.Do(t, o.pool, "UPDATE profiles SET proved_at = NULL WHERE id = $1", unproved.ProfileID)
	said, err := o.members.HandleWaiting(t.Context(), o.admin, struct{}{})
	require.NoError(t, err)
	require.Equal(t, member.Waiting{Waiting: 1}, said)
}

// Anybody can type addresses: what nobody proved is not in the way of an admin, who finds a colleague among it by name.
func TestAFloodOfTypedRegistrationsIsNotInTheAdminsList(t *testing.T) {
	t.Parallel()
	o := settle(t)
	o.crowd("Pending", 1, 9_999)
	servertest.Do(t, o.pool, "UPDATE profiles SET proved_at = NULL WHERE status = 'Pending'")
	o.person("Waits", "w@qasr.example", "Employee", "Pending")
	all := o.list(member.ListRequest{Sort: "name"})
	require.Equal(t, []string{"Omar Haddad", "Waits"}, names(all))
	require.Equal(t, []int{2, 1, 1}, []int{all.Counts.All, all.Counts.Pending, all.Counts.Waiting})
	require.Equal(t, []string{"Waits"}, names(o.list(member.ListRequest{Status: "Pending"})))
	require.Equal(t, []string{"Person 00042"}, names(o.list(member.ListRequest{Search: "p42@"})), "who says that they registered is found")
	require.Equal(t, 1, o.invites(member.InviteRequest{Text: "noor@elsewhere.example"}).Invite, "and there is room for those who are invited")
}

func TestWhomAnOperatorPutOnHoldNoAdminLetsIn(t *testing.T) {
	t.Parallel()
	o := settle(t)
	held := o.person("Held", "h@qasr.example", "Employee", "Active").ProfileID
	servertest.Do(t, o.pool, "UPDATE profiles SET status = 'Suspended', held_at = now() WHERE id = $1", held)
	for _, act := range []string{"reactivate", "remove"} {
		require.Equal(t, "held", o.does(act, held), act)
		require.Equal(t, "Suspended Employee", o.status(held))
	}
}
