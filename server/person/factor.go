package person

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/keys"
)

// The rules for codes of an app (RFC 6238): six digits for each half minute, of which the one before and the one after count too, because
// clocks differ.
const (
	factorStep    = 30 // seconds
	factorDrift   = 1  // steps
	recoveryCodes = 10
	factorIssuer  = "Sahn Kitchen"
	factorSeal    = "second factors"
)

var factorRules = hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}

// ErrFactorUsed refuses a code of an app that was used before, or is older than one that was.
var ErrFactorUsed = codeFault("code_before", "This code was used already. Wait until your app shows the next one.")

// Required says which operators have to prove a second factor that is not their mailbox.
type Required string

// Who has to; everybody else may.
const (
	RequiredOfNobody   Required = "nobody"
	RequiredOfManagers Required = "managers"
	RequiredOfAll      Required = "everybody"
)

// Of reports whether an operator with a role has to.
func (r Required) Of(role string) bool {
	return r == RequiredOfAll || r == RequiredOfManagers && role == "manager"
}

// factorState is an operator's second factor on the wire: who needs one is signed in with it only.
func factorState(on bool) string {
	if on {
		return "on"
	}
	return "offered"
}

// Factor is a new second factor, in the only moment in which it is readable: the secret (base32), and the address that an app reads from a
// square code.
type Factor struct {
	Secret, URI string
}

// newSecret is a secret for the app of the person with an e-mail address.
func newSecret(email string) (Factor, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: factorIssuer, AccountName: email, SecretSize: 20})
	if err != nil {
		return Factor{}, err
	}
	return Factor{Secret: key.Secret(), URI: key.URL()}, nil
}

// StartCode makes the code without which an operator in a role does not set up their first app, and returns it for the only time: it is
// handed over in person, so that whoever reads the operator's mail is not faster. It is "" where the role needs no app or the operator has
// one. An app that was begun with the code before, or without one, and codes that were mailed for it, are good for nothing from now on. It
// joins the transaction of its caller, who adds operators and holds the person.
func StartCode(ctx context.Context, q *db.Queries, required Required, role, personID string, now time.Time) (string, error) {
	if !required.Of(role) {
		return "", nil
	}
	if on, err := q.FactorOn(ctx, personID); err != nil || on {
		return "", err
	}
	if _, err := q.FactorDrop(ctx, personID); err != nil {
		return "", err
	}
	if err := q.ChallengesVoidOperator(ctx, now, personID); err != nil {
		return "", err
	}
	code := newRecovery()
	return code, q.StartCodeSet(ctx, personID, recoveryHash(code), now)
}

// NewStartCode is StartCode by the rules of this server.
func (p *People) NewStartCode(ctx context.Context, q *db.Queries, role, personID string) (string, error) {
	return StartCode(ctx, q, p.required, role, personID, p.now())
}

// NeedsNewApp reports whether an operator who gets another role sets up an app for it although they may have one: that one took no start
// code, so it may be of somebody who only had the password and read the mail.
func (p *People) NeedsNewApp(was, becomes string) bool {
	return p.required.Of(becomes) && !p.required.Of(was)
}

// NeedsStartCode reports whether an operator's next sign-in sets up an app.
func (p *People) NeedsStartCode(role string, app bool) bool { return !app && p.required.Of(role) }

// newFactor is a secret that becomes a person's second factor. The code of step was used already.
type newFactor struct {
	personID, secret string
	at               time.Time
	step             int64
}

// setFactor sets it, and returns new codes on paper.
func setFactor(ctx context.Context, q *db.Queries, secrets keys.Keys, f newFactor) ([]string, error) {
	sealed, err := secrets.Seal(factorSeal, f.personID, f.secret)
	if err != nil {
		return nil, err
	}
	codes, hashes := make([]string, recoveryCodes), make([][]byte, recoveryCodes)
	for i := range codes {
		codes[i] = newRecovery()
		hashes[i] = recoveryHash(codes[i])
	}
	if err := q.FactorSet(ctx, f.personID, sealed, f.at, f.step); err != nil {
		return nil, err
	}
	if err := errors.Join(q.RecoveryDrop(ctx, f.personID), q.StartCodeDrop(ctx, f.personID)); err != nil {
		return nil, err
	}
	return codes, q.RecoveryAdd(ctx, f.personID, hashes)
}

// proveFactor spends a code of a person's app or one on paper, in the transaction that it proves something for. onPaper says which.
func (p *People) proveFactor(ctx context.Context, q *db.Queries, personID, typed string) (onPaper bool, err error) {
	held, err := q.FactorHold(ctx, personID)
	if db.None(err) || err == nil && held.Secret == nil {
		return false, ErrCode
	}
	if err != nil {
		return false, err
	}
	typed = plainCode(typed)
	if !appCode.MatchString(typed) {
		spent, err := q.RecoveryUse(ctx, p.now(), personID, recoveryHash(typed))
		if err == nil && spent == 0 {
			err = ErrCode
		}
		return true, err
	}
	secret, err := p.keys.Open(factorSeal, personID, held.Secret)
	if err != nil {
		return false, err
	}
	step, err := stepOf(secret, typed, p.now)
	if err != nil {
		return false, err
	}
	if step <= held.Step {
		return false, ErrFactorUsed
	}
	return false, q.FactorStep(ctx, step, personID)
}

// stepOf is the half minute whose code was typed; ErrCode when it is none of now.
func stepOf(secret, typed string, now clock.Clock) (found int64, err error) {
	at := now().Unix() / factorStep
	for step := at - factorDrift; step <= at+factorDrift; step++ {
		code, err := hotp.GenerateCodeCustom(secret, uint64(step), factorRules)
		if err != nil {
			return 0, err
		}
		if subtle.ConstantTimeCompare([]byte(code), []byte(typed)) == 1 {
			found = step
		}
	}
	if found == 0 {
		return 0, ErrCode
	}
	return found, nil
}

var appCode = regexp.MustCompile(`^\d{6}$`)

// recoveryLetters are those that nobody mixes up on paper.
const recoveryLetters = "0123456789abcdefghjkmnpqrstvwxyz"

func newRecovery() string {
	b := make([]byte, 16)
	rand.Read(b)
	text := strings.Builder{}
	for i, one := range b {
		if i > 0 && i%4 == 0 {
			text.WriteByte('-')
		}
		text.WriteByte(recoveryLetters[one%32])
	}
	return text.String()
}

// plainCode is a typed code without what people put between its letters.
func plainCode(typed string) string {
	return strings.NewReplacer(" ", "", "-", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(typed))
}

func recoveryHash(code string) []byte {
	sum := sha256.Sum256([]byte(plainCode(code)))
	return sum[:]
}

// ErrStart refuses to set up a first app without the code that was handed over for it.
var ErrStart = &fault.Fault{Kind: fault.Invalid, Reason: "start_code", Message: startWrong,
	Fields: map[string][]string{"start": {startWrong}}}

const startWrong = "That start code is not right. The manager who added you can make a new one."

// ErrFactorInstead refuses a mailed code of somebody who has a second factor by now.
var ErrFactorInstead = fault.New(fault.Invalid, "factor_instead",
	"A mailed code is not enough for you any more. Begin again with your password.")

// ErrFactorFirst refuses a mailed code of somebody who needs a second factor and has none: an app of the version before asks so.
var ErrFactorFirst = fault.New(fault.Refused, "factor_first",
	"You need an app for codes before you sign in. Load this page again and begin with your password.")
