package kitchen

import (
	"context"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/ledger"
	"sahn/server/order"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
)

// marking is marks of lunches inside their transaction: what was loaded under the locks of their orders, and the results.
type marking struct {
	k       *Kitchen
	now     time.Time
	revs    map[string]int64 // the counters, by profile
	lunches map[string]*lunch
	made    map[string]bool // marks by their ids, whatever became of them since
	known   map[string]db.ShortfallsOfRow
	lines   map[[2]string][]db.ShortfallLinesRow // by delivery and meal, the dearest first
	wallets map[string]*ledger.Wallet

	marks     struct{ Ids, Deliveries []string }
	completed order.Completing
	shorts    db.ShortfallsInsertParams
	credits   db.ShortfallCreditsParams
	given     []ledger.Missing
	acts      []audit.Act
}

// ordered is an order with all of its days.
type ordered struct {
	id      string
	status  order.Status
	lunches []*lunch
}

// lunch is one person's day, and what was missing of it.
type lunch struct {
	db.HandoverDeliveriesRow
	order *ordered
	was   bool  // it was handed over before
	by    *Fact // the mark that hands it over
	short []db.ShortfallsOfRow
}

// marking adds to a batch that the profiles' counters and the orders of lunches are locked, and that all is read which these facts may
// need, all of it where they are not known yet. It is filled when the batch has run. What is no id is of no lunch.
func (k *Kitchen) marking(b *db.Batch, deliveries []string, facts []Fact) *marking {
	m := &marking{k: k, now: k.Clock(), revs: map[string]int64{}, lunches: map[string]*lunch{}, made: map[string]bool{},
		known: map[string]db.ShortfallsOfRow{}, lines: map[[2]string][]db.ShortfallLinesRow{}}
	known, ids, orders := []string{}, []string{}, map[string]*ordered{}
	for _, id := range deliveries {
		if _, err := ulid.ParseStrict(id); err == nil {
			known = append(known, id)
		}
	}
	for _, f := range facts {
		ids = append(ids, f.ID)
	}
	b.Step("lock profiles", func(ctx context.Context, q *db.Queries) error {
		rows, err := q.HandoverRevsLock(ctx, known)
		for _, r := range rows {
			m.revs[r.ProfileID] = r.Rev
		}
		return err
	})
	b.Step("lock orders", func(ctx context.Context, q *db.Queries) error {
		rows, err := q.HandoverOrdersLock(ctx, known)
		for _, r := range rows {
			orders[r.ID] = &ordered{id: r.ID, status: order.Status(r.Status)}
		}
		return err
	})
	b.Step("read lunches", func(ctx context.Context, q *db.Queries) error {
		rows, err := q.HandoverDeliveries(ctx, known)
		for _, r := range rows {
			d := &lunch{HandoverDeliveriesRow: r, order: orders[r.OrderID], was: r.Handed}
			d.order.lunches = append(d.order.lunches, d)
			m.lunches[r.ID] = d
		}
		return err
	})
	b.Step("read marks", func(ctx context.Context, q *db.Queries) error {
		rows, err := q.HandoverMarksOf(ctx, ids)
		for _, id := range rows {
			m.made[id] = true
		}
		return err
	})
	if facts == nil || slices.ContainsFunc(facts, Fact.short) {
		m.readShort(b, known, ids)
	}
	return m
}

func (m *marking) readShort(b *db.Batch, deliveries, ids []string) {
	b.Step("read what was missing", func(ctx context.Context, q *db.Queries) error {
		rows, err := q.ShortfallsOf(ctx, deliveries, ids)
		for _, r := range rows {
			m.known[r.ID] = r
			if d := m.lunches[r.DeliveryID]; d != nil {
				d.short = append(d.short, r)
			}
		}
		return err
	})
	b.Step("read lines", func(ctx context.Context, q *db.Queries) error {
		rows, err := q.ShortfallLines(ctx, deliveries)
		for _, r := range rows {
			key := [2]string{r.DeliveryID, r.Meal}
			m.lines[key] = append(m.lines[key], r)
		}
		return err
	})
}

// opens adds to a batch that the wallets are locked and read of which eaters may get something back.
func (m *marking) opens(b *db.Batch, facts []Fact) {
	seen, profiles := map[string]bool{}, []string{}
	for _, f := range facts {
		d := m.lunches[f.Delivery]
		if !f.short() || d == nil || seen[d.ProfileID] || d.Erased || d.NetAmount <= d.CompanyShare {
			continue
		}
		seen[d.ProfileID] = true
		profiles = append(profiles, d.ProfileID)
	}
	if len(profiles) > 0 {
		m.wallets = ledger.Wallets(b, profiles)
	}
}

// keep adds to a batch what writes the results, many rows with each statement. by is the operator who made the marks.
func (m *marking) keep(b *db.Batch, by string) error {
	if len(m.marks.Ids) > 0 {
		b.Step("keep marks", func(ctx context.Context, q *db.Queries) error {
			return q.HandoverMarksInsert(ctx, m.marks.Ids, m.marks.Deliveries, m.now)
		})
	}
	var undone []string
	handed := db.HandoversInsertParams{ReceivedAt: m.now, OperatorID: by}
	for _, d := range m.lunches {
		if d.was && (!d.Handed || d.by != nil) {
			undone = append(undone, d.ID)
		}
		if d.by != nil {
			handed.Deliveries, handed.Ids = append(handed.Deliveries, d.ID), append(handed.Ids, d.by.ID)
			handed.Ats = append(handed.Ats, earlier(d.by.At, m.now))
		}
	}
	if len(undone) > 0 {
		b.Step("take marks back", func(ctx context.Context, q *db.Queries) error { return q.HandoversDelete(ctx, undone) })
	}
	if len(handed.Ids) > 0 {
		b.Step("mark lunches", func(ctx context.Context, q *db.Queries) error { return q.HandoversInsert(ctx, handed) })
	}
	m.keepShort(b)
	order.Completes(b, m.completed, m.now)
	return audit.Writes(b, m.now, m.acts)
}
