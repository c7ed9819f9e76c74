package operator

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Case is something that went wrong and that an operator should look at. Kind: change (a device's operation that could not be applied),
// copy (operations that a person sent to support because their device could not deliver them), refund (waits, declined, twice, or made by
// hand at the provider), attempt (open: the provider does not say what became of it; failed: an operator called it taken and the provider
// did not), job and letter (given up), dispute (a purchase at a counter of which the buyer says that it was not theirs: What is how much of
// it was paid in cash or by card, in fils, and till and place), limit (of all sign-ins together, which was full within a day: What is its
// name and how many requests from networks that nobody signs in from were turned away), nightly (ID is backup, doctor or reconcile; What is
// late, never, or failed and why). Open: it ends in another way than by being closed. Choices are what a device wanted, as far as it can be
// read and for the first fifty; Said is the rest as it came.
type Case struct {
	Kind      string     `json:"kind"`
	ID        string     `json:"id"`
	At        time.Time  `json:"at"`
	ProfileID string     `json:"profile_id"`
	Name      string     `json:"name"`
	What      string     `json:"what"`
	Amount    money.Fils `json:"amount"`
	Open      bool       `json:"open"`
	Choices   []Choice   `json:"choices,omitempty"`
	Said      string     `json:"said,omitempty"`
}

// Choice is what a device wanted to eat on a date; no meals empty the day.
type Choice struct {
	Date  string       `json:"date"`
	Meals []ChosenMeal `json:"meals"`
}

// ChosenMeal is a number of portions of a meal, by its name in the meal book, or by its id when it is not there.
type ChosenMeal struct {
	Name string `json:"name"`
	Qty  int    `json:"qty"`
}

// CasesAnswer holds the waiting cases, newest first. More: there are more than are listed.
type CasesAnswer struct {
	Data []Case `json:"data"`
	More bool   `json:"more"`
}

const (
	maxCases   = 100
	maxChoices = 50
	stuck      = 24 * time.Hour // by when the provider should have sent money back, or said whether it took any
	nightly    = 36 * time.Hour // by when a task of each night should have run again
	whatMost   = 2000
)

// HandleCases lists the cases that wait for an operator. Support may.
func (o *Office) HandleCases(ctx context.Context, _ web.Caller, _ Nothing) (CasesAnswer, error) {
	answer := CasesAnswer{Data: []Case{}}
	err := db.InTx(ctx, o.Conn, func(ctx context.Context, tx db.Tx) error {
		rows, err := tx.CasesWaiting(ctx, o.Clock().Add(-stuck), o.Clock().Add(-nightly), !o.Demo, maxCases+1)
		if err != nil {
			return err
		}
		answer.Data = answer.Data[:0]
		for _, r := range rows {
			one := Case{Kind: r.Kind, ID: r.ID, At: r.At.UTC(), ProfileID: r.ProfileID, Name: r.Name, What: short(r.What),
				Amount: money.Fils(r.Amount), Open: r.Stays}
			one.Choices, one.Said = choices(r.Said)
			answer.Data = append(answer.Data, one)
		}
		if err := o.nameMeals(ctx, tx.Queries, answer.Data); err != nil {
			return err
		}
		lost, err := o.Queue.Discarded(ctx, tx, maxCases+1)
		if err != nil {
			return err
		}
		closed, err := tx.CasesClosed(ctx, "job")
		if err != nil {
			return err
		}
		for _, j := range lost {
			if id := strconv.FormatInt(j.ID, 10); !slices.Contains(closed, id) {
				answer.Data = append(answer.Data, Case{Kind: "job", ID: id, At: j.At.UTC(), What: short(j.Kind + ": " + j.Error)})
			}
		}
		return nil
	})
	slices.SortStableFunc(answer.Data, func(a, b Case) int { return b.At.Compare(a.At) })
	if answer.More = len(answer.Data) > maxCases; answer.More {
		answer.Data = answer.Data[:maxCases]
	}
	return answer, err
}

// choices parses what a device sent: one operation, or several.
func choices(said string) (all []Choice, rest string) {
	type operation struct {
		A struct {
			Date  string `json:"date"`
			Items []struct {
				Meal string `json:"meal"`
				Qty  int    `json:"qty"`
			} `json:"items"`
		} `json:"a"`
	}
	if said == "" {
		return nil, ""
	}
	var operations []operation
	if json.Unmarshal([]byte(said), &operations) != nil {
		var one operation
		if json.Unmarshal([]byte(said), &one) != nil {
			return nil, short(said)
		}
		operations = []operation{one}
	}
	for _, op := range operations[:min(len(operations), maxChoices)] {
		if op.A.Date == "" {
			rest = short(said)
			continue
		}
		choice := Choice{op.A.Date, make([]ChosenMeal, len(op.A.Items))}
		for i, item := range op.A.Items {
			choice.Meals[i] = ChosenMeal{item.Meal, item.Qty}
		}
		all = append(all, choice)
	}
	return all, rest
}

// nameMeals replaces the ids of meals by their names in the meal book.
func (o *Office) nameMeals(ctx context.Context, q *db.Queries, cases []Case) error {
	var ids []string
	each := func(do func(m *ChosenMeal)) {
		for _, c := range cases {
			for _, w := range c.Choices {
				for i := range w.Meals {
					do(&w.Meals[i])
				}
			}
		}
	}
	each(func(m *ChosenMeal) { ids = append(ids, m.Name) })
	if len(ids) == 0 {
		return nil
	}
	rows, err := q.MealNames(ctx, ids)
	names := map[string]string{}
	for _, r := range rows {
		names[r.ID] = r.Name
	}
	each(func(m *ChosenMeal) {
		if name := names[m.Name]; name != "" {
			m.Name = name
		}
	})
	return err
}

func short(s string) string {
	if r := []rune(s); len(r) > whatMost {
		return string(r[:whatMost]) + "…"
	}
	return s
}

// CloseRequest closes a case that needs no more attention, and says why.
type CloseRequest struct {
	Kind string `json:"kind" validate:"required,oneof=change copy refund attempt job letter"`
	ID   string `json:"id" validate:"required,max=200"`
	Note string `json:"note" validate:"required"`
}

// HandleCaseClose closes a case; a job that is closed is deleted. Support may.
func (o *Office) HandleCaseClose(ctx context.Context, who web.Caller, r CloseRequest) (Done, error) {
	note, err := person.Line("note", r.Note, 300)
	if err != nil {
		return Done{}, err
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		n, err := tx.CaseClose(ctx, db.CaseCloseParams{Kind: r.Kind, ID: r.ID, OperatorID: who.ProfileID, Note: note, At: o.Clock()})
		if err != nil || n == 0 { // another operator has closed it
			return audit.Act{}, err
		}
		known, err := o.known(ctx, tx, r)
		if err == nil && !known {
			err = fault.ErrNotFound
		}
		if err != nil {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "case.close", Subject: r.Kind + " " + r.ID, Note: note}, nil
	})
}

func (o *Office) known(ctx context.Context, tx db.Tx, r CloseRequest) (bool, error) {
	if r.Kind != "job" {
		return tx.CaseKnown(ctx, r.Kind, r.ID)
	}
	id, err := strconv.ParseInt(r.ID, 10, 64)
	if err != nil {
		return false, nil
	}
	return o.Queue.Forget(ctx, tx, id)
}

// HandleJobAgain retries a job that was given up once more. Support may.
func (o *Office) HandleJobAgain(ctx context.Context, who web.Caller, r one) (Done, error) {
	return Done{}, o.onJob(ctx, who, r.ID, audit.Act{Kind: "job.again", Subject: r.ID}, o.Queue.Again)
}
