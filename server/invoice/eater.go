package invoice

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// EaterLine is what an eater pays, or gets back, of one day's lunch. Total includes VAT at Rate percent and is what the company's part,
// CompanyShare, leaves of the price; of a mixed change a line may be below zero. It names no dish.
type EaterLine struct {
	Date         clock.Date `json:"date"`
	Portions     int        `json:"portions"`
	CompanyShare money.Fils `json:"company_share"`
	Rate         money.Rate `json:"rate"`
	Net          money.Fils `json:"net"`
	VAT          money.Fils `json:"vat"`
	Total        money.Fils `json:"total"`
}

// vatIn is the VAT inside an amount, below zero for what is given back.
func vatIn(amount money.Fils, rate money.Rate) money.Fils {
	if amount < 0 {
		return -(-amount).VAT(rate)
	}
	return amount.VAT(rate)
}

// priced makes the total and the VAT of a line, of which the VAT is what the company's part leaves of the VAT of the whole price.
func (l EaterLine) priced(total, wholeVAT money.Fils) EaterLine {
	l.Total, l.VAT = total, wholeVAT-vatIn(l.CompanyShare, l.Rate)
	l.Net = l.Total - l.VAT
	return l
}

// eaterDocument is a tax invoice or a credit note before it has a number.
type eaterDocument struct {
	kind, source string
	about        db.EaterDocumentSourcesRow
	lines        []EaterLine
	total, vat   money.Fils
	at           time.Time
}

// maxAtOnce is how many documents a transaction writes.
const maxAtOnce = 200

// IssueToEaters writes the tax invoices and credit notes of everything that eaters paid or got back and that has none yet, in the order in
// which it was posted. issued is the moment of issue of what was posted at a moment. It returns how many it wrote. It is safe to repeat and
// to run in several servers; without a whole seller it writes nothing.
func (v *Invoices) IssueToEaters(ctx context.Context, issued func(posted time.Time) time.Time) (written int, err error) {
	for {
		due, settled, n, err := v.issueToEaters(ctx, issued, func(ctx context.Context, q *db.Queries) ([]db.EaterDocumentsDue, error) {
			return q.EaterDocumentsDue(ctx, maxAtOnce)
		})
		if written += n; err != nil || due < maxAtOnce || settled == 0 {
			return written, err
		}
	}
}

// DocumentOf writes the tax invoice or credit note about one thing that was posted, unless it is there already, and returns it: source is
// order, amendment, sale or void, and id the order's, amendment's or sale's. There is none without a whole seller, and when nothing was
// paid or given back.
func (v *Invoices) DocumentOf(ctx context.Context, source, id string) (mail.Document, error) {
	now := v.Clock()
	_, _, _, err := v.issueToEaters(ctx, func(time.Time) time.Time { return now },
		func(ctx context.Context, q *db.Queries) ([]db.EaterDocumentsDue, error) {
			return q.EaterDocumentDue(ctx, source, id)
		})
	if err != nil {
		return mail.Document{}, err
	}
	d, err := db.New(v.Conn).EaterDocumentOf(ctx, source, id)
	if db.None(err) {
		return mail.Document{}, nil
	}
	return mail.Document{Number: d.Number, Credit: d.Kind == kindCredit}, err
}

// issueToEaters writes the documents of what is due, and returns how many were, how many are not any more, and how many were written. The
// numbers are taken just before the documents are written: nobody else waits while these are read and counted.
func (v *Invoices) issueToEaters(ctx context.Context, issued func(posted time.Time) time.Time,
	read func(ctx context.Context, q *db.Queries) ([]db.EaterDocumentsDue, error)) (due, settled, written int, err error) {
	seller, err := v.seller(ctx, db.New(v.Conn), v.Clock())
	if err != nil || !seller.Complete() {
		return 0, 0, 0, err
	}
	err = db.InTx(ctx, v.Conn, func(ctx context.Context, tx db.Tx) error {
		rows, err := read(ctx, tx.Queries)
		if due, settled, written = len(rows), 0, 0; err != nil || due == 0 {
			return err
		}
		sources, numbers, err := eaterSources(ctx, tx.Queries, rows)
		if err != nil {
			return err
		}
		docs, done, err := eaterDocuments(rows, sources, numbers, issued)
		if err != nil {
			return err
		}
		if err := writeToEaters(ctx, tx.Queries, seller, docs, numbers); err != nil {
			return err
		}
		var kinds, ids []string
		for _, d := range done {
			kinds, ids = append(kinds, d.Source), append(ids, d.SourceID)
		}
		settled, written = len(done), len(docs)
		return tx.EaterDocumentsDone(ctx, kinds, ids)
	})
	return due, settled, written, err
}

// eaterSources reads what is due, by what and which it is, and the numbers of the invoices that there are about the same orders and sales.
func eaterSources(ctx context.Context, q *db.Queries, due []db.EaterDocumentsDue) (sources map[[2]string]db.EaterDocumentSourcesRow,
	numbers map[string][]string, err error) {
	ids, abouts := make([]string, len(due)), []string{}
	for i, d := range due {
		ids[i] = d.SourceID
	}
	rows, err := q.EaterDocumentSources(ctx, ids)
	if err != nil {
		return nil, nil, fmt.Errorf("read what was paid: %w", err)
	}
	sources, numbers = map[[2]string]db.EaterDocumentSourcesRow{}, map[string][]string{}
	for _, r := range rows {
		sources[[2]string{r.Source, r.SourceID}] = r
		abouts = append(abouts, r.AboutID)
	}
	known, err := q.EaterInvoicesOf(ctx, abouts)
	if err != nil {
		return nil, nil, fmt.Errorf("read invoices: %w", err)
	}
	for _, k := range known {
		numbers[k.AboutID] = append(numbers[k.AboutID], k.Number)
	}
	return sources, numbers, nil
}

// eaterDocuments are the documents of what is due, and all that is done with them. A credit note waits for the invoice that it is about,
// which another server may be writing. What no eater paid anything of needs none.
func eaterDocuments(due []db.EaterDocumentsDue, sources map[[2]string]db.EaterDocumentSourcesRow, numbers map[string][]string,
	issued func(time.Time) time.Time) (docs []eaterDocument, done []db.EaterDocumentsDue, err error) {
	invoiced := map[string]bool{}
	for _, u := range due {
		kind := u.Source
		if kind == "void" {
			kind = "sale"
		}
		from, known := sources[[2]string{kind, u.SourceID}]
		d := eaterDocument{kind: kindInvoice, source: u.Source, about: from, at: issued(u.At)}
		if known {
			if d.lines, err = eaterLines(from); err != nil {
				return nil, nil, err
			}
		}
		if u.Source == "void" || u.Source == "missing" {
			turn(d.lines)
		}
		for _, l := range d.lines {
			d.total, d.vat = d.total+l.Total, d.vat+l.VAT
		}
		if d.total < 0 {
			d.kind, d.total, d.vat = kindCredit, -d.total, -d.vat
			turn(d.lines)
			if !invoiced[from.AboutID] && len(numbers[from.AboutID]) == 0 {
				continue
			}
		}
		if done = append(done, u); d.total == 0 {
			continue
		}
		invoiced[from.AboutID] = invoiced[from.AboutID] || d.kind == kindInvoice
		docs = append(docs, d)
	}
	return docs, done, nil
}

func turn(lines []EaterLine) {
	for i, l := range lines {
		lines[i].CompanyShare, lines[i].Net, lines[i].VAT, lines[i].Total = -l.CompanyShare, -l.Net, -l.VAT, -l.Total
	}
}

// eaterLines are what an eater paid for with an order, more (or, below zero, less) with a change, or at a counter, or of what was missing.
func eaterLines(from db.EaterDocumentSourcesRow) ([]EaterLine, error) {
	var rates map[clock.Date]money.Rate
	if err := json.Unmarshal(from.VatRates, &rates); err != nil {
		return nil, fmt.Errorf("rates of %s %s: %w", from.Source, from.SourceID, err)
	}
	var lines []EaterLine
	add := func(l EaterLine) {
		if l.Total != 0 || l.VAT != 0 {
			lines = append(lines, l)
		}
	}
	switch from.Source {
	case "order":
		var q quote.Quote
		if err := json.Unmarshal(from.Quote, &q); err != nil {
			return nil, fmt.Errorf("quote of order %s: %w", from.SourceID, err)
		}
		for _, d := range q.Days {
			portions, vat := portionsOf(d.Items)
			add(EaterLine{Date: d.Date, Portions: portions, CompanyShare: d.CompanyShare, Rate: rates[d.Date]}.priced(d.Net-d.CompanyShare, vat))
		}
	case "amendment":
		var q quote.AmendmentQuote
		if err := json.Unmarshal(from.Quote, &q); err != nil {
			return nil, fmt.Errorf("quote of amendment %s: %w", from.SourceID, err)
		}
		for _, d := range q.Days {
			add(changed(d, rates[d.Date]))
		}
	case "sale":
		l := EaterLine{Date: from.Date, Portions: from.Qty, CompanyShare: money.Fils(from.Share), Rate: rates[from.Date]}
		add(l.priced(money.Fils(from.Total), money.Fils(from.Vat)+vatIn(money.Fils(from.Difference), l.Rate)))
	case "missing":
		total, rate := money.Fils(from.Total), rates[from.Date]
		vat := vatIn(total, rate)
		add(EaterLine{from.Date, from.Qty, money.Fils(from.Share), rate, total - vat, vat, total})
	}
	return lines, nil
}

// changed is how much more an eater pays for a day than before. Its portions are those that the day has now, or had when it has none.
func changed(d quote.AmendedDay, rate money.Rate) EaterLine {
	sides := [2]EaterLine{}
	for i, s := range []*quote.DayState{d.Before, d.After} {
		if s != nil {
			portions, vat := portionsOf(s.Items)
			sides[i] = EaterLine{Portions: portions, CompanyShare: s.CompanyShare, Rate: rate}.priced(s.Net-s.CompanyShare, vat)
		}
	}
	was, is := sides[0], sides[1]
	return EaterLine{d.Date, cmp.Or(is.Portions, was.Portions), is.CompanyShare - was.CompanyShare, rate, is.Net - was.Net,
		is.VAT - was.VAT, is.Total - was.Total}
}

// portionsOf counts the portions of a day's lines, and adds up their VAT.
func portionsOf(items []quote.Line) (portions int, vat money.Fils) {
	for _, l := range items {
		portions, vat = portions+l.Qty, vat+l.VAT
	}
	return portions, vat
}

// writeToEaters numbers documents in their order and stores them. Whoever writes others waits from here until the transaction ends, so that
// no number is used without its document.
func writeToEaters(ctx context.Context, q *db.Queries, from Seller, docs []eaterDocument, numbers map[string][]string) error {
	if len(docs) == 0 {
		return nil
	}
	seller, err := json.Marshal(from)
	if err != nil {
		return err
	}
	next, err := eaterNumbers(ctx, q, docs)
	if err != nil {
		return err
	}
	p := db.EaterDocumentsInsertParams{Seller: seller}
	for _, d := range docs {
		text, err := json.Marshal(d.lines)
		if err != nil {
			return err
		}
		on, about := today(d.at), d.about
		number := next(d.kind, on.Time().Year())
		credits := ""
		if d.kind == kindCredit {
			credits = strings.Join(numbers[about.AboutID], ", ")
		} else {
			numbers[about.AboutID] = append(numbers[about.AboutID], number)
		}
		first := slices.MinFunc(d.lines, func(a, b EaterLine) int { return cmp.Compare(a.Date, b.Date) })
		last := slices.MaxFunc(d.lines, func(a, b EaterLine) int { return cmp.Compare(a.Date, b.Date) })
		p.Ids, p.Kinds, p.Numbers = append(p.Ids, ulid.Make().String()), append(p.Kinds, d.kind), append(p.Numbers, number)
		p.Profiles, p.Companies = append(p.Profiles, about.ProfileID), append(p.Companies, about.CompanyID)
		p.Abouts = append(p.Abouts, about.AboutID)
		p.Sources, p.SourceIds, p.Credits = append(p.Sources, d.source), append(p.SourceIds, about.SourceID), append(p.Credits, credits)
		p.Issued, p.IssuedOn = append(p.Issued, d.at), append(p.IssuedOn, on)
		p.Froms, p.Untils, p.Lines = append(p.Froms, first.Date), append(p.Untils, last.Date), append(p.Lines, string(text))
		p.Nets, p.Vats, p.Totals = append(p.Nets, int64(d.total-d.vat)), append(p.Vats, int64(d.vat)), append(p.Totals, int64(d.total))
	}
	if err := q.EaterDocumentsInsert(ctx, p); err != nil {
		return fmt.Errorf("write documents: %w", err)
	}
	return nil
}

// eaterNumbers takes numbers for documents out of their series: TI of tax invoices, TC of tax credit notes, each from 1 in its year.
func eaterNumbers(ctx context.Context, q *db.Queries, docs []eaterDocument) (next func(kind string, year int) string, err error) {
	type series struct {
		kind string
		year int
	}
	wanted := map[series]int{}
	for _, d := range docs {
		wanted[series{d.kind, today(d.at).Time().Year()}]++
	}
	var kinds []string
	var years, counts []int
	for _, s := range slices.SortedFunc(maps.Keys(wanted), func(a, b series) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), cmp.Compare(a.year, b.year))
	}) {
		kinds, years, counts = append(kinds, s.kind), append(years, s.year), append(counts, wanted[s])
	}
	taken, err := q.EaterDocumentNumbers(ctx, kinds, years, counts)
	if err != nil {
		return nil, fmt.Errorf("next numbers: %w", err)
	}
	given := map[series]int{}
	for _, t := range taken {
		s := series{t.Kind, t.Year}
		given[s] = t.Last - wanted[s]
	}
	return func(kind string, year int) string {
		given[series{kind, year}]++
		return fmt.Sprintf("%s-%d-%06d", map[string]string{kindInvoice: "TI", kindCredit: "TC"}[kind], year, given[series{kind, year}])
	}, nil
}

// TendEaters is the job that writes eaters' tax invoices and credit notes, each minute.
type TendEaters struct{}

// Kind names the job.
func (TendEaters) Kind() string { return "invoice_eaters" }

type eatersTender struct {
	river.WorkerDefaults[TendEaters]
	invoices *Invoices
}

// Work writes what is due.
func (w *eatersTender) Work(ctx context.Context, _ *river.Job[TendEaters]) error {
	now := w.invoices.Clock()
	_, err := w.invoices.IssueToEaters(ctx, func(time.Time) time.Time { return now })
	return err
}

// Timeout leaves room for the first run, which writes the documents of all that was paid before there were any.
func (w *eatersTender) Timeout(*river.Job[TendEaters]) time.Duration { return 10 * time.Minute }
