package order_test

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
)

var quiet = slog.New(slog.DiscardHandler)

// mailbox is where the kitchen's letters arrive.
func (k *kitchen) mailbox() *local.Mailbox {
	k.Helper()
	box, err := local.StartMailbox(local.Options{Dir: k.TempDir()})
	require.NoError(k, err)
	k.Cleanup(func() { require.NoError(k, box.Stop()) })
	sender, err := mail.New(box.URL()+"?starttls=never", "Sahn <hello@sahn.example>")
	require.NoError(k, err)
	sender.Public = &url.URL{Scheme: "https", Host: "lunch.example"}
	k.orders.Post = &mail.Post{DB: k.pool, Sender: sender, Clock: k.clock.Now, Log: quiet}
	return box
}

const waiting = "SELECT count(*) FROM river_job WHERE kind IN ('mail_confirmed', 'mail_receipt', 'mail_changed', 'mail_withdrawn', " +
	"'order_withdrawn', 'mail_reminder', 'order_remind') AND finalized_at IS NULL"

// works runs a server's jobs until no letter waits, and answers with all mails, newest first.
func (k *kitchen) works(box *local.Mailbox) []local.Mail {
	k.Helper()
	workers := river.NewWorkers()
	k.orders.Work(workers)
	changesOf(k.orders).Work(workers)
	withdrawalsOf(k.orders).Work(workers)
	k.payments.Work(workers)
	runner, err := job.Start(k.Context(), k.pool, workers, nil, quiet)
	require.NoError(k, err)
	// The queue tells nobody when it is empty; the bound only ends a test that hangs.
	require.Eventually(k, func() bool { return servertest.One[int](k, k.pool, waiting) == 0 }, time.Minute, 20*time.Millisecond)
	require.NoError(k, runner.Stop(context.WithoutCancel(k.Context())))
	require.Zero(k, servertest.One[int](k, k.pool, "SELECT count(*) FROM river_job WHERE state IN ('cancelled', 'discarded')"),
		"every letter was written and sent")
	mails, err := box.Mails(100)
	require.NoError(k, err)
	return mails
}

// planned counts the letters that wait for an order.
func (k *kitchen) planned(id string) (letters [2]int) {
	k.Helper()
	for i, kind := range []string{"mail_confirmed", "mail_receipt"} {
		letters[i] = servertest.One[int](k, k.pool, "SELECT count(*) FROM river_job WHERE kind = $1 AND args->>'order' = $2", kind, id)
	}
	return letters
}

// letter is the only one with such a subject.
func (k *kitchen) letter(mails []local.Mail, subject string) local.Mail {
	k.Helper()
	found := slices.DeleteFunc(slices.Clone(mails), func(m local.Mail) bool { return !strings.Contains(m.Subject, subject) })
	require.Len(k, found, 1, "%v", subjects(mails))
	return found[0]
}

func subjects(mails []local.Mail) (all []string) {
	for _, m := range mails {
		all = append(all, m.Subject)
	}
	slices.Sort(all)
	return all
}

func TestPayingAnOrderSendsOneConfirmationAndOneReceipt(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	box := k.mailbox()
	g := k.guestOn(func(c *sample.Company) {
		c.Name, c.DiscountAmount, c.ShareValue = `Qasr & "Sons" <LLC>`, 25, 1000
	}).wants(mon, tue, wed)
	servertest.Credit(t, k.pool, g.Caller, 1234)
	h := g.buys(true, mon, tue, wed)
	require.Equal(t, [2]int{}, k.planned(h.Order), "nothing is said before it is paid")
	for range 3 {
		k.pays(h)
	}
	require.Equal(t, [2]int{1, 1}, k.planned(h.Order))

	mails := k.works(box)
	o := g.order(h.Order)
	require.Equal(t, []string{"Your lunches for 23 – 27 Nov are ordered", "Your receipt: " + o.EmployeeShare.String()}, subjects(mails))
	for _, m := range mails {
		require.Equal(t, []string{g.address()}, m.To)
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
		for _, d := range o.Deliveries {
			for _, i := range d.Items {
				require.Equal(t, confirmation, strings.Contains(m.Text, i.Name), "%s in %q", i.Name, m.Subject)
			}
		}
	}
	k.pays(h)
	require.Len(t, k.works(box), 2)
	require.Equal(t, 2, servertest.One[int](t, k.pool, "SELECT count(*) FROM mails WHERE sent_at IS NOT NULL AND id IN ($1, $2)",
		"confirmed-"+h.Order, "receipt-"+h.Order))
}

// at moves the kitchen's clock to an hour of a day in Dubai.
func (k *kitchen) at(day clock.Date, hour, minute int) {
	k.Helper()
	k.clock.Move(day.Start().Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute).Sub(k.clock.Now()))
}

// plans puts a job into the queue.
func (k *kitchen) plans(job river.JobArgs) {
	k.Helper()
	require.NoError(k, db.InTx(k.Context(), k.pool, func(ctx context.Context, tx db.Tx) error {
		return k.payments.Queue.InsertTx(ctx, tx, job, nil)
	}))
}

// reminds lets a server look whom to remind, and answers who was written what so far, beside confirmations.
func (k *kitchen) reminds(box *local.Mailbox) map[string][]string {
	k.Helper()
	k.plans(order.Remind{})
	written := map[string][]string{}
	for _, m := range k.works(box) {
		if !strings.HasSuffix(m.Subject, " are ordered") {
			written[m.To[0]] = append(written[m.To[0]], m.Subject)
		}
	}
	return written
}

func (g *guest) address() string {
	g.k.Helper()
	return servertest.One[string](g.k, g.k.pool, "SELECT lower(email) FROM persons WHERE id = $1", g.PersonID)
}

const next = 7 // days until the week after

func TestPeopleAreRemindedOnceOnTheLastWorkingDayBeforeTheCutoff(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	box := k.mailbox()
	company := servertest.NewCompany(t, k.pool, companyPaysAll)
	ate := func() *guest { g := k.guest(company).wants(mon); g.buys(false, mon); return g }
	regular, ordered, gone := ate(), ate(), ate()
	ordered.wants(tue+next).buys(false, tue+next)
	ordered.wants(tue + next) // thinks of other meals for a day that is ordered
	chose := k.guest(company).wants(wed+next-1, thu+next)
	both := ate().wants(mon + next)
	both.buys(false, mon+next)
	both.wants(tue + next)
	_ = k.guest(company) // never ordered and chose nothing
	cleared := k.guest(company).wants(mon + next)
	servertest.Wish(t, k.pool, cleared.Caller, cleared.dev, mon+next)
	other := servertest.NewCompany(t, k.pool, nil)
	k.guest(other).wants(mon + next)
	servertest.Do(t, k.pool, "UPDATE companies SET status = 'Suspended' WHERE id = $1", other.ID)
	servertest.Do(t, k.pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", gone.ProfileID)
	k.works(box)
	servertest.Do(t, k.pool, "DELETE FROM river_job")

	for _, quietTime := range [][3]int{{3, 12, 0}, {4, 8, 59}, {4, 18, 0}, {5, 10, 0}} {
		k.at(mon+clock.Date(quietTime[0]), quietTime[1], quietTime[2])
		require.Empty(t, k.reminds(box), quietTime)
	}
	k.at(fri, 9, 0)
	nudge, unfinished := "Lunch for 30 Nov – 4 Dec: order by Saturday", "Your lunches for 30 Nov – 4 Dec are not ordered yet"
	want := map[string][]string{regular.address(): {nudge}, chose.address(): {unfinished}, both.address(): {unfinished}}
	require.Equal(t, want, k.reminds(box))
	k.clock.Move(time.Hour)
	require.Equal(t, want, k.reminds(box), "once for a person and week")
	servertest.Do(t, k.pool, "DELETE FROM river_job")
	require.Equal(t, want, k.reminds(box), "also when the queue forgot")

	mails, err := box.Mails(100)
	require.NoError(t, err)
	for _, m := range mails {
		if m.To[0] == chose.address() {
			require.Contains(t, m.Text, "Tue 1 Dec")
			require.NotContains(t, m.Text, "3 Dec", "a holiday cannot be ordered")
			require.Contains(t, m.Text, "For lunch on Tuesday 1 December, please order by the end of Sunday 29 November.")
		}
	}

	k.at(fri+next, 9, 0)
	again := k.reminds(box)
	require.Len(t, again[regular.address()], 2, "a second week without lunch")
	k.at(fri+2*next, 9, 0)
	require.Equal(t, again[regular.address()], k.reminds(box)[regular.address()], "and then never again")
}

func TestAReminderThatNoLongerAppliesIsNotSent(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	box := k.mailbox()
	company := servertest.NewCompany(t, k.pool, companyPaysAll)
	g, late, chose := k.guest(company).wants(mon, mon+next), k.guest(company).wants(mon), k.guest(company).wants(mon+next)
	g.buys(false, mon)
	late.buys(false, mon)
	require.Len(t, k.works(box), 2)
	plan := func(who *guest) { k.plans(order.ReminderMail{Person: who.PersonID, Week: mon + next}) }
	k.at(fri, 9, 0)
	plan(g)
	g.buys(false, mon+next) // while the reminder waits
	require.Equal(t, []string{"Your lunches for 23 – 27 Nov are ordered", "Your lunches for 23 – 27 Nov are ordered",
		"Your lunches for 30 Nov – 4 Dec are ordered"}, subjects(k.works(box)))
	k.at(fri+2, 0, 0) // the mail server was away until the cut-off
	plan(late)
	plan(chose)
	require.Len(t, k.works(box), 3)
}

func TestWhomAnAdminWantsRemindedIsRemindedOnceAlsoWhenTheWeekHasBegunToClose(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	box := k.mailbox()
	company := servertest.NewCompany(t, k.pool, nil)
	never := k.guest(company) // ate nothing with us yet
	plan := func(asked bool) { k.plans(order.ReminderMail{Person: never.PersonID, Week: mon + next, Asked: asked}) }
	k.at(fri+2, 0, 0) // Monday can no longer be ordered, Tuesday can
	plan(false)
	require.Empty(t, k.works(box), "by itself nobody writes to who never ordered")
	plan(true)
	require.Len(t, k.works(box), 1)
	plan(true)
	require.Len(t, k.works(box), 1, "twice is once")
}

func TestAWeekThatBeginsWithHolidaysIsRemindedOfLater(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	box := k.mailbox()
	for d := mon + next; d <= tue+next; d++ {
		servertest.Do(t, k.pool, "INSERT INTO closed_days (date, name) VALUES ($1, 'Holiday') ON CONFLICT DO NOTHING", d)
	}
	servertest.Do(t, k.pool, "DELETE FROM closed_days WHERE date = $1", thu+next)
	g := k.guestOn(nil).wants(thu + next)
	servertest.Do(t, k.pool, "INSERT INTO closed_days (date, name) VALUES ($1, 'Holiday') ON CONFLICT DO NOTHING", wed+next)
	k.at(fri, 9, 0)
	require.Empty(t, k.reminds(box))
	k.at(tue+next, 9, 0)
	require.Equal(t, map[string][]string{g.address(): {"Your lunches for 30 Nov – 4 Dec are not ordered yet"}}, k.reminds(box))
}
