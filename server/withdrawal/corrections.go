package withdrawal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// CorrectionsRequest asks for a page of corrections; After is the last one of the page before.
type CorrectionsRequest struct {
	After string `query:"after" validate:"max=26"`
}

// Corrections is a page of corrections, the newest first. Next is the cursor of the following page; empty at the end.
type Corrections struct {
	Data []Corrected `json:"data"`
	Next string      `json:"next"`
}

// Corrected is one correction, and who was told of it to act. Lunches is how many had the meal ahead.
type Corrected struct {
	ID       string                   `json:"id"`
	Week     clock.Date               `json:"week"`
	Meal     string                   `json:"meal"`
	Name     string                   `json:"name"`
	Changed  map[string]menu.Presence `json:"changed"`
	At       time.Time                `json:"at"`
	Operator string                   `json:"operator"`
	Lunches  int                      `json:"lunches"`
	Told     []Told                   `json:"told"`
}

// Told is a person who was told: of which day's lunch, when, and by which letter. The letter's id is empty, and Sent with it, until it is
// on its way. Who was erased has no name.
type Told struct {
	Profile string     `json:"profile"`
	Person  string     `json:"person"`
	Date    clock.Date `json:"date"`
	At      time.Time  `json:"at"`
	Letter  string     `json:"letter"`
	Sent    *time.Time `json:"sent,omitempty"`
}

const perPage = 20

// HandleCorrections lists corrections and who was told. Support and managers may: it says of people what they must not eat.
func (w *Withdrawals) HandleCorrections(ctx context.Context, _ web.Caller, r CorrectionsRequest) (Corrections, error) {
	q := db.New(w.Orders.Conn)
	rows, err := q.CorrectionsMade(ctx, r.After, perPage+1)
	if err != nil {
		return Corrections{}, fmt.Errorf("read corrections: %w", err)
	}
	page := Corrections{Data: []Corrected{}}
	if len(rows) > perPage {
		rows = rows[:perPage]
		page.Next = rows[perPage-1].ID
	}
	at, ids := map[string]int{}, []string{}
	for i, c := range rows {
		one := Corrected{ID: c.ID, Week: c.Week, Meal: c.Meal, Name: c.Name, At: c.At, Operator: c.Operator, Lunches: c.Lunches, Told: []Told{}}
		if err := json.Unmarshal(c.Changed, &one.Changed); err != nil {
			return Corrections{}, fmt.Errorf("correction %s: %w", c.ID, err)
		}
		page.Data, at[c.ID], ids = append(page.Data, one), i, append(ids, c.ID)
	}
	told, err := q.CorrectionsToldTo(ctx, ids)
	if err != nil {
		return Corrections{}, fmt.Errorf("read who was told: %w", err)
	}
	for _, t := range told {
		c := &page.Data[at[t.CorrectionID]]
		c.Told = append(c.Told, Told{t.ProfileID, t.Person, t.Date, *t.ToldAt, t.Letter, t.SentAt})
	}
	return page, nil
}
