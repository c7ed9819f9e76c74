package api_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/keys"
	"sahn/server/trail"
)

func (b *browser) bytes(path string, headers ...string) []byte {
	b.t.Helper()
	res := b.sendWith("GET", path, nil, headers...)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	require.Equal(b.t, http.StatusOK, res.StatusCode, string(body))
	return body
}

func (h *testApp) published() []ed25519.PublicKey {
	h.t.Helper()
	all, err := trail.ParseKeys(h.browser().bytes("/.well-known/sahn-audit-keys"))
	require.NoError(h.t, err)
	return all
}

func TestAManagersExportOfTheTrailIsVerifiedWithThePublishedKey(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, today := h.as(sample.Sara), clock.DateOf(h.clock.Now())
	sara.ok("POST", "/api/kitchen/companies/"+sample.Meridian.ID+"/suspend", fields{"reason": "=HYPERLINK(1)"})
	h.as(sample.Omar).ok("POST", "/api/departments", fields{"name": "Night shift"})
	h.clock.Move(time.Minute)
	language := "en"
	export := func(of fields) (trail.Report, [][]string) {
		t.Helper()
		of["from"], of["until"] = (today - 30).String(), today.String()
		said := sara.ok("POST", "/api/kitchen/trail-exports", of)
		file := sara.bytes("/api/kitchen/trail-exports/"+said["id"].(string), "Accept-Language", language)
		r, err := trail.Verify(bytes.NewReader(file), h.published())
		require.NoError(t, err)
		require.Empty(t, r.Findings)
		require.True(t, r.Trusted)
		require.Equal(t, said["key"], r.Key)
		rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff")))).ReadAll()
		require.NoError(t, err)
		return r, rows
	}
	r, rows := export(fields{})
	require.Equal(t, h.count("acts WHERE kind <> 'trail.export'"), r.Rows, "what is done at the moment of the export is not in it")
	suspended := rows[slices.IndexFunc(rows, func(row []string) bool { return row[8] == "company.suspend" })]
	require.Equal(t, []string{sample.Sara.Name, "Operator"}, suspended[5:7])
	require.Equal(t, "'=HYPERLINK(1)", suspended[13])
	require.Equal(t, "Meridian", strings.Fields(suspended[9])[0])

	r, rows = export(fields{"of": "operators"})
	require.Positive(t, r.Rows)
	for _, row := range rows[2 : len(rows)-1] {
		require.Equal(t, "Operator", row[6])
	}
	r, rows = export(fields{"of": "company", "company": sample.Harbour.ID})
	require.Positive(t, r.Rows)
	require.Equal(t, sample.Harbour.Name, r.Of)
	for _, row := range rows[2 : len(rows)-1] {
		require.Equal(t, sample.Harbour.ID, row[12])
	}
	require.Equal(t, 3, h.count("acts WHERE kind = 'trail.export' AND profile_id = $1", sample.SaraOperator.ID))

	language = "ar"
	_, rows = export(fields{})
	require.Equal(t, "الصف", rows[0][0])
	servertest.Sound(t, h.pool)
}

func TestAnExportOfTheTrailIsItsManagersForAQuarterOfAnHour(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, today := h.as(sample.Sara), clock.DateOf(h.clock.Now()).String()
	period := fields{"from": today, "until": today}
	path := "/api/kitchen/trail-exports/" + sara.ok("POST", "/api/kitchen/trail-exports", period)["id"].(string)
	require.Equal(t, http.StatusNotFound, first(h.as(h.operator("manager")).call("GET", path, nil)))
	support := h.as(h.operator("support"))
	support.expect(http.StatusForbidden, "POST", "/api/kitchen/trail-exports", period)
	require.Equal(t, http.StatusForbidden, first(support.call("GET", path, nil)))
	sara.bytes(path)
	h.clock.Move(16 * time.Minute)
	require.Equal(t, http.StatusNotFound, first(sara.call("GET", path, nil)))
	for _, wrong := range []fields{{}, {"from": today}, {"from": "2026-11-02", "until": "2026-11-01"},
		{"from": "2025-01-01", "until": "2026-06-01"},
		{"from": today, "until": today, "of": "company"}, {"from": today, "until": today, "of": "company", "company": "nobody"}} {
		status, _ := sara.call("POST", "/api/kitchen/trail-exports", wrong)
		require.Contains(t, []int{http.StatusUnprocessableEntity, http.StatusNotFound}, status, wrong)
	}
}

// A file of before is verified with the keys that are published after the secret was replaced.
func TestAnExportOutlivesTheSecretThatSignedIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, today := h.as(sample.Sara), clock.DateOf(h.clock.Now()).String()
	period := fields{"from": today, "until": today}
	file := sara.bytes("/api/kitchen/trail-exports/" + sara.ok("POST", "/api/kitchen/trail-exports", period)["id"].(string))
	before := h.published()
	h.parts.Trails.Keys = keys.Keys{[]byte("a new secret with more than thirty-two letters")}
	after := h.published()
	require.NotEqual(t, before[0], after[0])
	r, err := trail.Verify(bytes.NewReader(file), after)
	require.NoError(t, err)
	require.Empty(t, r.Findings)
	require.True(t, r.Trusted)
	require.Equal(t, json.RawMessage(`{"alg":"EdDSA","crv":"Ed25519","kty":"OKP","use":"sig"}`),
		sorted(t, h.browser().bytes("/.well-known/sahn-audit-keys")))
}

// sorted is the first key of a set, without its value.
func sorted(t *testing.T, set []byte) json.RawMessage {
	t.Helper()
	var all struct{ Keys []map[string]string }
	require.NoError(t, json.Unmarshal(set, &all))
	delete(all.Keys[0], "x")
	raw, err := json.Marshal(all.Keys[0])
	require.NoError(t, err)
	return raw
}

func TestALongTrailIsExportedAPageAtATimeAndNoActTwice(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, today := h.as(sample.Sara), clock.DateOf(h.clock.Now()).String()
	// Many acts of one moment: pages end between them.
	h.exec(`INSERT INTO acts (id, at, kind, subject)
		SELECT 'MANY' || lpad(n::text, 22, '0'), $1, 'many.act', '' FROM generate_series(1, 1700) n`,
		h.clock.Now())
	h.clock.Move(time.Minute)
	path := "/api/kitchen/trail-exports/" +
		sara.ok("POST", "/api/kitchen/trail-exports", fields{"from": today, "until": today})["id"].(string)
	meter, metered := servertest.NewMeter(t, h.pool)
	h.parts.Trails.Conn = metered
	var file []byte
	cost := meter.Of(func() { file = sara.bytes(path) })
	r, err := trail.Verify(bytes.NewReader(file), h.published())
	require.NoError(t, err)
	require.Empty(t, r.Findings)
	require.GreaterOrEqual(t, r.Rows, 1700)
	require.Equal(t, 1700, bytes.Count(file, []byte("many.act")))
	require.LessOrEqual(t, len(cost.Statements), r.Rows/500+2)
}

func TestAnAdminExportsWhatTheirOwnCompanyDidAndNothingOfOperatorsOrOthers(t *testing.T) {
	t.Parallel()
	h := open(t)
	omar, today := h.as(sample.Omar), clock.DateOf(h.clock.Now()).String()
	h.as(sample.Sara).ok("POST", "/api/kitchen/people/"+sample.PriyaHarbour.ID+"/suspend", fields{"reason": "for the house alone"})
	require.Equal(t, 1, h.count("acts WHERE company_id = $1 AND profile_id = $2", sample.Harbour.ID, sample.SaraOperator.ID))
	omar.ok("POST", "/api/departments", fields{"name": "Night shift"})
	h.as(sample.Fatima).ok("POST", "/api/departments", fields{"name": "Day shift"})
	h.clock.Move(time.Minute)
	asked := omar.ok("POST", "/api/company-trail", fields{"from": today, "until": today})
	path := "/api/company-trail/" + asked["id"].(string)
	file := omar.bytes(path)
	r, err := trail.Verify(bytes.NewReader(file), h.published())
	require.NoError(t, err)
	require.Empty(t, r.Findings)
	require.True(t, r.Trusted)
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff")))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{sample.Omar.Name, "Admin"}, rows[1][5:7])
	own := rows[2 : len(rows)-1]
	require.True(t, slices.ContainsFunc(own, func(row []string) bool { return strings.Contains(row[15], "Night shift") }))
	for _, row := range own {
		require.Equal(t, sample.Harbour.ID, row[12])
		require.NotEqual(t, "Operator", row[6])
	}
	require.NotContains(t, string(file), "for the house alone")
	require.Equal(t, 1, h.count("acts WHERE kind = 'trail.export' AND company_id = $1 AND profile_id = $2", sample.Harbour.ID,
		sample.OmarHarbour.ID))
	require.Equal(t, http.StatusNotFound, first(h.as(sample.Fatima).call("GET", path, nil)), "another company's admin")
	require.Equal(t, http.StatusNotFound, first(h.as(sample.Sara).call("GET", "/api/kitchen/trail-exports/"+asked["id"].(string), nil)))
	h.as(sample.Mariam).expect(http.StatusForbidden, "POST", "/api/company-trail", fields{"from": today, "until": today})
	h.clock.Move(16 * time.Minute)
	require.Equal(t, http.StatusNotFound, first(omar.call("GET", path, nil)), "after a quarter of an hour")
	servertest.Sound(t, h.pool)
}
