package invoice

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/oklog/ulid/v2"

	"sahn/server/einvoice"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// HandleXML answers with a document as an e-invoice: UBL of PINT-AE, or a fault that says what is missing. Admins of its company may.
func (v *Invoices) HandleXML(ctx context.Context, who web.Caller, r OneRequest) (web.File, error) {
	s, err := v.sheetOf(ctx, who, r)
	if err != nil {
		return web.File{}, err
	}
	body, err := v.xmlOf(ctx, s)
	return web.File{Name: s.number + ".xml", Type: web.XML, Body: body}, err
}

// HandleXMLOfAny answers the same of any company's document. Operators may.
func (v *Invoices) HandleXMLOfAny(ctx context.Context, who web.Caller, r OneRequest) (web.File, error) {
	row, err := db.New(v.Conn).InvoiceLook(ctx, r.ID)
	if err != nil {
		return web.File{}, db.NoneIs(err, fault.ErrNotFound)
	}
	who.CompanyID = row.CompanyID
	return v.HandleXML(ctx, who, r)
}

// xmlOf is a document as an e-invoice. It is made when somebody first asks and all that it must say is known; from then on it stays as
// it is, whatever is filled in later.
func (v *Invoices) xmlOf(ctx context.Context, s content) ([]byte, error) {
	q := db.New(v.Conn)
	kept, err := q.EInvoice(ctx, s.id, s.company)
	if err != nil {
		return nil, fmt.Errorf("read e-invoice: %w", err)
	}
	if kept.Xml != "" {
		return []byte(kept.Xml), nil
	}
	d, err := eDocument(s, kept)
	if err != nil {
		return nil, err
	}
	body, err := d.XML()
	if err != nil {
		return nil, err
	}
	if err := q.EInvoiceInsert(ctx, db.EInvoiceInsertParams{InvoiceID: s.id, CompanyID: s.company, Uuid: d.UUID, Xml: string(body),
		MadeAt: v.Clock()}); err != nil {
		return nil, fmt.Errorf("keep e-invoice: %w", err)
	}
	kept, err = q.EInvoice(ctx, s.id, s.company)
	return []byte(kept.Xml), err
}

// eDocument is a document in the words of an e-invoice: a line for each day. Who was fed stands on the paper alone.
func eDocument(s content, said db.EInvoiceRow) (d einvoice.Document, err error) {
	set := map[string]string{}
	if err := json.Unmarshal([]byte(said.Seller), &set); err != nil {
		return d, fmt.Errorf("read settings: %w", err)
	}
	id, err := ulid.ParseStrict(s.id)
	if err != nil {
		return d, fmt.Errorf("id of %s: %w", s.number, err)
	}
	is := einvoice.FromSettings(set)
	d = einvoice.Document{Number: s.number, UUID: uuidOf(id), Flags: is.Flags, Issued: s.issued, Due: s.due, From: s.from, Until: s.until,
		Credits: s.credits, CreditsIssued: s.creditsIssued, Net: s.net, VAT: s.vat, Total: s.total, ToPay: s.toPay(),
		Prepaid: s.total - s.toPay(),
		Seller: einvoice.Party{Name: s.seller.Name, TRN: s.seller.TRN, Address: s.seller.Address, Email: s.seller.Email, Phone: s.seller.Phone,
			Registration: is.Registration},
		Buyer: einvoice.Party{Name: s.buyer.Name, TRN: s.buyer.TRN, Address: s.buyer.Address, Registration: said.Registration}}
	if s.kind == kindCredit {
		d.Reason = einvoice.Cancelled
	}
	d.IBAN, d.AccountName = s.seller.account()
	for _, day := range s.days {
		if day.Rate != 5 {
			return d, einvoice.ErrRules
		}
		d.Lines = append(d.Lines, einvoice.Line{Name: "Company share of lunches",
			Description: "Company share of lunches on " + day.Date.Time().Format("2 January 2006"), Date: day.Date,
			Quantity: day.Lunches, Net: day.Net,
			VAT: day.VAT, Category: einvoice.Standard})
	}
	return d, nil
}

// uuidOf is a document's id as a UUID of version 8.
func uuidOf(id ulid.ULID) string {
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// account is the IBAN for transfers, without spaces, and whose it is; empty when the seller takes none.
func (s Seller) account() (iban, holder string) {
	holder = s.Name
	named := 0
	for line := range strings.Lines(s.Bank) {
		line = strings.TrimSpace(line)
		if number, is := strings.CutPrefix(strings.ToUpper(line), "IBAN"); is {
			iban = strings.NewReplacer(" ", "", ":", "", "-", "").Replace(number)
			continue
		}
		if named++; named == 2 { // the bank's own name is the first
			holder = line
		}
	}
	return iban, holder
}
