package invoice_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/servertest"
	"sahn/server/person"
)

// A dry run of the rules as they are is last month's invoice again, also when meals of it were missing: all of a lunch, and half of one.
func TestADryRunSaysOfLastMonthWhatItsInvoiceSays(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	who, _, _ := x.missed()
	billed := x.newest(who)

	people := person.New(
		person.Options{DB: x.pool, Keys: servertest.Secrets, Clock: x.clock.Now, Log: slog.New(slog.DiscardHandler)})
	companies := company.New(company.Options{DB: x.pool, People: people, Clock: x.clock.Now})
	got, err := companies.HandleDryRun(t.Context(), who, company.Rules{ShareType: "Flat", ShareValue: 1500, ShareDuration: "Daily"})
	require.NoError(t, err)
	r := got.Data
	require.Equal(t, november, r.Month)
	require.Equal(t, billed.Total, r.Was.Company)
	require.Equal(t, billed.Shared.Employees, r.Was.Employees)
	require.Equal(t, billed.Shared.Lunches, r.Lunches)
	require.Equal(t, r.Was, r.Would, "the same rules divide what was missing in the same way")
	require.Equal(t, r.Net, r.Was.Company+r.Was.Employees)

	x.clock.Move(-3 * 24 * time.Hour)
	ahead, err := companies.HandleForecast(t.Context(), who, company.Nothing{})
	require.NoError(t, err)
	require.Equal(t, billed.Total, ahead.Data.Periods[0].Granted)
}
