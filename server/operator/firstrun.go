package operator

import (
	"context"
	"slices"
	"sync"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
	"sahn/server/week"
)

// Step is one thing that an installation needs until its first order can be taken: manager (somebody who runs it), window (an open
// area with an open window), seller (name, TRN and address for tax invoices), plan (one that companies choose at their registration), menu
// (a published week that can be ordered), mail (the mail server takes our sign-in), card (the card provider knows our account), order (the
// first one that was paid).
type Step struct {
	Step string `json:"step"`
	Done bool   `json:"done"`
}

// FirstRunAnswer lists the steps, in the order in which they are best done.
type FirstRunAnswer struct {
	Data []Step `json:"data"`
}

// answersWithin is how long mail server and card provider may take.
const answersWithin = 3 * time.Second

// FirstRun tells how far an installation is on the way to its first order. configured: the configuration names a complete seller.
func FirstRun(ctx context.Context, q *db.Queries, now time.Time, configured bool) ([]Step, error) {
	is, err := q.FirstRun(ctx, clock.DateOf(now), week.Upcoming(week.Reference(now), 0)[0].Value)
	return []Step{{"manager", is.Manager}, {"window", is.Window},
		{"seller", configured || is.Seller}, {"plan", is.Plan}, {"menu", is.Menu}, {"order", is.Ordered}}, err
}

// HandleFirstRun tells what is missing until the first order, and until then asks mail server and card provider whether they answer. A
// manager may.
func (o *Office) HandleFirstRun(ctx context.Context, _ web.Caller, _ Nothing) (FirstRunAnswer, error) {
	steps, err := FirstRun(ctx, db.New(o.Conn), o.Clock(), o.Seller.Complete())
	last := len(steps) - 1
	if err != nil || steps[last].Done {
		return FirstRunAnswer{steps}, err
	}
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	mailed, known := Step{Step: "mail"}, Step{Step: "card"}
	var both sync.WaitGroup
	both.Go(func() { mailed.Done = o.Post.Sender.Reach(ctx) == nil })
	both.Go(func() { known.Done = o.Payments.Provider.Reach(ctx) == nil })
	both.Wait()
	return FirstRunAnswer{slices.Insert(steps, last, mailed, known)}, nil
}
