package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"sahn/server/platform/clock"
	"sahn/server/week"
)

// ofPool reads a pool when somebody scrapes.
type ofPool struct{ pool *pgxpool.Pool }

var (
	connections = describe("db_connections", "Connections of the pool.", "state")
	maxOpen     = describe("db_connections_max", "Connections that the pool may open.")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_"+name, help, labels, nil)
}

// Describe names what Collect gives.
func (ofPool) Describe(to chan<- *prometheus.Desc) { to <- connections; to <- maxOpen }

// Collect gives the pool's state.
func (p ofPool) Collect(to chan<- prometheus.Metric) {
	s := p.pool.Stat()
	for state, n := range map[string]int32{"busy": s.AcquiredConns(), "idle": s.IdleConns(), "opening": s.ConstructingConns()} {
		to <- gauge(connections, float64(n), state)
	}
	to <- gauge(maxOpen, float64(s.MaxConns()))
}

func gauge(d *prometheus.Desc, value float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
}

// ofDatabase reads what only the database knows, in one round trip of two seconds at most, and keeps it for a while: any number of scrapes
// cost the database no more. While it does not answer, there are no values but collect_up 0, so that nobody takes old ones for new.
type ofDatabase struct {
	pool  *pgxpool.Pool
	now   clock.Clock
	kinds *names

	mu   sync.Mutex
	read time.Time // by the process' clock
	kept []prometheus.Metric
}

const (
	keepFor  = 15 * time.Second
	readFor  = 2 * time.Second
	gaveUpIn = time.Hour // payments of which nobody has said for so long what became of them
)

func newOfDatabase(pool *pgxpool.Pool, now clock.Clock, kinds *names) *ofDatabase {
	return &ofDatabase{pool: pool, now: now, kinds: kinds}
}

var (
	up         = describe("collect_up", "Whether the database answered when its values were last read.")
	collected  = describe("collect_duration_seconds", "How long reading them took.")
	attempts   = describe("payment_attempts_open", "Card payments of which the outcome is not known, by purpose.", "purpose")
	oldest     = describe("payment_attempts_open_oldest_seconds", "Age of the oldest of them.", "purpose")
	unresolved = describe("payment_attempts_unresolved", "Open payments whose card page expired more than an hour ago.")
	settled    = describe("payment_attempts_last_hour", "Payments begun in the last hour, by state.", "state")
	refunds    = describe("payment_refunds_asked", "Refunds that the provider has not confirmed.")
	oldRefund  = describe("payment_refunds_asked_oldest_seconds", "Age of the oldest of them.")
	jobCount   = describe("jobs", "Jobs by kind and state, without those that are done.", "kind", "state")
	jobAge     = describe("jobs_oldest_seconds", "Since when the oldest of them is due, or was given up.", "kind", "state")
	mails      = describe("mails_unsent", "Letters that were begun and not sent.")
	mailAge    = describe("mails_unsent_oldest_seconds", "Age of the oldest of them.")
	ordered    = describe("day_ordered_meals", "Portions ordered for a day.", "day")
	cutOff     = describe("day_since_cutoff_seconds", "Since when a day can no longer be ordered; below zero before.", "day")
	runNumber  = describe("day_production_run", "The newest production run of a day, -1 when none is written.", "day")
	runMeals   = describe("day_production_meals", "Portions in that run.", "day")
	nightWell  = describe("nightly_succeeded_timestamp_seconds", "When backup, doctor or reconcile last went well; 0 for never.", "task")
	nightBad   = describe("nightly_failed", "1 when the task failed since then.", "task")
	handed     = describe("day_handed_over", "Lunches of a day that were handed over.", "day")
)

// Describe names what Collect may give.
func (*ofDatabase) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{up, collected, attempts, oldest, unresolved, settled, refunds, oldRefund, jobCount, jobAge, mails,
		mailAge, ordered, cutOff, runNumber, runMeals, nightWell, nightBad, handed} {
		to <- d
	}
}

// Collect gives what was read last, and reads it first when that is too old. Scrapes at the same time wait for one reading.
func (o *ofDatabase) Collect(to chan<- prometheus.Metric) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if began := time.Now(); o.kept == nil || began.Sub(o.read) >= keepFor {
		ctx, cancel := context.WithTimeout(context.Background(), readFor)
		values, err := o.ask(ctx)
		cancel()
		ok := 1.0
		if err != nil {
			values, ok = nil, 0
		}
		o.read, o.kept = began, append(values, gauge(up, ok), gauge(collected, time.Since(began).Seconds()))
	}
	for _, m := range o.kept {
		to <- m
	}
}

const beginReading = `BEGIN READ ONLY; SET LOCAL statement_timeout = '2s'; SET LOCAL lock_timeout = '100ms'`

func (o *ofDatabase) ask(ctx context.Context) (all []prometheus.Metric, err error) {
	tx, err := o.pool.BeginTx(ctx, pgx.TxOptions{BeginQuery: beginReading})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	now := o.now()
	b := &pgx.Batch{}
	rows := func(sql string, args []any, read func(row pgx.CollectableRow) error) {
		b.Queue(sql, args...).Query(func(rows pgx.Rows) error {
			_, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) { return struct{}{}, read(row) })
			return err
		})
	}
	give := func(d *prometheus.Desc, value float64, labels ...string) {
		all = append(all, gauge(d, value, labels...))
	}
	rows(openAttempts, []any{now}, func(row pgx.CollectableRow) error {
		var purpose string
		var n, age float64
		err := row.Scan(&purpose, &n, &age)
		give(attempts, n, purpose)
		give(oldest, age, purpose)
		return err
	})
	rows(lastAttempts, []any{now.Add(-time.Hour)}, func(row pgx.CollectableRow) error {
		var state string
		var n float64
		err := row.Scan(&state, &n)
		give(settled, n, state)
		return err
	})
	rows(counts, []any{now, now.Add(-gaveUpIn)}, func(row pgx.CollectableRow) error {
		var late, asked, askedAge, unsent, unsentAge float64
		err := row.Scan(&late, &asked, &askedAge, &unsent, &unsentAge)
		give(unresolved, late)
		give(refunds, asked)
		give(oldRefund, askedAge)
		give(mails, unsent)
		give(mailAge, unsentAge)
		return err
	})
	rows(queued, nil, func(row pgx.CollectableRow) error {
		var kind, state string
		var n, age float64
		err := row.Scan(&kind, &state, &n, &age)
		all = o.job(all, [2]string{o.kinds.of(kind), state}, n, age)
		return err
	})
	rows(nights, nil, func(row pgx.CollectableRow) error {
		var task string
		var well, bad float64
		err := row.Scan(&task, &well, &bad)
		give(nightWell, well, task)
		give(nightBad, bad, task)
		return err
	})
	rows(days, []any{clock.DateOf(now)}, func(row pgx.CollectableRow) error {
		var at, early int
		var portions, run, inRun, done float64
		err := row.Scan(&at, &portions, &run, &inRun, &done, &early)
		day := [...]string{"today", "tomorrow", "after_tomorrow"}[at]
		give(ordered, portions, day)
		give(runNumber, run, day)
		give(runMeals, inRun, day)
		give(handed, done, day)
		date := clock.DateOf(now) + clock.Date(at)
		give(cutOff, now.Sub(week.Early{date: early}.Cutoff(date)).Seconds(), day)
		return err
	})
	err = tx.SendBatch(ctx, b).Close() // fills all
	return all, err
}

// job gives a kind's jobs in a state. Kinds beyond the bound have no values of their own, since a series may be given once only.
func (*ofDatabase) job(all []prometheus.Metric, of [2]string, n, age float64) []prometheus.Metric {
	if of[0] == "other" {
		return all
	}
	return append(all, gauge(jobCount, n, of[0], of[1]), gauge(jobAge, age, of[0], of[1]))
}

const (
	openAttempts = `SELECT purpose, count(*)::float8, extract(epoch FROM $1::timestamptz - min(created_at))::float8
		FROM attempts WHERE status = 'open' GROUP BY 1`
	lastAttempts = `SELECT s.status, count(a.id)::float8 FROM (VALUES ('open'), ('paid'), ('failed')) AS s (status)
		LEFT JOIN attempts a ON a.status = s.status AND a.created_at > $1 GROUP BY 1`
	counts = `SELECT (SELECT count(*) FROM attempts WHERE status = 'open' AND expires_at < $2)::float8, r.n, r.age, m.n, m.age
		FROM (SELECT count(*)::float8 AS n, coalesce(extract(epoch FROM $1::timestamptz - min(at)), 0)::float8 AS age
			FROM refunds WHERE status = 'asked') r,
		(SELECT count(*)::float8 AS n, coalesce(extract(epoch FROM $1::timestamptz - min(made_at)), 0)::float8 AS age
			FROM mails WHERE sent_at IS NULL) m`
	// Only backups must be there on any installation.
	nights = `SELECT kind, coalesce(extract(epoch FROM succeeded_at), 0)::float8,
			(coalesce(failed_at, '-infinity') > coalesce(succeeded_at, '-infinity'))::int::float8 FROM nightly_runs
		UNION ALL SELECT 'backup', 0, 0 WHERE NOT EXISTS (SELECT FROM nightly_runs WHERE kind = 'backup')`
	// Jobs have the time of the database's own clock. Done ones are left out by their index.
	queued = `SELECT kind, state::text, count(*)::float8,
			greatest(extract(epoch FROM now() - min(coalesce(finalized_at, scheduled_at))), 0)::float8
		FROM river_job WHERE state IN ('available', 'pending', 'retryable', 'running', 'scheduled', 'discarded', 'cancelled')
		GROUP BY 1, 2`
	days = `SELECT (x.date - $1)::int, coalesce(live.meals, 0)::float8, coalesce(last.n, -1)::float8, coalesce(last.meals, 0)::float8,
			coalesce(done.people, 0)::float8, coalesce((cutoffs_early(x.date, x.date)->>x.date::text)::int, 0)
		FROM (SELECT generate_series($1::date, $1::date + 2, interval '1 day')::date AS date) x
		LEFT JOIN LATERAL (SELECT sum(c.qty) AS meals FROM to_cook c WHERE c.delivery_date = x.date) live ON true
		LEFT JOIN LATERAL (SELECT r.n, r.meals FROM runs r WHERE r.date = x.date ORDER BY r.n DESC LIMIT 1) last ON true
		LEFT JOIN LATERAL (SELECT count(*) AS people FROM deliveries d JOIN handovers h ON h.delivery_id = d.id
			WHERE d.delivery_date = x.date AND d.live) done ON true`
)
