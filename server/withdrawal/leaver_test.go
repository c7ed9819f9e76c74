package withdrawal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/platform/money"
	"sahn/server/week"
)

func TestTheOpenDaysOfWhoLeftAreCancelledPaidBackAndToldToTheAdmins(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	g, id := k.Eats(func(c *sample.Company) { shop.Shared(c); c.ShareCap = nil }, mon, tue)
	boss := servertest.Eater(t, k.Pool, sample.Company{ID: g.CompanyID})
	servertest.Do(t, k.Pool, "UPDATE profiles SET client_type = 'Admin' WHERE id = $1", boss.ProfileID)
	was := g.Order(id)
	k.Clock.Move(week.Cutoff(mon).Sub(k.Clock.Now()))
	servertest.Do(t, k.Pool, "INSERT INTO directory_leavers (profile_id, company_id, left_at) VALUES ($1, $2, now())",
		g.ProfileID, g.CompanyID)
	servertest.Do(t, k.Pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", g.ProfileID)
	require.NoError(t, shop.WithdrawalsOf(k.Orders).GiveUp(t.Context()))
	now := g.Order(id)
	require.Equal(t, []bool{true, false}, []bool{g.On(id, mon).Live, g.On(id, tue).Live}, "what is cooked already is delivered")
	require.Zero(t, g.On(id, tue).CompanyShare)
	require.Equal(t, was.EmployeeShare-now.EmployeeShare,
		servertest.One[money.Fils](t, k.Pool, "SELECT sum(amount)::bigint FROM refunds"), "the card paid, and the card gets it back")
	require.Equal(t, []any{"cancelled", "system"}, []any{g.Diary(id)[0].What, g.Diary(id)[0].Who.Kind})
	require.Empty(t, servertest.One[[]string](t, k.Pool, "SELECT coalesce(array_agg(profile_id), '{}') FROM directory_leavers"))
	require.NoError(t, shop.WithdrawalsOf(k.Orders).GiveUp(t.Context()))
	require.Equal(t, now, g.Order(id), "once")
	require.Equal(t, 1, k.Letters("mail_changed"))
	servertest.Sound(t, k.Pool)
	letter := k.Letter(k.Works(box), "who left")
	require.Contains(t, letter.Text, "Tuesday 24 November")
	require.NotContains(t, letter.Text, "Monday 23 November")
}

func TestADayThatIsPaidAfterItsPersonLeftIsCancelledOnceItIsPaid(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(func(c *sample.Company) { shop.Shared(c); c.ShareCap = nil }, mon, tue)
	g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 0)))
	saved := g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 1)))
	boss := servertest.Eater(t, k.Pool, sample.Company{ID: g.CompanyID})
	servertest.Do(t, k.Pool, "UPDATE profiles SET client_type = 'Admin' WHERE id = $1", boss.ProfileID)
	require.NotEmpty(t, saved.Intent, "the day that is back is to be paid")
	k.Clock.Move(week.Cutoff(mon).Sub(k.Clock.Now()))
	servertest.Do(t, k.Pool, "INSERT INTO directory_leavers (profile_id, company_id, left_at) VALUES ($1, $2, now())",
		g.ProfileID, g.CompanyID)
	servertest.Do(t, k.Pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", g.ProfileID)
	require.NoError(t, shop.WithdrawalsOf(k.Orders).GiveUp(t.Context()))
	k.Pays(shop.BillOf(saved))
	require.True(t, g.On(id, tue).Live)
	require.NoError(t, shop.WithdrawalsOf(k.Orders).GiveUp(t.Context()))
	require.False(t, g.On(id, tue).Live)
	servertest.Sound(t, k.Pool)
}
