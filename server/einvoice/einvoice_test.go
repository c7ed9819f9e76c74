package einvoice_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/einvoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
)

// TestMain gives rapid's properties the same cases in every quick run.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		_ = flag.Set("rapid.seed", "1")
	}
	os.Exit(m.Run())
}

var june = clock.NewDate(2026, time.June, 1)

// document is an invoice of lines, with its sums.
func document(lines ...einvoice.Line) einvoice.Document {
	d := einvoice.Document{Number: "INV-2026-000123", UUID: "01890a5d-ac96-874b-bcce-b302099a8057",
		Flags: einvoice.UsualFlags, Issued: june + 30,
		Due: june + 44, From: june, Until: june + 29, IBAN: "AE070331234567890123456", AccountName: "Sahn Meals LLC", Lines: lines,
		Seller: einvoice.Party{Name: "Sahn Meals LLC", TRN: "100000000000003", Address: "Al Quoz 3 <Warehouse 4>", Email: "accounts@sahn.example",
			Registration: einvoice.Registration{Emirate: "DXB", Kind: "TL", Number: "CN-1", Issuer: "Dubai DET"}},
		Buyer: einvoice.Party{Name: "شركة & الميناء", TRN: "100384120500003", Address: "Harbour Tower",
			Registration: einvoice.Registration{Emirate: "AUH", Kind: "PAS", Number: "P1", Issuer: "GB"}}}
	for _, l := range lines {
		d.Net, d.VAT = d.Net+l.Net, d.VAT+l.VAT
	}
	d.Total = d.Net + d.VAT
	d.ToPay = d.Total - d.Prepaid
	return d
}

func lunches(category string, net, vat money.Fils) einvoice.Line {
	return einvoice.Line{Name: "Company share of lunches", Description: "Lunches", Date: june, Quantity: 7,
		Net: net, VAT: vat, Category: category}
}

func credited(d einvoice.Document) einvoice.Document {
	d.Credits, d.CreditsIssued, d.Reason = "INV-2026-000122", june, einvoice.Cancelled
	return d
}

func TestEveryDocumentOfOursFollowsTheRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines, total, vat := []einvoice.Line{}, money.Fils(0), money.Fils(0)
		for i := range rapid.IntRange(1, 30).Draw(t, "days") {
			l := lunches(rapid.SampledFrom([]string{"S", "S", "S", "Z", "E", "O"}).Draw(t, "category"), 0, 0)
			amount := money.Fils(rapid.Int64Range(1, 1_000_000).Draw(t, "amount"))
			if l.Net = amount; l.Category == einvoice.Standard {
				total += amount
				l.VAT, vat = total.VAT(5)-vat, total.VAT(5)
				l.Net -= l.VAT
			}
			if l.Category == einvoice.Exempt {
				l.Reason = "DL8.46.1"
			}
			l.Date, l.Quantity = june+clock.Date(i), rapid.IntRange(1, 900).Draw(t, "quantity")
			lines = append(lines, l)
		}
		d := document(lines...)
		d.Prepaid = money.Fils(rapid.Int64Range(0, int64(d.Total)).Draw(t, "prepaid"))
		d.ToPay = d.Total - d.Prepaid
		if rapid.Bool().Draw(t, "by card") {
			d.IBAN, d.AccountName = "", ""
		}
		switch rapid.IntRange(0, 2).Draw(t, "buyer") {
		case 0:
			d.Buyer.TRN, d.Buyer.TIN = "", "1234567890"
		case 1:
			d.Buyer.TRN = ""
		}
		for _, d := range []einvoice.Document{d, credited(d)} {
			body, err := d.XML()
			require.NoError(t, err, "%v", detail(err))
			again, err := d.XML()
			require.NoError(t, err)
			require.Equal(t, body, again)
		}
	})
}

func detail(err error) any {
	if f := fault.As(err); f != nil {
		return f.Detail
	}
	return nil
}

func TestAZeroAnExemptAndAnOutsideLineSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	exempt := lunches("E", 900, 0)
	exempt.Reason = "DL8.46.1"
	for of, want := range map[*einvoice.Line][]string{
		{}: {"<cbc:InvoiceTypeCode>380<", "<cbc:ProfileExecutionID>00010000<", "<cbc:Percent>5<",
			`<cbc:TaxAmount currencyID="AED">17.14</cbc:TaxAmount>`},
		&exempt: {"<cbc:InvoiceTypeCode>480<", "<cbc:ProfileExecutionID>00000000<", "<cbc:TaxExemptionReasonCode>DL8.46.1<"},
	} {
		d := document(lunches("S", 34286, 1714))
		if of.Category != "" {
			d = document(*of, lunches("O", 500, 0), lunches("Z", 700, 0))
		}
		body, err := d.XML()
		require.NoError(t, err)
		for _, w := range append(want, "urn:peppol:pint:billing-1@ae-1", "Al Quoz 3 &lt;Warehouse 4&gt;", "شركة &amp; الميناء", d.UUID,
			`<cbc:EndpointID schemeID="0235">1003841205<`, "<cbc:CountrySubentity>AUH<", `schemeAgencyID="PAS" schemeAgencyName="GB"`) {
			require.Contains(t, string(body), w)
		}
	}
}

// Each rule is broken by a document that was good before, so that the checker is known to see it.
func TestTheRulesSeeWhatIsWrong(t *testing.T) {
	t.Parallel()
	d := document(lunches("S", 34286, 1714))
	good, err := d.XML()
	require.NoError(t, err)
	note, err := credited(d).XML()
	require.NoError(t, err)
	require.Empty(t, einvoice.Check(good))
	for change, rule := range map[[2]string]string{
		{"342.86", "343.90"}:                          "VAT of 17.14 is not 5 % of 343.90 within 0.02",
		{"AUH<", "XXX<"}:                              `Customer: "XXX" is no Emirate`,
		{"H87\">7<", "H87\">0<"}:                      "line 1 has no quantity",
		{"<cbc:Percent>5", "<cbc:Percent>4"}:          `category S has the rate "4"`,
		{"<cbc:DueDate>2026-07-15</cbc:DueDate>", ""}: "the due date is missing",
		{">30<", "><"}:                                "PaymentMeansCode is empty",
		{"00010000", "0001"}:                          "the flags are not eight of 0 and 1",
		{"<cbc:UUID>", "<cbc:UUID>x"}:                 "the UUID is missing",
		{"100384120500003", "200384120500003"}:        `Customer: "200384120500003" is no TRN`,
		{` schemeAgencyName="Dubai DET"`, ""}:         "Supplier does not say who registered it",
		{"380", "480"}:                                "an invoice of this kind is no 480",
		{`currencyID="AED">360.00</cbc:Pay`, `currencyID="AED">360.01</cbc:Pay`}:      "what is to pay is not what is left",
		{`currencyID="AED">360.00</cbc:Amount`, `currencyID="AED">360.5</cbc:Amount`}: "line 1 is not net and VAT",
		{"<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>", ""}:                        "an invoice of this kind is no ",
		{"<cbc:EndDate>2026-06-01", "<cbc:EndDate>2026-07-01"}:                        "line 1 is of a day outside of the period",
		{"<cbc:IssueDate>", "<cbc:DueDate>2026-07-15</cbc:DueDate><cbc:IssueDate>"}:   "IssueDate stands too late in Invoice",
		{"</Invoice>", ""}: "it is no XML",
	} {
		broken := strings.ReplaceAll(string(good), change[0], change[1])
		require.NotEqual(t, string(good), broken, "%v changes nothing", change)
		require.Contains(t, fmt.Sprint(einvoice.Check([]byte(broken))), rule, "%v", change)
	}
	require.Contains(t, fmt.Sprint(einvoice.Check([]byte(strings.ReplaceAll(string(note), "DL8.61.1.A", "DL8")))),
		"a credit note has a reason")
	require.Contains(t, fmt.Sprint(einvoice.Check([]byte(strings.ReplaceAll(string(note), "INV-2026-000122", "")))), "names its invoice")
}

func TestTenLinesOfThirtySixDirhamsRoundedOneByOneAreRefusedAndNotWritten(t *testing.T) {
	t.Parallel()
	lines := make([]einvoice.Line, 10)
	for i := range lines {
		lines[i] = lunches("S", 3429, 171)
	}
	_, err := document(lines...).XML()
	require.ErrorIs(t, err, einvoice.ErrRules)
}

func TestADocumentThatLacksSomethingSaysWhatAndWhose(t *testing.T) {
	t.Parallel()
	d := document(lunches("S", 34286, 1714))
	d.Buyer.Emirate, d.Buyer.Address = "", ""
	_, err := d.XML()
	require.ErrorIs(t, err, einvoice.ErrBuyer)
	require.Equal(t, einvoice.Missing{Missing: []string{"address", "emirate"}}, detail(err))
	d.Seller.Registration = einvoice.Registration{}
	_, err = d.XML()
	require.ErrorIs(t, err, einvoice.ErrSeller)
	require.Equal(t, einvoice.Missing{Missing: []string{"emirate", "number"}}, detail(err))
}

func TestWhatSomebodyTypesOfARegistrationIsCheckedAndKept(t *testing.T) {
	t.Parallel()
	for typed, want := range map[einvoice.Registration]string{
		{}: "", {Emirate: "DXB"}: "", {Emirate: "dxb"}: "emirate", {Kind: "TL", Number: " 12 ", Issuer: "DET"}: "",
		{Kind: "TL", Number: "1"}:                "issuer",
		{Kind: "PAS", Number: "1", Issuer: "ae"}: "", {Kind: "PAS", Number: "1", Issuer: "Emirates"}: "issuer", {Kind: "EID"}: "",
		{Kind: "TL", Issuer: "DET"}: "number", {Kind: "X", Number: "1"}: "kind", {TIN: "1234567890"}: "", {TIN: "2234567890"}: "tin",
	} {
		_, err := typed.Clean()
		if want == "" {
			require.NoError(t, err, "%+v", typed)
			continue
		}
		require.Contains(t, fault.As(err).Fields, want, "%+v", typed)
	}
	_, err := einvoice.Seller{Flags: "1"}.Settings()
	require.Contains(t, fault.As(err).Fields, "flags")
	kept, err := einvoice.Seller{Registration: einvoice.Registration{Emirate: "AJM"}}.Settings()
	require.NoError(t, err)
	require.Equal(t, einvoice.Seller{Registration: einvoice.Registration{Emirate: "AJM"}, Flags: einvoice.UsualFlags},
		einvoice.FromSettings(kept))
}
