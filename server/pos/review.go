package pos

import (
	"context"
	"fmt"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// readAsks adds to a batch which codes of the facts a till asked about, and dates the sales whose code the server knows to have been shown
// in time.
func (r *round) readAsks(b *db.Batch) {
	r.asked = map[string]db.CounterAsk{}
	var keys [][]byte
	for _, f := range r.read {
		if p, ok := r.p.prove(f.Proof); ok && f.Account > 0 {
			keys = append(keys, p.key())
		}
	}
	if len(keys) == 0 {
		return
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.CounterAsksOf(ctx, keys)
		if err != nil {
			return fmt.Errorf("read asked codes: %w", err)
		}
		for _, a := range rows {
			r.asked[string(a.Proof)] = a
		}
		for _, f := range r.read {
			if p, ok := r.p.prove(f.Proof); ok && f.Account > 0 && r.inTime(f, p) && !p.covers(f.at) {
				f.date(p.made(), r.arrived)
			}
		}
		return nil
	})
}

// inTime reports whether the server knows that a code was shown while it was valid: the sale arrived while the code was fresh, or its till
// had asked about the code, and about no smaller amount. Nothing that the till says of its clock counts.
func (r *round) inTime(f *fact, p proof) bool {
	if p.fresh(r.arrived) {
		return true
	}
	a, ok := r.asked[string(p.key())]
	return ok && a.TillID == r.till.ID && f.Account <= money.Fils(a.Amount)
}

// date sets the time of a sale whose own clock is wrong to that of its code.
func (f *fact) date(made, arrived time.Time) {
	f.flag(flagClock)
	f.at = made.UTC()
	if f.at.After(arrived) {
		f.at = arrived
	}
	f.day = clock.DateOf(f.at)
}

// review is why an operator must look at a sale before any money of it is booked, empty when nobody must. A charge to an account that the
// server was not asked about is checked against what it knows itself: the code's time, when the till last had nothing to send, and limits.
func (r *round) review(f *fact, s *sold) string {
	if s.taken > s.total {
		return sumDiffers
	}
	if f.Account == 0 {
		return ""
	}
	p, _ := r.p.prove(f.Proof)
	inTime, emptied, limits := r.inTime(f, p), r.till.CaughtUpAt, r.limits.on(f.day)
	switch {
	case r.mode.stopped:
		return tillStopped
	case s.overMenu:
		return overMenu
	case r.p.refused(r.declined, p):
		return declined
	case f.Account > limits.Sale && !r.confirmed(f, s):
		return overSale
	case s.buyer.charged[f.day]+f.Account > limits.Day:
		return overDay
	case r.arrived.Sub(f.at) > limits.offline():
		return tooLate
	case !inTime && f.Account > money.Fils(r.till.OfflineLimit):
		return notAsked
	case !inTime && emptied != nil && f.at.Before(emptied.Add(-codeGrace)):
		return heldBack
	}
	return ""
}
