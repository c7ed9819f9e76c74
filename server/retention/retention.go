// Package retention forgets what is no longer needed. Its promise: what it forgets is in the list below and nothing else is, each kind has
// a period with bounds that operators cannot leave, and a run deletes a bounded number of rows at a time, however many are due.
package retention

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// Kind is rows that are forgotten together, Days after they were made, used or ended. A manager may choose other days from Least to Most;
// where those are equal nobody may.
type Kind struct {
	Name              string
	What              string
	Days, Least, Most int
	parts             []part
}

// part is the rows of a table that are due: a condition on the row x, with $1 as the moment before which they are. They are deleted, or
// only lose what clears empties.
type part struct{ table, due, clears string }

// Of a choice, what holds now stays: older lines go, an erased person's last line too, and that of a browser that takes nothing any more.
const consented = `x.at < $1 AND (EXISTS (SELECT FROM consents y WHERE y.person_id = x.person_id AND y.channel = x.channel
		AND y.kind = x.kind AND y.session_id IS NOT DISTINCT FROM x.session_id AND y.n > x.n AND y.at < $1)
	OR NOT x.given AND (x.kind = 'device' OR EXISTS (SELECT FROM persons p WHERE p.id = x.person_id AND p.erased_at IS NOT NULL))
		AND NOT EXISTS (SELECT FROM consents y WHERE y.person_id = x.person_id AND y.channel = x.channel AND y.kind = x.kind
			AND y.session_id IS NOT DISTINCT FROM x.session_id AND y.n <> x.n))`

const named = `x.booked_on < ($1 AT TIME ZONE 'Asia/Dubai')::date AND (x.payer <> '' OR x.text <> '')`

const unproved = `x.status = 'Pending' AND x.client_type <> 'Operator'`

// kinds are everything that is forgotten, in this order: later ones may wait for what earlier ones leave behind.
var kinds = []Kind{
	{"sign_in_codes", "codes for signing in, since they ended", 7, 1, 30, []part{{"challenges", `x.expires_at < $1`, ""}}},
	{"strangers_codes", "codes that were asked for unknown addresses, since they ended", 1, 1, 1,
		[]part{{"challenges", `x.person_id IS NULL AND x.expires_at < $1`, ""}}},
	{"sign_in_counters", "counters of attempts to sign in", 2, 2, 2,
		[]part{{"attempts_made", `x.window_at < $1`, ""}, {"paces", `x.free_at < $1`, ""}}},
	{"sessions", "sessions, since they ended", 0, 0, 0,
		[]part{{"sessions", `(x.ends_at < $1 OR x.seen_at + x.idle_seconds * interval '1 second' < $1)`, ""}}},
	{"sign_on_attempts", "attempts to sign in with a company's own sign-on, since they ended", 1, 1, 1,
		[]part{{"sign_on_attempts", `x.expires_at < $1`, ""}}},
	{"browsers", "where and when somebody signed in, since the last time", 400, 90, 400, []part{{"known_devices", `x.seen_at < $1`, ""}}},
	{"erased_browsers", "that a browser has to forget an account that was erased", 400, 400, 400,
		[]part{{"erased_devices", `x.erased_at < $1`, ""}}},
	{"undecided", "employees about whom no admin decided, since they proved their address", 30, 14, 90,
		[]part{{"profiles", unproved + ` AND x.client_type = 'Employee' AND x.proved_at < $1`, ""}}},
	{"registrations", "registrations that were never proved, with their people, places and companies", 14, 7, 30, []part{
		{"profiles", unproved + ` AND x.proved_at IS NULL AND x.created_at < $1`, ""},
		{"persons", `x.erased_at IS NULL AND x.created_at < $1 AND NOT EXISTS (SELECT FROM profiles y WHERE y.person_id = x.id)
			AND NOT EXISTS (SELECT FROM challenges y WHERE y.person_id = x.id) AND NOT EXISTS (SELECT FROM sessions y WHERE y.person_id = x.id)
			AND NOT EXISTS (SELECT FROM known_devices y WHERE y.person_id = x.id)`, ""},
		{"addresses", `x.company_id IN (SELECT c.id FROM companies c WHERE c.status = 'Pending' AND c.created_at < $1
			AND NOT EXISTS (SELECT FROM profiles y WHERE y.company_id = c.id))`, ""},
		{"companies", `x.status = 'Pending' AND x.created_at < $1 AND NOT EXISTS (SELECT FROM profiles y WHERE y.company_id = x.id)
			AND NOT EXISTS (SELECT FROM addresses y WHERE y.company_id = x.id)`, ""},
	}},
	{"letters", "which letters were sent to whom", 90, 30, 730, []part{
		{"mails", `x.made_at < $1`, ""}, {"phone_messages", `x.made_at < $1`, ""}}},
	{"phones", "numbers that people are told by, since they were last used", 400, 90, 730, []part{{"phones", `x.used_at < $1`, ""}}},
	{"phone_codes", "numbers that nobody proved, since their code ended", 1, 1, 1, []part{{"phone_codes", `x.expires_at < $1`, ""}}},
	{"consents", "when and how somebody switched messages on or off, since it no longer counted", 1095, 365, 1825,
		[]part{{"consents", consented, ""}}},
	{"bank_names", "who paid and what they wrote, of a bank's movements that paid no invoice", 400, 90, 1825,
		[]part{{"bank_lines", named + ` AND x.state <> 'booked'`, `payer = '', text = '', reference = ''`}}},
	{"bank_payers", "who paid and what they wrote, of a bank's movements that paid invoices", 2557, 2190, 3650,
		[]part{{"bank_lines", named + ` AND x.state = 'booked'`, `payer = '', text = ''`}}},
	{"device_copies", "what a device had not sent when it had to start over", 365, 30, 1825, []part{{"sync_copies", `x.at < $1`, ""}}},
	{"broken_changes", "changes of a device that could not be carried out", 365, 90, 1825, []part{{"quarantine", `x.at < $1`, ""}}},
	{"runs", "how much of each kind was forgotten on a day", 400, 400, 400, []part{{"retention_runs", `x.ran_at < $1`, ""}}},
}

// Books are tables of which nothing is ever forgotten here, because they are tax documents, what those are made from, or the proof of who
// did what. UAE tax law wants them for at least five years after the tax period (Federal Decree-Law 28 of 2022 and its regulation).
var Books = []string{"orders", "deliveries", "order_lines", "order_moves", "amendments", "amendment_moves", "attempts", "payment_events",
	"refunds", "transactions", "entries", "accounts", "invoices", "invoice_lines", "invoice_shares", "invoice_payments", "einvoices",
	"eater_documents", "counter_sales", "counter_lines", "till_facts", "topups", "acts", "vat_rates", "accounting_months"}

// setting is the name of a kind's setting.
func setting(kind string) string { return "keep_" + kind }

// Setting checks a chosen period in days, and gives the setting that holds it.
func Setting(kind string, days int) (name, value string, err error) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == kind && k.Least < k.Most })
	if i < 0 {
		return "", "", fault.Field("keep", "The keep field is not known.")
	}
	if k := kinds[i]; days < k.Least || days > k.Most {
		return "", "", fault.Field("keep", fmt.Sprintf("The keep field must be from %d to %d.", k.Least, k.Most))
	}
	return setting(kind), strconv.Itoa(days), nil
}

// Of are all kinds with the periods that settings, by name, choose. One that is outside of its bounds does not count.
func Of(settings map[string]string) []Kind {
	all := slices.Clone(kinds)
	for i, k := range all {
		if days, err := strconv.Atoi(settings[setting(k.Name)]); err == nil && days >= k.Least && days <= k.Most {
			all[i].Days = days
		}
	}
	return all
}

// Keeper forgets. Most is how many due rows of a kind it counts, 0 for all of them.
type Keeper struct {
	Most  int64
	Conn  db.Conn
	Clock clock.Clock
}

// Due is how many rows of a kind are due. More says that there are more than were counted.
type Due struct {
	Kind
	Rows int64
	More bool
}

// Due counts what Forget would delete now. People and companies of registrations that are due themselves are not counted yet.
func (k *Keeper) Due(ctx context.Context) (all []Due, err error) {
	chosen, err := k.Kinds(ctx)
	if err != nil {
		return nil, err
	}
	return k.count(ctx, chosen)
}

// DueAt counts what of a kind would be due if it were kept for so many days. Its errors are those of Setting.
func (k *Keeper) DueAt(ctx context.Context, kind string, days int) (Due, error) {
	if _, _, err := Setting(kind, days); err != nil {
		return Due{}, err
	}
	of := kinds[slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == kind })]
	of.Days = days
	due, err := k.count(ctx, []Kind{of})
	if err != nil {
		return Due{}, err
	}
	return due[0], nil
}

// count counts the due rows of kinds in one statement.
func (k *Keeper) count(ctx context.Context, of []Kind) ([]Due, error) {
	all, now := make([]Due, len(of)), k.Clock()
	sums, moments := make([]string, len(of)), make([]any, len(of))
	counts, limit := make([]any, len(of)), ""
	if k.Most > 0 {
		limit = fmt.Sprintf(" LIMIT %d", k.Most+1)
	}
	for i, kind := range of {
		all[i].Kind, moments[i], counts[i] = kind, kind.before(now), &all[i].Rows
		parts := make([]string, len(kind.parts))
		for n, p := range kind.parts {
			due := strings.ReplaceAll(p.due, "$1", fmt.Sprintf("$%d::timestamptz", i+1))
			parts[n] = fmt.Sprintf("(SELECT count(*) FROM (SELECT FROM %s x WHERE %s%s) y)", p.table, due, limit)
		}
		sums[i] = strings.Join(parts, " + ")
	}
	if err := k.Conn.QueryRow(ctx, "SELECT "+strings.Join(sums, ", "), moments...).Scan(counts...); err != nil {
		return nil, fmt.Errorf("count what is due: %w", err)
	}
	for i, d := range all {
		if k.Most > 0 && d.Rows > k.Most {
			all[i].Rows, all[i].More = k.Most, true
		}
	}
	return all, nil
}

// Ran is when a kind was looked through last, how many rows went then, and since a day.
type Ran struct {
	At          time.Time
	Last, Since int64
}

// Runs are the last runs by kind, with what went since a day. A kind that never was looked through is missing.
func (k *Keeper) Runs(ctx context.Context, since clock.Date) (map[string]Ran, error) {
	rows, err := db.New(k.Conn).RetentionRuns(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("read runs: %w", err)
	}
	all := map[string]Ran{}
	for _, r := range rows {
		all[r.Kind] = Ran{r.RanAt, r.Last, r.Since}
	}
	return all, nil
}

// The bounds of a run: rows of one statement, and statements for one table. The next run goes on.
const (
	batch   = 1000
	batches = 100
)

// Forget deletes what is due, and says how many rows of each kind. A kind that fails does not keep the others.
func (k *Keeper) Forget(ctx context.Context) (gone map[string]int64, err error) {
	chosen, err := k.Kinds(ctx)
	if err != nil {
		return nil, err
	}
	gone = map[string]int64{}
	run := k.Clock()
	for _, kind := range chosen {
		for _, p := range kind.parts {
			n, failed := k.forget(ctx, kind, p, run)
			gone[kind.Name] += n
			if failed != nil {
				err = errors.Join(err, fmt.Errorf("forget %s: %w", p.table, failed))
			}
		}
	}
	return gone, err
}

// forget deletes or clears the rows of a table a batch at a time, each in a transaction of its own that also writes how many they were.
// What somebody changes at the moment stays for the next run.
func (k *Keeper) forget(ctx context.Context, kind Kind, p part, run time.Time) (gone int64, err error) {
	does := "DELETE FROM " + p.table
	if p.clears != "" {
		does = "UPDATE " + p.table + " SET " + p.clears
	}
	sql := fmt.Sprintf(`WITH gone AS (%s
			WHERE ctid = ANY(ARRAY(SELECT x.ctid FROM %s x WHERE %s LIMIT %d FOR UPDATE OF x SKIP LOCKED)) RETURNING 1),
		noted AS (INSERT INTO retention_runs AS r (kind, day, ran_at, last, gone) SELECT $2, $3::date, $4::timestamptz, n, n
			FROM (SELECT count(*) AS n FROM gone) g
			ON CONFLICT (kind, day) DO UPDATE SET ran_at = excluded.ran_at, gone = r.gone + excluded.gone,
				last = excluded.last + CASE WHEN r.ran_at = excluded.ran_at THEN r.last ELSE 0 END)
		SELECT count(*) FROM gone`, does, p.table, strings.ReplaceAll(p.due, "$1", "$1::timestamptz"), batch)
	for range batches {
		var n int64
		if err := db.InTx(ctx, k.Conn, func(ctx context.Context, tx db.Tx) error {
			return tx.QueryRow(ctx, sql, kind.before(run), kind.Name, clock.DateOf(run), run).Scan(&n)
		}); err != nil {
			return gone, err
		}
		if gone += n; n < batch {
			return gone, nil
		}
	}
	return gone, nil
}

func (k Kind) before(now time.Time) time.Time {
	return now.Add(-time.Duration(k.Days) * 24 * time.Hour)
}

// Kinds are all kinds with the periods that hold now.
func (k *Keeper) Kinds(ctx context.Context) ([]Kind, error) {
	rows, err := k.Conn.Query(ctx, "SELECT name, value FROM settings")
	if err != nil {
		return nil, err
	}
	settings, name, value := map[string]string{}, "", ""
	if _, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		settings[strings.Clone(name)] = strings.Clone(value)
		return nil
	}); err != nil {
		return nil, err
	}
	return Of(settings), nil
}
