package member_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/dev/servertest"
	"sahn/server/member"
	"sahn/server/order"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

func TestAListIsLookedAtAndThenInvitedOnce(t *testing.T) {
	t.Parallel()
	o := settle(t)
	o.person("Active", "active@qasr.example", "Employee", "Active")
	o.person("Invited", "invited@qasr.example", "Employee", "Invited")
	o.person("Out", "out@qasr.example", "Employee", "Suspended")
	waits := o.person("Waits", "waits@qasr.example", "Employee", "Pending").ProfileID
	back := o.person("Back", "back@qasr.example", "Admin", "Active").ProfileID
	require.Equal(t, "done", o.does("remove", back))
	servertest.Eater(t, o.pool, servertest.NewCompany(t, o.pool, nil))
	servertest.Do(t, o.pool, "INSERT INTO persons (id, email, name, created_at) VALUES ($1, 'known@qasr.example', 'Known Elsewhere', now())",
		ulid.Make().String())
	table := "Name;E-Mail;Dept\n" +
		"Zoë Rahman; ZOE@qasr.example ;Sales\n" + // 2
		";mariam.al-suwaidi@qasr.example;\n" +
		"X;zoe@qasr.example;Sales\n" +
		"X;not an address;Sales\n" +
		"X;active@qasr.example;\nX;invited@qasr.example;\nX;out@qasr.example;\n" +
		"X;waits@qasr.example;\nX;back@qasr.example;\nX;known@qasr.example;Sales\n" +
		"\x01X;bad@qasr.example;\n"
	req := member.InviteRequest{File: file(table)}
	look := o.invites(req)
	problems := map[string]string{}
	for _, g := range look.Rows {
		problems[fmt.Sprint(g.Line, " ", g.Email)] = g.Problem
	}
	require.Equal(t, map[string]string{"2 zoe@qasr.example": "unknown_department", "3 mariam.al-suwaidi@qasr.example": "",
		"4 zoe@qasr.example": "twice", "5 not an address": "bad_email", "6 active@qasr.example": "member", "7 invited@qasr.example": "invited",
		"8 out@qasr.example": "suspended", "9 waits@qasr.example": "", "10 back@qasr.example": "", "11 known@qasr.example": "unknown_department",
		"12 bad@qasr.example": "bad_name"}, problems)
	require.Equal(t, []int{2, 1, 8}, []int{look.Invite, look.Let, look.Bad})
	require.Equal(t, "Mariam Al Suwaidi", look.Rows[1].Name)
	require.False(t, look.Applied)
	require.Equal(t, 0, o.count("persons WHERE email = 'mariam.al-suwaidi@qasr.example'"), "nothing happened")

	_, err := o.members.HandleInvite(t.Context(), o.admin, member.InviteRequest{File: req.File, Departments: true, Apply: look.Hash})
	require.ErrorIs(t, err, member.ErrChanged)
	req.Departments = true
	look = o.invites(req)
	require.Equal(t, []string{"Sales"}, look.Made)
	require.Equal(t, 4, look.Invite)
	req.Apply = look.Hash
	done := o.invites(req)
	require.True(t, done.Applied)
	require.Equal(t, []int{4, 1, 6}, []int{done.Invite, done.Let, done.Bad})
	require.Equal(t, "Active Employee", o.status(waits))
	require.Equal(t, "Invited Employee", o.status(back), "who was an admin is none any more")
	require.Equal(t, 4, o.count("river_job WHERE kind = 'mail_invitation'"))
	require.Equal(t, 1, o.count("river_job WHERE kind = 'mail_approved'"))
	require.Equal(t, 5, o.count("acts WHERE kind = 'member.invite' AND profile_id = $1", o.admin.ProfileID))
	require.Equal(t, 2, o.list(member.ListRequest{}).Departments[0].People)
	require.Equal(t, "Known Elsewhere", servertest.One[string](t, o.pool, "SELECT name FROM persons WHERE email = 'known@qasr.example'"),
		"a person's name is their own")

	again := o.invites(req)
	require.Equal(t, []int{0, 0, 11}, []int{again.Invite, again.Let, again.Bad})
	require.Equal(t, 4, o.count("river_job WHERE kind = 'mail_invitation'"), "twice is once")
}

func TestTheSameListFromTwoAdminsInvitesEverybodyOnce(t *testing.T) {
	t.Parallel()
	o := settle(t)
	other := o.person("Lina", "lina@qasr.example", "Admin", "Active")
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "p%d@qasr.example\n", i)
	}
	req := member.InviteRequest{Text: text.String()}
	req.Apply = o.invites(req).Hash
	total := make([]int, 2)
	var both sync.WaitGroup
	for i, who := range []web.Caller{o.admin, other} {
		both.Go(func() {
			done, err := o.members.HandleInvite(t.Context(), who, req)
			if err == nil {
				total[i] = done.Invite
			}
		})
	}
	both.Wait()
	require.Equal(t, 300, total[0]+total[1])
	require.Equal(t, 300, o.count("river_job WHERE kind = 'mail_invitation'"))
	require.Equal(t, 300, o.count("profiles WHERE status = 'Invited' AND address_id IS NOT NULL AND invited_at IS NOT NULL"))
}

// An admin learns of an invited address only what they typed, whoever it belongs to.
func TestInvitingAnAddressRevealsNothingAboutIt(t *testing.T) {
	t.Parallel()
	o := settle(t)
	elsewhere := servertest.Eater(t, o.pool, servertest.NewCompany(t, o.pool, nil))
	servertest.Do(t, o.pool, "UPDATE persons SET name = 'Secret Name', email = 'a@else.example' WHERE id = $1", elsewhere.PersonID)
	servertest.Do(t, o.pool, "INSERT INTO mails (id, person_id, kind, made_at, begun) VALUES ($1, $2, 'reminder', $3, 1)",
		order.ReminderID(clock.DateOf(servertest.Now).Monday()+7, elsewhere.PersonID), elsewhere.PersonID, servertest.Now)
	req := member.InviteRequest{File: file("email,name\na@else.example,Typed A\nb@else.example,Typed B\nc@else.example,\n")}
	look := o.invites(req)
	require.Equal(t, []int{3, 0, 0}, []int{look.Invite, look.Let, look.Bad})
	req.Apply = look.Hash
	done := o.invites(req)
	require.Equal(t, look.Rows, done.Rows)
	require.Equal(t, 3, o.count("river_job WHERE kind = 'mail_invitation'"), "each gets the same letter")

	shown := o.list(member.ListRequest{Status: "Invited", Sort: "email"})
	require.Equal(t, []string{"Typed A", "Typed B", "C"}, names(shown))
	for _, m := range shown.Members {
		m.ID, m.Name, m.Email = shown.Members[0].ID, "Typed A", "a@else.example"
		require.Equal(t, shown.Members[0], m, "and nothing else differs")
		require.False(t, m.Reminded)
	}
	require.Empty(t, o.list(member.ListRequest{Search: "secret"}).Members)
	refused, err := o.act(o.admin, "nudge", shown.Members[0].ID)
	require.NoError(t, err)
	require.Equal(t, []member.Refusal{{ID: shown.Members[0].ID, Name: "Typed A", Reason: "not_active"}}, refused.Refused)
	servertest.Do(t, o.pool, "UPDATE profiles SET status = 'Active', proved_at = now() WHERE id = $1", shown.Members[0].ID)
	require.Equal(t, []string{"Secret Name"}, names(o.list(member.ListRequest{Search: "a@else"})), "who accepted is a colleague")
}

func TestFiveThousandAreInvitedInOneGo(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "invitations of a few")
	o := settle(t)
	var table strings.Builder
	table.WriteString("name,email,department\n")
	for i := range 5000 {
		fmt.Fprintf(&table, "Person Number %d,person.%d@qasr.example,Department %d\n", i, i, i%40)
	}
	req := member.InviteRequest{File: file(table.String()), Departments: true}
	req.Apply = o.invites(req).Hash
	done := o.invites(req)
	require.Equal(t, []int{5000, 0}, []int{done.Invite, done.Bad})
	require.Equal(t, 5000, o.count("river_job WHERE kind = 'mail_invitation'"))
	require.Len(t, o.list(member.ListRequest{}).Departments, 40)
}

func TestAListCannotMakeMoreDepartmentsThanACompanyCanHave(t *testing.T) {
	t.Parallel()
	o := settle(t)
	servertest.Do(t, o.pool,
		"INSERT INTO departments (id, company_id, name, created_at) SELECT 'D' || lpad(n::text, 25, '0'), $1, 'Team ' || n, $2 FROM "+
			"generate_series(1, 199) n", o.company.ID, servertest.Now)
	req := member.InviteRequest{Departments: true, File: file(
		"name,email,department\nA,a@qasr.example,The last one\nB,b@qasr.example,One too many\nC,c@qasr.example,the LAST one\n" +
			"D,d@qasr.example,Team 7\nE,e@qasr.example,One too many\nF,f@qasr.example,\n")}
	problems := func(r member.InviteReply) (all []string) {
		for _, g := range r.Rows {
			all = append(all, g.Problem)
		}
		return all
	}
	look := o.invites(req)
	want := []string{"", "too_many_departments", "", "", "too_many_departments", ""}
	require.Equal(t, want, problems(look))
	require.Equal(t, []string{"The last one"}, look.Made)
	req.Apply = look.Hash
	done := o.invites(req)
	require.Equal(t, want, problems(done))
	require.Equal(t, []int{4, 2}, []int{done.Invite, done.Bad})
	require.Equal(t, 200, o.count("departments WHERE company_id = $1", o.company.ID))
	require.Zero(t, o.count("persons WHERE email IN ('b@qasr.example', 'e@qasr.example')"))
}

// Reading a workbook is dear, so that who may not invite is told before it is opened.
func TestWhoMayNotInviteIsToldBeforeTheirListIsRead(t *testing.T) {
	t.Parallel()
	o := settle(t)
	unreadable := member.InviteRequest{File: file("PK\x03\x04 no workbook")}
	ask := func(who web.Caller, req member.InviteRequest) error {
		_, err := o.members.HandleInvite(t.Context(), who, req)
		return err
	}
	require.Equal(t, fault.Invalid, fault.As(ask(o.admin, unreadable)).Kind, "an admin hears what is wrong with it")
	changed := unreadable
	changed.Apply = "another"
	require.ErrorIs(t, ask(o.admin, changed), member.ErrChanged)
	former := o.person("Former", "former@qasr.example", "Admin", "Active")
	servertest.Do(t, o.pool, "UPDATE profiles SET client_type = 'Employee' WHERE id = $1", former.ProfileID)
	require.ErrorIs(t, ask(former, unreadable), web.ErrForbidden)
	servertest.Do(t, o.pool, "DELETE FROM sessions WHERE profile_id = $1", former.ProfileID)
	require.ErrorIs(t, ask(former, unreadable), web.ErrUnauthenticated)
	servertest.Do(t, o.pool, "UPDATE companies SET status = 'Pending' WHERE id = $1", o.company.ID)
	require.ErrorIs(t, ask(o.admin, unreadable), member.ErrNotActive)
}

func TestWhatIsNoListIsRefusedWithItsReason(t *testing.T) {
	t.Parallel()
	o := settle(t)
	for name, req := range map[string]member.InviteRequest{
		"nothing": {}, "both": {File: file("a"), Text: "a"}, "no base64": {File: "%"}, "no table": {File: file("\x89PNG\x00")},
		"no column of addresses": {File: file("name\nZoë")}, "no address": {Text: " ,;\n"}, "too many": {Text: strings.Repeat("a@b.cd\n", 5001)},
	} {
		_, err := o.members.HandleInvite(t.Context(), o.admin, req)
		require.NotNil(t, fault.As(err), name)
		require.Equal(t, fault.Invalid, fault.As(err).Kind, name)
	}
}

func TestAddressesAreReadHoweverTheyArePasted(t *testing.T) {
	t.Parallel()
	o := settle(t)
	look := o.invites(member.InviteRequest{
		Text: "Zoë Rahman <zoe@qasr.example>, noor@qasr.example;\r\n\"Ali, \" <ali@qasr.example>\tb@qasr.example c@qasr.example"})
	var got []string
	for _, g := range look.Rows {
		got = append(got, fmt.Sprint(g.Line, g.Email, g.Name, g.Problem))
	}
	require.Contains(t, got, "1zoe@qasr.exampleZoë Rahman")
	require.Contains(t, got, "1noor@qasr.exampleNoor")
	require.Contains(t, got, "2b@qasr.exampleB")
	require.Contains(t, got, "2c@qasr.exampleC")
	require.True(t, slices.ContainsFunc(look.Rows, func(g member.Guest) bool { return g.Email == "ali@qasr.example" && g.Problem == "" }))
}

// Whatever is pasted: every row is either done something with or has a problem, nobody is meant twice, and what is invited is an address.
func TestWhateverIsPastedIsCountedOnce(t *testing.T) {
	t.Parallel()
	o := settle(t)
	o.person("Active", "a@b.cd", "Employee", "Active")
	rapid.Check(t, func(r *rapid.T) {
		parts := rapid.SliceOfN(rapid.OneOf(rapid.StringMatching(`[a-c]{1,2}@[a-c]\.[cd]{2}`), rapid.StringMatching(`[A-C]{1,2} <[A-C]@[b]\.cd>`),
			rapid.StringMatching(`[ -~]{0,12}`)), 1, 12).Draw(r, "parts")
		glue := rapid.SampledFrom([]string{",", ";", "\n", "\r\n", "\t"}).Draw(r, "glue")
		look, err := o.members.HandleInvite(t.Context(), o.admin, member.InviteRequest{Text: strings.Join(parts, glue)})
		if err != nil {
			require.NotNil(r, fault.As(err), err)
			return
		}
		good := map[string]bool{}
		for _, g := range look.Rows {
			if g.Problem != "" {
				continue
			}
			require.False(r, good[g.Email], g.Email)
			good[g.Email] = true
			clean, err := person.Canonical(g.Email)
			require.NoError(r, err)
			require.Equal(r, clean, g.Email)
			require.NotEqual(r, "a@b.cd", g.Email)
			require.NotEmpty(r, g.Name)
		}
		require.Equal(r, len(look.Rows), look.Invite+look.Let+look.Bad)
		require.Len(r, good, look.Invite)
	})
}

func TestAnAddressOfSomebodyWhoIsHereIsNotInvitedUnderAnotherSpelling(t *testing.T) {
	t.Parallel()
	o := settle(t)
	o.person("Active", "active@qasr.example", "Employee", "Active")
	problems := map[string]string{}
	list := "active+2@qasr.example, new+a@qasr.example, new+b@qasr.example, new.c@qasr.example"
	for _, g := range o.invites(member.InviteRequest{Text: list}).Rows {
		problems[g.Email] = g.Problem
	}
	require.Equal(t, map[string]string{"active+2@qasr.example": "mailbox", "new+a@qasr.example": "", "new+b@qasr.example": "mailbox",
		"new.c@qasr.example": ""}, problems)
}
