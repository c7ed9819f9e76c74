package withdrawal_test

import (
	"context"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/operator"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/withdrawal"
)

func TestWhoeverHasLunchAtOtherTimesBySeasonsIsToldOnceAndNobodyWhenTheyCameBackBefore(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	office := &operator.Office{Conn: k.Pool, Clock: k.Clock.Now, DaysChanged: shop.WithdrawalsOf(k.Orders).Soon}
	manager, season := servertest.Operator(t, k.Pool, "manager"), ulid.Make().String()
	window := servertest.One[string](t, k.Pool, "SELECT min(id) FROM area_timings")
	set := func(first clock.Date, hours ...string) {
		last := mon + 29
		_, err := office.HandleSeasonSet(t.Context(), manager, operator.SeasonRequest{ID: season, Kind: "ramadan", First: first, Last: &last,
			Windows: []operator.SeasonWindow{{ID: window, From: hours[0], Until: hours[1]}}, Lunches: 9})
		require.NoError(t, err)
	}
	remove := func() {
		_, err := office.HandleSeasonRemove(t.Context(), manager, operator.SeasonRemoveRequest{ID: season, Lunches: 9})
		require.NoError(t, err)
	}
	g, _ := k.Eats(nil, mon, tue)
	usual := servertest.One[string](t, k.Pool, "SELECT from_time || '–' || until_time FROM area_timings WHERE id = $1", window)
	had := len(k.Works(box))

	set(mon, "18:00", "18:30")
	k.Settles()
	require.Equal(t, 1, k.Letters("mail_hours"), "one letter about both days")
	mails := k.Works(box)
	require.Len(t, mails, had+1)
	letter := k.Letter(mails, "Your lunches come at other times")
	require.Contains(t, letter.Text, "Monday 23 November: 18:00–18:30\nTuesday 24 November: 18:00–18:30\n")
	require.NoError(t, db.InTx(t.Context(), k.Pool, func(ctx context.Context, tx db.Tx) error {
		return k.Orders.Queue.InsertTx(ctx, tx, withdrawal.HoursMail{Profile: g.ProfileID}, nil)
	}))
	k.Settles()
	require.Len(t, k.Works(box), had+1, "a job that repeats tells nothing")

	set(tue, "18:00", "18:30")
	letter = k.Letter(k.Works(box), "Mon 23 Nov comes at another time")
	require.Contains(t, letter.Text, "Monday 23 November: "+usual)
	require.NotContains(t, letter.Text, "Tuesday", "its times are those that they know")

	remove()
	k.Settles()
	require.Equal(t, 4, k.Letters("mail_hours"))
	set(tue, "18:00", "18:30")
	require.Len(t, k.Works(box), had+2, "it came back before the letter left")
	set(tue, "19:00", "19:30")
	set(tue, "20:00", "20:30")
	require.Contains(t, k.Letter(k.Works(box), "Tue 24 Nov comes at another time").Text, "Tuesday 24 November: 20:00–20:30")
	require.Len(t, k.Works(box), had+3, "the last one alone")
	require.Empty(t, k.Broken())
}

func TestWhoseWindowHasOtherTimesOnTheAreasPageIsToldOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	office := &operator.Office{Conn: k.Pool, Clock: k.Clock.Now, DaysChanged: shop.WithdrawalsOf(k.Orders).Soon,
		Companies: company.New(company.Options{DB: k.Pool, Clock: k.Clock.Now})}
	manager := servertest.Operator(t, k.Pool, "manager")
	k.Eats(nil, mon, tue)
	window := servertest.One[string](t, k.Pool, "SELECT min(a.area_timing_id) FROM deliveries d JOIN addresses a ON a.id = d.address_id")
	if servertest.One[bool](t, k.Pool, "SELECT area_id IS NULL FROM area_timings WHERE id = $1", window) {
		servertest.Do(t, k.Pool, "INSERT INTO areas (id, name) VALUES ($1, 'Bay')", window)
		servertest.Do(t, k.Pool, "UPDATE area_timings SET area_id = id WHERE id = $1", window)
	}
	change := func(from, until string, begins *clock.Date) {
		_, err := office.HandleWindowChange(t.Context(), manager, operator.WindowChangeRequest{ID: window, From: from, Until: until,
			Begins: begins, Lunches: 9})
		require.NoError(t, err)
	}
	had := len(k.Works(box))
	change("13:00", "13:30", nil)
	k.Settles()
	mails := k.Works(box)
	require.Len(t, mails, had+1, "one letter about both days")
	require.Contains(t, k.Letter(mails, "Your lunches come at other times").Text,
		"Monday 23 November: 13:00–13:30\nTuesday 24 November: 13:00–13:30\n")
	change("14:00", "14:30", new(tue))
	k.Settles()
	letter := k.Letter(k.Works(box), "Tue 24 Nov comes at another time")
	require.Contains(t, letter.Text, "Tuesday 24 November: 14:00–14:30")
	require.NotContains(t, letter.Text, "Monday", "it is as they know it")
	change("13:00", "13:30", nil)
	k.Settles()
	mails = k.Works(box) // the newest first
	require.Len(t, mails, had+3)
	require.Contains(t, mails[0].Text, "Tuesday 24 November: 13:00–13:30", "the planned change was taken back")
	require.Empty(t, k.Broken())
}
