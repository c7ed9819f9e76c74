package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
)

// Kind is a kind of mail, and how many of it one person gets within 24 hours.
type Kind struct {
	Name  string
	Daily int
}

// The kinds. One-time codes are limited where they are requested: nothing that was promised there is kept back here.
var (
	CodeKind       = Kind{"code", 200}
	InvitationKind = Kind{"invitation", 3}
	ApprovalKind   = Kind{"approval", 5}
	PasswordKind   = Kind{"password", 10}
	TriedKind      = Kind{"tried", 1}
	FactorKind     = Kind{"second step", 10}
	ElsewhereKind  = Kind{"elsewhere", 5}
	PasskeyKind    = Kind{"passkey", 20}
	ConfirmedKind  = Kind{"confirmed", 20}
	ReceiptKind    = Kind{"receipt", 20}
	ChangedKind    = Kind{"changed", 40}
	ReminderKind   = Kind{"reminder", 2}
	WithdrawnKind  = Kind{"withdrawn", 20}
	ClosedKind     = Kind{"closed", 40}
	HoursKind      = Kind{"hours", 20}
	CorrectedKind  = Kind{"corrected", 40}
	InvoiceKind    = Kind{"invoice", 20}
	CreditKind     = Kind{"credit", 20}
	RefundKind     = Kind{"refund", 20}
	TierKind       = Kind{"tier", 5}
	LeaversKind    = Kind{"leavers", 20}
	CorrectionKind = Kind{"correction", 20}
	PurchaseKind   = Kind{"purchase", 40}
	ReportedKind   = Kind{"reported", 20}
	WebhookKind    = Kind{"webhook", 10}
	DomainKind     = Kind{"domain", 10}
)

// inTurn are the kinds that tell how an order stands. They leave to each person in the order in which they were first tried, so that
// what is read last is what holds. Codes, receipts and invoices say what stays true, and wait for nobody.
var inTurn = []string{ConfirmedKind.Name, ChangedKind.Name, WithdrawnKind.Name, ClosedKind.Name, HoursKind.Name, CorrectedKind.Name}

// turn is how long a letter waits for an older one, which may not be tried any more: longer than an outage of two hours with the retry
// after it.
const turn = 3 * time.Hour

// Reasons to give a mail up.
var (
	ErrTooMany    = errors.New("mail: enough letters of this kind for one person and day")
	ErrMaybeTwice = errors.New("mail: sent twice without an answer, not sent again")
)

// Letter is a message of a kind to a person. First is tried before mail, and reports whether it reached the person, who then gets no mail;
// its error lets the job be retried. A message without an address is told by First alone.
type Letter struct {
	Kind   Kind
	Person string
	Message
	First func(ctx context.Context) (reached bool, err error)
}

// Post sends mails for jobs. Its promise: a mail, identified by its message's ID, arrives once; when a server crashes between sending and
// recording that, at most once more, with the same Message-ID.
type Post struct {
	DB     db.Conn
	Sender *Sender
	Clock  clock.Clock
	Log    *slog.Logger
}

// lease is longer than a connection with a mail server lasts.
const lease = time.Minute

// Retries is how often a job should try to send a mail: for about a day and a half, with growing intervals (backoff).
const Retries = 15

// lookEvery is how often a server that sends letters looks for others that waited for the mail server.
const lookEvery = time.Minute

// Send sends a mail that was not sent yet. Its errors are meant to be returned by a job's worker: they end the job, delay it, or let it be
// retried.
func (p *Post) Send(ctx context.Context, l Letter) error {
	begun, waits, err := p.begin(ctx, l)
	if waits && err == nil {
		return river.JobSnooze(lease)
	}
	if err != nil || !begun {
		return err
	}
	reached, sent := false, error(nil)
	if l.First != nil {
		reached, sent = l.First(ctx)
	}
	byMail := !reached && l.To != "" && sent == nil
	if byMail {
		sent = p.Sender.Send(ctx, l.Message)
	}
	// The result must be recorded even if the job was cancelled meanwhile.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if sent == nil && !byMail {
		return p.noteOtherwise(ctx, l.ID, reached)
	}
	noted := p.note(ctx, l.ID, sent)
	if errors.Is(sent, ErrRefused) {
		p.Log.Warn("mail: refused", "kind", l.Kind.Name, "id", l.ID)
		return river.JobCancel(sent)
	}
	if sent == nil && noted == nil {
		return p.hurry(ctx) // tried again, the job finds its letter sent
	}
	return errors.Join(sent, noted)
}

// hurry makes letters due that wait because the mail server was away, now that it took one: their own next try may be most of an hour off.
// Another server of ours may be the one that found it away, and no memory is shared, so this is asked once a minute of a server that sends
// letters, which is one statement beside hundreds. The minute also limits how often letters are tried while the mail server comes and goes.
func (p *Post) hurry(ctx context.Context) error {
	now, last := p.Clock(), p.Sender.looked.Load()
	if now.Before(time.Unix(0, last).Add(lookEvery)) || !p.Sender.looked.CompareAndSwap(last, now.UnixNano()) {
		return nil
	}
	err := db.InTx(ctx, p.DB, func(ctx context.Context, tx db.Tx) error {
		hurried, err := job.Hurry(ctx, tx, ErrAway.Error())
		if hurried > 0 {
			p.Log.Info("mail: the mail server is back", "hurried", hurried)
		}
		return err
	})
	if err != nil {
		p.Sender.looked.Store(last) // the next letter does it
	}
	return err
}

// begin records that a mail may reach the mail server from now on; not when it was sent before, or waits for another one.
func (p *Post) begin(ctx context.Context, l Letter) (begun, waits bool, err error) {
	err = db.InTx(ctx, p.DB, func(ctx context.Context, tx db.Tx) error {
		begun, waits = false, false
		if err := tx.MailsLock(ctx, l.Person); err != nil {
			return fmt.Errorf("lock letters: %w", err)
		}
		now := p.Clock()
		made := now
		row, err := tx.MailOne(ctx, l.ID)
		switch {
		case db.None(err):
			n, err := tx.MailsCount(ctx, l.Person, l.Kind.Name, now.Add(-24*time.Hour))
			if err != nil {
				return fmt.Errorf("count letters: %w", err)
			}
			if n >= int64(l.Kind.Daily) {
				p.Log.Warn("mail: too many", "kind", l.Kind.Name, "id", l.ID)
				return river.JobCancel(ErrTooMany)
			}
		case err != nil:
			return fmt.Errorf("read letter: %w", err)
		case row.SentAt != nil:
			return nil
		case row.BegunAt != nil && now.Before(row.BegunAt.Add(lease)):
			return river.JobSnooze(lease)
		case row.Begun == 2:
			p.Log.Warn("mail: may have arrived twice", "kind", l.Kind.Name, "id", l.ID)
			return river.JobCancel(ErrMaybeTwice)
		default:
			made = row.MadeAt
		}
		if slices.Contains(inTurn, l.Kind.Name) {
			if waits, err = tx.MailsBefore(ctx, db.MailsBeforeParams{PersonID: l.Person, Kinds: inTurn, Since: now.Add(-turn), MadeAt: made,
				ID: l.ID}); err != nil {
				return fmt.Errorf("look for older letters: %w", err)
			}
			if waits {
				return tx.MailWaits(ctx, l.ID, l.Kind.Name, l.Person, now)
			}
		}
		begun = true
		return tx.MailBegin(ctx, l.ID, l.Kind.Name, l.Person, now)
	})
	return begun, waits, err
}

// noteOtherwise records that a message needs no mail.
func (p *Post) noteOtherwise(ctx context.Context, id string, pushed bool) error {
	return db.InTx(ctx, p.DB, func(ctx context.Context, tx db.Tx) error {
		return tx.MailOtherwise(ctx, p.Clock(), pushed, id)
	})
}

// note records the result of sending a mail.
func (p *Post) note(ctx context.Context, id string, sent error) error {
	return db.InTx(ctx, p.DB, func(ctx context.Context, tx db.Tx) error {
		switch {
		case sent == nil:
			return tx.MailSent(ctx, p.Clock(), id)
		case errors.Is(sent, ErrUncertain), errors.Is(sent, ErrRefused): // no other letter waits for it
			return tx.MailUncertain(ctx, id)
		}
		return tx.MailNotSent(ctx, id)
	})
}
