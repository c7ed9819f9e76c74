package invoice

import (
	"context"
	"encoding/json"
	"fmt"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/pdf"
	"sahn/server/platform/web"
)

// EaterDocumentsRequest names an order or a purchase at a counter.
type EaterDocumentsRequest struct {
	About string `query:"about" validate:"required,len=26,alphanum"`
}

// EaterDocument is a tax invoice (kind invoice) or a tax credit note (credit) for what an eater paid themselves. Total includes VAT and is
// positive in both.
type EaterDocument struct {
	ID       string     `json:"id"`
	Kind     string     `json:"kind"`
	Number   string     `json:"number"`
	IssuedOn clock.Date `json:"issued_on"`
	VAT      money.Fils `json:"vat"`
	Total    money.Fils `json:"total"`
}

// EaterDocumentsReply are documents in the order in which they were issued.
type EaterDocumentsReply struct {
	Data []EaterDocument `json:"data"`
}

// HandleEaterDocuments lists the tax invoices and credit notes of one of the caller's orders or purchases. They are there within a minute
// or so after it was paid. Eaters may, their own.
func (v *Invoices) HandleEaterDocuments(ctx context.Context, who web.Caller, r EaterDocumentsRequest) (EaterDocumentsReply, error) {
	rows, err := db.New(v.Conn).EaterDocuments(ctx, r.About, who.ProfileID)
	if err != nil {
		return EaterDocumentsReply{}, fmt.Errorf("read documents: %w", err)
	}
	reply := EaterDocumentsReply{Data: make([]EaterDocument, len(rows))}
	for i, d := range rows {
		reply.Data[i] = EaterDocument{d.ID, d.Kind, d.Number, d.IssuedOn, money.Fils(d.VatAmount), money.Fils(d.TotalAmount)}
	}
	return reply, nil
}

// HandleEaterPDF answers with a tax invoice or credit note of the caller as it was issued. Eaters may, their own.
func (v *Invoices) HandleEaterPDF(ctx context.Context, who web.Caller, r OneRequest) (web.File, error) {
	return v.eaterPDF(ctx, r.ID, func(eater string) bool { return eater == who.ProfileID })
}

// HandleEaterCopy answers with anybody's tax invoice or credit note as it was issued. Support may.
func (v *Invoices) HandleEaterCopy(ctx context.Context, _ web.Caller, r OneRequest) (web.File, error) {
	return v.eaterPDF(ctx, r.ID, func(string) bool { return true })
}

// eaterPDF draws a document, which is not found for whoever may not read that eater's.
func (v *Invoices) eaterPDF(ctx context.Context, id string, may func(eater string) bool) (web.File, error) {
	p, err := eaterPaperOf(ctx, db.New(v.Conn), id, may)
	if err != nil {
		return web.File{}, err
	}
	d := p.paper()
	p.draw(d)
	body, err := d.Bytes()
	return web.File{Name: p.number + ".pdf", Type: web.PDF, Body: body}, err
}

// eaterPaper is what the drawing of an eater's document is made of: content, less what only a company's documents have.
type eaterPaper struct {
	content
	company string
	lines   []EaterLine
}

func eaterPaperOf(ctx context.Context, q *db.Queries, id string, may func(eater string) bool) (p eaterPaper, err error) {
	row, err := q.EaterDocument(ctx, id)
	if db.None(err) || err == nil && !may(row.ProfileID) {
		return p, fault.ErrNotFound
	}
	if err != nil {
		return p, fmt.Errorf("read document: %w", err)
	}
	p = eaterPaper{company: row.Company, content: content{kind: row.Kind, number: row.Number, credits: row.Credits, issued: row.IssuedOn,
		from: row.SupplyFrom, until: row.SupplyUntil, net: money.Fils(row.NetAmount), vat: money.Fils(row.VatAmount),
		total: money.Fils(row.TotalAmount), buyer: Buyer{Name: row.Name}}}
	if p.full() {
		p.buyer.Address = row.Address
	}
	if err := json.Unmarshal(row.Seller, &p.seller); err != nil {
		return p, fmt.Errorf("seller of %s: %w", row.ID, err)
	}
	if err := json.Unmarshal(row.Lines, &p.lines); err != nil {
		return p, fmt.Errorf("lines of %s: %w", row.ID, err)
	}
	return p, nil
}

// simplified is up to how much a tax invoice for somebody who is not registered for VAT needs no address of the buyer.
const simplified = money.Fils(10_000 * 100)

func (p eaterPaper) full() bool { return p.total > simplified }

// draw draws the document on A4, in English and Arabic.
func (p eaterPaper) draw(d *pdf.Doc) {
	d.Page(pdf.A4)
	english, inArabic := p.title()
	y := masthead(d, p.seller, english, inArabic)
	const each, w = 53.0, 62.0
	end := party(d, left, y, each, caption{"From", "من"}, Buyer{Name: p.seller.Name, Address: p.seller.Address, TRN: p.seller.TRN})
	if p.buyer.Name != "" {
		end = max(end, party(d, left+each+6, y, each, caption{"To", "إلى"}, p.buyer))
	}
	f := facts{d: d, x: right - w, y: y, w: w, room: 32}
	f.add("Number", "الرقم", p.number)
	f.add("Issued", "تاريخ الإصدار", day(p.issued))
	f.add("Supplied", "تاريخ التوريد", span(p.from, p.until))
	f.add("Currency", "العملة", "AED")
	y = max(end, f.y) + 5
	if y = p.table(d, y); y > lowest {
		d.Page(pdf.A4)
		y = 15
	}
	vat := map[money.Rate]money.Fils{}
	for _, l := range p.lines {
		vat[l.Rate] += l.VAT
	}
	sums(d, p.content, vat, y)
	p.foot(d, y)
	frame(d, p.seller, p.number)
}

// table has a line for each day.
func (p eaterPaper) table(d *pdf.Doc, y float64) float64 {
	t := taxTable(d, y)
	for _, l := range p.lines {
		what := "Lunch, " + l.Date.Time().Format("Mon 2 Jan 2006")
		if l.Portions > 1 {
			what += fmt.Sprintf(", %s portions", count(l.Portions))
		}
		t.Add(pdf.Cell{Text: what, Under: "وجبة غداء", Whole: true}, pdf.Cell{Text: "1"}, pdf.Cell{Text: amount(l.Net)},
			pdf.Cell{Text: amount(l.Net)}, pdf.Cell{Text: l.Rate.String()},
			pdf.Cell{Text: amount(l.VAT)}, pdf.Cell{Text: amount(l.Total), Bold: true})
	}
	return t.Y() + 5
}

// foot says what the company pays besides, or what was taken back.
func (p eaterPaper) foot(d *pdf.Doc, y float64) {
	const w = 66
	if p.kind == kindCredit {
		y = both(d, left, y, w, caption{"Reason", "السبب"})
		y = d.Paragraph(left, y, w, small, 0, "This credit note takes back from "+p.credits+": lunches that were cancelled, changed, missing "+
			"or undone. The amount was given back to the wallet, or the way it was paid.")
		d.Paragraph(left, y+1, w, arabic(small), 0, "يلغي هذا الإشعار من "+p.credits+
			": وجبات غداء ألغيت أو غيرت أو لم تصل. أعيد المبلغ إلى المحفظة أو بالطريقة التي دفع بها.")
		return
	}
	share := money.Fils(0)
	for _, l := range p.lines {
		share += l.CompanyShare
	}
	if share > 0 {
		y = both(d, left, y, w, caption{"Company share", "حصة الشركة"})
		y = d.Paragraph(left, y, w, small, 0, p.company+" pays AED "+amount(share)+
			" of these lunches. That part is on its own tax invoice and not on this one.")
		d.Paragraph(left, y+1, w, arabic(small), 0, "تدفع "+p.company+" من هذه الوجبات "+amount(share)+
			" درهم. هذا الجزء على فاتورتها الضريبية وليس على هذه الفاتورة.")
	}
}
