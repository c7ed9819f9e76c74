package invoice_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/einvoice"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// registers fills in what e-invoices say of the seller and of the office's company.
func (x *office) registers() {
	x.Helper()
	kept, err := einvoice.Seller{Registration: einvoice.Registration{Emirate: "DXB", Kind: "TL", Number: "1", Issuer: "Dubai DET"}}.Settings()
	require.NoError(x, err)
	for name, value := range kept {
		servertest.Do(x, x.pool, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, value)
	}
	servertest.Do(x, x.pool, `UPDATE companies SET registration = '{"emirate": "AUH"}', trn = '100384120999903' WHERE id = $1`, x.company.ID)
}

func (x *office) xml(who web.Caller, id string) (string, error) {
	file, err := x.invoices.HandleXML(x.Context(), who, invoice.OneRequest{ID: id})
	return string(file.Body), err
}

func TestAnInvoiceAndItsCreditNoteAreEInvoicesThatSayWhatThePaperSaysAndNameNobody(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	servertest.Do(t, x.pool, `UPDATE companies SET trn = '100384120999903' WHERE id = $1`, x.company.ID)
	first := x.eats(x.company, mon, mon+1)
	x.eats(x.company, mon)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	id := x.newest(who).ID
	_, err := x.xml(who, id)
	require.ErrorIs(t, err, einvoice.ErrSeller)
	require.Equal(t, einvoice.Missing{Missing: []string{"emirate", "number"}}, fault.As(err).Detail)
	require.NotContains(t, string(x.pdf(who, id)), ".xml", "the paper is there all the same")

	x.registers()
	servertest.Do(t, x.pool, "UPDATE companies SET registration = '{}' WHERE id = $1", x.company.ID)
	_, err = x.xml(who, id)
	require.ErrorIs(t, err, einvoice.ErrBuyer)
	servertest.Do(t, x.pool, `UPDATE companies SET registration = '{"emirate": "AUH"}' WHERE id = $1`, x.company.ID)
	body, err := x.xml(who, id)
	require.NoError(t, err)
	d := x.newest(who)
	for _, said := range []string{">" + d.Number + "<", ">2026-12-01<", ">2026-12-15<",
		"<cbc:TaxAmount currencyID=\"AED\">2.14</cbc:TaxAmount>",
		"<cbc:TaxExclusiveAmount currencyID=\"AED\">42.86<", "<cbc:PayableAmount currencyID=\"AED\">45.00<",
		"<cbc:InvoicedQuantity unitCode=\"H87\">2<", "<cbc:ID>AE07</cbc:ID>", seller.Name, x.company.Name, "23 November 2026"} {
		require.Contains(t, body, said)
	}
	require.Equal(t, 2, strings.Count(body, "<cac:InvoiceLine>"), "a line for each day")
	require.NotContains(t, body, "Eater", "who eats is nobody's but the paper's")
	require.Contains(t, string(x.pdf(who, id)), "/EmbeddedFiles", "and it is in the paper")

	servertest.Do(t, x.pool, `UPDATE companies SET registration = '{"emirate": "SHJ"}' WHERE id = $1`, x.company.ID)
	again, err := x.invoices.HandleXMLOfAny(t.Context(), x.operator(), invoice.OneRequest{ID: id})
	require.NoError(t, err)
	require.Equal(t, body, string(again.Body), "it stays what it was")
	other := x.admin(x.founds("Flat", 1500))
	_, err = x.xml(other, id)
	require.ErrorIs(t, err, fault.ErrNotFound)

	x.cancels(first, mon)
	x.runs(1)
	note, err := x.xml(who, x.newest(who).Notes[0].ID)
	require.NoError(t, err)
	for _, said := range []string{"<cbc:CreditNoteTypeCode>381<", "<cbc:ResponseCode>DL8.61.1.A<", "<cbc:ID>" + d.Number + "</cbc:ID>",
		"<cbc:IssueDate>2026-12-01<", "<cbc:PayableAmount currencyID=\"AED\">15.00<"} {
		require.Contains(t, note, said)
	}
}

func TestADocumentOfAnotherRateIsNoEInvoice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.registers()
	servertest.Do(t, x.pool, "INSERT INTO vat_rates (version, since, percent, set_at) VALUES (1, $1, 15, $2)",
		clock.NewDate(2026, time.November, 1),
		servertest.Now.Add(-48*time.Hour))
	x.eats(x.company, mon)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	_, err := x.xml(who, x.newest(who).ID)
	require.ErrorIs(t, err, einvoice.ErrRules)
}
