package invoice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/invoice"
)

func TestTheFirstDaysOfAMonthTellOfTheMonthBeforeUntilItsInvoiceIsThere(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon, mon+1)
	who := x.admin(x.company)
	ahead := func() invoice.Forecast { return x.list(who, invoice.ListRequest{}).Forecast }
	x.clock.Move(-24 * time.Hour)
	forecast := invoice.Forecast{Month: november, IssuedOn: december + 3, Amount: 3000, Lunches: 2}
	require.Equal(t, forecast, ahead())
	x.clock.Move(24 * time.Hour)
	require.Equal(t, forecast, ahead(), "it is December, and November's invoice is still to come")
	require.Equal(t, 1, x.issues())
	require.Equal(t, invoice.Forecast{Month: december, IssuedOn: december + 34}, ahead())
}
