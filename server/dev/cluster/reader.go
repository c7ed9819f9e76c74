//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
)

const (
	oldest = 5 * time.Second // a report may be as old as this (docs/adr/0044-what-a-replica-answers.md)
	slack  = time.Second     // and an answer takes a moment
)

// reader is an operator who reads reports and credits somebody, who then looks at their wallet.
type reader struct {
	*layout
	conn         *pgx.Conn // to the primary
	replicas     []string
	office, home *http.Client
	may          map[string]string // the operator's headers
	own          map[string]string // of the one who is credited
	eater        string
	credited     int64
	sold         []sum // what counters had taken, by the primary
	reports      int
}

// sum is what was taken at counters until a moment.
type sum struct {
	at   time.Time
	fils int64
}

func (d *drilling) reader(ctx context.Context, primary string, replicas []string) (*reader, error) {
	r := &reader{layout: d.layout, replicas: replicas}
	var err error
	if r.conn, err = pgx.Connect(ctx, d.admin(primary, "sahn")); err != nil {
		return nil, err
	}
	both, _, err := d.people(ctx, r.conn, 1, 1)
	if err != nil {
		return nil, err
	}
	r.eater = both[0].Profile
	if r.home, r.own, err = d.asking(ctx, both[0]); err != nil {
		return nil, err
	}
	r.office, r.may, err = d.asking(ctx, both[1])
	return r, err
}

// report reads today's sales and compares them with what the primary had as long ago as a report may be old.
func (r *reader) report(ctx context.Context) error {
	now := time.Now()
	var day string
	var fils, taken int64
	err := r.conn.QueryRow(ctx, `SELECT d::text, (SELECT coalesce(sum(total_amount + difference_amount), 0)::bigint FROM counter_sales
		WHERE voided_at IS NULL AND day = d) FROM date(now() AT TIME ZONE 'Asia/Dubai') d`).Scan(&day, &fils)
	if err != nil {
		return err
	}
	r.sold = append(r.sold, sum{now, fils})
	got, err := send(ctx, r.office, fmt.Sprintf("%s/api/kitchen/report?from=%s&until=%s", r.appURL(), day, day), "", "", r.may)
	if err != nil {
		return err
	}
	var said struct {
		Data struct {
			Total struct {
				Counter int64 `json:"counter_amount"`
			} `json:"total"`
		} `json:"data"`
	}
	if err := json.Unmarshal(got.body, &said); err != nil {
		return err
	}
	for _, s := range r.sold {
		if time.Since(s.at) > oldest+slack {
			taken = s.fils
		}
	}
	if r.reports++; said.Data.Total.Counter < taken {
		return fmt.Errorf("a report says %d fils of counters, which was more than %s ago: it was %d then", said.Data.Total.Counter,
			oldest+slack, taken)
	}
	return nil
}

// writes credits somebody with a dirham, who must see it at once.
func (r *reader) writes(ctx context.Context) error {
	if _, err := send(ctx, r.office, r.appURL()+"/api/kitchen/people/"+r.eater+"/credit", "application/json",
		fmt.Sprintf(`{"key":%q,"amount":100,"reason":"A drill"}`, ulid.Make()), r.may); err != nil {
		return err
	}
	r.credited += 100
	got, err := send(ctx, r.home, r.appURL()+"/api/client-transaction-list/"+r.eater, "", "", r.own)
	if err != nil {
		return err
	}
	var wallet struct {
		Balance int64 `json:"balance"`
	}
	if err := json.Unmarshal(got.body, &wallet); err != nil {
		return err
	}
	if wallet.Balance != r.credited {
		return fmt.Errorf("somebody was credited with %d fils and reads %d", r.credited, wallet.Balance)
	}
	return nil
}

// asked is how often replicas were asked for a table that only reports read there.
func (r *reader) asked(ctx context.Context) (n int64, err error) {
	for _, node := range r.replicas {
		conn, errOpen := pgx.Connect(ctx, r.admin(node, "sahn"))
		if errOpen != nil {
			return 0, errOpen
		}
		var scans int64
		err = errors.Join(err, conn.QueryRow(ctx,
			"SELECT seq_scan + idx_scan FROM pg_stat_user_tables WHERE relname = 'shortfalls'").Scan(&scans), conn.Close(ctx))
		n += scans
	}
	return n, err
}

// works reads and writes once a second for a while.
func (r *reader) works(ctx context.Context, lasts time.Duration) error {
	for began := time.Now(); time.Since(began) < lasts; {
		if err := errors.Join(r.report(ctx), r.writes(ctx), pause(ctx, time.Second)); err != nil {
			return err
		}
	}
	return nil
}

// settled is the time within which a Postgres counts what it was asked.
const settled = 2 * time.Second

// near shows that reports come from the replicas, within a minute: a server asks anew whether a replica is near, and a busy one is slow.
func (r *reader) near(ctx context.Context, d *drilling) error {
	before, err := r.asked(ctx)
	after := before
	for began := time.Now(); err == nil && after == before && time.Since(began) < time.Minute; {
		if err = errors.Join(r.works(ctx, 2*oldest), pause(ctx, settled)); err == nil {
			after, err = r.asked(ctx)
		}
	}
	d.show("replicas near: of %d reports they answered with %d scans", r.reports, after-before)
	if err == nil && after == before {
		err = errors.New("no report came from a replica")
	}
	return err
}

// late shows that they do not while the replicas are late.
func (r *reader) late(ctx context.Context, d *drilling, lasts time.Duration) error {
	if err := errors.Join(r.works(ctx, oldest+slack), pause(ctx, settled)); err != nil {
		return err
	}
	r.reports = 0
	before, err := r.asked(ctx)
	if err = errors.Join(err, r.works(ctx, lasts-oldest-slack-2*settled), pause(ctx, settled)); err != nil {
		return err
	}
	after, err := r.asked(ctx)
	d.show("replicas late: of %d reports they answered with %d scans; none was older than %s, and all %d credits were read at once",
		r.reports, after-before, oldest+slack, r.credited/100)
	if err == nil && (after != before || r.reports == 0) {
		err = errors.New("reports came from a late replica, or there were none")
	}
	return err
}

// backAgain shows that reports come from the replicas again once these are near, of whichever primary there is now.
func (d *drilling) backAgain(ctx context.Context) error {
	primary := d.leader(ctx)
	var replicas []string
	for _, node := range nodes {
		if node != primary {
			replicas = append(replicas, node)
		}
	}
	r, err := d.reader(ctx, primary, replicas)
	if err != nil {
		return err
	}
	defer r.conn.Close(context.WithoutCancel(ctx))
	return r.near(ctx, d)
}
