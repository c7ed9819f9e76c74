package pos

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"sahn/server/ledger"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// keep adds to a batch what writes the round's results, many rows with each statement. caught says that the till has sent everything.
func (r *round) keep(b *db.Batch, caught bool) error {
	r.keepShifts(b)
	r.keepFacts(b)
	if err := r.keepSales(b); err != nil {
		return err
	}
	r.keepConfirms(b)
	r.keepVoids(b)
	ledger.Counters(b, r.posted, r.now)
	if len(r.closed) > 0 {
		var ids []string
		var ats []time.Time
		var counted []int64
		for _, c := range r.closed {
			ids, ats, counted = append(ids, c.id), append(ats, c.at), append(counted, int64(c.counted))
		}
		b.Step("close shifts", func(ctx context.Context, q *db.Queries) error { return q.ShiftsClose(ctx, ids, ats, counted) })
	}
	heard := db.TillHeardParams{ID: r.till.ID, Seen: r.now, Receipt: r.last, New: r.new(), Caught: caught, Now: r.now}
	if r.mode != (mode{}) {
		heard.Seen = r.till.SeenAt // an admin or operator brought the fact, so the tablet was not seen
	}
	b.Step("mark till", func(ctx context.Context, q *db.Queries) error { return q.TillHeard(ctx, heard) })
	r.keepLetters(b)
	return nil
}

func (r *round) keepShifts(b *db.Batch) {
	if len(r.opened) == 0 {
		return
	}
	p := db.ShiftsInsertParams{TillID: r.till.ID}
	for _, s := range r.opened {
		p.Ids, p.Days, p.Whos = append(p.Ids, s.id), append(p.Days, s.day), append(p.Whos, s.who)
		p.Unassigned, p.Floats, p.Opened = append(p.Unassigned, s.unassigned), append(p.Floats, int64(s.float)), append(p.Opened, s.opened)
	}
	b.Step("open shifts", func(ctx context.Context, q *db.Queries) error { return q.ShiftsInsert(ctx, p) })
}

func (r *round) keepFacts(b *db.Batch) {
	if len(r.facts) > 0 {
		p := db.FactsInsertParams{TillID: r.till.ID, Now: r.now, Said: !r.mode.found}
		for _, f := range r.facts {
			p.Ids, p.Kinds, p.Hashes, p.Codes, p.Details = append(p.Ids, f.ID), append(p.Kinds, cut(f.Kind)), append(p.Hashes, f.hash),
				append(p.Codes, int(f.code)), append(p.Details, string(f.detail.json()))
			p.Receipts, p.Sales, p.Notes = append(p.Receipts, f.receipt), append(p.Sales, cut(f.Sale)), append(p.Notes, cut(f.Why))
			p.Flags, p.Happened = append(p.Flags, strings.Join(f.flags, ",")), append(p.Happened, f.at)
		}
		b.Step("keep facts", func(ctx context.Context, q *db.Queries) error { return q.FactsInsert(ctx, p) })
	}
	if len(r.said) > 0 {
		b.Step("mark facts", func(ctx context.Context, q *db.Queries) error { return q.FactsSaid(ctx, r.till.ID, r.said) })
	}
	if len(r.quarantined.Ids) > 0 {
		b.Step("set aside", func(ctx context.Context, q *db.Queries) error { return q.QuarantinePut(ctx, r.quarantined) })
	}
}

// cut makes a text of a possibly malformed fact storable in Postgres.
func cut(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s[:min(len(s), maxText)], ""), "\x00", "")
}

func (r *round) keepSales(b *db.Batch) error {
	if len(r.sales) == 0 {
		return nil
	}
	p, l := db.CounterSalesInsertParams{TillID: r.till.ID, CompanyID: r.till.CompanyID}, db.CounterLinesInsertParams{}
	for _, s := range r.sales {
		terms := ""
		if s.buyer != nil {
			agreed, err := json.Marshal(quote.Terms(s.buyer.Terms))
			if err != nil {
				return err
			}
			terms = string(agreed)
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
	b.Step("keep sales", func(ctx context.Context, q *db.Queries) error { return q.CounterSalesInsert(ctx, p) })
	b.Step("keep lines", func(ctx context.Context, q *db.Queries) error { return q.CounterLinesInsert(ctx, l) })
	var h db.CounterSharesInsertParams
	for _, s := range r.sales {
		if s.Share > 0 {
			h.Sales, h.Companies, h.Profiles = append(h.Sales, s.ID), append(h.Companies, s.Company), append(h.Profiles, s.period.profile)
			h.Durations, h.Starts = append(h.Durations, s.period.duration), append(h.Starts, s.period.start)
			h.Amounts = append(h.Amounts, int64(s.Share))
		}
	}
	if len(h.Sales) > 0 {
		b.Step("grant shares", func(ctx context.Context, q *db.Queries) error {
			return q.CounterPeriodsGrant(ctx, h.Profiles, h.Durations, h.Starts, h.Amounts)
		})
		b.Step("keep shares", func(ctx context.Context, q *db.Queries) error { return q.CounterSharesInsert(ctx, h) })
	}
	return nil
}

func (r *round) keepVoids(b *db.Batch) {
	if len(r.voided) == 0 {
		return
	}
	var v db.CounterVoidsParams
	var sales, profiles, durations []string
	var starts []clock.Date
	var amounts []int64
	for _, s := range r.voided {
		v.Ids, v.Ats, v.Days = append(v.Ids, s.ID), append(v.Ats, s.voidedAt), append(v.Days, s.voidDay)
		v.Shifts, v.Bys = append(v.Shifts, s.voidShift), append(v.Bys, s.voidBy)
		if s.CompanyShare > 0 {
			sales, profiles, durations = append(sales, s.ID), append(profiles, s.ProfileID), append(durations, s.Duration)
			starts, amounts = append(starts, s.PeriodStart), append(amounts, -s.CompanyShare)
		}
	}
	b.Step("void sales", func(ctx context.Context, q *db.Queries) error { return q.CounterVoids(ctx, v) })
	if len(sales) > 0 {
		b.Step("give shares back", func(ctx context.Context, q *db.Queries) error {
			return q.CounterPeriodsGrant(ctx, profiles, durations, starts, amounts)
		})
		b.Step("release shares", func(ctx context.Context, q *db.Queries) error { return q.CounterSharesRelease(ctx, sales) })
	}
}
