package db_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

// judged is what the newest tables demand of rows beyond what the version before knew, each with why that version never breaks it,
// or with why it cannot be hurt by what now is allowed.
var judged = map[string]string{
	"accounts_kind_check":              "allows more, and kinds are only asked for by name",
	"transactions_kind_check":          "allows more, and a kind that nobody knows is shown as text",
	"deliveries_held_address_id_fkey":  "about a column that it leaves empty",
	"area_timings_area_id_fkey":        "about a column that it leaves empty",
	"area_timings_capacity_check":      "about a column that it leaves empty",
	"area_timings_weekdays_check":      "about a column that it leaves as it is given",
	"attempts_one_per_capture":         "the same, as an index of fewer rows",
	"attempts_one_per_key":             "about a column that it leaves empty",
	"challenges_purpose_check":         "allows more, and a challenge is only asked for by its purpose",
	"payment_events_source_check":      "allows more, and what was said is only asked for by its outcome and source",
	"companies_status_check":           "allows more, and whoever is not Active may nothing",
	"companies_one_per_trn":            "asks of fewer companies",
	"counter_shares.share_changed":     "only writes beside it what an invoice will be about",
	"counter_shares.share_inserted":    "only writes beside it what an invoice will be about",
	"share_periods.share_cap_kept":     "only writes beside it at which cap it was granted",
	"share_uses.share_changed":         "only writes beside it what an invoice will be about",
	"share_uses.share_inserted":        "only writes beside it what an invoice will be about",
	"counter_sales_void":               "about columns that it leaves empty, and it takes no undoing back",
	"counter_sales_void_once":          "about columns that it leaves empty",
	"counter_sales_void_by_fkey":       "about a column that it leaves empty",
	"counter_sales_void_shift_id_fkey": "about a column that it leaves empty",
	"entries_pkey":                     "allows more, and the table gives the numbers",
	"order_moves_pkey":                 "allows more, and the table gives the numbers",
	"order_lines_pkey":                 "allows more: it writes a meal of a day once, and what it reads of both lines it adds up",
	"plans_discount_amount_check":      "about a column that it leaves alone",
	"plans_discount_type_check":        "about a column that it leaves alone",
	"plans_minimum_day_check":          "about a column that it leaves alone",
	"plans_minimum_meal_count_check":   "about a column that it leaves alone",
	"plans_one_per_key":                "about a column that it leaves alone",
	"plans_one_per_name":               "about a column that it leaves alone",
	"profiles_department":              "about a column that it leaves empty",
	"profiles_operator_role_check":     "about a column that it leaves empty",
	"persons_language":                 "about a column that it leaves as it is given",
	"profiles_operators_have_a_role":   "it makes no operators, but for the demo's",
	"profiles_removed_are_out":         "it brings nobody back whom the new one removed: it knows no such move",
	"transactions_once":                "the same, in another order",
	"transactions.eater_document_due":  "only writes beside it what a document will be about",
	"till_shifts.shift_kind":           "only writes beside it whether a shift is unassigned, and its own word for that stays",
	"tills_limited":                    "about columns that it leaves empty",
	"tills_limited_by_fkey":            "about a column that it leaves empty",
	"addresses_profile_of_company":     "its queries name the owner, so its rows are of one company too",
	"amendments_profile_of_company":    "its queries name the owner, so its rows are of one company too",
	"counter_sales_till_of_company":    "its queries name the owner, so its rows are of one company too",
	"profiles_address_of_company":      "its queries name the owner, so its rows are of one company too",
	"till_codes_address_of_company":    "its queries name the owner, so its rows are of one company too",
	"till_codes_till_of_company":       "its queries name the owner, so its rows are of one company too",
	"tills_address_of_company":         "its queries name the owner, so its rows are of one company too",
	"topups_profile_of_company":        "its queries name the owner, so its rows are of one company too",
}

// column is what the version before relies on.
type column struct {
	kind              string
	nullable, givenBy bool // givenBy: the database gives a value when nobody says one
}

// asked is a pool, or a transaction in which something was changed.
type asked interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func columns(t *testing.T, tables asked) map[string]map[string]column {
	t.Helper()
	rows, err := tables.Query(t.Context(), `SELECT table_name, column_name, udt_name, is_nullable = 'YES', column_default IS NOT NULL
		OR is_identity = 'YES' OR is_generated = 'ALWAYS'
		FROM information_schema.columns WHERE table_schema = 'public' AND table_name !~ '^(river|goose)_'`)
	require.NoError(t, err)
	all := map[string]map[string]column{}
	for rows.Next() {
		var table, name string
		var c column
		require.NoError(t, rows.Scan(&table, &name, &c.kind, &c.nullable, &c.givenBy))
		if all[table] == nil {
			all[table] = map[string]column{}
		}
		all[table][name] = c
	}
	require.NoError(t, rows.Err())
	return all
}

// demands is what tables ask of rows beyond their columns, by name.
func demands(t *testing.T, tables asked) map[string]string {
	t.Helper()
	rows, err := tables.Query(t.Context(), `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
			WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid <> 0
		UNION ALL SELECT indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index WHERE indisunique
		AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
			AND indrelid::regclass::text NOT LIKE 'pg\_%'
		UNION ALL SELECT tgrelid::regclass::text, tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) FROM pg_trigger
		WHERE NOT tgisinternal`)
	require.NoError(t, err)
	all := map[string]string{}
	for rows.Next() {
		var table, name, says string
		require.NoError(t, rows.Scan(&table, &name, &says))
		if !strings.HasPrefix(table, "river_") && !strings.HasPrefix(table, "goose_") {
			all[name] = table + " " + says
		}
	}
	require.NoError(t, rows.Err())
	return all
}

// breaks is what the version before could not go on with: what it reads and writes is gone or different, or something is asked
// of its rows that it does not know.
func breaks(t *testing.T, before, now asked) (found []string) {
	t.Helper()
	old, fresh := columns(t, before), columns(t, now)
	for table, had := range old {
		has := fresh[table]
		for name, was := range had {
			is, there := has[name]
			switch {
			case !there:
				found = append(found, table+"."+name+" is gone")
			case is.kind != was.kind:
				found = append(found, table+"."+name+" is of another kind")
			case was.nullable && !is.nullable:
				found = append(found, table+"."+name+" must be said")
			case was.givenBy && !is.givenBy:
				found = append(found, table+"."+name+" is not given any more")
			}
		}
		for name, is := range has {
			if _, known := had[name]; !known && !is.nullable && !is.givenBy {
				found = append(found, table+"."+name+" is new and must be said")
			}
		}
	}
	was := demands(t, before)
	for name, says := range demands(t, now) {
		if table, _, _ := strings.Cut(says, " "); old[table] != nil && was[name] != says {
			found = append(found, name+" is a new demand")
		}
	}
	slices.Sort(found)
	return found
}

// During a rolling deployment and after a rollback the previous release runs on the newest schema, so no migration may break it.
func TestTheVersionBeforeGoesOnOnTheNewestTables(t *testing.T) {
	t.Parallel()
	before, now := empty(t), servertest.DB(t)
	require.NoError(t, db.MigrateBy(t.Context(), before, upTo(t, fmt.Sprintf("%04d", db.Released))))
	unused, open := maps.Clone(judged), []string{}
	for _, b := range breaks(t, before, now) {
		name, demand := strings.CutSuffix(b, " is a new demand")
		if !demand || judged[name] == "" {
			open = append(open, b)
		}
		delete(unused, name)
	}
	require.Empty(t, open, "the version before cannot go on. Do it in two releases, or say above why it can")
	require.Empty(t, unused, "nobody demands this any more")

	// changed is what breaks when somebody changes the newest tables like this.
	changed := func(change string) []string {
		tx, err := now.Begin(t.Context())
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), change)
		require.NoError(t, err, change)
		found := breaks(t, before, tx)
		require.NoError(t, tx.Rollback(t.Context()))
		return found
	}
	as := breaks(t, before, now)
	for _, change := range []string{
		"ALTER TABLE orders DROP COLUMN source", "ALTER TABLE orders RENAME COLUMN discount TO reduction",
		"ALTER TABLE orders ALTER COLUMN paid_at SET NOT NULL", "ALTER TABLE orders ALTER COLUMN gross_amount TYPE numeric",
		"ALTER TABLE orders ADD COLUMN colour text NOT NULL", "ALTER TABLE orders ADD CHECK (gross_amount <> 13)",
		"CREATE UNIQUE INDEX one_gross ON orders (gross_amount)", "ALTER TABLE persons RENAME TO people",
		"ALTER TABLE orders ALTER COLUMN version DROP DEFAULT", "CREATE TRIGGER never BEFORE DELETE ON orders EXECUTE FUNCTION never_changed()",
	} {
		require.NotEqual(t, as, changed(change), change)
	}
	for _, change := range []string{"ALTER TABLE orders ADD COLUMN colour text",
		"ALTER TABLE orders ADD COLUMN colour text NOT NULL DEFAULT ''", "CREATE INDEX more ON orders (discount)",
		"CREATE TABLE shoes (n int NOT NULL CHECK (n > 0))"} {
		require.Equal(t, as, changed(change), change)
	}
}
