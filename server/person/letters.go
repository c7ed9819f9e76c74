package person

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
)

// SignInCode is the job that mails a challenge's code, whatever the code is for. The code itself is not in the queue.
type SignInCode struct {
	Challenge string `json:"challenge"`
}

// Kind names the job.
func (SignInCode) Kind() string { return "sign_in_code" }

type codeMailer struct {
	river.WorkerDefaults[SignInCode]
	people *People
}

// Work mails the code while it is valid; an expired code is not sent.
func (w *codeMailer) Work(ctx context.Context, j *river.Job[SignInCode]) error {
	p := w.people
	to, err := db.New(p.db).CodeLetter(ctx, j.Args.Challenge, p.now())
	if err != nil {
		return db.NoneIs(err, nil)
	}
	message, err := p.mail.Code(j.Args.Challenge, mail.To{Address: to.Email, Language: to.Language},
		mail.Code{Code: p.code(j.Args.Challenge), For: to.Purpose, Minutes: minutesLeft(to.ExpiresAt, p.now)})
	if err != nil {
		return err
	}
	return p.post().Send(ctx, mail.Letter{Kind: mail.CodeKind, Person: to.PersonID, Message: message})
}

func minutesLeft(end time.Time, now clock.Clock) int {
	return max(1, int((end.Sub(now())+time.Minute/2)/time.Minute))
}

// Invitation is the job that mails an invitation to the person of a profile that an admin added. Enqueue it in the transaction
// that adds the profile, and again when the admin asks for that.
type Invitation struct {
	Profile string `json:"profile"`
}

// Kind names the job.
func (Invitation) Kind() string { return "mail_invitation" }

// InsertOpts allows more tries than for a code.
func (Invitation) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: mail.Retries} }

type inviter struct {
	river.WorkerDefaults[Invitation]
	people *People
}

// Work mails the invitation if the profile is still invited.
func (w *inviter) Work(ctx context.Context, j *river.Job[Invitation]) error {
	p := w.people
	to, err := db.New(p.db).ProfileOne(ctx, j.Args.Profile)
	if db.None(err) || err == nil && to.Status != "Invited" {
		return nil
	}
	if err != nil {
		return err
	}
	message, err := p.mail.Invitation(fmt.Sprintf("invitation-%s-%d", to.ID, j.ID), mail.To{Address: to.Email, Language: to.Language},
		mail.Invitation{Name: to.Name, Company: db.Or(to.CompanyName, "")})
	if err != nil {
		return err
	}
	return p.post().Send(ctx, mail.Letter{Kind: mail.InvitationKind, Person: to.PersonID, Message: message})
}

// Approved is the job that tells an employee that they were approved, or an admin that the company was. Enqueue it in the
// transaction that approves.
type Approved struct {
	Profile string `json:"profile"`
}

// Kind names the job.
func (Approved) Kind() string { return "mail_approved" }

// InsertOpts allows more tries than for a code.
func (Approved) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: mail.Retries} }

type welcomer struct {
	river.WorkerDefaults[Approved]
	people *People
}

// Work mails the approval if it still holds.
func (w *welcomer) Work(ctx context.Context, j *river.Job[Approved]) error {
	p := w.people
	to, err := db.New(p.db).ProfileOne(ctx, j.Args.Profile)
	if db.None(err) || err == nil && (to.Status != "Active" || db.Or(to.CompanyStatus, "") != "Active") {
		return nil
	}
	if err != nil {
		return err
	}
	message, err := p.mail.Approval(fmt.Sprintf("approved-%s-%d", to.ID, j.ID), mail.To{Address: to.Email, Language: to.Language},
		mail.Approval{Name: to.Name, Company: db.Or(to.CompanyName, ""),
			CompanyID: db.Or(to.CompanyID, ""), Admin: to.ClientType == "Admin"})
	if err != nil {
		return err
	}
	return p.post().Send(ctx, mail.Letter{Kind: mail.ApprovalKind, Person: to.PersonID, Message: message})
}

// PasswordChanged is the job that tells a person that their password was changed. It is enqueued in the transaction that changes
// it, and the mail goes out whatever happens afterwards: an attacker who took over the account cannot stop it.
type PasswordChanged struct {
	Person string    `json:"person"`
	At     time.Time `json:"at"`
	First  bool      `json:"first,omitempty"` // the first password of the account
}

// Kind names the job.
func (PasswordChanged) Kind() string { return "mail_password_changed" }

// InsertOpts allows more tries than for a code.
func (PasswordChanged) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries}
}

type passwordTeller struct {
	river.WorkerDefaults[PasswordChanged]
	people *People
}

// Work mails the notice, unless the person was erased meanwhile.
func (w *passwordTeller) Work(ctx context.Context, j *river.Job[PasswordChanged]) error {
	return w.people.mailTo(ctx, j.Args.Person, mail.PasswordKind, func(to db.PersonToWriteRow) (mail.Message, error) {
		return w.people.mail.Password(fmt.Sprintf("password-%s-%d", j.Args.Person, j.ID), mail.To{Address: to.Email, Language: to.Language},
			mail.Password{Name: to.Name, At: j.Args.At, First: j.Args.First})
	})
}

// SignInTried is the job that tells a person that strangers try to sign in with their address, and gives them a way in.
type SignInTried struct {
	Person string    `json:"person"`
	At     time.Time `json:"at"`
}

// Kind names the job.
func (SignInTried) Kind() string { return "mail_sign_in_tried" }

// InsertOpts allows more tries than for a code.
func (SignInTried) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: mail.Retries} }

type triedTeller struct {
	river.WorkerDefaults[SignInTried]
	people *People
}

// Work mails the notice while its link is good.
func (w *triedTeller) Work(ctx context.Context, j *river.Job[SignInTried]) error {
	p := w.people
	if p.now().After(j.Args.At.Add(wayInLife)) {
		return nil
	}
	return p.mailTo(ctx, j.Args.Person, mail.TriedKind, func(to db.PersonToWriteRow) (mail.Message, error) {
		operator, err := db.New(p.db).OperatorActive(ctx, j.Args.Person)
		if err != nil {
			return mail.Message{}, err
		}
		return p.mail.Tried(fmt.Sprintf("tried-%s-%d", j.Args.Person, j.ID), mail.To{Address: to.Email, Language: to.Language},
			mail.Tried{Name: to.Name, At: j.Args.At, Token: p.wayInFor(j.Args.Person, j.Args.At), Operator: operator})
	})
}

// mailTo sends a person the letter that write makes, unless they were erased meanwhile.
func (p *People) mailTo(ctx context.Context, personID string, kind mail.Kind,
	write func(to db.PersonToWriteRow) (mail.Message, error),
) error {
	to, err := db.New(p.db).PersonToWrite(ctx, personID)
	if err != nil {
		return db.NoneIs(err, nil)
	}
	message, err := write(to)
	if err != nil {
		return err
	}
	return p.post().Send(ctx, mail.Letter{Kind: kind, Person: personID, Message: message})
}

func (p *People) post() *mail.Post {
	return &mail.Post{DB: p.db, Sender: p.mail, Clock: p.now, Log: p.log}
}

// FactorChanged is the job that tells an operator what became of their second step: it was set, reset by a manager, or proved by a code on
// paper (What: set, reset, paper).
type FactorChanged struct {
	Person string    `json:"person"`
	At     time.Time `json:"at"`
	What   string    `json:"what"`
}

// Kind names the job.
func (FactorChanged) Kind() string { return "mail_factor_changed" }

// InsertOpts allows more tries than for a code.
func (FactorChanged) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries}
}

type factorTeller struct {
	river.WorkerDefaults[FactorChanged]
	people *People
}

// Work mails the notice, unless the person was erased meanwhile.
func (w *factorTeller) Work(ctx context.Context, j *river.Job[FactorChanged]) error {
	return w.people.mailTo(ctx, j.Args.Person, mail.FactorKind, func(to db.PersonToWriteRow) (mail.Message, error) {
		return w.people.mail.Factor(fmt.Sprintf("factor-%s-%d", j.Args.Person, j.ID), mail.To{Address: to.Email, Language: to.Language},
			mail.Factor{Name: to.Name, At: j.Args.At, What: j.Args.What})
	})
}

// SignedInElsewhere is the job that tells a person of a sign-in in a browser in which they were not known, while they are in others.
// Device is like "Chrome on Android", or empty.
type SignedInElsewhere struct {
	Person   string    `json:"person"`
	At       time.Time `json:"at"`
	Device   string    `json:"device"`
	Operator bool      `json:"operator,omitempty"`
}

// Kind names the job.
func (SignedInElsewhere) Kind() string { return "mail_signed_in_elsewhere" }

// InsertOpts allows more tries than for a code.
func (SignedInElsewhere) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries}
}

type elsewhereTeller struct {
	river.WorkerDefaults[SignedInElsewhere]
	people *People
}

// Work mails the notice, unless the person was erased meanwhile.
func (w *elsewhereTeller) Work(ctx context.Context, j *river.Job[SignedInElsewhere]) error {
	return w.people.mailTo(ctx, j.Args.Person, mail.ElsewhereKind, func(to db.PersonToWriteRow) (mail.Message, error) {
		return w.people.mail.Elsewhere(fmt.Sprintf("elsewhere-%s-%d", j.Args.Person, j.ID), mail.To{Address: to.Email, Language: to.Language},
			mail.Elsewhere{Name: to.Name, At: j.Args.At, Device: j.Args.Device, Operator: j.Args.Operator})
	})
}

// PasskeyChanged is the job that tells a person what became of one of their passkeys: it was added, removed, or stopped since a copy of it
// was seen (What: added, removed, stopped). Operator: it stands beside the app of the kitchen.
type PasskeyChanged struct {
	Person   string    `json:"person"`
	At       time.Time `json:"at"`
	What     string    `json:"what"`
	Name     string    `json:"name"`
	Operator bool      `json:"operator,omitempty"`
}

// Kind names the job.
func (PasskeyChanged) Kind() string { return "mail_passkey_changed" }

// InsertOpts allows more tries than for a code.
func (PasskeyChanged) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries}
}

type passkeyTeller struct {
	river.WorkerDefaults[PasskeyChanged]
	people *People
}

// Work mails the notice, unless the person was erased meanwhile.
func (w *passkeyTeller) Work(ctx context.Context, j *river.Job[PasskeyChanged]) error {
	return w.people.mailTo(ctx, j.Args.Person, mail.PasskeyKind, func(to db.PersonToWriteRow) (mail.Message, error) {
		return w.people.mail.Passkey(fmt.Sprintf("passkey-%s-%d", j.Args.Person, j.ID), mail.To{Address: to.Email, Language: to.Language},
			mail.Passkey{Name: to.Name, At: j.Args.At, What: j.Args.What, Key: j.Args.Name, Operator: j.Args.Operator})
	})
}
