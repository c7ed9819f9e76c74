package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAChangeIsWrittenAboutOnceItTakesEffect(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	box := k.mailbox()
	g, id := k.eats(nil, mon, tue)
	k.works(box)
	saved := g.amends(proposal(id, brings(mon, 1, 3), brings(tue, 0, 0)))
	require.Zero(t, k.letters("mail_changed"), "not before")
	k.pays(billOf(saved))
	require.Equal(t, 1, k.letters("mail_changed"))
	g.amends(toTheCard(proposal(id, brings(mon, 0, 0))))
	mails := k.works(box)
	changed := k.letter(mails, "Your lunches for 23 – 27 Nov have changed")
	require.Contains(t, changed.Text, "Tuesday 24 November: cancelled")
	require.Contains(t, changed.Text, "3 x ")
	require.Contains(t, changed.Text, "You paid "+(3*price(t, mon, 1)-price(t, mon, 0)-price(t, tue, 0)).String()+" more.")
	require.Contains(t, changed.HTML, "Cancelled")
	cancelled := k.letter(mails, "Your lunches for 23 – 27 Nov are cancelled")
	require.Contains(t, cancelled.Text, (3*price(t, mon, 1)).String()+" goes back to your card.")
	require.NotContains(t, cancelled.Text, "wallet")
}
