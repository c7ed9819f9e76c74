package api_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/payment/aps"
	"sahn/server/platform/db"
)

// over is one more server of a testApp, on a pool of its own and changed as asked, and what it logs.
func (h *testApp) over(pool *pgxpool.Pool, changes ...func(p *api.Parts)) (home string, log *logged) {
	h.t.Helper()
	listener, public := listen(h.t)
	other := &testApp{t: h.t, clock: h.clock, pool: pool, mailbox: h.mailbox}
	parts := other.assemble(public, aps.Settings(h.parts.Payments.Provider.Settings))
	log = &logged{}
	parts.Edge.Log = slog.New(slog.NewTextHandler(log, nil))
	for _, change := range changes {
		change(&parts)
	}
	serve(h.t, listener, parts)
	return public.String(), log
}

// logged is what a server logs.
type logged struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}
func (l *logged) String() string { l.mu.Lock(); defer l.mu.Unlock(); return l.all.String() }

// soon is how long an answer takes at most that somebody waits for: "come back" is said long before a request is given up.
const soon = 9 * time.Second

// comesBack asks for something and insists on being told, soon, to come back.
func (b *browser) comesBack(method, path string, body any) {
	b.t.Helper()
	began := time.Now()
	res := b.send(method, path, body)
	require.NoError(b.t, res.Body.Close())
	require.Equal(b.t, http.StatusServiceUnavailable, res.StatusCode, path)
	require.NotEmpty(b.t, res.Header.Get("Retry-After"), path)
	require.Less(b.t, time.Since(began), soon, path)
}

func (b *browser) status(path string) int {
	b.t.Helper()
	res := b.send("GET", path, nil)
	require.NoError(b.t, res.Body.Close())
	return res.StatusCode
}

// A database that only accepts reads, as a standby does: reads are answered, writes are refused with a request to retry later, the log
// gives the reason, and nothing is lost once the database accepts writes again.
func TestADatabaseThatOnlyReadsAnswersReadsAndIsComeBackToForTheRest(t *testing.T) {
	t.Parallel()
	h := open(t)
	reading := pool(t, h.pool.Config().ConnString(), func(c *pgxpool.Config) {
		c.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	})
	home, log := h.over(reading)
	b := h.as(sample.Mariam)
	writes := b.home
	b.home = home
	for _, path := range []string{"/api/get-profile", "/api/menu", "/api/client-transaction-list/" + sample.MariamHarbour.ID,
		"/readyz", "/healthz"} {
		require.Equal(t, http.StatusOK, b.status(path), path)
	}
	b.expect(http.StatusOK, "POST", "/api/quote", fields{"dates": []string{"2026-11-24"}, "wallet": false}, "a price is no write")
	choices := round(ulid.Make().String(), chosen(1, "2026-11-24", portions(servertest.Meal(servertest.Week+1, 0), 1)))
	b.comesBack("POST", "/api/sync", choices)
	b.comesBack("POST", "/api/update-profile", fields{"name": "Mariam Saleh"})
	require.Contains(t, log.String(), "level=WARN")
	require.Contains(t, log.String(), "25006")
	require.NotContains(t, log.String(), "level=ERROR")
	require.Zero(t, h.count("draft_days WHERE profile_id = $1 AND date = '2026-11-24'", sample.MariamHarbour.ID))

	b.home = writes
	require.Equal(t, []any{[]any{1., 0.}}, b.ok("POST", "/api/sync", choices)["res"])
}

// Other clients hold all connections that Postgres allows: callers are soon asked to retry later, health answers, the database's
// administrator can still connect, and the server recovers when connections are free again.
func TestWhenTheDatabaseHasNoConnectionLeftEverybodyIsToldSoonToComeBack(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "a pool whose connections are all busy")
	dir, err := os.MkdirTemp("", "slots-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	own, err := local.StartPostgres(t.Context(), local.Options{Dir: filepath.Join(dir, "postgres"), MaxConnections: 30, Volatile: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, own.Stop()) })
	require.NoError(t, own.Create(t.Context(), "lunch"))
	require.NoError(t, db.Migrate(t.Context(), own.URL("lunch")))
	keeper := pool(t, own.URL("lunch"), nil)
	h := openOn(t, keeper)
	b := h.as(sample.Mariam)
	// The server itself comes as somebody with no rights over the others' connections.
	servertest.Do(t, keeper,
		"CREATE ROLE app LOGIN PASSWORD 'app'; GRANT ALL ON ALL TABLES IN SCHEMA public TO app; GRANT ALL ON ALL SEQUENCES IN SCHEMA "+
			"public TO app")
	mine := pool(t, own.URL("lunch"), func(c *pgxpool.Config) { c.ConnConfig.User, c.ConnConfig.Password = "app", "app" })
	home, log := h.over(mine)
	b.home = home
	require.Equal(t, http.StatusOK, b.status("/api/get-profile"))
	mine.Reset()

	strangers := []*pgx.Conn{}
	for {
		conn, err := pgx.ConnectConfig(t.Context(), mine.Config().ConnConfig)
		if err != nil {
			require.ErrorContains(t, err, "53300")
			break
		}
		strangers = append(strangers, conn)
	}
	require.Greater(t, len(strangers), 3)
	b.comesBack("POST", "/api/quote", fields{"dates": []string{"2026-11-24"}, "wallet": false})
	b.comesBack("POST", "/api/update-profile", fields{"name": "Mariam Saleh"})
	require.Equal(t, http.StatusServiceUnavailable, b.status("/readyz"))
	require.Equal(t, http.StatusOK, b.status("/healthz"))
	require.Contains(t, log.String(), "53300")
	admin, err := pgx.Connect(t.Context(), own.URL("lunch"))
	require.NoError(t, err, "whoever looks after the database gets in")
	require.NoError(t, admin.Close(t.Context()))
	for _, conn := range strangers {
		require.NoError(t, conn.Close(t.Context()))
	}
	// Postgres gives connections back some time after they are closed; the bound only ends a test that hangs.
	require.Eventually(t, func() bool { return b.status("/readyz") == http.StatusOK }, 10*time.Second, 20*time.Millisecond)
	b.ok("POST", "/api/update-profile", fields{"name": "Mariam Saleh"})
}

// All connections of the server's own pool are busy: callers are soon asked to retry later instead of waiting until the request itself
// times out, and health answers.
func TestWhenAllConnectionsAreBusyNobodyStandsInLineForLong(t *testing.T) {
	t.Parallel()
	h := open(t)
	two := pool(t, h.pool.Config().ConnString(), func(c *pgxpool.Config) { c.MaxConns = 2 })
	home, _ := h.over(two)
	b := h.as(sample.Mariam)
	b.home = home
	require.Equal(t, http.StatusOK, b.status("/api/get-profile"))
	ctx, wake := context.WithCancel(t.Context())
	var sleepers sync.WaitGroup
	for range 2 {
		conn, err := two.Acquire(t.Context())
		require.NoError(t, err)
		sleepers.Go(func() {
			defer conn.Release()
			if _, err := conn.Exec(ctx, "BEGIN"); err != nil { // in a transaction a statement is not given up
				t.Error(err)
			}
			_, err := conn.Exec(ctx, "SELECT pg_sleep(60)")
			if err == nil {
				t.Error("nobody slept")
			}
		})
	}
	began := time.Now()
	var crowd sync.WaitGroup
	for range 20 {
		crowd.Go(func() {
			res := b.send("POST", "/api/update-profile", fields{"name": "Mariam Saleh"})
			_ = res.Body.Close()
			if res.StatusCode != http.StatusServiceUnavailable {
				t.Errorf("%d", res.StatusCode)
			}
		})
	}
	require.Equal(t, http.StatusOK, b.status("/healthz"))
	require.Less(t, time.Since(began), 2*time.Second, "health waits for nobody")
	crowd.Wait()
	require.Less(t, time.Since(began), 2*soon)
	require.Equal(t, http.StatusServiceUnavailable, b.status("/readyz"))
	wake()
	sleepers.Wait()
	require.Equal(t, http.StatusOK, b.status("/readyz"))
	b.ok("POST", "/api/update-profile", fields{"name": "Mariam Saleh"})
}

// pool is a server's own pool, changed as asked.
func pool(t *testing.T, address string, change func(c *pgxpool.Config)) *pgxpool.Pool {
	t.Helper()
	made, err := db.Open(t.Context(), address)
	require.NoError(t, err)
	if change != nil {
		config := made.Config()
		made.Close()
		change(config)
		made, err = pgxpool.NewWithConfig(t.Context(), config)
		require.NoError(t, err)
	}
	t.Cleanup(made.Close)
	return made
}
