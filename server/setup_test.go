package main

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

const setupFile = `
manager: {email: Sara@lunch.example, name: Sara Haddad}
areas:
  - name: Business Bay
    name_ar: الخليج التجاري
    windows: [{from: "12:15", until: "12:45"}, {from: "13:00", until: "13:30", weekdays: [Thu, Mon], capacity: 40, ramadan_only: true}]
  - name: Al Quoz
    windows: [{from: "12:00", until: "12:30"}]
plans:
  - {name: Small team, people: 15, flat: 10, average_lunch: 45.50, minimum_days: 2, minimum_meals: 2}
  - {name: Large team, people: 60, percent: 22, popular: true, until: 2030-01-01}
closed_days: [{date: 2027-12-02, name: National Day}]
`

func readSetup(t *testing.T, text string) (installation, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "setup.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return setup{File: file}.read(strings.NewReader(""), nil, true)
}

func TestAnEmptyInstallationIsSetUpFromAFileAndOnceMoreChangesNothing(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	what, err := readSetup(t, setupFile)
	require.NoError(t, err)
	c := config{SecondStep: "managers", keys: servertest.Secrets}
	install := func(i installation) (string, error) {
		var said bytes.Buffer
		err := db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error { return i.install(ctx, tx.Queries, c, &said) })
		return said.String(), err
	}
	var said bytes.Buffer
	require.ErrorContains(t, checkDatabase(t.Context(), pool.Config().ConnString(), &said, config{}), "4 things are missing")
	require.Contains(t, said.String(), "MISSING  who sells")
	said.Reset()
	sells := config{SellerName: "Sahn Meals LLC", SellerTRN: "100000000000003", SellerAddress: "Al Quoz, Dubai"}
	require.ErrorContains(t, checkDatabase(t.Context(), pool.Config().ConnString(), &said, sells), "3 things are missing")
	require.Contains(t, said.String(), "MISSING  a manager")
	require.Contains(t, said.String(), "MISSING  an open delivery area")

	for _, want := range []int{9, 0} {
		said, err := install(what)
		require.NoError(t, err)
		require.Equal(t, want, strings.Count(said, "added "))
		require.Equal(t, want > 0, strings.Contains(said, "start code, which is shown only now"), "it is handed over once")
	}
	again := what
	again.Areas, again.Plans = slices.Clone(what.Areas), slices.Clone(what.Plans)
	again.Areas[0].Name, again.Plans[0].Name = "BUSINESS BAY", "small TEAM"
	written, err := install(again)
	require.NoError(t, err)
	require.Zero(t, strings.Count(written, "added "), "however it is written")
	require.Equal(t, "Al Quoz 12:00, Business Bay 12:15, Business Bay 13:00", servertest.One[string](t, pool,
		"SELECT string_agg(area || ' ' || from_time, ', ' ORDER BY area, from_time) FROM area_timings"))
	require.Equal(t, "{1,2,3,4,5}, {1,2,3,4,5}, {1,4} 40 iftar", servertest.One[string](t, pool,
		`SELECT string_agg(concat_ws(' ', weekdays::text, capacity, CASE WHEN ramadan_only THEN 'iftar' END), ', '
			ORDER BY area, from_time) FROM area_timings`))
	require.Equal(t, "Small team Flat 1000 from 15 of 4550 (3400), Large team Percentage 22 from 60 of 4700 (3500)",
		servertest.One[string](t, pool, `SELECT string_agg(name || ' ' || discount_type || ' ' || discount_amount || ' from ' || min_num_people
			|| ' of ' || avg_price || ' (' || avg_discount_price || ')', ', ' ORDER BY min_num_people) FROM plans`), "instead of the shipped ones")
	require.Equal(t, 9, servertest.One[int](t, pool, "SELECT count(*) FROM acts WHERE note = 'at the command line'"))

	said.Reset()
	require.ErrorContains(t, checkDatabase(t.Context(), pool.Config().ConnString(), &said, sells), "1 thing is missing")
	require.Contains(t, said.String(), "MISSING  a published week")
	monday := clock.DateOf(clock.System()).Monday() + 14
	servertest.Do(t, pool, "WITH m AS (INSERT INTO menus (week, hash, body, published_at) VALUES ($1, 'h', '{}', now())) "+
		"INSERT INTO menus_current (week, hash) VALUES ($1, 'h')", monday)
	require.NoError(t, checkDatabase(t.Context(), pool.Config().ConnString(), &said, sells))
	servertest.Do(t, pool, "UPDATE plans SET active_until = '2026-01-01'")
	require.ErrorContains(t, checkDatabase(t.Context(), pool.Config().ConnString(), &said, sells), "1 thing is missing")
	require.Contains(t, said.String(), "MISSING  a plan that companies can choose")

	what.Areas[1].Windows[0].Until = "11:00"
	what.Areas[0].Windows[0].From = "11:45"
	_, err = install(what)
	require.ErrorContains(t, err, `window "12:00–11:00": invalid: The until field must be after from.`)
	require.Equal(t, 3, servertest.One[int](t, pool, "SELECT count(*) FROM area_timings"), "all of it or nothing")
	what.Areas[0].Windows[0].Weekdays = []string{"Sat"}
	_, err = install(what)
	require.ErrorContains(t, err, `weekday "Sat" is none of Mon, Tue, Wed, Thu and Fri`)
	what.Areas[0].Windows[0].Weekdays, what.Areas[0].Windows[0].Capacity = nil, 100_001
	_, err = install(what)
	require.ErrorContains(t, err, "capacity 100001 is not from 0 to 100000")
	what.Areas, what.Plans[0].Name, what.Plans[0].People = nil, "Tiny team", 0
	_, err = install(what)
	require.ErrorContains(t, err, `plan "Tiny team": invalid: The min num people field must be from 1 to 100000.`)
	what.Plans[0].People, what.Plans[0].Flat, what.Plans[0].Percent = 20, 8.20, 5
	_, err = install(what)
	require.ErrorContains(t, err, `plan "Tiny team": say percent or flat, not both`)
	what.Plans[0].Percent = 0
	_, err = install(what)
	require.NoError(t, err)
	require.Equal(t, 820, servertest.One[int](t, pool, "SELECT discount_amount FROM plans WHERE name = 'Tiny team'"), "to the fils")
	_, err = readSetup(t, "area: []")
	require.ErrorContains(t, err, "field area not found")
}

func TestNothingIsCalledAddedByASetupThatIsRefused(t *testing.T) {
	t.Parallel()
	pool, dir := servertest.DB(t), t.TempDir()
	setUp := func(windows string) (string, error) {
		file := filepath.Join(dir, "setup.yaml")
		text := "manager: {email: sara@lunch.example, name: Sara}\nareas: [{name: Deira, windows: " + windows + "}]"
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return sahn(t, pool, "setup", "--file", file)
	}
	said, err := setUp(`[{from: "12:15", until: "11:00"}]`)
	require.Error(t, err)
	require.Contains(t, said, `area "Deira", window "12:15–11:00"`)
	require.NotContains(t, said, "added")
	require.Zero(t, count(t, pool, "areas")+count(t, pool, "persons")+count(t, pool, "acts"), "all of it or nothing")
	said, err = setUp(`[{from: "11:00", until: "12:15"}]`)
	require.NoError(t, err, said)
	require.Contains(t, said, "added sara@lunch.example\nadded Deira\nadded Deira 11:00–12:15\n")
}

func TestACheckNamesAMailServerAndACardProviderThatDoNotKnowUs(t *testing.T) {
	t.Parallel()
	pool, bank := servertest.DB(t), servertest.NewBank(t)
	mailbox, err := local.StartMailbox(local.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	own := bank.Settings
	c := config{public: &url.URL{Host: "lunch.example"}, SMTPURL: mailbox.URL(), MailFrom: "Sahn <hello@lunch.example>",
		MerchantIdentifier: own.MerchantIdentifier, AccessCode: own.AccessCode, RequestPhrase: own.RequestPhrase,
		ResponsePhrase: own.ResponsePhrase, SHAType: own.SHAType, PageURL: own.PageURL, APIURL: own.APIURL}
	look := func() string {
		var said bytes.Buffer
		require.Error(t, checkDatabase(t.Context(), pool.Config().ConnString(), &said, c))
		return said.String()
	}
	require.NotContains(t, look(), " our ")
	mails, err := mailbox.Mails(1)
	require.NoError(t, err)
	require.Empty(t, mails, "nothing is sent")
	c.ResponsePhrase = "a phrase of another account"
	require.Contains(t, look(), "MISSING  a card provider that knows our account: ")
	require.NotContains(t, look(), "mail server")
	require.NoError(t, mailbox.Stop())
	require.Contains(t, look(), "MISSING  a mail server that takes our letters: SMTP_URL (")
}

func TestWhoSetsUpAtATerminalIsAsked(t *testing.T) {
	t.Parallel()
	var asked bytes.Buffer
	typed := strings.NewReader("sara@lunch.example\nSara Haddad\nDeira\nديرة\n11:00\n11:30\n\n")
	what, err := setup{}.read(typed, &asked, true)
	require.NoError(t, err)
	require.Contains(t, asked.String(), "Name of a delivery area")
	same, err := readSetup(t, `{manager: {email: sara@lunch.example, name: Sara Haddad},
		areas: [{name: Deira, name_ar: ديرة, windows: [{from: "11:00", until: "11:30"}]}]}`)
	require.NoError(t, err)
	require.Equal(t, same, what)
	named, err := setup{Email: "sara@lunch.example", Name: "Sara Haddad"}.read(strings.NewReader("x"), nil, true)
	require.NoError(t, err)
	require.Equal(t, same.Manager, named.Manager, "flags say it without a question")
	require.Empty(t, named.Areas)
	other := filepath.Join(t.TempDir(), "setup.yaml")
	require.NoError(t, os.WriteFile(other, []byte("manager: {email: other@lunch.example, name: Other}\nareas: [{name: Deira}]"), 0o600))
	both, err := setup{File: other, Email: "sara@lunch.example", Name: "Sara Haddad"}.read(strings.NewReader("x"), nil, true)
	require.NoError(t, err)
	require.Equal(t, []string{"sara@lunch.example", "Deira"}, []string{both.Manager.Email, both.Areas[0].Name}, "flags go before the file")
	none, err := setup{}.read(strings.NewReader("x"), nil, false)
	require.NoError(t, err)
	require.Empty(t, none.Manager.Email, "a script is asked nothing")
}
