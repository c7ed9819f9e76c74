package person

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// The limits of a one-time code. Five guesses at each of ten codes a day find one of a million with a chance of 1 : 20 000.
const (
	codeLife   = 10 * time.Minute
	codeTries  = 5
	codeAgain  = 30 * time.Second
	codesDaily = 10
	codes      = 1_000_000
)

// ErrCode refuses a wrong, spent, voided or expired code, and also another browser's or another person's.
var ErrCode = &fault.Fault{Kind: fault.Invalid, Reason: "code_wrong", Message: "That code is not right.",
	Fields: map[string][]string{"otp": {"That code is not right."}}}

// code is the one-time code of a challenge. It is derived and not stored, and a repeated mail has the same one.
func (p *People) code(challenge string) string {
	sum := []byte("otp:" + challenge)
	for {
		m := hmac.New(sha256.New, p.secret)
		m.Write(sum)
		sum = m.Sum(nil)
		// Numbers beyond the last multiple of a million would make low codes likelier.
		if n := binary.BigEndian.Uint64(sum); n < math.MaxUint64/codes*codes {
			return fmt.Sprintf("%06d", n%codes)
		}
	}
}

// The purposes of a code.
const (
	forSignIn   = "sign-in"
	forReset    = "reset"
	forRegister = "register"
	forOperator = "operator"
)

// mayAsk are the states and kinds of which a person must have a profile before a code is made, by purpose.
var mayAsk = map[string]struct{ states, kinds []string }{
	forSignIn:   {[]string{"Active"}, eaters},
	forReset:    {[]string{"Active", "Invited"}, append([]string{"Operator"}, eaters...)},
	forRegister: {[]string{"Active", "Invited", "Pending"}, eaters},
	forOperator: {[]string{"Active"}, []string{"Operator"}},
}

var eaters = []string{"Employee", "Admin", "Cash"}

// ask makes a challenge and the job that mails it, in one transaction. For an address that may not sign in it does the same work, and the
// job finds nothing to mail.
func (p *People) ask(ctx context.Context, purpose, email string, who web.Caller) error {
	return db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		locked, err := tx.PersonLock(ctx, email)
		if err != nil {
			return err
		}
		_, err = p.challenge(ctx, tx, purpose, locked, who)
		return err
	})
}

// challenge makes one for a person whose row the transaction locks, and ends the older ones of the browser. Its id matches no challenge
// when that person asked too often.
func (p *People) challenge(ctx context.Context, tx db.Tx, purpose string, locked []string, who web.Caller) (string, error) {
	id, now := ulid.Make().String(), p.now()
	if _, err := tx.ChallengeInsert(ctx, db.ChallengeInsertParams{
		ID: id, Purpose: purpose, Locked: locked, Browser: who.Browser, Now: now, ExpiresAt: now.Add(codeLife),
		States: mayAsk[purpose].states, Kinds: mayAsk[purpose].kinds, AgainAfter: now.Add(-codeAgain), Since: now.Add(-day), Most: codesDaily,
	}); err != nil {
		return "", err
	}
	if err := tx.ChallengesVoid(ctx, now, id); err != nil {
		return "", err
	}
	return id, p.queue.InsertTx(ctx, tx, SignInCode{Challenge: id}, &river.InsertOpts{MaxAttempts: 5})
}

// guess counts a guess at a code for one of the purposes, and returns the challenge when the guess is right. The caller still has to spend
// it.
func (p *People) guess(ctx context.Context, email, code string, who web.Caller, purposes ...string) (db.ChallengeTryRow, error) {
	// The guess is counted before it is compared and whatever happens next, so that a thousand parallel guesses are still limited to five.
	challenge, err := db.New(p.db).ChallengeTry(ctx,
		db.ChallengeTryParams{Email: email, Browser: who.Browser, Purposes: purposes, Now: p.now(), Most: codeTries})
	if db.None(err) {
		return challenge, ErrCode
	}
	if err == nil && subtle.ConstantTimeCompare([]byte(code), []byte(p.code(challenge.ID))) != 1 {
		return challenge, ErrCode
	}
	return challenge, err
}

// spend uses up a challenge; ErrCode when another request was faster.
func (p *People) spend(ctx context.Context, q *db.Queries, challenge string) error {
	spent, err := q.ChallengeUse(ctx, p.now(), challenge)
	if err == nil && spent == 0 {
		err = ErrCode
	}
	return err
}
