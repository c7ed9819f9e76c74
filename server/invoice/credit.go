package invoice

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// never is after every day.
const never = clock.Date(1 << 30)

// Credit writes a credit note for every invoice of which less is used now, and returns how many.
// What is used more goes onto the next invoice.
func (v *Invoices) Credit(ctx context.Context, now time.Time) (credited int, err error) {
	companies, err := db.New(v.Conn).InvoiceCompaniesChanged(ctx)
	if err != nil {
		return 0, fmt.Errorf("look for changes: %w", err)
	}
	var failed error
	for _, company := range companies {
		n, err := v.credit(ctx, company, now)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("credit %s: %w", company, err))
		}
		credited += n
	}
	return credited, failed
}

func (v *Invoices) credit(ctx context.Context, company string, now time.Time) (credited int, err error) {
	err = db.InTx(ctx, v.Conn, func(ctx context.Context, tx db.Tx) error {
		credited = 0
		if err := tx.InvoiceAccountLock(ctx, company); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		_, sources, err := changes(ctx, tx.Queries, company, never)
		if err != nil {
			return err
		}
		less, done := map[string]money.Fils{}, []string{}
		for _, s := range sources {
			if s.Used < s.Billed {
				less[s.SourceID] = money.Fils(s.Billed - s.Used)
			}
			if s.Used <= s.Billed {
				done = append(done, s.SourceID)
			}
		}
		billed, err := billedOf(ctx, tx.Queries, slices.Sorted(maps.Keys(less)))
		if err != nil {
			return err
		}
		for _, d := range notes(billed, less) {
			d.company, d.due = company, today(now)
			id, err := v.write(ctx, tx.Queries, d, now)
			if err != nil {
				return err
			}
			if err := v.queueLetter(ctx, tx, company, Letter{Invoice: d.credits, Credit: id}); err != nil {
				return err
			}
			credited++
		}
		if len(less) > 0 {
			return fmt.Errorf("more is to be credited than was invoiced: %v", less)
		}
		if err := tx.InvoiceChangesDone(ctx, done); err != nil || credited == 0 {
			return err
		}
		return setOff(ctx, tx.Queries, company, "", now)
	})
	return credited, err
}

// billedOf reads which invoices have billed these shares, and how much.
func billedOf(ctx context.Context, q *db.Queries, sources []string) ([]db.InvoiceBilledRow, error) {
	if len(sources) == 0 {
		return nil, nil
	}
	rows, err := q.InvoiceBilled(ctx, sources)
	if err != nil {
		return nil, fmt.Errorf("read what was invoiced: %w", err)
	}
	return rows, nil
}

// notes are the credit notes that take `less` back, from the newest invoice on; they use it up. A note's VAT is that by which the VAT of
// what is left of the invoice at a rate falls, so that what remains of it has the VAT of its remaining total. An invoice whose VAT is that
// of its lines is taken back as it was issued, line by line.
func notes(billed []db.InvoiceBilledRow, less map[string]money.Fils) (all []document) {
	type key struct {
		invoice string
		rate    money.Rate
	}
	type lineKey struct {
		key
		profile string
		date    clock.Date
	}
	at, left, was := map[string]int{}, map[key]money.Fils{}, map[lineKey]db.InvoiceBilledRow{}
	for _, b := range billed {
		amount := min(less[b.SourceID], money.Fils(b.Stands))
		if amount <= 0 {
			continue
		}
		if less[b.SourceID] -= amount; less[b.SourceID] == 0 {
			delete(less, b.SourceID)
		}
		i, known := at[b.InvoiceID]
		if !known {
			i = len(all)
			at[b.InvoiceID] = i
			all = append(all, document{kind: kindCredit, credits: b.InvoiceID, month: monthOf(b.Month), from: b.Date, until: b.Date,
				byLine: !b.VatOnTotal})
		}
		all[i].parts = append(all[i].parts, part{b.SourceID, b.ProfileID, b.Date, b.VatRate, amount})
		all[i].from, all[i].until = min(all[i].from, b.Date), max(all[i].until, b.Date)
		k := key{b.InvoiceID, b.VatRate}
		left[k] = money.Fils(b.LeftOfRate)
		was[lineKey{k, b.ProfileID, b.Date}] = b
	}
	for i, d := range all {
		all[i].lines = merged(d.parts)
		for n, l := range all[i].lines {
			k := key{d.credits, l.Rate}
			if w := was[lineKey{k, l.Profile, l.Date}]; d.byLine {
				all[i].lines[n] = l.with(money.Fils(w.LineVat) - (money.Fils(w.LineTotal) - l.Total).VAT(l.Rate))
				continue
			}
			before := left[k]
			left[k] -= l.Total
			all[i].lines[n] = l.with(before.VAT(l.Rate) - left[k].VAT(l.Rate))
		}
	}
	return all
}
