package pos

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// keep writes the round's results, many rows with each statement.
func (r *round) keep(ctx context.Context, q *db.Queries) error {
	for _, step := range []func(context.Context, *db.Queries) error{r.keepShifts, r.keepFacts, r.keepSales, r.keepConfirms, r.keepVoids,
		r.keepPostings} {
		if err := step(ctx, q); err != nil {
			return err
		}
	}
	for _, c := range r.closed {
		if err := q.ShiftClose(ctx, c.at, int64(c.counted), c.id); err != nil {
			return fmt.Errorf("close shift: %w", err)
		}
	}
	seen := r.now
	if r.mode != (mode{}) {
		seen = r.till.SeenAt // an admin or operator brought the fact, so the tablet was not seen
	}
	if err := q.TillHeard(ctx, seen, r.last, r.new(), r.till.ID); err != nil {
		return fmt.Errorf("mark till: %w", err)
	}
	return nil
}

func (r *round) keepShifts(ctx context.Context, q *db.Queries) error {
	if len(r.opened) == 0 {
		return nil
	}
	p := db.ShiftsInsertParams{TillID: r.till.ID}
	for _, s := range r.opened {
		p.Ids, p.Days, p.Whos = append(p.Ids, s.id), append(p.Days, s.day), append(p.Whos, s.who)
		p.Unassigned, p.Floats, p.Opened = append(p.Unassigned, s.unassigned), append(p.Floats, int64(s.float)), append(p.Opened, s.opened)
	}
	if err := q.ShiftsInsert(ctx, p); err != nil {
		return fmt.Errorf("open shifts: %w", err)
	}
	return nil
}

func (r *round) keepFacts(ctx context.Context, q *db.Queries) error {
	if len(r.facts) > 0 {
		p := db.FactsInsertParams{TillID: r.till.ID, Now: r.now, Said: !r.mode.found}
		for _, f := range r.facts {
			p.Ids, p.Kinds, p.Hashes, p.Codes, p.Details = append(p.Ids, f.ID), append(p.Kinds, cut(f.Kind)), append(p.Hashes, f.hash),
				append(p.Codes, int(f.code)), append(p.Details, string(f.detail.json()))
			p.Receipts, p.Sales, p.Notes = append(p.Receipts, f.receipt), append(p.Sales, cut(f.Sale)), append(p.Notes, cut(f.Why))
			p.Flags, p.Happened = append(p.Flags, strings.Join(f.flags, ",")), append(p.Happened, f.at)
		}
		if err := q.FactsInsert(ctx, p); err != nil {
			return fmt.Errorf("keep facts: %w", err)
		}
	}
	if len(r.said) > 0 {
		if err := q.FactsSaid(ctx, r.till.ID, r.said); err != nil {
			return fmt.Errorf("mark facts: %w", err)
		}
	}
	for _, a := range r.quarantined {
		if err := q.QuarantinePut(ctx, a); err != nil {
			return fmt.Errorf("set aside: %w", err)
		}
	}
	return nil
}

// cut makes a text of a possibly malformed fact storable in Postgres.
func cut(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s[:min(len(s), mostText)], ""), "\x00", "")
}

func (r *round) keepSales(ctx context.Context, q *db.Queries) error {
	if len(r.sales) == 0 {
		return nil
	}
	p, l := db.CounterSalesInsertParams{TillID: r.till.ID, CompanyID: r.till.CompanyID}, db.CounterLinesInsertParams{}
	for _, s := range r.sales {
		terms := ""
		if s.buyer != nil {
			b, err := json.Marshal(quote.Terms(s.buyer.Terms))
			if err != nil {
				return err
			}
			terms = string(b)
		}
		p.Ids, p.Shifts, p.Receipts, p.Days, p.Sold = append(p.Ids, s.ID), append(p.Shifts, s.shift), append(p.Receipts, s.receipt),
			append(p.Days, s.day), append(p.Sold, s.at)
		p.Profiles, p.Proofs, p.Terms = append(p.Profiles, s.Profile), append(p.Proofs, append([]byte{}, s.proof...)), append(p.Terms, terms)
		p.Totals, p.Differences, p.Vats = append(p.Totals, int64(s.total)), append(p.Differences, int64(s.taken-s.total)),
			append(p.Vats, int64(s.vat))
		p.Rates = append(p.Rates, int(r.rates.On(s.day)))
		p.Cash, p.Change, p.Terminal, p.Refs = append(p.Cash, int64(s.Counter.Cash)), append(p.Change, int64(max(0, s.Given-s.Counter.Cash))),
			append(p.Terminal, int64(s.Counter.Terminal)), append(p.Refs, s.Reference)
		p.Shares, p.Wallets, p.Owed, p.Flags = append(p.Shares, int64(s.Share)), append(p.Wallets, int64(s.Wallet)),
			append(p.Owed, int64(s.Owed)), append(p.Flags, strings.Join(s.flags, ","))
		for n, one := range s.Lines {
			total := one.price * money.Fils(one.qty)
			l.Sales, l.Positions, l.Meals, l.Names, l.Qtys = append(l.Sales, s.ID), append(l.Positions, n), append(l.Meals, one.meal),
				append(l.Names, s.names[n]), append(l.Qtys, one.qty)
			l.Prices, l.Totals = append(l.Prices, int64(one.price)), append(l.Totals, int64(total))
			l.Vats = append(l.Vats, int64(total.VAT(r.rates.On(s.day))))
		}
	}
	if err := q.CounterSalesInsert(ctx, p); err != nil {
		return fmt.Errorf("keep sales: %w", err)
	}
	if err := q.CounterLinesInsert(ctx, l); err != nil {
		return fmt.Errorf("keep lines: %w", err)
	}
	for _, s := range r.sales {
		if s.Share == 0 {
			continue
		}
		if err := q.SharePeriodGrant(ctx, s.period.profile, s.period.duration, s.period.start, int64(s.Share)); err != nil {
			return fmt.Errorf("grant share: %w", err)
		}
		if err := q.CounterShareInsert(ctx,
			db.CounterShareInsertParams{SaleID: s.ID, CompanyID: s.Company, ProfileID: s.period.profile, Duration: s.period.duration,
				PeriodStart: s.period.start, Amount: int64(s.Share)}); err != nil {
			return fmt.Errorf("keep share: %w", err)
		}
	}
	return nil
}

func (r *round) keepVoids(ctx context.Context, q *db.Queries) error {
	for _, s := range r.voided {
		if err := q.CounterVoid(ctx,
			db.CounterVoidParams{At: s.voidedAt, Day: s.voidDay, Shift: s.voidShift, By: s.voidBy, ID: s.ID}); err != nil {
			return fmt.Errorf("void sale: %w", err)
		}
		if s.CompanyShare > 0 {
			if err := q.SharePeriodGrant(ctx, s.ProfileID, s.Duration, s.PeriodStart, -s.CompanyShare); err != nil {
				return fmt.Errorf("give share back: %w", err)
			}
			if err := q.CounterShareRelease(ctx, s.ID); err != nil {
				return fmt.Errorf("release share: %w", err)
			}
		}
	}
	return nil
}

// keepPostings posts sales and voids in the order in which they happened: a sale may spend what the void before it gave back, and no
// wallet is ever below zero.
func (r *round) keepPostings(ctx context.Context, q *db.Queries) error {
	for i := 0; i < len(r.posted); {
		void, post := r.posted[i].void, ledger.CounterSold
		if void {
			post = ledger.CounterVoided
		}
		var alike []ledger.Counter
		for ; i < len(r.posted) && r.posted[i].void == void; i++ {
			alike = append(alike, r.posted[i].Counter)
		}
		if err := post(ctx, q, alike, r.now); err != nil {
			return err
		}
	}
	return nil
}
