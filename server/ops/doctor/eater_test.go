package doctor_test

import (
	"log/slog"
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/invoice"
)

func init() {
	maps.Copy(planted, map[string]string{
		"what an eater paid or got back is on one document to the fils, or waits for it": `DELETE FROM eater_documents_due`,
		"an eater's document is the sum of its lines": `
			UPDATE eater_documents SET net_amount = net_amount + 1`,
		"no number of an eater's document is missing or given twice": `
			UPDATE eater_documents SET number = 'TI-2026-000009' WHERE number = 'TI-2026-000001'`,
		"an eater's document is about their own lunch, and a credit note takes back no more than was invoiced": `
			UPDATE eater_documents SET profile_id = (SELECT max(id) FROM profiles WHERE id <> profile_id)`,
		"eaters' documents have the VAT that the report of sales counts": `UPDATE eater_documents SET vat_amount = vat_amount + 20`,
	})
}

// documents writes the tax invoices and credit notes of what eaters paid until now.
func documents(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	v := &invoice.Invoices{Conn: pool, Clock: servertest.ClockAt(servertest.Now).Now, Log: slog.New(slog.DiscardHandler),
		Seller: invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}}
	n, err := v.IssueToEaters(t.Context(), func(posted time.Time) time.Time { return posted })
	require.NoError(t, err)
	require.Positive(t, n)
}

func TestTheLedgerIsComparedWithTheDocumentsOfWhatEatersPaid(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	furnish(t, pool)
	check := unguarded(t, pool)
	for name, plant := range map[string]string{
		"a document is lost":       `DELETE FROM eater_documents WHERE kind = 'invoice' AND source = 'order'`,
		"a credit note is lost":    `DELETE FROM eater_documents WHERE kind = 'credit'`,
		"a document says too much": `UPDATE eater_documents SET total_amount = total_amount + 1`,
		"a document for nothing":   `UPDATE eater_documents SET source_id = reverse(source_id) WHERE source = 'missing'`,
		"a document twice":         `INSERT INTO eater_documents_due SELECT source, source_id, issued_at FROM eater_documents`,
	} {
		require.Contains(t, check(name, plant), "what an eater paid or got back is on one document to the fils, or waits for it", name)
	}
}
