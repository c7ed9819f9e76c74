package invoice_test

import (
	"context"
	"log/slog"
	"net/url"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
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
		return servertest.One[int](x, x.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_invoice' AND finalized_at IS NULL") == 0
	}, time.Minute, 20*time.Millisecond)
	require.NoError(x, runner.Stop(context.WithoutCancel(x.Context())))
	mails, err := box.Mails(100)
	require.NoError(x, err)
	return mails
}

// about are those of some letters that have a subject.
func about(mails []local.Mail, subject string) (found []local.Mail) {
	for _, m := range mails {
		if m.Subject == subject {
			found = append(found, m)
		}
	}
	return found
}

func TestAnInvoiceThatIsWhollySetOffIsAnnouncedAndAsksForNoMoney(t *testing.T) {
	t.Parallel()
	x, who, _, _, _ := overpaid(t)
	x.eats(x.company, december+6)
	x.runs(31)
	d := x.newest(who)
	require.Equal(t, []money.Fils{1500, 1500, 0}, []money.Fils{d.Total, d.SetOff, d.Due})
	letters := about(x.mails(), "Your invoice for December 2026")
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text,
		d.Number+" for your company’s share of lunches in December 2026 is ready. Nothing is to pay: it was set off from your company’s credit.")
	for _, form := range []string{letters[0].Text, letters[0].HTML} {
		require.NotContains(t, form, "is due on")
		require.NotRegexp(t, `AED \d`, form, "a number may contain these letters, an amount has a space after them")
	}

	paper, err := x.invoices.HandlePDF(t.Context(), who, invoice.OneRequest{ID: d.ID})
	require.NoError(t, err)
	x.invoices.Public = &url.URL{Scheme: "https", Host: "elsewhere.example"}
	again, err := x.invoices.HandlePDF(t.Context(), who, invoice.OneRequest{ID: d.ID})
	require.NoError(t, err)
	require.Equal(t, paper.Body, again.Body, "there is no code that leads to a payment")
}

func TestACompanyHearsOnceThatItsCardsBankTookAPaymentBack(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	p := x.paysFor(who, d.ID)
	x.payAndNotify(p.Intent, p.Amount)
	x.clock.Move(20 * 24 * time.Hour)
	x.returns(p.Intent, 1000)
	letters := about(x.mails(), "The payment of "+d.Number+" was taken back")
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "AED 10.00")
	require.Contains(t, letters[0].Text, "dashboard/company-invoices/"+d.ID)
	require.Equal(t,
		[]string{servertest.One[string](t, x.pool, "SELECT lower(p.email) FROM persons p JOIN profiles f ON f.person_id = p.id WHERE f.id = $1",
			who.ProfileID)}, letters[0].To)
}

func TestACompanyThatOwesNothingIsNotAskedForWhatWentBackToItsCard(t *testing.T) {
	t.Parallel()
	x, who, first, intent, _ := overpaid(t)
	x.returns(intent, 1500)
	require.Zero(t, x.one(who, first.ID).Due)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_invoice' AND args ? 'returned'"))
}

func TestEachCreditNoteIsAnnouncedOnceWithASentenceOfItsOwn(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	m := x.eats(x.company, mon, mon+1)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	x.cancels(m, mon)
	x.runs(1)
	x.runs(0)
	d := x.newest(who)
	letters := about(x.mails(), "AED 15.00 credited for November 2026")
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "The credit note "+d.Notes[0].Number+" takes AED 15.00 of invoice "+d.Number+" back")
	require.Contains(t, letters[0].Text, "This is left to pay on it, due on Tuesday 15 December:\n\nAED 15.00")
	require.Contains(t, letters[0].Text, "dashboard/company-invoices/"+d.ID)

	x.cancels(m, mon+1)
	x.runs(0)
	letters = about(x.mails(), "AED 15.00 credited for November 2026")
	require.Len(t, letters, 1, "of the second one alone: mails() opens a new mailbox")
	require.Contains(t, letters[0].Text, x.one(who, d.ID).Notes[1].Number)
	require.Contains(t, letters[0].Text, "Nothing is left to pay on it, and what was paid beyond that pays other invoices.")
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
