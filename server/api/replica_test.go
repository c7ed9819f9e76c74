package api_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/demo"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

// The copy is an older one, in which nobody has ordered: what is read there shows nothing.
func TestReportsComeFromTheReplicaAndWhatFollowsAWriteDoesNot(t *testing.T) {
	t.Parallel()
	h := open(t)
	older := servertest.DB(t)
	require.NoError(t, demo.Load(t.Context(), older, now))
	replica := &db.Replica{Pool: older, Log: slog.New(slog.DiscardHandler), Where: db.Where{
		Database: func(context.Context) (db.Position, error) { return db.Position{At: 1}, nil },
		Replica:  func(context.Context, db.Conn) (db.Position, error) { return db.Position{At: 1}, nil }}}
	h.parts.Reports.Replica, h.parts.Menus.Replica = replica, replica
	b, admin := h.as(sample.Mariam), h.as(sample.Omar)
	_, err := older.Exec(t.Context(), "DELETE FROM menus_current")
	require.NoError(t, err)
	replica.Look(t.Context())
	h.orderAndPay(b) // menus that the copy does not offer any more are offered, quoted and ordered
	lunches := func() any {
		return admin.ok("GET", "/api/company-reports?from=2026-11-01&until=2026-11-30", nil).data()["total"].(fields)["lunches"]
	}
	require.InDelta(t, 0, lunches(), 0, "of the copy")
	live := b.ok("POST", "/api/sync", round("01M8BQZ5B1AQC7KB90YX667Q1A"))["live"].(fields)
	require.Len(t, live["taken"], 3, "what somebody ordered they see")
	replica.Where.Replica = func(context.Context, db.Conn) (db.Position, error) { return db.Position{}, db.ErrUnavailable }
	require.InDelta(t, 3, lunches(), 0, "the copy is away, so of the database")
}
