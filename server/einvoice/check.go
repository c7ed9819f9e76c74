package einvoice

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// node is an element as it was read: rules look at what was written, not at what was meant.
type node struct {
	name, text string
	attributes map[string]string
	children   []*node
}

func read(body []byte) (*node, error) {
	root := &node{}
	open, decoder := []*node{root}, xml.NewDecoder(bytes.NewReader(body))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && len(root.children) == 1 {
			return root.children[0], nil
		}
		if err != nil {
			return nil, err
		}
		in := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			n := &node{name: t.Name.Local, attributes: map[string]string{}}
			for _, a := range t.Attr {
				n.attributes[a.Name.Local] = a.Value
			}
			in.children, open = append(in.children, n), append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			in.text += strings.TrimSpace(string(t))
		}
	}
}

// all are the elements at a path below an element: "Item/Name".
func (n *node) all(path string) (found []*node) {
	name, rest, deeper := strings.Cut(path, "/")
	for _, c := range n.children {
		switch {
		case c.name != name:
		case deeper:
			found = append(found, c.all(rest)...)
		default:
			found = append(found, c)
		}
	}
	return found
}

func (n *node) get(path string) string {
	if found := n.all(path); len(found) > 0 {
		return found[0].text
	}
	return ""
}

// money is an amount in AED; nothing is zero.
func (n *node) money(path string) *big.Rat {
	r, ok := new(big.Rat).SetString(n.get(path))
	if !ok {
		return new(big.Rat)
	}
	return r
}

// orders are the children of elements in the order of UBL's schema, as far as we write them.
var orders = map[string]string{
	"Invoice": "CustomizationID ProfileID ProfileExecutionID ID UUID IssueDate DueDate InvoiceTypeCode Note DocumentCurrencyCode " +
		"InvoicePeriod " +
		"BillingReference AccountingSupplierParty AccountingCustomerParty PaymentMeans PaymentTerms TaxTotal LegalMonetaryTotal InvoiceLine",
	"CreditNote": "CustomizationID ProfileID ProfileExecutionID ID UUID IssueDate CreditNoteTypeCode Note DocumentCurrencyCode " +
		"InvoicePeriod " +
		"DiscrepancyResponse BillingReference AccountingSupplierParty AccountingCustomerParty TaxTotal LegalMonetaryTotal CreditNoteLine",
	"Party":            "EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact",
	"PostalAddress":    "StreetName CityName CountrySubentity Country",
	"PartyLegalEntity": "RegistrationName CompanyID",
	"PaymentMeans":     "PaymentMeansCode PaymentID PayeeFinancialAccount",
	"TaxSubtotal":      "TaxableAmount TaxAmount TaxCategory",
	"TaxCategory":      "ID Percent TaxExemptionReasonCode TaxScheme",
	"LegalMonetaryTotal": "LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount PrepaidAmount PayableRoundingAmount " +
		"PayableAmount",
	"InvoiceLine":           "ID Note InvoicedQuantity LineExtensionAmount InvoicePeriod Item Price ItemPriceExtension",
	"CreditNoteLine":        "ID Note CreditedQuantity LineExtensionAmount InvoicePeriod Item Price ItemPriceExtension",
	"Item":                  "Description Name ClassifiedTaxCategory",
	"ClassifiedTaxCategory": "ID Percent TaxExemptionReasonCode TaxScheme",
	"Price":                 "PriceAmount BaseQuantity AllowanceCharge",
	"ItemPriceExtension":    "Amount TaxTotal",
}

// Check reads a document and names the rules that it breaks: our own subset of PINT-AE's, the order of UBL's elements, and the codes of the
// Emirates, which the official rules let pass. Nothing is broken in a good one.
func Check(body []byte) (broken []string) {
	d, err := read(body)
	if err != nil {
		return []string{"it is no XML: " + err.Error()}
	}
	breaks := func(is bool, rule string, of ...any) {
		if is {
			broken = append(broken, fmt.Sprintf(rule, of...))
		}
	}
	shape(d, breaks)
	heads(d, breaks)
	sums(d, breaks)
	for _, side := range []string{"Supplier", "Customer"} {
		for _, p := range d.all("Accounting" + side + "Party/Party") {
			checkParty(p, side, breaks)
		}
	}
	return broken
}

type breaker func(is bool, rule string, of ...any)

func shape(n *node, breaks breaker) {
	breaks(len(n.children) == 0 && n.text == "", "%s is empty", n.name)
	if known := orders[n.name]; known != "" {
		order, last := strings.Fields(known), -1
		for _, c := range n.children {
			at := slices.Index(order, c.name)
			breaks(at < last, "%s stands too late in %s, or is not known there", c.name, n.name)
			last = at
		}
	}
	for _, c := range n.children {
		breaks(c.attributes["currencyID"] != "" && c.attributes["currencyID"] != "AED", "%s is not in AED", c.name)
		shape(c, breaks)
	}
}

var (
	dateShape   = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)
	uuidShape   = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	reasonShape = regexp.MustCompile(`^DL8\.61\.1\.[A-E]$`)
	twoDecimals = regexp.MustCompile(`^[0-9]+(\.[0-9]{1,2})?$`)
)

// heads checks what a document says of itself.
func heads(d *node, breaks breaker) {
	breaks(d.get("CustomizationID") != customization, "the specification is another one")
	breaks(d.get("ProfileID") != profile, "the process is another one")
	flags := d.get("ProfileExecutionID")
	breaks(!flagsShape.MatchString(flags), "the flags are not eight of 0 and 1")
	breaks(d.get("ID") == "", "the number is missing")
	breaks(!uuidShape.MatchString(d.get("UUID")), "the UUID is missing")
	breaks(!dateShape.MatchString(d.get("IssueDate")), "the day of issue is missing")
	breaks(d.get("DocumentCurrencyCode") != "AED", "the currency is not AED")
	breaks(len(flags) == 8 && flags[3] == '1' && len(d.all("InvoicePeriod")) != 1, "a summary has a period")
	taxed := slices.ContainsFunc(d.all("TaxTotal/TaxSubtotal/TaxCategory/ID"), func(n *node) bool { return n.text == Standard })
	breaks(!taxed && len(flags) == 8 && flags[1:4] != "000", "a document without VAT is no deemed supply, no margin and no summary")
	if d.name == "CreditNote" {
		kind := d.get("CreditNoteTypeCode")
		breaks(kind != "381" && kind != "81" || taxed != (kind == "381"), "a credit note of this kind is no %s", kind)
		breaks(!reasonShape.MatchString(d.get("DiscrepancyResponse/ResponseCode")), "a credit note has a reason")
		breaks(d.get("BillingReference/InvoiceDocumentReference/ID") == "" ||
			!dateShape.MatchString(d.get("BillingReference/InvoiceDocumentReference/IssueDate")),
			"a credit note names its invoice and the day of it")
		return
	}
	kind := d.get("InvoiceTypeCode")
	breaks(kind != "380" && kind != "480" || taxed != (kind == "380"), "an invoice of this kind is no %s", kind)
	breaks(d.money("LegalMonetaryTotal/PayableAmount").Sign() > 0 && !dateShape.MatchString(d.get("DueDate")), "the due date is missing")
	code := d.get("PaymentMeans/PaymentMeansCode")
	breaks(code == "", "the means of payment is missing")
	breaks(code == "30" && d.get("PaymentMeans/PayeeFinancialAccount/ID") == "", "a transfer needs an account")
}

var fifty, most = big.NewRat(1, 20), big.NewRat(2, 100)

// sums checks each amount against those that it is made of.
func sums(d *node, breaks breaker) {
	lines := d.all("InvoiceLine")
	if d.name == "CreditNote" {
		lines = d.all("CreditNoteLine")
	}
	breaks(len(lines) == 0, "there is no line")
	net, bases := new(big.Rat), map[string]*big.Rat{}
	for _, l := range lines {
		checkLine(l, breaks)
		breaks(l.get("InvoicePeriod/StartDate") < d.get("InvoicePeriod/StartDate") ||
			l.get("InvoicePeriod/EndDate") > d.get("InvoicePeriod/EndDate"), "line %s is of a day outside of the period", l.get("ID"))
		c := l.get("Item/ClassifiedTaxCategory/ID")
		if bases[c] == nil {
			bases[c] = new(big.Rat)
		}
		bases[c].Add(bases[c], l.money("LineExtensionAmount"))
		net.Add(net, l.money("LineExtensionAmount"))
	}
	total := d.all("LegalMonetaryTotal")[0]
	for _, c := range total.children {
		breaks(!twoDecimals.MatchString(c.text), "%s has more than two decimals", c.name)
	}
	vat := new(big.Rat)
	for _, p := range d.all("TaxTotal/TaxSubtotal") {
		c, base, tax := p.get("TaxCategory/ID"), p.money("TaxableAmount"), p.money("TaxAmount")
		vat.Add(vat, tax)
		breaks(bases[c] == nil || bases[c].Cmp(base) != 0, "the base of %s is not the sum of its lines", c)
		delete(bases, c)
		checkCategory(p.all("TaxCategory")[0], breaks)
		switch c {
		case Standard:
			off := new(big.Rat).Mul(base, fifty)
			breaks(off.Abs(off.Sub(off, tax)).Cmp(most) > 0, "VAT of %s is not 5 %% of %s within 0.02", tax.FloatString(2), base.FloatString(2))
		default:
			breaks(tax.Sign() != 0, "%s has VAT", c)
		}
	}
	breaks(len(bases) > 0, "the breakdown leaves out a category")
	breaks(d.money("TaxTotal/TaxAmount").Cmp(vat) != 0, "VAT is not the sum of its parts")
	breaks(total.money("LineExtensionAmount").Cmp(net) != 0 || total.money("TaxExclusiveAmount").Cmp(net) != 0,
		"the net is not the sum of the lines")
	gross := new(big.Rat).Add(net, vat)
	breaks(total.money("TaxInclusiveAmount").Cmp(gross) != 0, "the total is not net and VAT")
	breaks(total.money("PayableAmount").Cmp(gross.Sub(gross, total.money("PrepaidAmount"))) != 0, "what is to pay is not what is left")
}

func checkLine(l *node, breaks breaker) {
	id, net, quantity := l.get("ID"), l.money("LineExtensionAmount"), l.money("InvoicedQuantity")
	if l.name == "CreditNoteLine" {
		quantity = l.money("CreditedQuantity")
	}
	base := l.money("Price/BaseQuantity")
	breaks(quantity.Sign() <= 0 || base.Sign() <= 0, "line %s has no quantity", id)
	if base.Sign() > 0 {
		worth := new(big.Rat).Mul(quantity, new(big.Rat).Quo(l.money("Price/PriceAmount"), base))
		breaks(worth.Cmp(net) != 0, "line %s is not quantity times price", id)
	}
	breaks(len(l.all("Price/AllowanceCharge/BaseAmount")) != 1, "line %s has no gross price", id)
	breaks(l.get("Item/Name") == "" || l.get("Item/Description") == "", "line %s does not say what it is", id)
	c := l.get("Item/ClassifiedTaxCategory/ID")
	checkCategory(l.all("Item/ClassifiedTaxCategory")[0], breaks)
	tax := l.all("ItemPriceExtension/TaxTotal/TaxAmount")
	breaks((len(tax) == 0) != (c == Exempt), "line %s: VAT of its own stands on all but exempt lines", id)
	breaks(c == Exempt && l.get("Item/ClassifiedTaxCategory/TaxExemptionReasonCode") == "", "line %s does not say why it is exempt", id)
	vat := l.money("ItemPriceExtension/TaxTotal/TaxAmount")
	breaks(c != Standard && vat.Sign() != 0, "line %s has VAT", id)
	breaks(l.money("ItemPriceExtension/Amount").Cmp(new(big.Rat).Add(net, vat)) != 0, "line %s is not net and VAT", id)
}

func checkCategory(c *node, breaks breaker) {
	wants := map[string]string{Standard: "5", Zero: "0", Exempt: "", Outside: ""}
	percent, known := wants[c.get("ID")]
	breaks(!known || c.get("Percent") != percent, "category %s has the rate %q", c.get("ID"), c.get("Percent"))
	breaks(c.get("TaxScheme/ID") != "VAT", "a category is of another tax")
}

func checkParty(p *node, side string, breaks breaker) {
	end := p.get("EndpointID")
	breaks(len(p.all("EndpointID")) != 1 || p.all("EndpointID")[0].attributes["schemeID"] != "0235" || end == "", "%s has no endpoint", side)
	breaks(p.get("PostalAddress/StreetName") == "" || p.get("PostalAddress/CityName") == "", "%s has no address", side)
	emirate := p.get("PostalAddress/CountrySubentity")
	breaks(p.get("PostalAddress/Country/IdentificationCode") != "AE" || emirates[emirate] == "", "%s: %q is no Emirate", side, emirate)
	trn := p.get("PartyTaxScheme/CompanyID")
	breaks(trn != "" && (!trnShape.MatchString(trn) || trn[:10] != end), "%s: %q is no TRN, or its endpoint is another's", side, trn)
	breaks(p.get("PartyLegalEntity/RegistrationName") == "", "%s has no name", side)
	for _, id := range p.all("PartyLegalEntity/CompanyID") {
		kind, by := id.attributes["schemeAgencyID"], id.attributes["schemeAgencyName"]
		breaks(!slices.Contains([]string{"TL", "EID", "PAS", "CD"}, kind), "%s is registered by nobody", side)
		breaks((kind == "TL" || kind == "PAS") && by == "", "%s does not say who registered it", side)
	}
	if side == "Supplier" {
		breaks(trn == "", "the seller has no TRN")
		breaks(len(p.all("PartyLegalEntity/CompanyID")) != 1, "the seller is registered by nobody")
		return
	}
	breaks(trn == "" && !tinShape.MatchString(end) && len(p.all("PartyIdentification/ID")) == 0, "the buyer has no number")
}
