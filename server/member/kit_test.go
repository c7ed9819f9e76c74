package member_test

import (
	"encoding/base64"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/member"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/job"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

func TestMain(m *testing.M) {
	servertest.FixSeed()
	servertest.Main(m)
}

// office is a company with an admin, and what answers them.
type office struct {
	t       *testing.T
	pool    *pgxpool.Pool
	members *member.Members
	company sample.Company
	admin   web.Caller
	now     *servertest.Clock
}

func settle(t *testing.T) *office {
	t.Helper()
	o := &office{t: t, pool: servertest.DB(t), now: servertest.ClockAt(servertest.Now)}
	servertest.Town(t, o.pool)
	cap := money.Fils(40_000)
	o.company = servertest.NewCompany(t, o.pool, func(c *sample.Company) { c.ShareCap, c.ShareDuration, c.PlanID = &cap, "Monthly", 2 })
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log)
	require.NoError(t, err)
	people := person.New(
		person.Options{DB: o.pool, Queue: queue, Keys: servertest.Secrets, Clock: o.now.Now, Log: log})
	o.members = &member.Members{Conn: o.pool, People: people, Queue: queue, Clock: o.now.Now}
	o.admin = o.person("Omar Haddad", "omar@qasr.example", "Admin", "Active")
	return o
}

func (o *office) person(name, email, role, status string) web.Caller {
	o.t.Helper()
	id, profile := ulid.Make().String(), ulid.Make().String()
	servertest.Do(o.t, o.pool, "INSERT INTO persons (id, email, name, created_at) VALUES ($1, $2, $3, $4)", id, email, name, servertest.Now)
	servertest.Do(o.t, o.pool, `INSERT INTO profiles (id, person_id, company_id, client_type, status, address_id, created_at, proved_at)
		VALUES ($1, $2, $3, $4, $5, (SELECT min(id) FROM addresses WHERE company_id = $3), $6, $6)`, profile, id, o.company.ID, role, status,
		servertest.Now)
	who := web.Caller{ProfileID: profile, PersonID: id, CompanyID: o.company.ID, ClientType: role}
	if status == "Active" {
		who = servertest.SignIn(o.t, o.pool, who)
	}
	return who
}

// crowd are people who have proved their e-mail, by number.
func (o *office) crowd(status string, from, until int) {
	o.t.Helper()
	servertest.Do(o.t, o.pool, `WITH p AS (INSERT INTO persons (id, email, name, created_at)
			SELECT 'P' || lpad(n::text, 25, '0'), 'p' || n || '@qasr.example', 'Person ' || lpad(n::text, 5, '0'), $2
			FROM generate_series($4::int, $5::int) n RETURNING id)
		INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at, proved_at)
		SELECT id, id, $1, 'Employee', $3, $2, $2 FROM p`, o.company.ID, servertest.Now, status, from, until)
}

// invites asks for an invitation that is not refused.
func (o *office) invites(req member.InviteRequest) member.InviteReply {
	o.t.Helper()
	reply, err := o.members.HandleInvite(o.t.Context(), o.admin, req)
	require.NoError(o.t, err)
	return reply
}

// file is a table as it is sent.
func file(table string) string { return base64.StdEncoding.EncodeToString([]byte(table)) }

func (o *office) act(who web.Caller, act string, ids ...string) (member.ActReply, error) {
	return o.members.HandleAct(o.t.Context(), who, member.ActRequest{Act: act, IDs: ids})
}

// does does an act as the admin, and answers "done" or why not.
func (o *office) does(act, id string) string {
	o.t.Helper()
	reply, err := o.act(o.admin, act, id)
	require.NoError(o.t, err)
	require.Equal(o.t, 1, len(reply.Done)+len(reply.Refused))
	if len(reply.Done) == 1 {
		return "done"
	}
	return reply.Refused[0].Reason
}

func (o *office) status(id string) string {
	return servertest.One[string](o.t, o.pool,
		"SELECT status || ' ' || client_type || CASE WHEN removed_at IS NULL THEN '' ELSE ' removed' END FROM profiles WHERE id = $1", id)
}

func (o *office) count(what string, args ...any) int {
	return servertest.One[int](o.t, o.pool, "SELECT count(*) FROM "+what, args...)
}

func (o *office) acts(id string) string {
	return servertest.One[string](o.t, o.pool,
		"SELECT coalesce(string_agg(kind || coalesce(' ' || (before->>'status') || '→' || (after->>'status'), ''), ', ' ORDER BY id), '') FROM "+
			"acts WHERE subject = $1 AND company_id = $2", id, o.company.ID)
}

// delivery is a live delivery of a Confirmed order.
func (o *office) delivery(who web.Caller, date clock.Date) {
	o.t.Helper()
	order := ulid.Make().String()
	servertest.Do(o.t, o.pool,
		`INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount, net_amount, company_share,
			employee_share, wallet_amount,
		payable_amount, amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs, handoff_key, created_at)
		VALUES ($1, $2, $3, 'Confirmed', 'web', $4, 1, 4000, 0, 4000, 0, 4000, 0, 4000, 0, 190, 0, '{}', '{}', '', '{}', $1, $5)`, order,
		who.ProfileID, o.company.ID, date.Monday(), servertest.Now)
	servertest.Do(o.t, o.pool,
		`INSERT INTO deliveries (id, order_id, profile_id, company_id, delivery_date, cutoff, address_id, live, net_amount,
			company_share, vat_amount)
		VALUES ($1, $2, $3, $4, $5, $6, (SELECT min(id) FROM addresses WHERE company_id = $4), true, 4000, 0, 190)`, ulid.Make().String(), order,
		who.ProfileID, o.company.ID, date, servertest.Now)
}

func (o *office) list(req member.ListRequest) member.List {
	o.t.Helper()
	all, err := o.members.HandleList(o.t.Context(), o.admin, req)
	require.NoError(o.t, err)
	return all
}

func names(all member.List) (names []string) {
	for _, m := range all.Members {
		names = append(names, m.Name)
	}
	return names
}
