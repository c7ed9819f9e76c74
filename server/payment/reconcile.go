package payment

import (
	"context"
	"fmt"
	"time"

	"sahn/server/payment/aps"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Report is the result of a reconciliation of the provider's books with ours. They agree when Differences is empty.
type Report struct {
	Captures, Refunds int
	Captured          money.Fils
	Returned          money.Fils
	Differences       []Difference
}

// Difference is one thing on which the provider, the attempts and the ledger do not agree. Of is the attempt, the order, the top-up or the
// reference that it is about.
type Difference struct {
	What, Of       string
	Ours, Provider money.Fils
}

func (d Difference) String() string {
	return fmt.Sprintf("%s, %s: %s here, %s there", d.Of, d.What, d.Ours, d.Provider)
}

// Reconcile asks the provider about every attempt on which anything happened between two moments, and compares each
// capture, each sum of refunds and the ledger. What is rightly still under way is no difference: until should lie a
// quarter of an hour back. It changes nothing.
func (p *Payments) Reconcile(ctx context.Context, since, until time.Time) (Report, error) {
	q := db.New(p.Conn)
	captures, err := q.ReconcileCaptures(ctx, until, since)
	if err != nil {
		return Report{}, fmt.Errorf("read captures: %w", err)
	}
	report := Report{Differences: []Difference{}}
	var attempts []string
	for _, c := range captures {
		attempts = append(attempts, c.ID)
		if err := p.compare(ctx, &report, c, until); err != nil {
			return report, err
		}
	}
	books, err := q.ReconcileBooks(ctx, attempts)
	if err != nil {
		return report, fmt.Errorf("read the ledger: %w", err)
	}
	for _, b := range books {
		report.differ("what cards paid by the ledger", b.Root, money.Fils(b.Ledger), money.Fils(b.Cards))
	}
	settled, err := q.ReconcileSettled(ctx, since, until)
	if err != nil {
		return report, fmt.Errorf("read what operators said: %w", err)
	}
	for _, w := range settled {
		report.differ("taken, by an operator's word", w.Reference, money.Fils(w.Settled), money.Fils(w.Taken))
	}
	unknown, err := q.ReconcileUnknown(ctx, since, until)
	if err != nil {
		return report, fmt.Errorf("read what nobody asked for: %w", err)
	}
	for _, n := range unknown {
		report.differ("a capture that nobody asked for", n.Reference, 0, money.Fils(n.Amount))
	}
	return report, nil
}

func (p *Payments) compare(ctx context.Context, report *Report, c db.ReconcileCapturesRow, until time.Time) error {
	stands, err := p.Provider.CheckCapture(ctx, c.Reference, c.FortID)
	if err != nil {
		return fmt.Errorf("ask about attempt %s: %w", c.ID, err)
	}
	ours, back := money.Fils(c.Captured), money.Fils(c.Returned)
	if c.FortID != "" {
		report.Captures, report.Captured = report.Captures+1, report.Captured+ours
		report.Refunds, report.Returned = report.Refunds+c.Refunds, report.Returned+back
	}
	report.differ("captured", c.ID, ours, stands.Captured)
	// The provider's answer may have been lost just now: then the provider is ahead by what we requested.
	if underway := c.Asked > 0 && !c.Late && stands.Refunded == back+money.Fils(c.Asked); !underway {
		report.differ("sent back", c.ID, back, stands.Refunded)
	}
	if c.Late {
		report.differ("asked to be sent back and not done", c.ID, money.Fils(c.Asked), stands.Refunded-back)
	}
	if c.Status == "open" && c.ExpiresAt.Before(until) && stands.Outcome != aps.Uncertain {
		report.Differences = append(report.Differences,
			Difference{What: "still open here, " + stands.Outcome.String() + " there", Of: c.ID, Provider: stands.Captured})
	}
	return nil
}

func (r *Report) differ(what, of string, ours, theirs money.Fils) {
	if ours != theirs {
		r.Differences = append(r.Differences, Difference{What: what, Of: of, Ours: ours, Provider: theirs})
	}
}
