package pos

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
)

var letterTries = &river.InsertOpts{MaxAttempts: mail.Retries}

// PurchaseMail is the job that tells a buyer about a purchase with their code. It is their receipt, and has the link to say that it was not
// theirs.
type PurchaseMail struct {
	Sale string `json:"sale"`
}

// Kind names the job.
func (PurchaseMail) Kind() string { return "mail_purchase" }

// ReportedMail is the job that tells an admin that somebody of the company reported a purchase.
type ReportedMail struct {
	Sale  string `json:"sale"`
	Admin string `json:"admin"`
}

// Kind names the job.
func (ReportedMail) Kind() string { return "mail_purchase_reported" }

// DecidedMail is the job that tells a buyer what became of their report.
type DecidedMail struct {
	Sale string `json:"sale"`
}

// Kind names the job.
func (DecidedMail) Kind() string { return "mail_purchase_decided" }

// keepLetters plans the letters of the sales whose buyer showed a code, in the transaction that books them.
func (r *round) keepLetters(b *db.Batch) {
	var letters []river.InsertManyParams
	for _, s := range r.sales {
		if s.Profile != "" {
			letters = append(letters, river.InsertManyParams{Args: PurchaseMail{s.ID}, InsertOpts: letterTries})
		}
	}
	if len(letters) > 0 {
		r.p.Queue.Insert(b, letters...)
	}
}

// about reads what letters say of a sale. Its Email is empty when the buyer was erased.
func (p *Pos) about(ctx context.Context, sale string) (db.CounterSaleSaidRow, mail.Purchase, error) {
	row, err := db.New(p.Conn).CounterSaleSaid(ctx, sale)
	if err != nil {
		return row, mail.Purchase{}, fmt.Errorf("read sale: %w", err)
	}
	if row.Erased {
		row.Email = ""
	}
	said := mail.Purchase{Name: row.Name, Company: row.BuyerCompanyName, Till: row.Till, Place: row.Place, At: row.SoldAt, Sale: row.ID,
		Token: p.notMe(row.ID), Total: money.Fils(row.TotalAmount + row.DifferenceAmount), VAT: money.Fils(row.VatAmount),
		VATRate:      row.VatRate.String(),
		CompanyShare: money.Fils(row.CompanyShare), Wallet: money.Fils(row.WalletAmount), Cash: money.Fils(row.CashAmount),
		Card: money.Fils(row.TerminalAmount), Owed: money.Fils(row.OwedAmount), Reason: row.DisputeNote,
		Reversed: row.Dispute == "reversed"}
	if row.Receipt > 0 {
		said.Receipt = receiptOf(row.Number, row.Receipt, row.ID)
	}
	return row, said, nil
}

// documentOf is the tax invoice of a sale, or the credit note of one that was undone, for letters that name it.
func (p *Pos) documentOf(ctx context.Context, source, sale string) (mail.Document, error) {
	if p.Invoiced == nil {
		return mail.Document{}, nil
	}
	return p.Invoiced(ctx, source, sale)
}

type purchaseTeller struct {
	river.WorkerDefaults[PurchaseMail]
	pos *Pos
}

// Work sends the letter, unless the person was erased since.
func (w *purchaseTeller) Work(ctx context.Context, j *river.Job[PurchaseMail]) error {
	row, said, err := w.pos.about(ctx, j.Args.Sale)
	if err != nil || row.Email == "" {
		return err
	}
	if said.Document, err = w.pos.documentOf(ctx, "sale", row.ID); err != nil {
		return err
	}
	message, err := w.pos.Post.Sender.Purchase("purchase-"+row.ID, mail.To{Address: row.Email, Language: row.Language}, said)
	if err != nil {
		return err
	}
	return w.pos.Post.Send(ctx, mail.Letter{Kind: mail.PurchaseKind, Person: row.PersonID, Message: message})
}

type reportTeller struct {
	river.WorkerDefaults[ReportedMail]
	pos *Pos
}

// Work sends the letter, unless the person is no admin any more. It does not say whose purchase it was, or what was bought.
func (w *reportTeller) Work(ctx context.Context, j *river.Job[ReportedMail]) error {
	row, said, err := w.pos.about(ctx, j.Args.Sale)
	if err != nil {
		return err
	}
	to, err := db.New(w.pos.Conn).ProfileOne(ctx, j.Args.Admin)
	if db.None(err) ||
		err == nil && (to.Status != "Active" || to.ClientType != "Admin" || to.CompanyID == nil || *to.CompanyID != row.BuyerCompany) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read admin: %w", err)
	}
	said.Name = to.Name
	message, err := w.pos.Post.Sender.PurchaseReported(fmt.Sprintf("reported-%s-%s", row.ID, to.ID),
		mail.To{Address: to.Email, Language: to.Language}, said)
	if err != nil {
		return err
	}
	return w.pos.Post.Send(ctx, mail.Letter{Kind: mail.ReportedKind, Person: to.PersonID, Message: message})
}

type decisionTeller struct {
	river.WorkerDefaults[DecidedMail]
	pos *Pos
}

// Work sends the letter, unless the person was erased since.
func (w *decisionTeller) Work(ctx context.Context, j *river.Job[DecidedMail]) error {
	row, said, err := w.pos.about(ctx, j.Args.Sale)
	if err != nil || row.Email == "" {
		return err
	}
	if said.Reversed {
		if said.Document, err = w.pos.documentOf(ctx, "void", row.ID); err != nil {
			return err
		}
	}
	message, err := w.pos.Post.Sender.PurchaseDecided("decided-"+row.ID, mail.To{Address: row.Email, Language: row.Language}, said)
	if err != nil {
		return err
	}
	return w.pos.Post.Send(ctx, mail.Letter{Kind: mail.ReportedKind, Person: row.PersonID, Message: message})
}

// Work registers this package's jobs with a runner.
func (p *Pos) Work(workers *river.Workers) {
	river.AddWorker(workers, &purchaseTeller{pos: p})
	river.AddWorker(workers, &reportTeller{pos: p})
	river.AddWorker(workers, &decisionTeller{pos: p})
}
