//go:build linux

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// line is what the load wrote down: a request, or something that a server acknowledged.
type line struct {
	At      int64           `json:"t"` // ms
	Kind    string          `json:"k"`
	Status  int             `json:"s"` // 0 without an answer
	Took    float64         `json:"ms"`
	Fact    string          `json:"a"` // op, sale, credit, day, left, reset, refused
	ID      string          `json:"id"`
	Profile string          `json:"p"`
	Code    int             `json:"code"`
	Amount  int64           `json:"amount"`
	Date    string          `json:"date"`
	Items   json.RawMessage `json:"items"`
	Left    int             `json:"n"`
	Why     string          `json:"why"`
}

func (l line) wrote() bool     { return l.Kind == "sync" || l.Kind == "sale" || l.Kind == "credit" }
func (l line) good() bool      { return l.Status >= 200 && l.Status < 300 }
func (l line) failed() bool    { return l.Status == 0 || l.Status >= 500 }
func (l line) answered() int64 { return l.At + int64(l.Took) }

// phase is a part of a drill: before, during or after the fault.
type phase struct {
	Requests int     `json:"requests"`
	Failed   int     `json:"failed"`
	P50      float64 `json:"p50"` // ms, of those that succeeded
	P99      float64 `json:"p99"`
	Slowest  float64 `json:"slowestFailure"` // ms that somebody waited for an error
}

// verdict is what came of a drill.
type verdict struct {
	Drill        string            `json:"drill"`
	Shown        []string          `json:"shown"`
	Acknowledged int               `json:"acknowledged"`
	Undone       int               `json:"undone"` // by a restore, beyond what everybody sent again
	Lost         int               `json:"lost"`
	Twice        int               `json:"twice"`
	Unsent       int               `json:"unsent"`
	Refused      int               `json:"refused"`
	Doctor       string            `json:"doctor"` // "" when it holds
	Gap          float64           `json:"gap"`    // seconds without a successful write
	From         time.Time         `json:"from"`   // when the fault began, and when the cluster was whole again
	Until        time.Time         `json:"until"`
	Phases       map[string]*phase `json:"phases"`
	Wrong        []string          `json:"wrong"`
}

// read sorts what the load wrote down into phases, by the time of the request.
func read(file string, from, until time.Time) (all []line, phases map[string]*phase, gap float64, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, 0, err
	}
	defer f.Close()
	phases = map[string]*phase{"before": {}, "during": {}, "after": {}}
	took := map[string][]float64{}
	var successes []int64
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, nil, 0, err
		}
		all = append(all, l)
		if l.Kind == "" || l.Kind == "setup" {
			continue
		}
		name := "during"
		if l.answered() < from.UnixMilli() {
			name = "before"
		} else if l.At > until.UnixMilli() {
			name = "after"
		}
		p := phases[name]
		p.Requests++
		if l.good() {
			took[name] = append(took[name], l.Took)
		}
		if l.failed() {
			p.Failed++
			p.Slowest = max(p.Slowest, l.Took)
		}
		if l.wrote() && l.good() {
			successes = append(successes, l.answered())
		}
	}
	if err := lines.Err(); err != nil {
		return nil, nil, 0, err
	}
	for name, list := range took {
		slices.Sort(list)
		phases[name].P50, phases[name].P99 = quantile(list, 0.5), quantile(list, 0.99)
	}
	slices.Sort(successes)
	for i := 1; i < len(successes); i++ {
		gap = max(gap, float64(successes[i]-successes[i-1])/1000)
	}
	return all, phases, gap, nil
}

func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(math.Ceil(q*float64(len(sorted))))-1)]
}

const revisions = "saves with two effects"

// there are those of the saves or credits that are in the database.
func there(ctx context.Context, conn *pgx.Conn, kind string, ids []string) ([]string, error) {
	sql := "SELECT id FROM operations WHERE id = ANY ($1)"
	if kind == "credit" {
		sql = "SELECT DISTINCT cause_id FROM transactions WHERE cause_type = 'operator' AND cause_id = ANY ($1)"
	}
	rows, err := conn.Query(ctx, sql, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// judge compares what was acknowledged with what is in the database. What was saved and credited in the period that a restore has undone
// need not be there: a phone tells its person which days are gone. Sales must be there, since tills send them again.
func (l *layout) judge(ctx context.Context, v *verdict, all []line, undone period) error {
	conn, err := pgx.Connect(ctx, l.admin("primary", "sahn"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	ids, amounts := map[string][]string{}, map[string]int64{}
	var people, dates, items, seen []string
	gone, sold := map[string][]string{}, map[string]bool{}
	last := map[string]int64{} // when the newest save of somebody's day was acknowledged
	for _, a := range all {
		if a.Fact == "op" {
			last[a.Profile+a.Date] = a.At
		}
		if undone.has(a.At) && (a.Fact == "op" || a.Fact == "credit") {
			gone[a.Fact] = append(gone[a.Fact], a.ID)
			continue
		}
		switch a.Fact {
		case "op", "sale", "credit", "fact":
			if !sold[a.ID] { // a till may hear of a sale twice
				amounts[a.Fact] += a.Amount
			}
			ids[a.Fact], sold[a.ID] = append(ids[a.Fact], a.ID), true
			if a.Fact == "op" {
				seen = append(seen, a.Profile)
			}
			if a.Code > 1 {
				v.Refused++
			}
		case "day":
			if undone.has(last[a.Profile+a.Date]) {
				v.Undone++
				continue
			}
			people, dates, items = append(people, a.Profile), append(dates, a.Date), append(items, string(a.Items))
		case "reset":
			if undone == (period{}) {
				v.Wrong = append(v.Wrong, "a device knew more than the database")
			}
		case "left":
			v.Unsent = a.Left
		case "refused":
			v.Refused++
			v.Wrong = append(v.Wrong, "refused: "+a.Why)
		}
	}
	for kind, some := range gone {
		kept, err := there(ctx, conn, kind, some)
		if err != nil {
			return err
		}
		ids[kind], v.Undone = append(ids[kind], kept...), v.Undone+len(some)-len(kept)
	}
	for kind := range ids { // a device may hear of an operation twice
		slices.Sort(ids[kind])
		ids[kind] = slices.Compact(ids[kind])
		v.Acknowledged += len(ids[kind])
	}
	slices.Sort(seen)
	for _, check := range []struct {
		what, sql string
		args      []any
		into      *int
	}{
		{"saves that are not there", "SELECT count(*) FROM unnest($1::text[]) AS a (id) WHERE id NOT IN (SELECT id FROM operations)",
			[]any{ids["op"]}, &v.Lost},
		{"days that are not as the phone saved them", `SELECT count(*) FROM unnest($1::text[], $2::text[], $3::text[]) AS a (profile, date, items)
			LEFT JOIN draft_days d ON d.profile_id = a.profile AND d.date = a.date::date
			WHERE d.items IS DISTINCT FROM a.items::jsonb AND NOT EXISTS (SELECT FROM draft_alternatives x
				WHERE x.profile_id = a.profile AND x.date = a.date::date AND x.items = a.items::jsonb)`, []any{people, dates, items}, &v.Lost},
		{"sales that are not there", "SELECT count(*) FROM unnest($1::text[]) AS a (id) WHERE id NOT IN (SELECT id FROM counter_sales)",
			[]any{ids["sale"]}, &v.Lost},
		{"credits that are not there", `SELECT count(*) FROM unnest($1::text[]) AS a (id) WHERE NOT EXISTS
			(SELECT FROM transactions t WHERE t.cause_type = 'operator' AND t.cause_id = a.id)`, []any{ids["credit"]}, &v.Lost},
		{revisions, `SELECT coalesce(sum(r.rev - o.n), 0)::bigint FROM profile_revs r JOIN (SELECT profile_id,
			count(DISTINCT id) FILTER (WHERE code IN (0, 2)) AS n FROM operations WHERE NOT again AND profile_id = ANY ($1) GROUP BY 1) o
			USING (profile_id)`,
			[]any{slices.Compact(seen)}, &v.Twice},
		{"sales beyond those that tills made", `SELECT (SELECT count(*) FROM counter_sales WHERE till_id IN (SELECT till_id FROM counter_sales
			WHERE id = ANY ($1))) - cardinality($1::text[])`, []any{ids["sale"]}, &v.Twice},
		{"fils of sales beyond what was paid", "SELECT abs(coalesce(sum(total_amount), 0) - $2)::bigint FROM counter_sales WHERE id = ANY ($1)",
			[]any{ids["sale"], amounts["sale"]}, &v.Twice},
		{"credits beyond those that were given", `SELECT (SELECT count(*) FROM credits WHERE operator_id IN (SELECT operator_id FROM credits
			WHERE id = ANY ($1))) - cardinality($1::text[])`, []any{ids["credit"]}, &v.Twice},
	} {
		if check.what == revisions && undone != (period{}) { // they begin anew
			continue
		}
		var n int
		if err := conn.QueryRow(ctx, check.sql, check.args...).Scan(&n); err != nil {
			return fmt.Errorf("%s: %w", check.what, err)
		}
		if n != 0 {
			*check.into += n
			v.Wrong = append(v.Wrong, fmt.Sprintf("%d %s", n, check.what))
		}
	}
	if said, err := l.runs("sahn", "doctor"); err != nil {
		v.Doctor = said
		v.Wrong = append(v.Wrong, "doctor: "+strings.TrimSpace(said))
	}
	return nil
}

// holds reports whether everything that was promised is so.
func (v *verdict) holds() bool { return len(v.Wrong) == 0 && v.Unsent == 0 && v.Acknowledged > 0 }

// String is the verdict as a person reads it.
func (v *verdict) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", v.Drill)
	for _, s := range v.Shown {
		fmt.Fprintf(&b, "  fault    %s\n", s)
	}
	fmt.Fprintf(&b, "  result   %d acknowledged, %d lost, %d done twice, %d not sent, doctor %s\n", v.Acknowledged, v.Lost, v.Twice, v.Unsent,
		map[bool]string{true: "holds", false: "FAILS"}[v.Doctor == ""])
	if v.Undone > 0 {
		fmt.Fprintf(&b, "  undone   %d saves, credits and days by the restore, between its moment and the stop\n", v.Undone)
	}
	fmt.Fprintf(&b, "  longest  %.1f s without a successful write\n", v.Gap)
	for _, name := range []string{"before", "during", "after"} {
		p := v.Phases[name]
		fmt.Fprintf(&b, "  %-8s %5d requests, %4.1f %% failed, p50 %.0f ms, p99 %.0f ms, slowest failure %.0f ms\n", name, p.Requests,
			100*float64(p.Failed)/float64(max(1, p.Requests)), p.P50, p.P99, p.Slowest)
	}
	for _, w := range v.Wrong {
		fmt.Fprintf(&b, "  WRONG    %s\n", w)
	}
	return b.String()
}
