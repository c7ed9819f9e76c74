package person

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/keys"
	"sahn/server/platform/web"
)

// The limits of a one-time code. How many codes there are in a day is a matter of paces.
const (
	codeLife  = 10 * time.Minute
	codeTries = 5
	codeAgain = 30 * time.Second
	codes     = 1_000_000
)

// The refusals of a code say what became of it. They are the same for addresses that nobody has.
var (
	ErrCode        = codeFault("code_wrong", "That code is not right.")
	ErrCodeLocked  = codeFault("code_locked", "Those were too many wrong tries, and this code is closed. Ask for a new one.")
	ErrCodeExpired = codeFault("code_expired", "This code is no longer valid. Ask for a new one.")
	ErrCodeUsed    = codeFault("code_used", "This code was used already. Ask for a new one.")
)

func codeFault(reason, sentence string) *fault.Fault {
	return &fault.Fault{Kind: fault.Invalid, Reason: reason, Message: sentence, Fields: map[string][]string{"otp": {sentence}}}
}

// sign is a keyed hash of a text, for tokens that the server hands out.
func (p *People) sign(text string) string {
	return base64.RawURLEncoding.EncodeToString(p.keys.MAC([]byte(text)))
}

// signed reports whether sign made a signature, with any secret.
func (p *People) signed(text, signature string) bool {
	return slices.ContainsFunc(p.keys.MACs([]byte(text)), func(mac []byte) bool {
		return subtle.ConstantTimeCompare([]byte(signature), []byte(base64.RawURLEncoding.EncodeToString(mac))) == 1
	})
}

// code is the one-time code of a challenge. It is derived and not stored, and a repeated mail has the same one.
func (p *People) code(challenge string) string { return codeBy(p.keys[0], challenge) }

func codeBy(secret []byte, challenge string) string {
	sum := []byte("otp:" + challenge)
	for {
		sum = keys.MAC(secret, sum)
		// Numbers beyond the last multiple of a million would make low codes likelier.
		if n := binary.BigEndian.Uint64(sum); n < math.MaxUint64/codes*codes {
			return fmt.Sprintf("%06d", n%codes)
		}
	}
}

// isCode reports whether a challenge's code was typed, by any secret: the letter may be older than the first one.
func (p *People) isCode(challenge, typed string) bool {
	return IsCodeOf(p.keys, challenge, typed)
}

// CodeOf is a one-time code that is derived from what it is for, which is prefixed by the package that sends it.
func CodeOf(secrets keys.Keys, of string) string { return codeBy(secrets[0], of) }

// IsCodeOf reports whether a code of CodeOf was typed, by any secret.
func IsCodeOf(secrets keys.Keys, of, typed string) bool {
	return slices.ContainsFunc(secrets, func(secret []byte) bool {
		return subtle.ConstantTimeCompare([]byte(typed), []byte(codeBy(secret, of))) == 1
	})
}

// The purposes of a code.
const (
	forSignIn   = "sign-in"
	forReset    = "reset"
	forRegister = "register"
	forOperator = "operator"
	forFactor   = "factor" // nothing is mailed: the code comes from an operator's app
	forSignOn   = "sign-on"
)

// mayAsk are the states and kinds of which a person must have a profile before a code is made, by purpose.
var mayAsk = map[string]struct{ states, kinds []string }{
	forSignIn:   {[]string{"Active"}, eaters},
	forReset:    {[]string{"Active", "Invited"}, append([]string{"Operator"}, eaters...)},
	forRegister: {[]string{"Active", "Invited", "Pending"}, eaters},
	forOperator: {[]string{"Active"}, []string{"Operator"}},
	forFactor:   {[]string{"Active"}, []string{"Operator"}},
	forSignOn:   {[]string{"Active", "Invited", "Pending"}, []string{"Employee", "Admin"}},
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
		_, err = p.challenge(ctx, tx, purpose, email, locked, who)
		return err
	})
}

// challenge makes one for a person whose row the transaction locks, or for nobody, and ends the older ones of the browser.
func (p *People) challenge(ctx context.Context, tx db.Tx, purpose, email string, locked []string, who web.Caller) (string, error) {
	id, now := ulid.Make().String(), p.now()
	if err := tx.ChallengeInsert(ctx, db.ChallengeInsertParams{
		ID: id, Purpose: purpose, Locked: locked, Account: p.account(email), Browser: who.Browser, Now: now, ExpiresAt: now.Add(codeLife),
		States: mayAsk[purpose].states, Kinds: mayAsk[purpose].kinds,
	}); err != nil {
		return "", err
	}
	if err := tx.ChallengesVoid(ctx, now, id); err != nil {
		return "", err
	}
	if purpose == forFactor {
		return id, nil
	}
	return id, p.queue.InsertTx(ctx, tx, SignInCode{Challenge: id}, &river.InsertOpts{MaxAttempts: 5})
}

// guess counts a guess at a code for one of the purposes, and returns the challenge when the guess is right. The caller still has to spend
// it.
func (p *People) guess(ctx context.Context, email, code string, who web.Caller, purposes ...string) (db.ChallengeTryRow, error) {
	challenge, err := p.try(ctx, email, who, purposes...)
	if err == nil && (challenge.PersonID == "" || !p.isCode(challenge.ID, code)) {
		err = wrongFor(challenge)
	}
	return challenge, err
}

// wrongFor refuses a wrong guess: after the last one there is nothing to guess any more.
func wrongFor(challenge db.ChallengeTryRow) error {
	if challenge.Tries >= codeTries {
		return ErrCodeLocked
	}
	return ErrCode
}

// try counts a guess at a code for one of the purposes, and returns the challenge that it is for.
func (p *People) try(ctx context.Context, email string, who web.Caller, purposes ...string) (db.ChallengeTryRow, error) {
	// The guess is counted before it is compared and whatever happens next, so that a thousand parallel guesses are still limited to five.
	challenge, err := db.New(p.db).ChallengeTry(ctx, db.ChallengeTryParams{Email: email, Accounts: p.accounts(email), Browser: who.Browser,
		Purposes: purposes, Now: p.now(), Most: codeTries})
	if db.None(err) {
		err = p.whyNot(ctx, email, who, purposes)
	}
	return challenge, err
}

// whyNot says why there is nothing to guess in a browser.
func (p *People) whyNot(ctx context.Context, email string, who web.Caller, purposes []string) error {
	last, err := db.New(p.db).ChallengeLast(ctx, p.now(), who.Browser, purposes, p.accounts(email))
	switch {
	case db.None(err):
		return ErrCode
	case err != nil:
		return err
	case last.Used:
		return ErrCodeUsed
	case last.Over:
		return ErrCodeExpired
	}
	return ErrCodeLocked
}

// spend uses up a challenge; ErrCodeUsed when another request was faster.
func (p *People) spend(ctx context.Context, q *db.Queries, challenge string) error {
	spent, err := q.ChallengeUse(ctx, p.now(), challenge)
	if err == nil && spent == 0 {
		err = ErrCodeUsed
	}
	return err
}
