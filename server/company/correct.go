package company

import (
	"context"
	"fmt"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/mail"
)

// Correction is what documents name of a company. An empty billing address means that of the main place.
type Correction struct {
	Name           string `json:"name"`
	TRN            string `json:"trn"`
	BillingAddress string `json:"billing_address"`
}

// Seal is a checksum of what an operator saw before they corrected it.
func (d Correction) Seal() string { return Seal(d) }

// Correct replaces what the next documents name of a company, and tells its admins; documents that are issued keep what they name. seen is
// the seal of what the operator saw. It returns what was so before and what is so now. It joins the caller's transaction, which has
// checked that an operator asks.
func (c *Companies) Correct(ctx context.Context, tx db.Tx, id, seen, reason string, to Correction) (was, is Correction, err error) {
	r := DetailsRequest{Name: to.Name, TRN: to.TRN, BillingAddress: &to.BillingAddress}
	if err := r.clean(); err != nil {
		return was, is, err
	}
	is = Correction{r.Name, r.TRN, *r.BillingAddress}
	row, err := tx.CompanyHold(ctx, id)
	if err != nil {
		return was, is, db.NoneIs(err, fault.ErrNotFound)
	}
	d := detailsOf(row)
	was = Correction{d.Name, d.TRN, d.BillingAddress}
	switch {
	case was == is:
		return was, is, nil
	case seen != was.Seal():
		return was, is, ErrChanged
	case d.TRNFixed && is.TRN == "":
		return was, is, fault.Field("trn", "The trn field is required: the company's invoices name it.")
	}
	d.Name, d.TRN, d.BillingAddress = is.Name, is.TRN, is.BillingAddress
	if err := c.remembering(ctx, tx.Queries, id, func() error { return setDetails(ctx, tx.Queries, id, d) }); err != nil {
		return was, is, err
	}
	admins, err := tx.CompanyAdmins(ctx, id)
	change := ulid.Make().String()
	for _, admin := range admins {
		if err := c.queue.InsertTx(ctx, tx, CorrectionMail{admin, id, change, reason, was, is}, nil); err != nil {
			return was, is, err
		}
	}
	return was, is, err
}

// CorrectionMail is the job that tells an admin what an operator corrected of their company.
type CorrectionMail struct {
	Profile string     `json:"profile"`
	Company string     `json:"company"`
	Change  string     `json:"change"` // an id, so that each change is told once
	Reason  string     `json:"reason"`
	Was     Correction `json:"was"`
	Is      Correction `json:"is"`
}

// Kind names the job.
func (CorrectionMail) Kind() string { return "mail_correction" }

// InsertOpts retries the letter for longer than a code.
func (CorrectionMail) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries}
}

type correctionTeller struct {
	river.WorkerDefaults[CorrectionMail]
	companies *Companies
}

// Work sends the letter, unless the person is no longer an admin of the company.
func (w *correctionTeller) Work(ctx context.Context, j *river.Job[CorrectionMail]) error {
	c, a := w.companies, j.Args
	to, err := c.adminToTell(ctx, a.Profile, a.Company)
	if err != nil || to == nil {
		return err
	}
	letter := mail.Correction{Name: to.Name, Company: *to.CompanyName, Reason: a.Reason}
	for _, f := range []mail.DetailChange{{What: "Name", Was: a.Was.Name, Is: a.Is.Name}, {What: "TRN", Was: a.Was.TRN, Is: a.Is.TRN},
		{What: "Address on invoices", Was: a.Was.BillingAddress, Is: a.Is.BillingAddress}} {
		if f.Was != f.Is {
			letter.Changes = append(letter.Changes, f)
		}
	}
	message, err := c.post.Sender.Correction(fmt.Sprintf("correction-%s-%s", a.Change, to.ID),
		mail.To{Address: to.Email, Language: to.Language}, letter)
	if err != nil {
		return err
	}
	return c.post.Send(ctx, mail.Letter{Kind: mail.CorrectionKind, Person: to.PersonID, Message: message})
}
