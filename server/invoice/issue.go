package invoice

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
)

// lookBack is how many days back a run looks for months that were not invoiced, because no server was running; changes of older ones are
// noted when they happen.
const lookBack = 400

// Run does what is due by now: it credits what changed of earlier invoices, so that a new one does not ask for money that was paid
// already, issues the invoices of the months that are over, and credits what changed meanwhile. It is safe to repeat.
func (v *Invoices) Run(ctx context.Context, now time.Time) error {
	this := monthOf(today(now))
	first, err := db.New(v.Conn).InvoiceFirstDay(ctx, this-lookBack, this)
	if err != nil {
		return fmt.Errorf("look for the first day: %w", err)
	}
	_, failed := v.Credit(ctx, now) // a month or company that fails does not block the others
	for month := monthOf(first); month < this; month = next(month) {
		_, err := v.Issue(ctx, month, now)
		failed = errors.Join(failed, err)
	}
	_, err = v.Credit(ctx, now)
	return errors.Join(failed, err)
}

// Issue writes the invoices of a month, which must be over, for all companies that have shares to pay and no invoice of it, and returns
// how many. Months are issued in order: later ones include what changed of earlier ones. Repeating it does nothing.
func (v *Invoices) Issue(ctx context.Context, month clock.Date, now time.Time) (issued int, err error) {
	if month != monthOf(month) || next(month) > today(now) {
		return 0, fmt.Errorf("invoice: %s is no month that is over on %s", month, today(now))
	}
	companies, err := db.New(v.Conn).InvoiceCompaniesDue(ctx, month, next(month), today(now) < next(month)+waits)
	if err != nil {
		return 0, fmt.Errorf("look for companies to invoice: %w", err)
	}
	var failed error
	for _, company := range companies {
		done, err := v.issue(ctx, company, month, now)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("invoice %s of %s: %w", month, company, err))
		}
		if done {
			issued++
		}
	}
	return issued, failed
}

// issue writes one company's invoice of a month; false when there is nothing to invoice, or another server has just done it.
func (v *Invoices) issue(ctx context.Context, company string, month clock.Date, now time.Time) (issued bool, err error) {
	err = db.InTx(ctx, v.Conn, func(ctx context.Context, tx db.Tx) error {
		issued = false
		// From here on no other transaction writes shares of this company: one that is not billed below finds
		// the invoice later and notes the difference.
		if err := tx.InvoiceSharesLock(ctx, company); err != nil {
			return fmt.Errorf("lock shares: %w", err)
		}
		if err := tx.InvoiceAccountLock(ctx, company); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		if there, err := tx.InvoiceOfMonth(ctx, company, month); err != nil || there {
			return err
		}
		parts, err := toBill(ctx, tx.Queries, company, month)
		if err != nil || len(parts) == 0 {
			return err
		}
		lines := linesOf(parts)
		from, until := month, next(month)-1
		for _, l := range lines {
			from = min(from, l.Date)
		}
		id, err := v.write(ctx, tx.Queries, document{kind: kindInvoice, company: company, month: month, from: from, until: until,
			due: today(now) + Terms, lines: lines, parts: parts}, now)
		if err != nil {
			return err
		}
		issued = true
		if err := setOff(ctx, tx.Queries, company, id, now); err != nil {
			return err
		}
		return v.queueLetter(ctx, tx, company, Letter{Invoice: id})
	})
	return issued, err
}

// toBill returns what a company has used and not been billed for: in the month, and in changes until its end.
func toBill(ctx context.Context, q *db.Queries, company string, month clock.Date) ([]part, error) {
	changed, sources, err := changes(ctx, q, company, next(month))
	if err != nil {
		return nil, err
	}
	var parts []part
	var done []string
	for _, s := range sources {
		if s.Used > s.Billed {
			parts = append(parts, part{s.SourceID, s.ProfileID, s.Date, money.Rate(s.VatRate), money.Fils(s.Used - s.Billed)})
		}
		if s.Used >= s.Billed {
			done = append(done, s.SourceID)
		}
	}
	if err := q.InvoiceChangesDone(ctx, done); err != nil {
		return nil, fmt.Errorf("close changes: %w", err)
	}
	rows, err := q.InvoiceToBill(ctx, company, month, next(month), changed)
	if err != nil {
		return nil, fmt.Errorf("read shares: %w", err)
	}
	for _, r := range rows {
		parts = append(parts, part{r.SourceID, r.ProfileID, r.Date, money.Rate(r.VatRate), money.Fils(r.Amount)})
	}
	return parts, nil
}

// changes returns the shares of a company that changed after they were invoiced, of days before the given one. It locks them.
func changes(ctx context.Context, q *db.Queries, company string, before clock.Date) (ids []string, rows []db.InvoiceSourcesRow, err error) {
	locked, err := q.InvoiceChangesLock(ctx, company)
	if err != nil {
		return nil, nil, fmt.Errorf("lock changes: %w", err)
	}
	ids = []string{}
	for _, c := range locked {
		if c.Date < before {
			ids = append(ids, c.SourceID)
		}
	}
	if len(ids) == 0 {
		return ids, nil, nil
	}
	if rows, err = q.InvoiceSources(ctx, ids); err != nil {
		return nil, nil, fmt.Errorf("read changes: %w", err)
	}
	return ids, rows, nil
}

// linesOf merges parts by person, day and rate. VAT is counted on the whole of a rate; each line has, in order, what the VAT of the sum so
// far grows by, so that lines add up to it and none is a whole fils away from its own VAT.
func linesOf(parts []part) []line {
	lines, sums := merged(parts), map[money.Rate]money.Fils{}
	for i, l := range lines {
		before := sums[l.Rate]
		sums[l.Rate] += l.Total
		lines[i] = l.with(sums[l.Rate].VAT(l.Rate) - before.VAT(l.Rate))
	}
	return lines
}

func (l line) with(vat money.Fils) line {
	l.VAT, l.Net = vat, l.Total-vat
	return l
}

// merged are lines by day, person and rate, without their VAT.
func merged(parts []part) (lines []line) {
	type key struct {
		profile string
		date    clock.Date
		rate    money.Rate
	}
	at := map[key]int{}
	for _, p := range parts {
		key := key{p.Profile, p.Date, p.Rate}
		i, known := at[key]
		if !known {
			i = len(lines)
			at[key] = i
			lines = append(lines, line{Profile: p.Profile, Date: p.Date, Rate: p.Rate})
		}
		lines[i].Total += p.Amount
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), strings.Compare(a.Profile, b.Profile), cmp.Compare(a.Rate, b.Rate))
	})
	return lines
}

// document is an invoice or a credit note before it has a number.
type document struct {
	kind, company, credits string
	month                  clock.Date
	from, until, due       clock.Date
	lines                  []line
	parts                  []part
	byLine                 bool // its VAT is that of its lines, as on the invoice that it credits
}

// write numbers a document and stores it, with seller and buyer as they are now. The next document of the year waits until this
// transaction ends, so that no number is used without its document.
func (v *Invoices) write(ctx context.Context, q *db.Queries, d document, now time.Time) (id string, err error) {
	on := today(now)
	who, err := q.InvoiceBuyer(ctx, now, d.company)
	if err != nil {
		return "", fmt.Errorf("read buyer: %w", err)
	}
	from, err := v.seller(ctx, q, now)
	if err != nil {
		return "", err
	}
	if !from.Complete() {
		return "", errors.New("no tax invoice without name, TRN and address of the seller: set them at /kitchen/settings")
	}
	seller, err := json.Marshal(from)
	if err != nil {
		return "", err
	}
	buyer, err := json.Marshal(Buyer{Name: who.Name, TRN: who.Trn, Address: who.Address})
	if err != nil {
		return "", err
	}
	n, err := q.InvoiceNumber(ctx, d.kind, on.Time().Year())
	if err != nil {
		return "", fmt.Errorf("next number: %w", err)
	}
	net, vat, total := sum(d.lines)
	id = ulid.Make().String()
	row := db.InvoiceInsertParams{ID: id, Kind: d.kind, Number: number(d.kind, on.Time().Year(), n), CompanyID: d.company, Month: d.month,
		IssuedOn: on, DueOn: d.due, SupplyFrom: d.from, SupplyUntil: d.until, Seller: seller, Buyer: buyer, NetAmount: int64(net),
		VatAmount: int64(vat), TotalAmount: int64(total), CreatedAt: now, VatOnTotal: !d.byLine}
	if d.credits != "" {
		row.CreditsID = &d.credits
	}
	if err := q.InvoiceInsert(ctx, row); err != nil {
		return "", fmt.Errorf("write document: %w", err)
	}
	lines := db.InvoiceLinesInsertParams{InvoiceID: id}
	for _, l := range d.lines {
		lines.Profiles, lines.Dates = append(lines.Profiles, l.Profile), append(lines.Dates, l.Date)
		lines.Rates, lines.Nets = append(lines.Rates, int(l.Rate)), append(lines.Nets, int64(l.Net))
		lines.Vats, lines.Totals = append(lines.Vats, int64(l.VAT)), append(lines.Totals, int64(l.Total))
	}
	if err := q.InvoiceLinesInsert(ctx, lines); err != nil {
		return "", fmt.Errorf("write lines: %w", err)
	}
	shares := db.InvoiceSharesInsertParams{InvoiceID: id}
	for _, p := range d.parts {
		shares.Sources, shares.Profiles = append(shares.Sources, p.Source), append(shares.Profiles, p.Profile)
		shares.Dates, shares.Amounts = append(shares.Dates, p.Date), append(shares.Amounts, int64(p.Amount))
		shares.Rates = append(shares.Rates, int(p.Rate))
	}
	if err := q.InvoiceSharesInsert(ctx, shares); err != nil {
		return "", fmt.Errorf("write shares: %w", err)
	}
	return id, nil
}

// queueLetter plans a letter about an invoice to each admin of its company, once for each thing that it says.
func (v *Invoices) queueLetter(ctx context.Context, tx db.Tx, company string, l Letter) error {
	if v.Queue == nil { // the demo history sends no letters
		return nil
	}
	admins, err := tx.InvoiceAdmins(ctx, company)
	if err != nil {
		return fmt.Errorf("read admins: %w", err)
	}
	for _, a := range admins {
		l.Person = a.ID
		if err := v.Queue.InsertTx(ctx, tx, l,
			&river.InsertOpts{MaxAttempts: mail.Retries, UniqueOpts: river.UniqueOpts{ByArgs: true}}); err != nil {
			return fmt.Errorf("plan letter: %w", err)
		}
	}
	return nil
}
