package invoice_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
)

// undoLetters are the planned ones about transfers that were taken back.
func (x *office) undoLetters() int {
	x.Helper()
	return servertest.One[int](x, x.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_transfer_undone'")
}

func TestAdminsGetOneLetterAboutATransferTakenBackWithEachInvoiceThatIsDueAgain(t *testing.T) {
	t.Parallel()
	x, who, first, _ := billed(t)
	second := x.admin(x.company)
	servertest.Do(t, x.pool, "UPDATE persons SET language = 'ar' WHERE id = (SELECT person_id FROM profiles WHERE id = $1)", second.ProfileID)
	foreign := x.founds("Flat", 1500)
	x.admin(foreign)
	x.eats(x.company, december+6)
	x.runs(31)
	next, op := x.newest(who), x.operator()
	x.mails() // those of before
	x.transfers(op, next.ID, 5000, "FT 9", december+31)
	payment := x.transferOn(op, next.ID)
	for range 2 {
		_, err := x.undoes(op, payment)
		require.NoError(t, err)
	}
	require.Equal(t, 2, x.undoLetters(), "one for each admin of the company, however often it is asked for")
	mails := x.mails()
	require.Len(t, mails, 2)
	for _, m := range mails {
		number := func(n string) int { return strings.Index(m.Text, n) }
		require.Less(t, number(first.Number), number(next.Number), "the one that was due first comes first")
		require.Contains(t, m.Text, "dashboard/company-invoices")
		if strings.HasPrefix(m.Subject, "The bank transfer FT 9 was taken back") {
			require.Contains(t, m.Text, "the bank transfer FT 9 of AED 50.00 as your company’s by mistake")
			require.Contains(t, m.Text, first.Number+": AED 30.00, due on Tuesday 15 December")
			require.Contains(t, m.Text, next.Number+": AED 15.00, due on")
			continue
		}
		require.Contains(t, m.Subject, "أُلغي تسجيل التحويل البنكي")
		require.Contains(t, m.Text, "30.00")
		require.Contains(t, m.Text, "15.00")
	}
	require.NotEqual(t, mails[0].To, mails[1].To)
}

func TestALetterAboutATransferTakenBackIsTheReminderTooAndThereIsNoneWhereNothingIsDueAgain(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	op := x.operator()
	x.transfers(op, d.ID, 3000, "FT 1", december)
	x.clock.Move((d.DueOn + 30).Start().Add(10 * time.Hour).Sub(x.clock.Now()))
	_, err := x.undoes(op, x.transferOn(op, d.ID))
	require.NoError(t, err)
	require.NoError(t, x.invoices.Remind(t.Context(), x.clock.Now()))
	require.Equal(t, []int{1, 0}, []int{x.undoLetters(), x.letters(30)})

	// It was recorded as it should have been before the letter was written.
	x.transfers(op, d.ID, 3000, "FT 2", december)
	x.mails()
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM mails WHERE id LIKE 'undone-%'"))

	// What another invoice has too much pays it at once.
	x.eats(x.company, december+6)
	x.runs(31)
	next := x.newest(who)
	on := clock.DateOf(x.clock.Now())
	x.transfers(op, next.ID, 1500, "FT 3", on)
	x.transfers(op, d.ID, 4000, "FT 4", on)
	_, err = x.undoes(op, x.transferOn(op, next.ID))
	require.NoError(t, err)
	require.Equal(t, 1, x.undoLetters())
}

func TestATransferThatWasNotTakenBackIsToldToNobody(t *testing.T) {
	t.Parallel()
	x, _, d, _ := billed(t)
	op := x.operator()
	x.transfers(op, d.ID, 3000, "FT 1", december)
	servertest.Do(t, x.pool, "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$")
	servertest.Do(t, x.pool, "CREATE TRIGGER broken BEFORE INSERT ON acts FOR EACH ROW EXECUTE FUNCTION broken()")
	payment := x.transferOn(op, d.ID)
	_, err := x.invoices.HandleUndoTransfer(t.Context(), op, invoice.UndoRequest{ID: payment, Reason: "Another company's money"})
	require.ErrorContains(t, err, "the disk is full")
	require.Zero(t, x.undoLetters())
	servertest.Do(t, x.pool, "DROP TRIGGER broken ON acts")
	_, err = x.undoes(op, payment)
	require.NoError(t, err)
	require.Equal(t, 1, x.undoLetters())
}
