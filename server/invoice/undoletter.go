package invoice

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
)

// Undo is a transfer that was taken back, by one of its payments, and the invoices that may be open again with it.
type Undo struct {
	Payment  string   `json:"payment"`
	Invoices []string `json:"invoices"`
}

// UndoLetter is the job that tells an admin of a company that a transfer was taken back, and of all invoices on which
// something is due again.
type UndoLetter struct {
	Undo
	Company string `json:"company"`
	Person  string `json:"person"`
}

// Kind names the job.
func (UndoLetter) Kind() string { return "mail_transfer_undone" }

// tellUndone plans one letter to each admin of a company about a transfer that was taken back. For an invoice that is late it is the
// reminder too. Where nothing is due again, since something else paid it, there is nothing to do, and no letter.
func (v *Invoices) tellUndone(ctx context.Context, tx db.Tx, company string, u Undo, now time.Time) error {
	if v.Queue == nil { // the demo history sends no letters
		return nil
	}
	open, err := tx.InvoicesReopened(ctx, company, u.Invoices)
	if err != nil {
		return fmt.Errorf("read what is due: %w", err)
	}
	admins, err := tx.InvoiceAdmins(ctx, company)
	if err != nil {
		return fmt.Errorf("read admins: %w", err)
	}
	if len(open) == 0 || len(admins) == 0 {
		return nil
	}
	letters := make([]UndoLetter, len(admins))
	for i, a := range admins {
		letters[i] = UndoLetter{u, company, a.ID}
	}
	var late []string
	var steps []int
	for _, i := range open {
		if step := reached(int(today(now) - i.DueOn)); step > 0 {
			late, steps = append(late, i.ID), append(steps, step)
		}
	}
	if err := tx.InvoicesReminded(ctx, now, late, steps, company); err != nil {
		return fmt.Errorf("remember reminder: %w", err)
	}
	return job.InsertManyTx(ctx, v.Queue, tx, letters,
		&river.InsertOpts{MaxAttempts: mail.Retries, UniqueOpts: river.UniqueOpts{ByArgs: true}})
}

type undoWriter struct {
	river.WorkerDefaults[UndoLetter]
	invoices *Invoices
}

// Work sends the letter, unless all was paid meanwhile or the person is no longer an admin.
func (w *undoWriter) Work(ctx context.Context, j *river.Job[UndoLetter]) error {
	v, q, l := w.invoices, db.New(w.invoices.Conn), j.Args
	parts, err := q.InvoiceTransferParts(ctx, l.Payment)
	if err != nil {
		return fmt.Errorf("read transfer: %w", err)
	}
	open, err := q.InvoicesReopened(ctx, l.Company, l.Invoices)
	if err != nil {
		return fmt.Errorf("read what is due: %w", err)
	}
	admins, err := q.InvoiceAdmins(ctx, l.Company)
	if err != nil {
		return fmt.Errorf("read admins: %w", err)
	}
	if len(parts) == 0 || len(open) == 0 {
		return nil
	}
	said := mail.TransferUndone{Reference: parts[0].Reference}
	for _, p := range parts {
		said.Amount += money.Fils(p.Amount)
	}
	for _, i := range open {
		said.Invoices = append(said.Invoices, mail.DueAgain{Number: i.Number, DueOn: i.DueOn, Due: money.Fils(i.Due)})
	}
	for _, a := range admins {
		if a.ID != l.Person {
			continue
		}
		said.Name = a.Name
		m, err := v.Post.Sender.TransferUndone(fmt.Sprintf("undone-%s-%s", l.Payment, a.ID),
			mail.To{Address: a.Email, Language: a.Language}, said)
		if err != nil {
			return err
		}
		return v.Post.Send(ctx, mail.Letter{Kind: mail.InvoiceKind, Person: a.ID, Message: m})
	}
	return nil
}
