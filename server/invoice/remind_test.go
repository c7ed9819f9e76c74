package invoice_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
)

// letters are the planned ones that say that an invoice is so many days late; 0 that it was issued.
func (x *office) letters(late int) int {
	x.Helper()
	return servertest.One[int](x, x.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_invoice' AND (args->>'late')::int = $1", late)
}

// reminds sends what an invoice that is so many days late asks for, at ten in the morning.
func (x *office) reminds(d invoice.Details, late int) {
	x.Helper()
	require.NoError(x, x.invoices.Remind(x.Context(), (d.DueOn+clock.Date(late)).Start().Add(10*time.Hour)))
}

func TestAdminsHearOfAnInvoiceAndOfItBeingLateOnceEach(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon)
	x.eats(x.founds("Flat", 900), mon) // whose admins hear of their own
	x.admin(x.company)
	x.admin(x.company)
	require.Equal(t, 2, x.issues())
	require.Equal(t, 2, x.letters(0))
	remind := func(day int, hour int) {
		for range 3 {
			require.NoError(t, x.invoices.Remind(t.Context(), (december+invoice.Terms).Start().Add(time.Duration(day*24+hour)*time.Hour)))
		}
	}
	remind(1, 8)
	require.Zero(t, x.letters(1), "nobody is at work")
	for day := range 20 {
		remind(day, 10)
	}
	require.Equal(t, []int{2, 2, 2}, []int{x.letters(1), x.letters(7), x.letters(14)})
	require.Equal(t, 8, servertest.One[int](t, x.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_invoice'"))
}

func TestAPaidInvoiceIsNotRemindedOf(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	x.pays(who, d.ID)
	x.reminds(d, 1)
	require.Zero(t, x.letters(1))
}

func TestAReminderThatNobodyCouldSendOnItsDayIsSentLater(t *testing.T) {
	t.Parallel()
	x, _, d, _ := billed(t)
	remind := func(late int) {
		for range 2 {
			x.reminds(d, late)
		}
	}
	remind(0)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_reminders"))
	remind(3) // the server was down on the first two days
	remind(4)
	require.Equal(t, []int{0, 1, 0}, []int{x.letters(1), x.letters(3), x.letters(4)})
	remind(20) // and then for long: of two steps the newer one is told
	for late := range 40 {
		remind(21 + late)
	}
	require.Equal(t, "[3 20]",
		fmt.Sprint(servertest.One[[]int32](t, x.pool,
			"SELECT array_agg((args->>'late')::int ORDER BY id) FROM river_job WHERE kind = 'mail_invoice' AND (args->>'late')::int > 0")))
	servertest.Do(t, x.pool, "DELETE FROM river_job") // finished jobs are not kept for long
	remind(61)
	require.Zero(t, x.letters(61))
}

func TestASuccessorHearsOfALateInvoiceOfWhichNobodyWasThereToHear(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	x.reminds(d, 7)
	servertest.Do(t, x.pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", who.ProfileID)
	x.reminds(d, 14)
	require.Zero(t, x.letters(14))
	x.admin(x.company)
	x.reminds(d, 16)
	x.reminds(d, 17)
	require.Equal(t, []int{1, 0}, []int{x.letters(16), x.letters(17)})
}

func TestAReturnedPaymentOfWhichNobodyWasThereToHearIsRemindedOfLater(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	p := x.pays(who, d.ID)
	servertest.Do(t, x.pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", who.ProfileID)
	x.clock.Move((d.DueOn + 30).Start().Add(10 * time.Hour).Sub(x.clock.Now()))
	x.returns(p.Intent, 1000)
	x.admin(x.company)
	require.NoError(t, x.invoices.Remind(t.Context(), x.clock.Now()))
	require.Equal(t, 1, x.letters(30))
}

func TestALetterAboutAPaymentThatWasTakenBackIsTheReminderToo(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	p := x.pays(who, d.ID)
	x.clock.Move((d.DueOn + 30).Start().Add(10 * time.Hour).Sub(x.clock.Now()))
	x.returns(p.Intent, 1000)
	require.NoError(t, x.invoices.Remind(t.Context(), x.clock.Now()))
	require.Equal(t, []int{1, 0},
		[]int{servertest.One[int](t, x.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_invoice' AND args ? 'returned'"), x.letters(30)})
}
