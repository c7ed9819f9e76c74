package withdrawal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/push"
)

// Correction is a change of a meal's allergens on the published menu of a week, from a date on.
type Correction struct {
	Week, From clock.Date
	Meal       menu.Meal // as it is now
	Before     map[string]menu.Presence
	Who        string // the operator's profile
}

// Noticed counts the people who have a corrected meal ahead, and those of them who avoid what it has more of now.
type Noticed struct {
	People int `json:"people"`
	Yours  int `json:"yours"`
}

// Correct records a correction with everybody who has the meal ahead, and queues the job that tells them. It joins the caller's
// transaction, which holds the menu: whoever orders later has seen the meal as it is now. Nothing is recorded when nothing differs.
func (w *Withdrawals) Correct(ctx context.Context, tx db.Tx, c Correction, now time.Time) (Noticed, error) {
	changed, raised := menu.Differ(c.Before, c.Meal.Allergens)
	if len(changed) == 0 {
		return Noticed{}, nil
	}
	if over, err := LunchOver(ctx, tx.Queries, c.From, now); err != nil {
		return Noticed{}, err
	} else if over {
		c.From++
	}
	said, err := json.Marshal(changed)
	if err != nil {
		return Noticed{}, err
	}
	id := ulid.Make().String()
	if err := tx.CorrectionInsert(ctx, db.CorrectionInsertParams{ID: id, Week: c.Week, Meal: c.Meal.ID, Name: c.Meal.Name, Changed: said,
		At: now, OperatorID: c.Who}); err != nil {
		return Noticed{}, fmt.Errorf("write correction: %w", err)
	}
	n, err := tx.CorrectionNotices(ctx, db.CorrectionNoticesParams{Correction: id, Raised: raised, Has: c.Meal.Has(), Meal: c.Meal.ID,
		FromDate: c.From, UntilDate: c.Week + 6})
	if err != nil {
		return Noticed{}, fmt.Errorf("note who has it: %w", err)
	}
	if n.People > 0 && w.Orders != nil { // the periodic job tells of what a command imports
		if err := w.Orders.Queue.InsertTx(ctx, tx, Withdrawn{}, nil); err != nil {
			return Noticed{}, fmt.Errorf("plan to tell: %w", err)
		}
	}
	return Noticed{n.People, n.Yours}, nil
}

// TellCorrections tells everybody whose order holds a corrected meal, once for each correction: their devices by a new revision of the
// order, and by a letter whoever it is for to act on.
func (w *Withdrawals) TellCorrections(ctx context.Context) error {
	return tellAll(ctx, w, (*db.Queries).CorrectionsUntold, w.planCorrected)
}

// planCorrected notes that the person of an order is told of corrections, and plans the letters.
func (w *Withdrawals) planCorrected(ctx context.Context, tx db.Tx, id, profile string, now time.Time) (bool, error) {
	rows, err := tx.CorrectionsTell(ctx, now, id, clock.DateOf(now))
	if err != nil || len(rows) == 0 {
		return false, err
	}
	erased, err := tx.ErasedProfile(ctx, profile)
	if err != nil {
		return false, fmt.Errorf("ask whose order: %w", err)
	}
	var jobs []river.InsertManyParams
	for _, r := range rows {
		if !r.Yours || erased {
			continue
		}
		jobs = append(jobs, river.InsertManyParams{Args: CorrectedMail{r.CorrectionID, r.DeliveryID}},
			river.InsertManyParams{Args: push.Notice{About: push.Allergen, Event: r.CorrectionID, Delivery: r.DeliveryID}})
	}
	if len(jobs) == 0 {
		return true, nil
	}
	b := &db.Batch{}
	w.Orders.Queue.Insert(b, jobs...)
	if err := b.In(ctx, tx); err != nil {
		return false, fmt.Errorf("plan letters: %w", err)
	}
	return true, nil
}
