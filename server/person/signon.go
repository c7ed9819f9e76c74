package person

import (
	"context"
	"errors"
	"strings"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// What refuses a sign-in through a company's own provider, or one beside it.
var (
	ErrOwnSignOn = fault.New(fault.Refused, "own_sign_on",
		"Your company signs in through its own provider. Type your email again and continue with your company.")
	ErrSignOnElsewhere = fault.New(fault.Refused, "sign_on_elsewhere",
		"You also belong to another company here, and your company's sign-in does not speak for that one. Please sign in with a code.")
	ErrSignOnOther = fault.New(fault.Refused, "sign_on_other",
		"This email belongs to another account at your company's sign-in. Please ask your company's admin.")
	ErrSignOnOut = fault.New(fault.Refused, "sign_on_out",
		"Your company's sign-in knows you, but your account here is on hold. Please ask your company's admin.")
)

// Vouched is what a company's own provider said of somebody, checked: Subject is who they are at Issuer for ever, Email their address
// today, in a domain of the company. Sure: it said that they read that mailbox.
type Vouched struct {
	CompanyID, Issuer, Subject, Email, Name string
	Sure                                    bool
}

// AllowSignOn counts one more step of a sign-in through a provider.
func (p *People) AllowSignOn(ctx context.Context, who web.Caller, email string) error {
	return p.allow(ctx, who, searching.named("sign-on"), email)
}

// SignInThrough signs in whom a provider vouches for, or, unless it is sure of the mailbox or known to mean a member, mails a code for
// ProveSignOn. asked reports which of both.
func (p *People) SignInThrough(ctx context.Context, who web.Caller, v Vouched) (in SignedIn, asked bool, err error) {
	known, err := db.New(p.db).SignOnWhose(ctx, v.CompanyID, v.Issuer, v.Subject)
	if err != nil && !db.None(err) {
		return in, false, err
	}
	if err == nil || v.Sure {
		in, err = p.signIn(ctx, known.PersonID, false, who, ErrSignOnOut, func(ctx context.Context, q *db.Queries) (proved, error) {
			return p.admit(ctx, q, who, v)
		})
		return in, false, err
	}
	if err := p.allow(ctx, who, asking.unspaced(), v.Email); err != nil {
		return in, false, err
	}
	return in, true, db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		personID, _, err := p.newcomer(ctx, tx.Queries, who.Language, v)
		if err != nil {
			return err
		}
		_, err = p.challenge(ctx, tx, forSignOn, v.Email, []string{personID}, who)
		return err
	})
}

// ProveSignOn signs in whom a provider vouches for and who typed the code that went to their mailbox.
func (p *People) ProveSignOn(ctx context.Context, who web.Caller, v Vouched, otp string) (SignedIn, error) {
	if err := p.allow(ctx, who, guessing, v.Email); err != nil {
		return SignedIn{}, err
	}
	challenge, err := p.guess(ctx, v.Email, otp, who, forSignOn)
	if err != nil {
		return SignedIn{}, err
	}
	v.Sure = true
	return p.signIn(ctx, challenge.PersonID, false, who, ErrSignOnOut, func(ctx context.Context, q *db.Queries) (by proved, err error) {
		if err := errors.Join(p.spend(ctx, q, challenge.ID), p.forgive(ctx, q, who, v.Email)); err != nil {
			return by, err
		}
		by, err = p.admit(ctx, q, who, v)
		by.challenge = challenge.ID
		return by, err
	})
}

// admit is the profile that a subject means. One that is new is linked with the member who has the address, or becomes a member.
func (p *People) admit(ctx context.Context, q *db.Queries, who web.Caller, v Vouched) (by proved, err error) {
	known, err := q.SignOnWhose(ctx, v.CompanyID, v.Issuer, v.Subject)
	switch {
	case err == nil:
		// The address may be another one by now; who is meant is not.
		if err := q.PersonHold(ctx, known.PersonID); err != nil {
			return by, err
		}
		return proved{through: known.PersonID, wanted: known.ProfileID}, p.ofNoOther(ctx, q, known.PersonID, v.CompanyID)
	case !db.None(err):
		return by, err
	case !v.Sure:
		return by, ErrSignOnOther // the link that was there a moment ago is gone
	}
	personID, profileID, err := p.newcomer(ctx, q, who.Language, v)
	if err != nil {
		return by, err
	}
	if err := mayProve(ctx, q, profileID, personID); err != nil {
		return by, err
	}
	if err := q.PersonLanguageFirst(ctx, who.Language, personID); err != nil {
		return by, err
	}
	if in, err := q.SignOnLetIn(ctx, p.now(), profileID); err != nil {
		return by, err
	} else if in == 0 {
		return by, ErrSignOnOut
	}
	if linked, err := q.SignOnLink(ctx, db.SignOnLinkParams{CompanyID: v.CompanyID, Issuer: v.Issuer, Subject: v.Subject,
		ProfileID: profileID, Now: p.now()}); err != nil {
		return by, err
	} else if linked == 0 {
		return by, ErrSignOnOther
	}
	return proved{through: personID, wanted: profileID}, audit.Write(ctx, q,
		audit.Act{At: p.now(), Who: profileID, Company: v.CompanyID, Kind: "member.sign_on", Subject: profileID})
}

// newcomer finds the member of a company who has an address, or makes one who counts once the address is proved. A sure address that nobody
// has is that of the one person of whom the company's directory told it. The person is held until the transaction ends.
func (p *People) newcomer(ctx context.Context, q *db.Queries, language string, v Vouched) (personID, profileID string, err error) {
	name, _, _ := strings.Cut(v.Email, "@")
	if given, err := Line("name", v.Name, 100); err == nil {
		name = given
	}
	told, err := []string(nil), error(nil)
	if v.Sure {
		told, err = q.SignOnDirectory(ctx, v.CompanyID, v.Email)
	}
	switch {
	case err != nil:
	case len(told) == 1:
		personID, err = told[0], q.PersonHold(ctx, told[0])
	default:
		personID, err = q.PersonMake(ctx,
			db.PersonMakeParams{ID: ulid.Make().String(), Email: v.Email, Name: name, Language: language, CreatedAt: p.now()})
	}
	if err != nil {
		return "", "", err
	}
	if err := p.ofNoOther(ctx, q, personID, v.CompanyID); err != nil {
		return "", "", err
	}
	at := Place{CompanyID: v.CompanyID, ClientType: "Employee"}
	first, err := q.CompanyFirstAddress(ctx, v.CompanyID)
	if at.AddressID = db.Null(first); db.NoneIs(err, nil) != nil {
		return "", "", err
	}
	profileID, may, err := p.join(ctx, q, personID, at)
	if err == nil && !may {
		err = ErrSignOnOut
	}
	if err != nil {
		return "", "", err
	}
	linked, err := q.SignOnLinked(ctx, profileID, v.Issuer)
	if err == nil && linked {
		err = ErrSignOnOther // the address went from one person to another
	}
	return personID, profileID, err
}

// ofNoOther refuses a person of another company or of the lunch company's staff: a company's provider speaks for its own people alone.
func (p *People) ofNoOther(ctx context.Context, q *db.Queries, personID, companyID string) error {
	elsewhere, err := q.SignOnBelongs(ctx, personID, companyID)
	if err == nil && elsewhere {
		err = ErrSignOnElsewhere
	}
	return err
}
