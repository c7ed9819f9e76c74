package amendment_test

import (
	"testing"

	"sahn/server/dev/servertest/shop"
	"sahn/server/invoice"

	"github.com/stretchr/testify/require"
)

func TestAChangeIsWrittenAboutOnceItTakesEffect(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	k.Orders.Invoiced = (&invoice.Invoices{Conn: k.Pool, Clock: k.Clock.Now,
		Seller: invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}}).DocumentOf
	box := k.Mailbox()
	g, id := k.Eats(nil, mon, tue)
	k.Works(box)
	saved := g.Amends(shop.Proposal(id, shop.Brings(mon, 1, 3), shop.Brings(tue, 0, 0)))
	require.Zero(t, k.Letters("mail_changed"), "not before")
	k.Pays(shop.BillOf(saved))
	require.Equal(t, 1, k.Letters("mail_changed"))
	g.Amends(shop.ToTheCard(shop.Proposal(id, shop.Brings(mon, 0, 0))))
	mails := k.Works(box)
	changed := k.Letter(mails, "Your lunches for 23 – 27 Nov have changed")
	require.Contains(t, changed.Text, "Tuesday 24 November: cancelled")
	require.Contains(t, changed.Text, "3 x ")
	require.Contains(t, changed.Text, "You paid "+(3*shop.Price(t, mon, 1)-shop.Price(t, mon, 0)-shop.Price(t, tue, 0)).String()+" more.")
	require.Contains(t, changed.HTML, "Cancelled")
	require.Contains(t, changed.Text, "Tax invoice TI-2026-000002 about this change is with your order")
	cancelled := k.Letter(mails, "Your lunches for 23 – 27 Nov are cancelled")
	require.Contains(t, cancelled.Text, (3*shop.Price(t, mon, 1)).String()+" goes back to your card.")
	require.NotContains(t, cancelled.Text, "wallet")
	require.Contains(t, cancelled.Text, "Tax credit note TC-2026-000001 about this change is with your order")
}
