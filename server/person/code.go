package person

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/clock"
	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/mail"
	"sahn/server/web"
)

// A one-time code (D23). Five guesses at each of ten codes a day find one of a million with a chance of 1 : 20 000.
const (
	codeLife   = 10 * time.Minute
	codeTries  = 5
	codeAgain  = 30 * time.Second
	codesDaily = 10
	codes      = 1_000_000
)

// ErrCode answers for a wrong, spent, voided or expired code, another browser's and another person's alike.
var ErrCode = &fault.Fault{Kind: fault.Invalid, Reason: "code_wrong", Message: "That code is not right.",
	Fields: map[string][]string{"otp": {"That code is not right."}}}

// code is what a challenge's mail says. It is stored nowhere, and a repeated mail says the same.
func (p *People) code(challenge string) string {
	sum := []byte("otp:" + challenge)
	for {
		m := hmac.New(sha256.New, p.secret)
		m.Write(sum)
		sum = m.Sum(nil)
		// Numbers beyond the last whole million would make low codes likelier.
		if n := binary.BigEndian.Uint64(sum); n < math.MaxUint64/codes*codes {
			return fmt.Sprintf("%06d", n%codes)
		}
	}
}

// ask makes a challenge and the job that mails it, together. For an address that nobody may sign in with it does the
// same work, and the job finds nothing to mail.
func (p *People) ask(ctx context.Context, email string, who web.Caller) error {
	return db.InTx(ctx, p.db, func(ctx context.Context, q *db.Queries, tx pgx.Tx) error {
		locked, err := q.PersonLock(ctx, email)
		if err != nil {
			return err
		}
		id, now := ulid.Make().String(), p.now()
		if _, err := q.ChallengeInsert(ctx, db.ChallengeInsertParams{
			ID: id, Locked: locked, Browser: who.Browser, Now: now, ExpiresAt: now.Add(codeLife),
			AgainAfter: now.Add(-codeAgain), Since: now.Add(-day), Most: codesDaily,
		}); err != nil {
			return err
		}
		if err := q.ChallengesVoid(ctx, now, id); err != nil {
			return err
		}
		return p.queue.InsertTx(ctx, tx, SignInCode{Challenge: id}, &river.InsertOpts{MaxAttempts: 5})
	})
}

// answer checks a code and signs its person in.
func (p *People) answer(ctx context.Context, email, code string, who web.Caller) (SignedIn, error) {
	// The guess is counted before it is looked at and whatever happens next, so that a thousand at once are still five.
	challenge, err := db.New(p.db).ChallengeTry(ctx, email, who.Browser, p.now(), codeTries)
	if db.None(err) {
		return SignedIn{}, ErrCode
	}
	if err != nil {
		return SignedIn{}, err
	}
	if subtle.ConstantTimeCompare([]byte(code), []byte(p.code(challenge.ID))) != 1 {
		return SignedIn{}, ErrCode
	}
	return p.signIn(ctx, challenge.PersonID, who, ErrCode, func(ctx context.Context, q *db.Queries) error {
		spent, err := q.ChallengeUse(ctx, p.now(), challenge.ID)
		if err == nil && spent == 0 {
			err = ErrCode
		}
		return err
	})
}

// SignInCode is the job that mails a challenge's code.
type SignInCode struct {
	Challenge string `json:"challenge"`
}

// Kind names the job.
func (SignInCode) Kind() string { return "sign_in_code" }

type codeMailer struct {
	river.WorkerDefaults[SignInCode]
	people *People
}

// Work mails the code if it still can be used.
func (w *codeMailer) Work(ctx context.Context, j *river.Job[SignInCode]) error {
	p := w.people
	to, err := db.New(p.db).ChallengeMail(ctx, j.Args.Challenge, p.now())
	if db.None(err) {
		return nil
	}
	if err != nil {
		return err
	}
	message, err := p.mail.Code(j.Args.Challenge, to.Email, p.code(j.Args.Challenge), minutesLeft(to.ExpiresAt, p.now))
	if err != nil {
		return err
	}
	err = p.mail.Send(ctx, message)
	if errors.Is(err, mail.ErrRefused) {
		return river.JobCancel(err)
	}
	return err
}

func minutesLeft(end time.Time, now clock.Clock) int {
	return max(1, int((end.Sub(now())+time.Minute/2)/time.Minute))
}
