package einvoice

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
)

// Party is a seller or a buyer.
type Party struct {
	Name, TRN, Address, Email, Phone string
	Registration
}

// The categories of VAT that a line may have.
const (
	Standard = "S"
	Zero     = "Z"
	Exempt   = "E"
	Outside  = "O"
)

// Line is a supply of one day: how many, and what all of them cost without VAT and how much VAT that is. Reason is the code of why a line
// is exempt. VAT is zero in each category but Standard.
type Line struct {
	Name, Description string
	Date              clock.Date
	Quantity          int
	Net, VAT          money.Fils
	Category, Reason  string
}

// Document is a tax invoice, or a credit note of Credits. Amounts are positive in both; Prepaid is what was paid of it when it was issued.
type Document struct {
	Number, UUID, Flags    string
	Issued, Due            clock.Date
	From, Until            clock.Date
	Credits                string // the number of the invoice that a credit note is about; empty in an invoice
	CreditsIssued          clock.Date
	Reason                 string // the code of why a credit note was written
	Seller, Buyer          Party
	IBAN, AccountName      string // for a transfer; without one the invoice is paid by card
	Lines                  []Line
	Prepaid                money.Fils
	Net, VAT, Total, ToPay money.Fils
}

// Cancelled is the reason of a credit note for a supply that did not take place.
const Cancelled = "DL8.61.1.A"

// ErrSeller and the faults beside it say why a document cannot be an e-invoice yet. Their detail names the fields.
var (
	ErrSeller = fault.New(fault.Conflict, "einvoice_seller",
		"There is no e-invoice yet: the seller's Emirate, licence or TRN is missing. We fill them in under Settings.")
	ErrBuyer = fault.New(fault.Conflict, "einvoice_buyer",
		"There is no e-invoice yet: the company's Emirate or address, or its TRN, TIN or licence, is missing. Fill them in under Company.")
	ErrRules = fault.New(fault.Conflict, "einvoice_rules",
		"There is no e-invoice of this document: the rules for e-invoices refuse its VAT. It is valid on paper.")
)

// Missing is what a fault names.
type Missing struct {
	Missing []string `json:"missing"`
}

func lacks(r *fault.Fault, fields map[string]bool) error {
	m := Missing{}
	for name, is := range fields {
		if is {
			m.Missing = append(m.Missing, name)
		}
	}
	if len(m.Missing) == 0 {
		return nil
	}
	slices.Sort(m.Missing)
	return r.With(m)
}

// Complete refuses a document that an e-invoice cannot be written of, in words for who may fill in what is missing.
func (d Document) Complete() error {
	s, b := d.Seller, d.Buyer
	if err := lacks(ErrSeller, map[string]bool{"name": s.Name == "", "trn": !trnShape.MatchString(s.TRN), "address": s.Address == "",
		"emirate": emirates[s.Emirate] == "", "number": s.Number == ""}); err != nil {
		return err
	}
	nameless := b.TRN == "" && b.TIN == "" && b.Number == ""
	outside := d.outside() && b.Number == ""
	return lacks(ErrBuyer, map[string]bool{"name": b.Name == "", "trn": b.TRN != "" && !trnShape.MatchString(b.TRN) || nameless,
		"address": b.Address == "", "emirate": emirates[b.Emirate] == "", "number": nameless || outside})
}

// outside reports that no line of a document is taxed.
func (d Document) outside() bool {
	return !slices.ContainsFunc(d.Lines, func(l Line) bool { return l.Category == Standard })
}

func (d Document) typeCode() string {
	switch {
	case d.Credits == "" && d.outside():
		return "480"
	case d.Credits == "":
		return "380"
	case d.outside():
		return "81"
	}
	return "381"
}

// XML is a document as UBL. It refuses one that is not Complete, and one that breaks the rules that we know.
func (d Document) XML() ([]byte, error) {
	if err := d.Complete(); err != nil {
		return nil, err
	}
	body, err := xml.MarshalIndent(d.ubl(), "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write e-invoice %s: %w", d.Number, err)
	}
	body = append([]byte(xml.Header), append(body, '\n')...)
	if broken := Check(body); len(broken) > 0 {
		return nil, ErrRules.With(broken)
	}
	return body, nil
}

// endpoint is a party's address in the network: the number at the tax authority, which a TRN begins with. Who has neither is only reported.
func (p Party) endpoint() string {
	switch {
	case p.TRN != "":
		return p.TRN[:10]
	case p.TIN != "":
		return p.TIN
	}
	return "9900000098"
}

// flags are the seller's. A document without a taxable line is no deemed supply, no profit margin and no summary invoice (ibr-157-ae).
func (d Document) flags() string {
	if !d.outside() || len(d.Flags) < 4 {
		return d.Flags
	}
	return d.Flags[:1] + "000" + d.Flags[4:]
}

func (p Party) ubl() party {
	u := party{Endpoint: identified{p.endpoint(), "0235"}, Name: &named{p.Name},
		Address: address{p.Address, emirates[p.Emirate], p.Emirate, coded{"AE"}}, Entity: entity{Name: p.Name}}
	if p.TRN != "" {
		u.Tax = &taxOf{p.TRN, vatScheme}
	}
	if p.Number != "" {
		u.Entity.ID = &registered{Agency: p.Kind, AgencyName: p.Issuer, Value: p.Number}
	}
	if p.TRN == "" && p.TIN == "" {
		u.Identification = &identity{p.Number}
	}
	if p.Email != "" || p.Phone != "" {
		u.Contact = &contact{p.Phone, p.Email}
	}
	return u
}

// ubl is the tree of a document, in the order of UBL's schema.
func (d Document) ubl() any {
	all := common{CustomizationID: customization, ProfileID: profile, Flags: d.flags(), ID: d.Number, UUID: d.UUID, Issued: d.Issued.String()}
	rest := parties{Seller: supplier{d.Seller.ubl()}, Buyer: supplier{d.Buyer.ubl()}}
	sums := totals{Tax: d.taxTotal(), Sum: sum{aed(d.Net), aed(d.Net), aed(d.Total), nil, aed(d.ToPay)}}
	if d.Prepaid != 0 {
		paid := aed(d.Prepaid)
		sums.Sum.Prepaid = &paid
	}
	span := period{d.From.String(), d.Until.String(), ""}
	if d.Credits == "" {
		span.Frequency = "MTH"
		pays := means{Code: "68", ID: d.Number}
		if d.IBAN != "" {
			pays = means{Code: "30", ID: d.Number, Account: &account{d.IBAN, d.AccountName}}
		}
		return invoice{spaces: namespaces("Invoice"), common: all, Due: d.Due.String(), Type: d.typeCode(), Currency: "AED", Period: span,
			parties: rest, Means: pays, totals: sums, Lines: lines(d.Lines, func(l Line, u *line) { u.Invoiced = pieces(l.Quantity) })}
	}
	return creditNote{spaces: namespaces("CreditNote"), common: all, Type: d.typeCode(), Currency: "AED", Period: span,
		Reason: response{d.Reason}, Credits: reference{referred{d.Credits, d.CreditsIssued.String()}}, parties: rest, totals: sums,
		Lines: lines(d.Lines, func(l Line, u *line) { u.Credited = pieces(l.Quantity) })}
}

// taxTotal has one part for each category, in the order of their letters.
func (d Document) taxTotal() taxTotal {
	nets, vats := map[string]money.Fils{}, map[string]money.Fils{}
	for _, l := range d.Lines {
		nets[l.Category], vats[l.Category] = nets[l.Category]+l.Net, vats[l.Category]+l.VAT
	}
	t := taxTotal{Amount: aed(d.VAT), Included: "false"}
	for _, c := range []string{Exempt, Outside, Standard, Zero} {
		if net, there := nets[c]; there {
			t.Parts = append(t.Parts, taxPart{aed(net), aed(vats[c]), categoryOf(c, "")})
		}
	}
	return t
}

func categoryOf(letter, reason string) category {
	c := category{ID: letter, Reason: reason, Scheme: vatScheme}
	switch letter {
	case Standard:
		c.Percent = "5"
	case Zero:
		c.Percent = "0"
	}
	return c
}

// lines are written with all of a line as the base of its price, so that no price has to be rounded.
func lines(of []Line, quantity func(Line, *line)) []line {
	all := make([]line, len(of))
	for i, l := range of {
		u := line{ID: fmt.Sprint(i + 1), Net: aed(l.Net), Period: period{l.Date.String(), l.Date.String(), ""},
			Item:  item{cmp.Or(l.Description, l.Name), l.Name, categoryOf(l.Category, l.Reason)},
			Price: price{aed(l.Net), *pieces(l.Quantity), discount{"false", aed(0), aed(l.Net)}},
			Gross: extension{Amount: aed(l.Net + l.VAT)}}
		if l.Category != Exempt {
			u.Gross.Tax = &lineTax{aed(l.VAT)}
		}
		quantity(l, &u)
		all[i] = u
	}
	return all
}

// aed is an amount that is not below zero.
func aed(f money.Fils) amount {
	return amount{"AED", fmt.Sprintf("%d.%02d", f/100, f%100)}
}

func pieces(n int) *measured { return &measured{"H87", fmt.Sprint(n)} }
