package api_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ops/metrics"
	"sahn/server/platform/cache"
	"sahn/server/platform/clock"
	"sahn/server/platform/web"
)

// scraped is one more server of a testApp, with metrics, behind a line that counts for itself what it asks of Postgres.
type scraped struct {
	*testApp
	t    *testing.T
	m    *metrics.Metrics
	page string
	wire *servertest.Wire
}

func scrape(t *testing.T, h *testApp) *scraped {
	t.Helper()
	_, redis := servertest.Redis(t)
	s := &scraped{t: t, m: metrics.New("2026.11.2"), wire: &servertest.Wire{}}
	other := *h
	plain := s.wire.Pool(t, h.pool)
	plain.Close()
	config := plain.Config()
	s.m.Pool(config)
	var err error
	other.pool, err = pgxpool.NewWithConfig(context.Background(), config)
	require.NoError(t, err)
	t.Cleanup(other.pool.Close)
	other.fast, err = cache.Open("redis://"+redis.Addr(), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { _ = other.fast.Close() })
	listener, public := listen(t)
	other.url = public.String()
	other.parts = other.assemble(public, h.parts.Payments.Provider.Settings)
	other.parts.Limiter, other.parts.Edge.Watch = web.NewLimiter(other.fast), s.m
	s.m.Redis(other.fast)
	s.m.Watch(other.pool, h.clock.Now)
	serve(t, listener, other.parts)
	s.testApp = &other
	page := httptest.NewServer(s.m.Handler())
	t.Cleanup(page.Close)
	s.page = page.URL
	return s
}

// read is what Prometheus reads.
func (s *scraped) read() string {
	s.t.Helper()
	res, err := http.Get(s.page + "/metrics")
	require.NoError(s.t, err)
	defer res.Body.Close()
	all, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	require.Equal(s.t, http.StatusOK, res.StatusCode, "%s", all)
	return string(all)
}

// value is one series of a page, 0 when it is not there.
func value(t *testing.T, page, series string) float64 {
	t.Helper()
	for line := range strings.Lines(page) {
		if rest, is := strings.CutPrefix(line, series+" "); is {
			v, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			require.NoError(t, err)
			return v
		}
	}
	return 0
}

func TestMetricsSayWhatEachRequestAskedOfTheEnginesExactlyAsTheLineSaw(t *testing.T) {
	t.Parallel()
	s := scrape(t, open(t))
	b := s.as(sample.Mariam)
	device, said := ulid.Make().String(), 0
	push := func() {
		said++
		r := round(device, chosen(said, clock.Date(20780), portions("none", said)))
		r["done"] = said - 1
		b.ok("POST", "/api/sync", r)
	}
	for name, c := range map[string]struct {
		do    func()
		route string
	}{
		"the profile": {func() { b.ok("GET", "/api/get-profile", nil) }, `method="GET",route="/api/get-profile"`},
		"a sync":      {push, `method="POST",route="/api/sync"`},
	} {
		c.do() // connections learn the statements
		c.do()
		before := s.read()
		statements, trips := s.wire.Asked()
		c.do()
		asked, went := s.wire.Asked()
		after := s.read()
		more := func(metric string) float64 {
			series := metric + "{" + c.route + "}"
			return value(t, after, series) - value(t, before, series)
		}
		require.InDelta(t, asked-statements, more("sahn_request_sql_statements_total"), 0, name)
		require.InDelta(t, went-trips, more("sahn_request_sql_trips_total"), 0, name)
		require.Positive(t, went-trips, name)
		require.InDelta(t, 3, more("sahn_request_redis_commands_total"), 0, name)
		require.InDelta(t, 1, more("sahn_request_redis_trips_total"), 0, name)
		require.InDelta(t, 1, value(t, after, "sahn_http_requests_total{"+c.route+`,status="200"}`)-
			value(t, before, "sahn_http_requests_total{"+c.route+`,status="200"}`), 0, name)
	}
	page := s.read()
	require.InDelta(t, 3, value(t, page, `sahn_sync_operations_total{result="applied"}`), 0)
	require.InDelta(t, 3, value(t, page, "sahn_sync_push_operations_sum"), 0)
	require.InDelta(t, 3, value(t, page, "sahn_sync_lag_seconds_count"), 0)
}

var seriesOfRequests = regexp.MustCompile(`(?m)^sahn_(?:http|request|limits)_\S+\{`)

func TestWhateverStrangersAskForAddsNoSeriesForIt(t *testing.T) {
	t.Parallel()
	s := scrape(t, openIdle(t, servertest.DB(t)))
	ask := func(method, path string) int {
		r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, nil)
		require.NoError(t, err)
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	wave := func(n int) {
		for _, method := range []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND",
			fmt.Sprintf("X%d", n)} {
			for _, path := range []string{"/api/%d", "/api/menu/%d/%d", "/%d", "/kitchen/%d", "/sanctum/%d", "/api/get-profile?%d", "/api/sync?%d"} {
				ask(method, strings.ReplaceAll(path, "%d", strconv.Itoa(n)))
			}
		}
	}
	wave(1)
	wave(2)
	before := len(seriesOfRequests.FindAllString(s.read(), -1))
	require.Positive(t, before)
	for n := range 10 {
		wave(1000 + n)
	}
	require.Len(t, seriesOfRequests.FindAllString(s.read(), -1), before)
	require.Equal(t, http.StatusNotFound, ask("GET", "/metrics"), "the public port has no metrics")
}

func TestScrapesAskTheDatabaseOnceAndSayWhenItDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := scrape(t, openIdle(t, servertest.DB(t)))
	first := s.read()
	require.InDelta(t, 1, value(t, first, "sahn_collect_up"), 0)
	_, trips := s.wire.Asked()
	for range 20 {
		require.InDelta(t, 1, value(t, s.read(), "sahn_collect_up"), 0)
	}
	_, after := s.wire.Asked()
	require.Equal(t, trips, after, "what was read a moment ago is kept")

	// Another server of the same database, of which somebody holds what it would read.
	tx, err := s.pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "LOCK TABLE attempts")
	require.NoError(t, err)
	other := scrape(t, s.testApp).read()
	require.NoError(t, tx.Rollback(t.Context()))
	require.Contains(t, other, "sahn_collect_up 0")
	require.NotContains(t, other, "sahn_payment_attempts_open{", "no old value is given for a new one")
	require.Contains(t, other, "sahn_db_connections{", "what needs no database is there")
}

func TestMetricsKnowOpenPaymentsGivenUpJobsAndTheDaysToCook(t *testing.T) {
	t.Parallel()
	h := openIdle(t, servertest.DB(t))
	orderThreeDays(t, h, h.as(sample.Mariam))
	h.exec(`INSERT INTO river_job (kind, args, max_attempts, attempt, state, finalized_at, scheduled_at)
		VALUES ('mail_receipt', '{}', 1, 1, 'discarded', now() - interval '1 hour', now())`)
	h.clock.Move(48 * time.Hour)
	s := scrape(t, h)
	work := s.m.Jobs().(rivertype.WorkerMiddleware)
	for n := range 60 { // kinds of jobs are few, but another version of the server may know more
		_ = work.Work(t.Context(), &rivertype.JobRow{Kind: fmt.Sprint("kind_", n)}, func(context.Context) error { return nil })
	}
	for _, failed := range []error{errors.New("it broke"), river.JobSnooze(time.Second), river.JobCancel(errors.New("no"))} {
		_ = work.Work(t.Context(), &rivertype.JobRow{Kind: "kind_0"}, func(context.Context) error { return failed })
	}
	page := s.read()
	for series, is := range map[string]float64{
		`sahn_payment_attempts_open{purpose="order"}`:          1,
		`sahn_payment_attempts_unresolved`:                     1,
		`sahn_payment_attempts_last_hour{state="open"}`:        0,
		`sahn_day_production_run{day="today"}`:                 -1,
		`sahn_day_since_cutoff_seconds{day="today"}`:           34 * 3600,
		`sahn_day_since_cutoff_seconds{day="after_tomorrow"}`:  -14 * 3600,
		`sahn_job_runs_total{kind="kind_0",result="done"}`:     1,
		`sahn_job_runs_total{kind="kind_0",result="failed"}`:   1,
		`sahn_job_runs_total{kind="kind_0",result="later"}`:    1,
		`sahn_job_runs_total{kind="kind_0",result="given_up"}`: 1,
		`sahn_job_runs_total{kind="other",result="done"}`:      10,
		`sahn_job_runs_total{kind="kind_59",result="done"}`:    0,
	} {
		require.InDelta(t, is, value(t, page, series), 0.5, "%s\n%s", series, page)
	}
	// A kind that comes when the bound is full has no series of its own; a new server knows it.
	fresh := scrape(t, h).read()
	require.InDelta(t, 1, value(t, fresh, `sahn_jobs{kind="mail_receipt",state="discarded"}`), 0)
	require.InDelta(t, 3600, value(t, fresh, `sahn_jobs_oldest_seconds{kind="mail_receipt",state="discarded"}`), 60)
}
