package invoice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
)

// reminders are the steps at which a company is reminded: this many days after an invoice was due, or as soon after that as possible.
// Letters go out in working hours, so that support can answer.
var reminders = []int{1, 7, 14}

const (
	remindFrom  = 9
	remindUntil = 18
)

// Tend is the hourly job that writes invoices, credit notes and reminders.
type Tend struct{}

// Kind names the job.
func (Tend) Kind() string { return "invoice_tend" }

// Letter is the job that writes to an admin about an invoice: that it was issued, that it is so many days late, that the provider took
// back money that had paid it, which Returned names, or that a part of it was credited, by the credit note that Credit names.
type Letter struct {
	Invoice  string `json:"invoice"`
	Person   string `json:"person"`
	Late     int    `json:"late"`
	Returned string `json:"returned,omitempty"`
	Credit   string `json:"credit,omitempty"`
}

// Kind names the job.
func (Letter) Kind() string { return "mail_invoice" }

type tender struct {
	river.WorkerDefaults[Tend]
	invoices *Invoices
}

// Work runs the invoicing, and plans the reminders that are due today.
func (w *tender) Work(ctx context.Context, _ *river.Job[Tend]) error {
	now := w.invoices.Clock()
	return errors.Join(w.invoices.Run(ctx, now), w.invoices.Remind(ctx, now))
}

// Timeout leaves room for the first of a month, when most invoices are issued.
func (w *tender) Timeout(*river.Job[Tend]) time.Duration { return 10 * time.Minute }

// Remind plans a letter to the admins of every company with a late invoice that has reached a step without a reminder. It is idempotent:
// steps are recorded with their letters, and a step of a company without an admin waits until there is one.
func (v *Invoices) Remind(ctx context.Context, now time.Time) error {
	if hour := now.In(clock.Dubai).Hour(); hour < remindFrom || hour >= remindUntil {
		return nil
	}
	on := today(now)
	due, err := db.New(v.Conn).InvoicesToRemind(ctx, reminders, on)
	if err != nil {
		return fmt.Errorf("look for late invoices: %w", err)
	}
	for _, d := range due {
		if err := db.InTx(ctx, v.Conn, func(ctx context.Context, tx db.Tx) error {
			reminded, err := tx.InvoiceReminded(ctx, d.Step, now, d.ID)
			if err != nil {
				return fmt.Errorf("remember reminder: %w", err)
			}
			if reminded == 0 {
				return nil
			}
			return v.queueLetter(ctx, tx, d.CompanyID, Letter{Invoice: d.ID, Late: int(on - d.DueOn)})
		}); err != nil {
			return err
		}
	}
	return nil
}

// reached returns the newest step of an invoice that is late by so many days; 0 before the first.
func reached(late int) (step int) {
	for _, n := range reminders {
		if n <= late {
			step = n
		}
	}
	return step
}

type writer struct {
	river.WorkerDefaults[Letter]
	invoices *Invoices
}

// Work sends the letter, unless what it says is no longer true.
func (w *writer) Work(ctx context.Context, j *river.Job[Letter]) error {
	v, q := w.invoices, db.New(w.invoices.Conn)
	row, err := q.InvoiceLook(ctx, j.Args.Invoice)
	if err != nil {
		return fmt.Errorf("read invoice: %w", err)
	}
	due, err := q.InvoiceDue(ctx, row.ID)
	if err != nil {
		return fmt.Errorf("read what is due: %w", err)
	}
	asks := j.Args.Late > 0 || j.Args.Returned != ""
	if due <= 0 && asks {
		return nil
	}
	atOnce, err := paidAtIssue(ctx, q, row)
	if err != nil {
		return err
	}
	admins, err := q.InvoiceAdmins(ctx, row.CompanyID)
	if err != nil {
		return fmt.Errorf("read admins: %w", err)
	}
	for _, a := range admins {
		if a.ID != j.Args.Person {
			continue
		}
		about, said := fmt.Sprint(j.Args.Late), mail.Invoice{Name: a.Name, ID: row.ID, Number: row.Number, Month: row.Month, DueOn: row.DueOn,
			Due: max(0, money.Fils(due)), Late: j.Args.Late, SetOff: atOnce, Returned: j.Args.Returned != ""}
		switch {
		case j.Args.Returned != "":
			about = "returned-" + j.Args.Returned
		case j.Args.Credit != "":
			note, err := q.InvoiceLook(ctx, j.Args.Credit)
			if err != nil {
				return fmt.Errorf("read credit note: %w", err)
			}
			about, said.Note, said.Credited = "credited-"+note.ID, note.Number, money.Fils(note.TotalAmount)
		}
		m, err := v.Post.Sender.Invoice(fmt.Sprintf("invoice-%s-%s-%s", row.ID, about, a.ID),
			mail.To{Address: a.Email, Language: a.Language}, said)
		if err != nil {
			return err
		}
		return v.Post.Send(ctx, mail.Letter{Kind: mail.InvoiceKind, Person: a.ID, Message: m})
	}
	return nil // the person is no longer an admin
}

// paidAtIssue reports whether an invoice was wholly set off when it was issued.
func paidAtIssue(ctx context.Context, q *db.Queries, row db.Invoice) (bool, error) {
	rows, err := q.InvoiceSetOffAtIssue(ctx, row.ID)
	if err != nil {
		return false, fmt.Errorf("read set-offs: %w", err)
	}
	return content{total: money.Fils(row.TotalAmount), setOffs: rows}.toPay() == 0, nil
}

// Work registers this package's jobs with a runner.
func (v *Invoices) Work(workers *river.Workers) {
	river.AddWorker(workers, &tender{invoices: v})
	river.AddWorker(workers, &writer{invoices: v})
	river.AddWorker(workers, &undoWriter{invoices: v})
	river.AddWorker(workers, &eatersTender{invoices: v})
	river.AddWorker(workers, &transmitter{invoices: v})
}

// Periodic are the jobs that run on a schedule.
func (v *Invoices) Periodic() []*river.PeriodicJob {
	start := &river.PeriodicJobOpts{RunOnStart: true}
	all := []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(time.Hour), func() (river.JobArgs, *river.InsertOpts) { return Tend{}, nil }, start),
		river.NewPeriodicJob(river.PeriodicInterval(time.Minute), func() (river.JobArgs, *river.InsertOpts) { return TendEaters{}, nil }, start)}
	if v.Transmitter != nil {
		all = append(all, river.NewPeriodicJob(river.PeriodicInterval(cmp.Or(v.Transmitter.Every, transmitEvery)),
			func() (river.JobArgs, *river.InsertOpts) { return Transmit{}, &river.InsertOpts{Queue: job.Outside} }, start))
	}
	return all
}
