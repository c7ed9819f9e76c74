package withdrawal

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
)

// HoursMail is the job that writes to a person whose lunches come at other times by a season.
type HoursMail struct {
	Profile string `json:"profile"`
}

// Kind names the job.
func (HoursMail) Kind() string { return "mail_hours" }

// InsertOpts retries the letter for longer than a code.
func (HoursMail) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries}
}

// TellHours plans a letter to everybody whose lunch comes at other times than they know since a season changed.
func (w *Withdrawals) TellHours(ctx context.Context) error {
	return db.InTx(ctx, w.Orders.Conn, func(ctx context.Context, tx db.Tx) error {
		profiles, err := tx.HoursDue(ctx, clock.DateOf(w.Orders.Clock()))
		if err != nil || len(profiles) == 0 {
			return err
		}
		letters := make([]river.InsertManyParams, len(profiles))
		for i, profile := range profiles {
			letters[i] = river.InsertManyParams{Args: HoursMail{profile}}
		}
		b := &db.Batch{}
		w.Orders.Queue.Insert(b, letters...)
		return b.In(ctx, tx)
	})
}

type hoursMailer struct {
	river.WorkerDefaults[HoursMail]
	withdrawals *Withdrawals
}

// Work sends the letter, unless the person knows the times by now, and then notes what they know. A letter is named after what it tells, so
// that a job that repeats sends none twice.
func (w *hoursMailer) Work(ctx context.Context, j *river.Job[HoursMail]) error {
	o := w.withdrawals.Orders
	q := db.New(o.Conn)
	rows, err := q.HoursUntold(ctx, j.Args.Profile, clock.DateOf(o.Clock()))
	if err != nil || len(rows) == 0 {
		return err
	}
	known, letter, name := db.HoursToldParams{}, mail.Hours{Name: rows[0].Person}, sha256.New()
	for _, r := range rows {
		known.Companies, known.Deliveries, known.Ns = append(known.Companies, r.CompanyID), append(known.Deliveries, r.DeliveryID),
			append(known.Ns, r.N)
		known.FromTimes, known.UntilTimes = append(known.FromTimes, r.FromTime), append(known.UntilTimes, r.UntilTime)
		letter.Days = append(letter.Days, mail.HoursDay{Date: r.Date, Window: r.FromTime + "–" + r.UntilTime})
		_, _ = fmt.Fprintln(name, r.DeliveryID, r.N, r.FromTime, r.UntilTime)
	}
	message, err := o.Post.Sender.Hours(fmt.Sprintf("hours-%s-%x", j.Args.Profile, name.Sum(nil)[:8]),
		mail.To{Address: rows[0].Email, Language: rows[0].Language}, letter)
	if err != nil {
		return err
	}
	if err := o.Post.Send(ctx, mail.Letter{Kind: mail.HoursKind, Person: rows[0].PersonID, Message: message}); err != nil {
		return err
	}
	if err := q.HoursTold(ctx, known); err != nil {
		return fmt.Errorf("note what they know: %w", err)
	}
	return nil
}
