package withdrawal

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/riverqueue/river"

	"sahn/server/menu"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
)

// CorrectedMail is the job that writes to a person whose ordered meal has more of what they avoid than they were told.
type CorrectedMail struct {
	Correction string `json:"correction"`
	Delivery   string `json:"delivery"`
}

// Kind names the job.
func (CorrectedMail) Kind() string { return "mail_corrected" }

// InsertOpts retries the letter for longer than a code.
func (CorrectedMail) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries}
}

// letterOf is the id of the letter about a correction; the list of who was told finds it by this.
func letterOf(correction, delivery string) string { return "corrected-" + correction + "-" + delivery }

type correctedMailer struct {
	river.WorkerDefaults[CorrectedMail]
	withdrawals *Withdrawals
}

// Work sends the letter, unless the meal is out of the order by now.
func (w *correctedMailer) Work(ctx context.Context, j *river.Job[CorrectedMail]) error {
	o := w.withdrawals.Orders
	t, err := db.New(o.Conn).CorrectionTold(ctx, j.Args.Correction, j.Args.Delivery)
	if err != nil {
		return fmt.Errorf("read what to tell: %w", err)
	}
	if t.Qty == 0 {
		return nil
	}
	var changed map[string]menu.Presence
	if err := json.Unmarshal(t.Changed, &changed); err != nil {
		return fmt.Errorf("read correction: %w", err)
	}
	letter := mail.Corrected{Name: t.Person, Number: t.OrderID[len(t.OrderID)-8:], Order: t.OrderID, Date: t.DeliveryDate, Meal: t.Name,
		Qty: t.Qty, Until: t.Cutoff, TooLate: !t.ToldAt.Before(t.Cutoff)}
	for a, is := range changed {
		switch is {
		case menu.Contains:
			letter.Contains = append(letter.Contains, a)
		case menu.MayContain:
			letter.MayContain = append(letter.MayContain, a)
		}
	}
	slices.Sort(letter.Contains)
	slices.Sort(letter.MayContain)
	if letter.Document, err = o.DocumentOf(ctx, "order", t.OrderID); err != nil {
		return err
	}
	message, err := o.Post.Sender.Corrected(letterOf(j.Args.Correction, j.Args.Delivery),
		mail.To{Address: t.Email, Language: t.Language}, letter)
	if err != nil {
		return err
	}
	return o.Post.Send(ctx, mail.Letter{Kind: mail.CorrectedKind, Person: t.PersonID, Message: message})
}
