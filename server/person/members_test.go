package person_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

func (p *place) within(fn func(ctx context.Context, tx db.Tx) error) error {
	return db.InTx(p.t.Context(), p.pool, fn)
}

func (p *place) invite(company sample.Company, email string) (id string) {
	p.t.Helper()
	require.NoError(p.t, p.within(func(ctx context.Context, tx db.Tx) (err error) {
		id, err = p.people.Invite(ctx, tx, company.ID, email, "Noor Rahman")
		return err
	}))
	return id
}

func (p *place) status(profile string) string {
	p.t.Helper()
	return servertest.One[string](p.t, p.pool, "SELECT status FROM profiles WHERE id = $1", profile)
}

func TestAnInvitedPersonSetsAPasswordAndIsIn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	id := p.invite(sample.Qasr, " Noor@Rahman.example")
	require.Equal(t, "Invited", p.status(id))
	require.Equal(t, 1, p.count("river_job WHERE kind = 'mail_invitation' AND args->>'profile' = '"+id+"'"))
	p.exec("DELETE FROM river_job")
	require.Equal(t, id, p.invite(sample.Qasr, "noor@rahman.example"), "twice is once")
	p.exec("DELETE FROM river_job")
	b := p.browser()
	require.Equal(t, 200, b.reset("noor@rahman.example", b.askReset("noor@rahman.example"), fresh).status)
	in := b.login("noor@rahman.example", fresh)
	require.Equal(t, 201, in.status)
	require.Contains(t, in.body, id)
	require.Contains(t, in.body, `"discount_amount":20`)
	require.Contains(t, in.body, sample.QasrStudio.ID)
}

func TestWhoWaitsIsLetInByTheirOwnCompanyAndOnlyWithAProvedEmail(t *testing.T) {
	t.Parallel()
	p := settle(t)
	approve := func(company sample.Company, profile string) error {
		return p.within(func(ctx context.Context, tx db.Tx) error {
			return p.people.Approve(ctx, tx, company.ID, profile)
		})
	}
	require.ErrorIs(t, approve(sample.Harbour, sample.YusufQasr.ID), fault.ErrNotFound, "another company's")
	require.ErrorIs(t, approve(sample.Meridian, sample.GraceMeridian.ID), fault.ErrNotFound, "suspended")
	require.NoError(t, approve(sample.Qasr, sample.YusufQasr.ID))
	require.Equal(t, "Active", p.status(sample.YusufQasr.ID))
	require.Equal(t, 1, p.count("river_job WHERE kind = 'mail_approved'"))
	p.exec("DELETE FROM river_job")
	require.Equal(t, 201, p.browser().login(sample.Yusuf.Email, sample.Password).status)

	require.Equal(t, 201, p.browser().call("POST", "/api/employee-registration", employee(sample.Qasr, "noor@rahman.example")).status)
	noor := servertest.One[string](t, p.pool,
		"SELECT pr.id FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email = 'noor@rahman.example'")
	require.ErrorIs(t, approve(sample.Qasr, noor), fault.ErrNotFound, "anybody can have typed that address")
	require.Equal(t, noor, p.invite(sample.Qasr, "noor@rahman.example"))
	require.Equal(t, "Invited", p.status(noor), "an invitation goes to the address itself")
}

// The very next request on another server is refused, even when the cached copy of the session is fresh.
func TestASuspendedProfileIsOutEverywhereAtOnce(t *testing.T) {
	t.Parallel()
	p := settle(t)
	there := p.newServer(p.newPeople(p.redis.Addr()))
	b := p.browserOn(there).signIn(sample.Mariam)
	require.Equal(t, 200, b.profile().status)
	require.ErrorIs(t, p.people.Suspend(t.Context(), sample.Qasr.ID, sample.MariamHarbour.ID), fault.ErrNotFound)
	require.Equal(t, 200, b.profile().status)
	require.NoError(t, p.people.Suspend(t.Context(), sample.Harbour.ID, sample.MariamHarbour.ID))
	require.Equal(t, 401, b.profile().status)
	require.Equal(t, 401, b.login(sample.Mariam.Email, sample.Password).status)

	lina := p.browserOn(p.newServer(p.newPeople(""))).signIn(sample.Lina)
	require.NoError(t, p.newPeople(dead(t)).Suspend(t.Context(), sample.Qasr.ID, sample.LinaQasr.ID))
	require.Equal(t, 401, lina.profile().status, "without Redis the row decides")
}
