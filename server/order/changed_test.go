package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
)

func TestAChangeIsWrittenAboutOnceItTakesEffect(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	box := k.mailbox()
	g, id := k.eats(nil, mon, tue)
	k.works(box)
	changed := func() int {
		return servertest.One[int](t, k.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_changed'")
	}
	saved := g.amends(proposal(id, brings(mon, 1, 3), brings(tue, 0, 0)))
	require.Zero(t, changed(), "not before")
	k.pays(billOf(saved))
	require.Equal(t, 1, changed())
	g.amends(toTheCard(proposal(id, brings(mon, 0, 0))))
	mails := k.works(box)
	require.Contains(t, subjects(mails), "Your lunches for 23 – 27 Nov have changed")
	require.Contains(t, subjects(mails), "Your lunches for 23 – 27 Nov are cancelled")
	for _, m := range mails {
		switch m.Subject {
		case "Your lunches for 23 – 27 Nov have changed":
			require.Contains(t, m.Text, "Tuesday 24 November: cancelled")
			require.Contains(t, m.Text, "3 x ")
			require.Contains(t, m.Text, "You paid "+(3*price(t, mon, 1)-price(t, mon, 0)-price(t, tue, 0)).String()+" more.")
			require.Contains(t, m.HTML, "Cancelled")
		case "Your lunches for 23 – 27 Nov are cancelled":
			require.Contains(t, m.Text, (3*price(t, mon, 1)).String()+" goes back to your card.")
			require.NotContains(t, m.Text, "wallet")
		}
	}
}
