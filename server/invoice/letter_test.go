package invoice_test

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
)

// mails are the letters about invoices that are planned by now, sent.
func (x *office) mails() []local.Mail {
	x.Helper()
	log := slog.New(slog.DiscardHandler)
	box, err := local.StartMailbox(local.Options{Dir: x.TempDir()})
	require.NoError(x, err)
	defer func() { require.NoError(x, box.Stop()) }()
	sender, err := mail.New(box.URL()+"?starttls=never", "Sahn <hello@sahn.example>")
	require.NoError(x, err)
	sender.Public = x.invoices.Public
	x.invoices.Post = &mail.Post{DB: x.pool, Sender: sender, Clock: x.clock.Now, Log: log}
	workers := river.NewWorkers()
	x.invoices.Work(workers)
	x.payments.Work(workers)
	runner, err := job.Start(x.Context(), x.pool, workers, nil, log)
	require.NoError(x, err)
	// The queue tells nobody when it is empty; the bound only ends a test that hangs.
	require.Eventually(x, func() bool {
		return servertest.One[int](x, x.pool, `SELECT count(*) FROM river_job
			WHERE kind IN ('mail_invoice', 'mail_transfer_undone') AND finalized_at IS NULL`) == 0
	}, time.Minute, 20*time.Millisecond)
	require.NoError(x, runner.Stop(context.WithoutCancel(x.Context())))
	mails, err := box.Mails(100)
	require.NoError(x, err)
	return mails
}

// letter is the one that is planned with a subject, sent.
func (x *office) letter(subject string) local.Mail {
	x.Helper()
	found := slices.DeleteFunc(x.mails(), func(m local.Mail) bool { return m.Subject != subject })
	require.Len(x, found, 1)
	return found[0]
}

func TestAnInvoiceThatIsWhollySetOffIsAnnouncedAndAsksForNoMoney(t *testing.T) {
	t.Parallel()
	x, who, _, _ := overpaid(t)
	x.eats(x.company, december+6)
	x.runs(31)
	d := x.newest(who)
	require.Equal(t, []money.Fils{1500, 1500, 0}, []money.Fils{d.Total, d.SetOff, d.Due})
	letter := x.letter("Your invoice for December 2026")
	require.Contains(t, letter.Text,
		d.Number+" for your company’s share of lunches in December 2026 is ready. Nothing is to pay: it was set off from your company’s credit.")
	for _, form := range []string{letter.Text, letter.HTML} {
		require.NotContains(t, form, "is due on")
		require.NotRegexp(t, `AED \d`, form, "a number may contain these letters, an amount has a space after them")
	}

	paper := x.pdf(who, d.ID)
	x.invoices.Public = &url.URL{Scheme: "https", Host: "elsewhere.example"}
	require.Equal(t, paper, x.pdf(who, d.ID), "there is no code that leads to a payment")
}

func TestACompanyHearsOnceThatItsCardsBankTookAPaymentBack(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	p := x.pays(who, d.ID)
	x.clock.Move(20 * 24 * time.Hour)
	x.returns(p.Intent, 1000)
	letter := x.letter("The payment of " + d.Number + " was taken back")
	require.Contains(t, letter.Text, "AED 10.00")
	require.Contains(t, letter.Text, "dashboard/company-invoices/"+d.ID)
	require.Equal(t,
		[]string{servertest.One[string](t, x.pool, "SELECT lower(p.email) FROM persons p JOIN profiles f ON f.person_id = p.id WHERE f.id = $1",
			who.ProfileID)}, letter.To)
}

func TestACompanyThatOwesNothingIsNotAskedForWhatWentBackToItsCard(t *testing.T) {
	t.Parallel()
	x, who, first, intent := overpaid(t)
	x.returns(intent, 1500)
	require.Zero(t, x.one(who, first.ID).Due)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_invoice' AND args ? 'returned'"))
}

func TestEachCreditNoteIsAnnouncedOnceWithASentenceOfItsOwn(t *testing.T) {
	t.Parallel()
	x, who, _, m := billed(t)
	x.cancels(m, mon)
	x.runs(1)
	x.runs(0)
	d := x.newest(who)
	letter := x.letter("AED 15.00 credited for November 2026")
	require.Contains(t, letter.Text, "The credit note "+d.Notes[0].Number+" takes AED 15.00 of invoice "+d.Number+" back")
	require.Contains(t, letter.Text, "This is left to pay on it, due on Tuesday 15 December:\n\nAED 15.00")
	require.Contains(t, letter.Text, "dashboard/company-invoices/"+d.ID)

	x.cancels(m, mon+1)
	x.runs(0)
	letter = x.letter("AED 15.00 credited for November 2026") // the second one: mails opens a new mailbox
	require.Contains(t, letter.Text, x.one(who, d.ID).Notes[1].Number)
	require.Contains(t, letter.Text, "Nothing is left to pay on it, and what was paid beyond that pays other invoices.")
}

func TestACreditNoteThatWasNotWrittenIsNotAnnounced(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	m := x.eats(x.company, mon)
	x.admin(x.company)
	require.Equal(t, 1, x.issues())
	x.cancels(m, mon)
	servertest.Do(t, x.pool, "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$")
	servertest.Do(t, x.pool, "CREATE TRIGGER broken BEFORE DELETE ON invoice_changes FOR EACH ROW EXECUTE FUNCTION broken()")
	_, err := x.invoices.Credit(t.Context(), x.clock.Now())
	require.ErrorContains(t, err, "the disk is full")
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_invoice' AND args ? 'credit'"))
	servertest.Do(t, x.pool, "DROP TRIGGER broken ON invoice_changes")
	x.runs(0)
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_invoice' AND args ? 'credit'"))
}
