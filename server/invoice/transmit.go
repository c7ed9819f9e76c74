package invoice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/einvoice"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Transmitter sends e-invoices to the accredited provider: those of documents that are issued from a date on. Every is how soon it sends
// and asks again, for the demo; 0 is as usual.
type Transmitter struct {
	Provider einvoice.Provider
	From     clock.Date
	Every    time.Duration
}

// Transmit is the job that sends e-invoices and asks what became of those that were sent.
type Transmit struct{}

// Kind names the job.
func (Transmit) Kind() string { return "einvoice_transmit" }

const (
	transmitEvery  = 5 * time.Minute
	maxTransmitted = 40               // documents of one run
	claimedFor     = 15 * time.Minute // longer than a run: who dies in the middle leaves its documents to another server
	maxTries       = 12               // about three days of retries, by waits
	askEvery       = time.Hour
	maxAsks        = 24 * 14 // two weeks of asking
	incompleteFor  = 6 * time.Hour
)

type transmitter struct {
	river.WorkerDefaults[Transmit]
	invoices *Invoices
}

// Work runs once. A document's failure is kept with the document, so the job itself is never retried for it.
func (w *transmitter) Work(ctx context.Context, _ *river.Job[Transmit]) error {
	return w.invoices.Transmits(ctx)
}

// Timeout ends a run before its documents are another server's.
func (w *transmitter) Timeout(*river.Job[Transmit]) time.Duration { return claimedFor - time.Minute }

// Transmits plans what was issued, sends what is due, and asks about what was accepted. Without a provider nothing is planned.
func (v *Invoices) Transmits(ctx context.Context) error {
	if v.Transmitter == nil {
		return nil
	}
	q, now := db.New(v.Conn), v.Clock()
	if _, err := q.EInvoicesPlan(ctx, now, v.Transmitter.From); err != nil {
		return fmt.Errorf("plan e-invoices: %w", err)
	}
	due, err := q.EInvoicesClaim(ctx, now.Add(claimedFor), now, maxTransmitted)
	if err != nil {
		return fmt.Errorf("claim e-invoices: %w", err)
	}
	var failed error
	for _, t := range due {
		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
		kept, err := v.transmit(ctx, t)
		if err == nil {
			err = q.EInvoiceTransmitted(ctx, kept)
		}
		if err != nil { // it stays claimed for a while, and the others go out
			failed = errors.Join(failed, fmt.Errorf("e-invoice of %s: %w", t.InvoiceID, err))
		}
	}
	return failed
}

// transmit asks the provider about one document, or sends it, and says what is kept of that.
func (v *Invoices) transmit(ctx context.Context, t db.EInvoicesClaimRow) (kept db.EInvoiceTransmittedParams, err error) {
	now := v.Clock()
	kept = db.EInvoiceTransmittedParams{State: t.State, CompanyID: t.CompanyID, InvoiceID: t.InvoiceID, Now: now}
	next := func(after time.Duration) { at := now.Add(after); kept.NextAt = &at }
	var answer einvoice.Answer
	if t.State == einvoice.Accepted {
		answer, err = v.Transmitter.Provider.Ask(ctx, t.ProviderID)
	} else {
		var body []byte
		var uuid string
		if body, uuid, err = v.documentToSend(ctx, t); err == nil {
			answer, err = v.Transmitter.Provider.Send(ctx, uuid, body)
		}
	}
	var later einvoice.Later
	switch {
	case fault.As(err) != nil:
		// What it must say is not known yet. It goes out by itself once that is filled in.
		kept.State, kept.Message = "incomplete", fault.As(err).Message
		next(incompleteFor)
		return kept, nil
	case errors.As(err, &later), errors.Is(err, einvoice.ErrElsewhere):
		kept.Message = err.Error()
		if t.State == "incomplete" {
			kept.State = "waiting"
		}
		if t.State == einvoice.Accepted && t.Tries < maxAsks {
			next(askEvery)
		} else if t.State != einvoice.Accepted && t.Tries < maxTries {
			next(max(waitAfter(t.Tries), min(later.After, 24*time.Hour)))
		} else {
			kept.State = "stopped"
		}
		return kept, nil
	case err != nil:
		return kept, err
	}
	kept.State, kept.Message, kept.ProviderID = answer.State, answer.Message, answer.ID
	if answer.State == einvoice.Accepted {
		if t.State == einvoice.Accepted && t.Tries >= maxAsks {
			kept.State = "stopped"
			return kept, nil
		}
		next(cmp.Or(v.Transmitter.Every, askEvery))
	}
	return kept, nil
}

// waitAfter is how long a document waits after so many requests in vain: 5 minutes, then twice as long each time, at most 12 hours.
func waitAfter(tries int) time.Duration {
	return min(5*time.Minute<<min(max(0, tries-1), 10), 12*time.Hour)
}

// documentToSend is a document as UBL, with its UUID. One that breaks a rule of the format stays here: a provider would reject it.
func (v *Invoices) documentToSend(ctx context.Context, t db.EInvoicesClaimRow) (body []byte, uuid string, err error) {
	s, err := v.sheetOf(ctx, web.Caller{CompanyID: t.CompanyID}, OneRequest{ID: t.InvoiceID})
	if err != nil {
		return nil, "", err
	}
	if body, err = v.xmlOf(ctx, s); err != nil {
		return nil, "", err
	}
	if broken := einvoice.Check(body); len(broken) > 0 {
		return nil, "", einvoice.ErrRules
	}
	id, err := ulid.ParseStrict(t.InvoiceID)
	return body, uuidOf(id), err
}

// Transmission is what became of a document as an e-invoice: waiting, incomplete (Message says what is missing), accepted by the provider,
// delivered, rejected, or stopped after trying in vain. Message is the provider's or ours, for operators to read.
type Transmission struct {
	ID      string    `json:"id"`
	Number  string    `json:"number"`
	State   string    `json:"state"`
	Message string    `json:"message"`
	Since   time.Time `json:"since"`
}

func transmissionsOf(ctx context.Context, q *db.Queries, company, invoice string) ([]Transmission, error) {
	rows, err := q.EInvoiceTransmissions(ctx, company, invoice)
	if err != nil {
		return nil, fmt.Errorf("read transmissions: %w", err)
	}
	all := make([]Transmission, len(rows))
	for i, t := range rows {
		all[i] = Transmission{t.ID, t.Number, t.State, t.Message, t.ChangedAt}
	}
	return all, nil
}

// ErrNotStuck is the answer to sending a document again that is on its way or was delivered.
var ErrNotStuck = fault.New(fault.Conflict, "einvoice_not_stuck", "This e-invoice is on its way or was delivered.")

// HandleSendAgain sends an e-invoice again that was rejected, is incomplete or was given up, with the next run of the job. Support may.
func (v *Invoices) HandleSendAgain(ctx context.Context, who web.Caller, r OneRequest) (web.None, error) {
	return web.None{}, db.InTx(ctx, v.Conn, func(ctx context.Context, tx db.Tx) error {
		row, err := tx.InvoiceLook(ctx, r.ID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		now := v.Clock()
		n, err := tx.EInvoiceSendAgain(ctx, now, row.CompanyID, row.ID)
		if err != nil {
			return fmt.Errorf("send again: %w", err)
		}
		if n == 0 {
			return ErrNotStuck
		}
		return audit.Write(ctx, tx.Queries, audit.Act{At: now, Who: who.ProfileID, Company: row.CompanyID, Kind: "invoice.send_again",
			Subject: row.ID})
	})
}
