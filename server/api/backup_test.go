package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ops/backup"
	"sahn/server/platform/web"
	"sahn/server/sync"
)

func opened(file []byte) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }
}

func lineOf(t *testing.T, pool *pgxpool.Pool) *pgx.Conn {
	t.Helper()
	line, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	t.Cleanup(line.Release)
	return line.Conn()
}

// meddler writes into the database while it is copied.
type meddler struct {
	bytes.Buffer
	meddle func()
}

func (m *meddler) Write(p []byte) (int, error) {
	if m.meddle != nil {
		m.meddle()
		m.meddle = nil
	}
	return m.Buffer.Write(p)
}

func TestACopyPutBackIsTheHouseOfOneMomentAndADeviceGoesOn(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam := h.as(sample.Mariam)
	h.orderAndPay(mariam)
	menu, device := mariam.menu(1), ulid.Make().String()
	said := func(n int) (op sync.Operation) {
		chosenDay := chosen(n, menu["days"].([]any)[0].(fields)["date"], portions(menu["meals"].([]any)[0].(fields)["id"], 1))
		require.NoError(t, json.Unmarshal([]byte(servertest.JSON(t, chosenDay)), &op))
		return op
	}
	first, second := said(1), said(2)
	mariam.ok("POST", "/api/sync", sync.Request{V: 3, App: "2026.11.1", Dev: device, Ops: []sync.Operation{first}})

	line := lineOf(t, h.pool)
	written := &meddler{meddle: func() {
		h.exec("INSERT INTO closed_days (date, name) VALUES ('2027-06-16', 'in the meantime')")
	}}
	report, err := backup.Write(t.Context(), line, written)
	require.NoError(t, err)
	require.Greater(t, report.Rows, int64(200))
	file := written.Bytes()
	mariam.ok("POST", "/api/sync", sync.Request{V: 3, App: "2026.11.1", Dev: device, Done: 1, Ops: []sync.Operation{second}})

	fresh := servertest.DB(t)
	back, err := backup.Restore(t.Context(), lineOf(t, fresh), opened(file))
	require.NoError(t, err)
	require.Equal(t, report.Rows, back.Rows)
	count := func(pool *pgxpool.Pool, from string) int {
		return servertest.One[int](t, pool, "SELECT count(*) FROM "+from)
	}
	for _, table := range []string{"persons", "profiles", "orders", "deliveries", "order_lines", "entries", "attempts", "payment_events",
		"plans", "menus"} {
		require.Equal(t, count(h.pool, table), count(fresh, table), table)
		require.Positive(t, count(fresh, table), table)
	}
	require.Zero(t, count(fresh, "closed_days WHERE name = 'in the meantime'"), "one moment is one moment")
	require.Zero(t, count(fresh, "sessions"), "nobody is signed in")
	require.Equal(t, count(h.pool, "pg_constraint"), count(fresh, "pg_constraint"), "and every rule is in force again")
	require.Equal(t, 0, count(fresh, "pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D'"))
	_, err = fresh.Exec(t.Context(), "DELETE FROM entries")
	require.ErrorContains(t, err, "never changed")
	tx, err := fresh.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(),
		"INSERT INTO order_moves (order_id, became, cause, at) SELECT id, 'Initiated', 'test', now() FROM orders LIMIT 1")
	require.NoError(t, err, "numbers go on where they were")
	require.NoError(t, tx.Rollback(t.Context()))

	require.NoError(t, sync.Restored(t.Context(), fresh))
	servertest.Sound(t, fresh)
	caller := servertest.SignIn(t, fresh,
		web.Caller{ProfileID: sample.MariamHarbour.ID, PersonID: sample.Mariam.ID, CompanyID: sample.Harbour.ID, ClientType: "Employee"})
	syncs := &sync.Syncs{Conn: fresh, Clock: h.clock.Now, App: "2026.11.1", Log: h.parts.Syncs.Log}
	reply, err := syncs.HandleSync(t.Context(), caller,
		sync.Request{V: 3, App: "2026.11.1", Dev: device, Cur: 100, Done: 1, Ops: []sync.Operation{second}})
	require.NoError(t, err)
	require.EqualValues(t, 2, reply.Ack.N)
	require.NotEmpty(t, reply.Docs)
	require.NotEmpty(t, reply.Orders)

	_, err = backup.Restore(t.Context(), lineOf(t, fresh), opened(file))
	require.ErrorIs(t, err, backup.ErrNotEmpty)
}

func TestADamagedCopyChangesNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	whole := &bytes.Buffer{}
	_, err := backup.Write(t.Context(), lineOf(t, h.pool), whole)
	require.NoError(t, err)
	fresh := servertest.DB(t)
	line := lineOf(t, fresh)
	for _, at := range []int{20, whole.Len() / 2, whole.Len() - 4} {
		bad := bytes.Clone(whole.Bytes())
		bad[at] ^= 0x20
		_, err := backup.Restore(t.Context(), line, opened(bad))
		require.ErrorIs(t, err, backup.ErrDamaged, "byte %d", at)
	}
	_, err = backup.Restore(t.Context(), line, opened(whole.Bytes()[:whole.Len()-50]))
	require.ErrorIs(t, err, backup.ErrDamaged, "its end is missing")
	require.Zero(t, servertest.One[int](t, fresh, "SELECT count(*) FROM persons"))
	servertest.Do(t, fresh,
		"UPDATE goose_db_version SET version_id = version_id + 1000 WHERE version_id = (SELECT max(version_id) FROM goose_db_version)")
	_, err = backup.Restore(t.Context(), line, opened(whole.Bytes()))
	require.ErrorContains(t, err, "version")
}
