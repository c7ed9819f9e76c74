package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/platform/web"
)

// Mass assignment: every column name of every table is sent to every route that reads JSON and lets a company's admin in. A route refuses a
// field that it does not declare before it runs anything.
func TestNoRouteTakesAFieldThatItDoesNotName(t *testing.T) {
	t.Parallel()
	h := open(t)
	b, admin := h.as(sample.Omar), web.Caller{ProfileID: sample.OmarHarbour.ID, ClientType: "Admin"}
	columns := append(
		h.list("SELECT DISTINCT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name !~ '^(river|goose)'"),
		"switchable", "wallet_balance", "discount", "__proto__", "role", "is_admin")
	require.Greater(t, len(columns), 150)
	before, refused := h.everything(), 0
	for _, route := range h.parts.Routes() {
		if route.Method == "GET" || route.Who == web.Provider || !admin.May(route.Who) {
			continue
		}
		named, reads := []string{}, false
		for _, field := range reflect.VisibleFields(route.Endpoint.Request) {
			if field.Anonymous {
				continue
			}
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			reads = reads || name != "" && name != "-"
			if name == "" {
				name = field.Name // a body may name it, but its path does after it
			}
			named = append(named, name)
		}
		if !reads {
			continue // no body at all
		}
		others := slices.DeleteFunc(slices.Clone(columns), func(column string) bool {
			return slices.ContainsFunc(named, func(name string) bool { return strings.EqualFold(name, column) })
		})
		if route.Loose() { // it ignores them all
			all := fields{}
			for _, column := range others {
				all[column] = "x"
			}
			status, said := b.call(route.Method, somewhere(route.Path), all)
			require.Less(t, status, http.StatusInternalServerError, "%s: %v", route.Path, said)
			require.NotContains(t, fmt.Sprint(said["message"]), "is not known", route.Path)
			continue
		}
		for _, column := range others {
			status, said := b.call(route.Method, somewhere(route.Path), fields{column: "x"})
			require.Equal(t, http.StatusUnprocessableEntity, status, "%s %s: %v", route.Path, column, said)
			require.Equal(t, fmt.Sprintf("The %s field is not known.", column), said["message"], route.Path)
			refused++
		}
	}
	require.Greater(t, refused, 2500)
	require.Empty(t, difference(before, h.everything(), nil))
}

// A successful write changes only the columns that it is for, and nobody else's row.
func TestAWriteChangesWhatItIsForAndNothingElse(t *testing.T) {
	t.Parallel()
	h := open(t)
	b, guest := h.as(sample.Mariam), h.browser()
	guest.visit()
	mine := []string{sample.Mariam.ID, sample.MariamHarbour.ID, sample.Lina.ID, sample.LinaQasr.ID, sample.LinaCash.ID}
	lina := h.as(sample.Lina)
	area := h.list("SELECT id FROM area_timings ORDER BY id LIMIT 1")[0]
	date := "2026-12-16"
	for _, c := range []struct {
		as     *browser
		method string
		path   string
		body   any
		writes []string
	}{
		{guest, "PUT", "/api/search-by-email", fields{"email": sample.Mariam.Email}, nil},
		{guest, "POST", "/api/login-otp", fields{"email": sample.Wei.Email}, []string{"challenges+"}},
		{guest, "POST", "/api/client/forgot-password/send-otp", fields{"email": sample.Fatima.Email}, []string{"challenges+"}},
		{guest, "POST", "/api/client-register",
			fields{"name": "N", "email": "n@new.example", "mobile": "", "address_label": "Home", "address_line": "1", "area_timing_id": area},
			[]string{"challenges+", "persons+", "profiles+", "registrations+"}},
		{guest, "POST", "/api/employee-registration",
			fields{"company_id": sample.Harbour.ID, "name": "E", "email": "e@harbourline.example", "mobile": ""},
			[]string{"challenges+", "persons+", "profiles+", "registrations+"}},
		{guest, "POST", "/api/register-company",
			fields{"key": ulid.Make().String(), "company_name": "C", "trn": "100123456789003", "people": 42, "plan_id": 2, "address_label": "O",
				"address_line": "1", "area_timing_id": area, "allowed_domains": []string{}, "share_value": 0, "share_type": "Flat", "share_cap": nil,
				"share_duration": "Daily", "name": "A", "email": "a@company.example", "mobile": ""},
			[]string{"addresses+", "challenges+", "companies+", "persons+", "profiles+", "registrations+"}},
		{b, "POST", "/api/update-profile", fields{"name": "Mariam", "mobile": "+971500000199"},
			[]string{"persons(own).mobile", "persons(own).name"}},
		{b, "POST", "/api/update-profile", fields{"address_id": sample.HarbourWarehouse.ID}, []string{"profiles(own).address_id"}},
		{b, "POST", "/api/profile-picture", fields{"picture": pixel(t)}, []string{"persons(own).picture"}},
		{b, "PUT", "/api/profile-language", fields{"language": "ar"}, []string{"persons(own).language"}},
		{b, "POST", "/api/change-password", fields{"current_password": sample.Password, "password": "a-new-one-of-mine"},
			[]string{"persons(own).password_hash", "sessions+", "sessions-"}},
		{b, "POST", "/api/sync", round(ulid.Make().String(), chosen(1, date)),
			[]string{"devices+", "draft_days+", "operations+", "profile_revs+"}},
		{b, "POST", "/api/quote", fields{"dates": []string{date}, "wallet": false}, nil},
		{lina, "POST", "/api/switch-user", fields{}, []string{"profiles(own).used_at", "sessions+", "sessions-"}},
		{lina, "POST", "/api/profile-logout", nil, []string{"sessions-"}},
	} {
		before := h.everything()
		res := c.as.send(c.method, c.path, c.body)
		require.NoError(t, res.Body.Close())
		require.Less(t, res.StatusCode, 300, c.path)
		require.Equal(t, c.writes, difference(before, h.everything(), mine), c.path)
	}
}

// list is a column of a query.
func (h *testApp) list(sql string, args ...any) (all []string) {
	h.t.Helper()
	rows, err := h.pool.Query(h.t.Context(), sql, args...)
	require.NoError(h.t, err)
	all, err = pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(h.t, err)
	return all
}

// everything is each row of each table under its table and key, but for counters of attempts and what the queue and the mail keep.
func (h *testApp) everything() map[string]fields {
	h.t.Helper()
	all := map[string]fields{}
	for _, table := range h.list(
		"SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name !~ " +
			"'^(river|goose|mails$|attempts_made$|paces$)'") {
		keys := h.list(
			"SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey) WHERE i.indrelid = "+
				"$1::regclass AND i.indisprimary ORDER BY 1", table)
		for n, row := range h.list("SELECT to_jsonb(t)::text FROM " + table + " t ORDER BY 1") {
			var values fields
			require.NoError(h.t, json.Unmarshal([]byte(row), &values))
			key := table + "\x00"
			for _, k := range keys {
				key += fmt.Sprint(values[k]) + "\x00"
			}
			if len(keys) == 0 {
				key += fmt.Sprint(n)
			}
			all[key] = values
		}
	}
	require.Greater(h.t, len(all), 100)
	return all
}

// difference is what changed, each kind once: a new row of a table, a row less, a column, with "(own)" where the row is one of mine.
func difference(before, after map[string]fields, mine []string) (all []string) {
	found := map[string]bool{}
	for key, row := range after {
		table, id, _ := strings.Cut(key, "\x00")
		was, there := before[key]
		if !there {
			found[table+"+"] = true
			continue
		}
		if slices.Contains(mine, strings.Trim(id, "\x00")) {
			table += "(own)"
		}
		for column, value := range row {
			if column != "seen_at" && !reflect.DeepEqual(value, was[column]) {
				found[table+"."+column] = true
			}
		}
	}
	for key := range before {
		if _, there := after[key]; !there {
			table, _, _ := strings.Cut(key, "\x00")
			found[table+"-"] = true
		}
	}
	for change := range found {
		all = append(all, change)
	}
	slices.Sort(all)
	return all
}
