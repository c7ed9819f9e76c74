package order_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// planned counts the letters that wait for an order.
func planned(k *shop.Kitchen, id string) (letters [2]int) {
	k.Helper()
	for i, kind := range []string{"mail_confirmed", "mail_receipt"} {
		letters[i] = servertest.One[int](k, k.Pool, "SELECT count(*) FROM river_job WHERE kind = $1 AND args->>'order' = $2", kind, id)
	}
	return letters
}

func TestPayingAnOrderSendsOneConfirmationAndOneReceipt(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	g := k.GuestOn(func(c *sample.Company) {
		c.Name, c.DiscountAmount, c.ShareValue = `Qasr & "Sons" <LLC>`, 25, 1000
	}).Wants(mon, tue, wed)
	servertest.Credit(t, k.Pool, g.Caller, 1234)
	servertest.Do(t, k.Pool, "INSERT INTO sellers VALUES (1, $1, 'Sahn Kitchens LLC', '100000000000009', 'Al Quoz', '', '', '')",
		k.Clock.Now())
	k.Orders.Invoiced = (&invoice.Invoices{Conn: k.Pool, Clock: k.Clock.Now}).DocumentOf
	h := g.Buys(true, mon, tue, wed)
	require.Equal(t, [2]int{}, planned(k, h.Order), "nothing is said before it is paid")
	for range 3 {
		k.Pays(h)
	}
	require.Equal(t, [2]int{1, 1}, planned(k, h.Order))

	mails := k.Works(box)
	o := g.Order(h.Order)
	require.Equal(t, []string{"Your lunches for 23 – 27 Nov are ordered", "Your receipt: " + o.EmployeeShare.String()}, shop.Subjects(mails))
	for _, m := range mails {
		require.Equal(t, []string{address(g)}, m.To)
		for _, amount := range []money.Fils{o.Gross, o.Net, o.CompanyShare, o.Wallet, o.Payable} {
			require.Positive(t, amount)
			require.Contains(t, m.Text, amount.String())
			require.Contains(t, m.HTML, amount.String())
		}
		require.Contains(t, m.Text, `Qasr & "Sons" <LLC> pays: AED 30.00`)
		require.NotContains(t, m.HTML, "<LLC>")
		require.Contains(t, m.Text, "https://lunch.example/dashboard/history")
		require.Contains(t, m.Text, "VISA 0001")
		confirmation := m.Subject[5] == 'l'
		require.Equal(t, !confirmation, strings.Contains(m.Text, "Sahn Kitchens LLC"), "a receipt names who sells, as operators set it")
		require.Equal(t, !confirmation, strings.Contains(m.Text, "Tax invoice: TI-2026-000001\n"), "and the tax invoice, which is written once")
		for _, d := range o.Deliveries {
			for _, i := range d.Items {
				require.Equal(t, confirmation, strings.Contains(m.Text, i.Name), "%s in %q", i.Name, m.Subject)
			}
		}
	}
	k.Pays(h)
	require.Len(t, k.Works(box), 2)
	require.Equal(t, 2, servertest.One[int](t, k.Pool, "SELECT count(*) FROM mails WHERE sent_at IS NOT NULL AND id IN ($1, $2)",
		"confirmed-"+h.Order, "receipt-"+h.Order))
}

// at moves the kitchen's clock to an hour of a day in Dubai.
func at(k *shop.Kitchen, day clock.Date, hour, minute int) {
	k.Helper()
	k.Clock.Move(day.Start().Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute).Sub(k.Clock.Now()))
}

// plans puts a job into the queue.
func plans(k *shop.Kitchen, job river.JobArgs) {
	k.Helper()
	require.NoError(k, db.InTx(k.Context(), k.Pool, func(ctx context.Context, tx db.Tx) error {
		return k.Payments.Queue.InsertTx(ctx, tx, job, nil)
	}))
}

// reminds lets a server look whom to remind, and answers who was written what so far, beside confirmations.
func reminds(k *shop.Kitchen, box *local.Mailbox) map[string][]string {
	k.Helper()
	plans(k, order.Remind{})
	written := map[string][]string{}
	for _, m := range k.Works(box) {
		if !strings.HasSuffix(m.Subject, " are ordered") {
			written[m.To[0]] = append(written[m.To[0]], m.Subject)
		}
	}
	return written
}

func address(g *shop.Guest) string {
	g.Kitchen.Helper()
	return servertest.One[string](g.Kitchen, g.Kitchen.Pool, "SELECT lower(email) FROM persons WHERE id = $1", g.PersonID)
}

const next = 7 // days until the week after

func TestWhoseWindowDeliversOnSomeDaysIsRemindedOfTheFirstOfThose(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	company := servertest.NewCompany(t, k.Pool, shop.CompanyPaysAll)
	regular := k.Guest(company).Wants(wed)
	regular.Buys(false, wed)
	_ = k.Guest(company).Wants(mon + next) // chose a day on which nothing comes any more
	k.Works(box)
	servertest.Do(t, k.Pool, `UPDATE area_timings SET weekdays = '{3,4,5}'
		WHERE id = (SELECT t.area_timing_id FROM addresses t WHERE t.company_id = $1)`, company.ID)
	at(k, fri, 9, 0)
	require.Empty(t, reminds(k, box), "there is time: Wednesday and Thursday are closed, so that Friday is the first day")
	at(k, wed+next, 9, 0)
	require.Equal(t, map[string][]string{address(regular): {"Lunch for 30 Nov – 4 Dec: order by Wednesday"}}, reminds(k, box))
}

func TestPeopleAreRemindedOnceOnTheLastWorkingDayBeforeTheCutoff(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	company := servertest.NewCompany(t, k.Pool, shop.CompanyPaysAll)
	ate := func() *shop.Guest { g := k.Guest(company).Wants(mon); g.Buys(false, mon); return g }
	regular, ordered, gone := ate(), ate(), ate()
	ordered.Wants(tue+next).Buys(false, tue+next)
	ordered.Wants(tue + next) // thinks of other meals for a day that is ordered
	chose := k.Guest(company).Wants(wed+next-1, thu+next)
	both := ate().Wants(mon + next)
	both.Buys(false, mon+next)
	both.Wants(tue + next)
	_ = k.Guest(company) // never ordered and chose nothing
	cleared := k.Guest(company).Wants(mon + next)
	servertest.DraftDay(t, k.Pool, cleared.Caller, cleared.Device, mon+next)
	other := servertest.NewCompany(t, k.Pool, nil)
	k.Guest(other).Wants(mon + next)
	servertest.Do(t, k.Pool, "UPDATE companies SET status = 'Suspended' WHERE id = $1", other.ID)
	servertest.Do(t, k.Pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", gone.ProfileID)
	k.Works(box)
	servertest.Do(t, k.Pool, "DELETE FROM river_job")

	for _, quietTime := range [][3]int{{3, 12, 0}, {4, 8, 59}, {4, 18, 0}, {5, 10, 0}} {
		at(k, mon+clock.Date(quietTime[0]), quietTime[1], quietTime[2])
		require.Empty(t, reminds(k, box), quietTime)
	}
	at(k, fri, 9, 0)
	nudge, unfinished := "Lunch for 30 Nov – 4 Dec: order by Saturday", "Your lunches for 30 Nov – 4 Dec are not ordered yet"
	want := map[string][]string{address(regular): {nudge}, address(chose): {unfinished}, address(both): {unfinished}}
	require.Equal(t, want, reminds(k, box))
	k.Clock.Move(time.Hour)
	require.Equal(t, want, reminds(k, box), "once for a person and week")
	servertest.Do(t, k.Pool, "DELETE FROM river_job")
	require.Equal(t, want, reminds(k, box), "also when the queue forgot")

	mails, err := box.Mails(100)
	require.NoError(t, err)
	for _, m := range mails {
		if m.To[0] == address(chose) {
			require.Contains(t, m.Text, "Tue 1 Dec")
			require.NotContains(t, m.Text, "3 Dec", "a holiday cannot be ordered")
			require.Contains(t, m.Text, "For lunch on Tuesday 1 December, please order by the end of Sunday 29 November.")
		}
	}

	at(k, fri+next, 9, 0)
	again := reminds(k, box)
	require.Len(t, again[address(regular)], 2, "a second week without lunch")
	at(k, fri+2*next, 9, 0)
	require.Equal(t, again[address(regular)], reminds(k, box)[address(regular)], "and then never again")
}

func TestAReminderThatNoLongerAppliesIsNotSent(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	company := servertest.NewCompany(t, k.Pool, shop.CompanyPaysAll)
	g, late, chose := k.Guest(company).Wants(mon, mon+next), k.Guest(company).Wants(mon), k.Guest(company).Wants(mon+next)
	g.Buys(false, mon)
	late.Buys(false, mon)
	require.Len(t, k.Works(box), 2)
	plan := func(who *shop.Guest) { plans(k, order.ReminderMail{Person: who.PersonID, Week: mon + next}) }
	at(k, fri, 9, 0)
	plan(g)
	g.Buys(false, mon+next) // while the reminder waits
	require.Equal(t, []string{"Your lunches for 23 – 27 Nov are ordered", "Your lunches for 23 – 27 Nov are ordered",
		"Your lunches for 30 Nov – 4 Dec are ordered"}, shop.Subjects(k.Works(box)))
	at(k, fri+2, 0, 0) // the mail server was away until the cut-off
	plan(late)
	plan(chose)
	require.Len(t, k.Works(box), 3)
}

func TestWhomAnAdminWantsRemindedIsRemindedOnceAlsoWhenTheWeekHasBegunToClose(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	company := servertest.NewCompany(t, k.Pool, nil)
	never := k.Guest(company) // ate nothing with us yet
	plan := func(asked bool) { plans(k, order.ReminderMail{Person: never.PersonID, Week: mon + next, Asked: asked}) }
	at(k, fri+2, 0, 0) // Monday can no longer be ordered, Tuesday can
	plan(false)
	require.Empty(t, k.Works(box), "by itself nobody writes to who never ordered")
	plan(true)
	require.Len(t, k.Works(box), 1)
	plan(true)
	require.Len(t, k.Works(box), 1, "twice is once")
}

func TestAWeekThatBeginsWithHolidaysIsRemindedOfLater(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	for d := mon + next; d <= tue+next; d++ {
		servertest.Do(t, k.Pool, "INSERT INTO closed_days (date, name) VALUES ($1, 'Holiday') ON CONFLICT DO NOTHING", d)
	}
	servertest.Do(t, k.Pool, "DELETE FROM closed_days WHERE date = $1", thu+next)
	g := k.GuestOn(nil).Wants(thu + next)
	servertest.Do(t, k.Pool, "INSERT INTO closed_days (date, name) VALUES ($1, 'Holiday') ON CONFLICT DO NOTHING", wed+next)
	at(k, fri, 9, 0)
	require.Empty(t, reminds(k, box))
	at(k, tue+next, 9, 0)
	require.Equal(t, map[string][]string{address(g): {"Your lunches for 30 Nov – 4 Dec are not ordered yet"}}, reminds(k, box))
}
