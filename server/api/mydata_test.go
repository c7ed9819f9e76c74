package api_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

// zip downloads a ZIP file and gives its name and files.
func (b *browser) zip(path string) (name string, files map[string]string) {
	b.t.Helper()
	res := b.send("GET", path, nil)
	body, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	require.NoError(b.t, res.Body.Close())
	require.Equal(b.t, http.StatusOK, res.StatusCode, string(body))
	require.Equal(b.t, "application/zip", res.Header.Get("Content-Type"))
	require.Contains(b.t, res.Header.Get("Cache-Control"), "no-store")
	from, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	require.NoError(b.t, err)
	files = map[string]string{}
	for _, f := range from.File {
		part, err := f.Open()
		require.NoError(b.t, err)
		text, err := io.ReadAll(part)
		require.NoError(b.t, err)
		files[f.Name] = string(text)
	}
	return res.Header.Get("Content-Disposition"), files
}

func TestAPersonDownloadsTheirDataAsTablesThatHoldNobodyElses(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam := h.as(sample.Mariam)
	orderThreeDays(t, h, mariam)
	orderThreeDays(t, h, h.as(sample.Priya))
	h.exec(`INSERT INTO mails (id, kind, person_id, made_at, begun, sent_at)
		SELECT 'mail-' || id, 'reminder', id, now(), 1, now() FROM persons`)
	h.exec("INSERT INTO calendar_links SELECT id, sha256(id::bytea), now() FROM profiles WHERE company_id IS NOT NULL")
	h.exec(`INSERT INTO eater_documents (id, kind, number, profile_id, company_id, source, source_id, about_id, issued_at, issued_on,
			supply_from, supply_until, seller, lines, net_amount, vat_amount, total_amount)
		SELECT id, 'invoice', 'T-' || id, id, company_id, 'order', id, 'O-' || id, now(), now(), now(), now(), '{}', '[]', 2000, 100, 2100
		FROM profiles WHERE company_id = $1`, sample.Harbour.ID)
	h.exec(`INSERT INTO directory_users (profile_id, company_id, user_name, told, made_at, changed_at)
		SELECT pr.id, pr.company_id, 'upn-' || p.email, jsonb_build_object('displayName', p.name), now(), now()
		FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE pr.company_id = $1`, sample.Harbour.ID)
	name, files := mariam.zip("/api/my-data/file")
	require.Contains(t, files["letters.csv"], "Reminder,20")
	require.Contains(t, files["tax-documents.csv"], "T-"+sample.MariamHarbour.ID+","+sample.MariamHarbour.ID+",Tax invoice,")
	require.Contains(t, files["tax-documents.csv"], ",20.00,1.00,21.00")
	require.Contains(t, files["calendar-links.csv"], sample.MariamHarbour.ID+",20")
	require.Contains(t, files["company-directory.csv"], "upn-"+sample.Mariam.Email+",,displayName: "+sample.Mariam.Name)
	for _, file := range []string{"letters.csv", "tax-documents.csv", "calendar-links.csv", "company-directory.csv"} {
		require.Len(t, strings.Split(strings.TrimSpace(files[file]), "\r\n"), 2, file)
	}
	require.Contains(t, name, "sahn-my-data-2026-")
	require.Contains(t, files["person.csv"], sample.Mariam.Email)
	order := h.text("SELECT id FROM orders WHERE profile_id = $1", sample.MariamHarbour.ID)
	require.Contains(t, files["orders.csv"], order)
	require.Equal(t, 3, strings.Count(files["lunches.csv"], order))
	net := h.text("SELECT to_char(net_amount / 100.0, 'FM999990.00') FROM orders WHERE id = $1", order)
	require.Contains(t, files["orders.csv"], ","+net+",")
	for name, text := range files {
		for _, other := range []sample.Person{sample.Priya, sample.Omar, sample.Lina} {
			require.NotContains(t, text, other.Email, name)
			require.NotContains(t, text, other.Name, name)
		}
		require.NotContains(t, text, sample.PriyaHarbour.ID, name)
	}
}

func TestAnOperatorCopiesAPersonsDataOnlyWithAReasonInTheTrail(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, path := h.as(sample.Sara), "/api/kitchen/people/"+sample.MariamHarbour.ID+"/copy"
	refused := func(by *browser, status int) {
		t.Helper()
		got, said := by.call("GET", path, nil)
		require.Equal(t, status, got, said)
	}
	refused(sara, http.StatusConflict)
	support := h.as(h.operator("support"))
	support.expect(http.StatusForbidden, "POST", path, fields{"reason": "a letter"})
	refused(support, http.StatusForbidden)
	sara.expect(http.StatusUnprocessableEntity, "POST", path, fields{"reason": " "})
	sara.ok("POST", path, fields{"reason": "her letter of 24 November"})
	_, files := sara.zip(path)
	require.Contains(t, files["person.csv"], sample.Mariam.Email)
	require.Equal(t, "her letter of 24 November",
		h.text("SELECT note FROM acts WHERE kind = 'person.copy' AND subject = $1 AND profile_id = $2",
			sample.MariamHarbour.ID, sample.SaraOperator.ID))
	refused(h.as(h.operator("manager")), http.StatusConflict)
	other := "/api/kitchen/people/" + sample.PriyaHarbour.ID + "/copy"
	require.Equal(t, http.StatusConflict, first(sara.call("GET", other, nil)), "the reason is one person's")
	h.clock.Move(11 * time.Minute)
	refused(sara, http.StatusConflict)
	sara.expect(http.StatusNotFound, "POST", "/api/kitchen/people/"+sample.SaraOperator.ID+"/copy", fields{"reason": "x"})
	h.exec("UPDATE persons SET erased_at = now() WHERE id = $1", sample.Mariam.ID)
	sara.expect(http.StatusNotFound, "POST", path, fields{"reason": "x"})
}

func first[A, B any](a A, _ B) A { return a }
