// Package signon lets the people of a company sign in through the company's own provider, by OpenID Connect. Its promises: a provider
// speaks for the people of its company alone, and for addresses in domains that the company showed to be its own; no settings are switched
// on that no admin came in with; and whatever is wrong with them, an admin still comes in by a mailed code.
package signon

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"

	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/keys"
	"sahn/server/platform/mail"
	"sahn/server/platform/outbound"
	"sahn/server/platform/web"
)

// Resolver reads DNS; net.Resolver is one.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

// Options is what SignOns needs. Loopback lets a provider run on this machine: for the demo and for tests.
type Options struct {
	DB       db.Conn
	People   *person.People
	Keys     keys.Keys
	Clock    clock.Clock
	Public   *url.URL
	Resolver Resolver
	Queue    *job.Queue
	Post     *mail.Post
	Loopback bool
	Log      *slog.Logger
}

// SignOns signs people in through their company's provider, and lets admins set it up. Its methods with a Caller are handlers of the API.
type SignOns struct {
	db        db.Conn
	people    *person.People
	keys      keys.Keys
	now       clock.Clock
	public    *url.URL
	resolver  Resolver
	queue     *job.Queue
	post      *mail.Post
	providers *providers
	log       *slog.Logger
}

// New makes SignOns.
func New(o Options) *SignOns {
	if o.Resolver == nil {
		o.Resolver = net.DefaultResolver
	}
	return &SignOns{o.DB, o.People, o.Keys, o.Clock, o.Public, o.Resolver, o.Queue, o.Post,
		&providers{client: outbound.Client(o.Loopback), loopback: o.Loopback, now: o.Clock}, o.Log}
}

// sealUse is what a client's secret is sealed for; its owner is the company.
const sealUse = "company sign-on"

// life is how long somebody may take at the provider, and then with the code that proves the mailbox.
const life = 15 * time.Minute

// What a person reads when a sign-in through their company does not work.
var (
	ErrNone = fault.New(fault.NotFound, "sign_on_none", "No company's own sign-in is set up for this email.")
	ErrOver = fault.New(fault.Invalid, "sign_on_over",
		"This sign-in was not begun in this window, or it took too long. Please begin again.")
	ErrProvider = fault.New(fault.Conflict, "sign_on_provider",
		"Your company's sign-in did not answer as it should. Please try again, and tell your company's admin if it stays so.")
	ErrAddress = fault.New(fault.Refused, "sign_on_address",
		"Your company's sign-in gave us no email of your company's domains. Please tell your company's admin.")
	ErrUnsure = fault.New(fault.Refused, "sign_on_unsure",
		"Your company's sign-in says that your email is not verified. Please verify it there and try again.")
	ErrSecret = fault.New(fault.Conflict, "sign_on_secret",
		"Your company's sign-in is out of order here. Please sign in another way, or tell your company's admin.")
	ErrProve = fault.New(fault.Conflict, "sign_on_prove", "One more step, this once: type the code that we just mailed you.")
)

// StartRequest is the address that somebody typed to sign in.
type StartRequest struct {
	Email string `json:"email" validate:"required,max=320"`
}

// StartReply is where the browser goes on: the provider's sign-in page.
type StartReply struct {
	Data struct {
		Location string `json:"location"`
	} `json:"data"`
}

// HandleStart begins a sign-in in the caller's browser. Its answer depends on the address's domain alone.
func (s *SignOns) HandleStart(ctx context.Context, who web.Caller, r StartRequest) (StartReply, error) {
	email, err := person.Canonical(r.Email)
	if err != nil {
		return StartReply{}, err
	}
	if err := s.people.AllowSignOn(ctx, who, email); err != nil {
		return StartReply{}, err
	}
	row, err := db.New(s.db).SignOnFor(ctx, domainOf(email))
	if err != nil {
		return StartReply{}, db.NoneIs(err, ErrNone)
	}
	return s.begin(ctx, who, begun{row.CompanyID, row.Issuer, row.ClientID, row.Secret, nil}, email)
}

// begun is whose settings an attempt uses, and the admin who tries them, if any.
type begun struct {
	company, issuer, clientID string
	sealed                    []byte
	trier                     *string
}

func (s *SignOns) begin(ctx context.Context, who web.Caller, b begun, email string) (reply StartReply, err error) {
	if who.Browser == nil {
		return reply, ErrOver
	}
	// Only the exchange needs the secret, but nobody goes to the provider for nothing.
	if _, err := s.secret(who, b.company, b.sealed); err != nil {
		return reply, err
	}
	a := attempt{web.NewToken(), web.NewToken(), web.NewToken()}
	if b.trier != nil {
		a.state = trying + a.state
	}
	reply.Data.Location, err = s.providers.page(ctx, client{issuer: b.issuer, id: b.clientID, redirect: s.redirect(b.company)}, a, email)
	if err != nil {
		return reply, s.failed(who, b.company, err)
	}
	now := s.now()
	return reply, db.New(s.db).SignOnAttemptMake(ctx, db.SignOnAttemptMakeParams{State: hashed(a.state), CompanyID: b.company,
		Browser: who.Browser, ProfileID: b.trier, Issuer: b.issuer, ClientID: b.clientID, Nonce: a.nonce, Verifier: a.verifier, Now: now,
		ExpiresAt: now.Add(life)})
}

// trying begins the state of an admin's attempt, so that the page knows which call is meant.
const trying = "try-"

// redirect is the page to which a company's provider sends people back. It is the company's own, so that no other provider's answer fits.
func (s *SignOns) redirect(company string) string { return s.public.String() + "/sign-on/" + company }

func hashed(state string) []byte { sum := sha256.Sum256([]byte(state)); return sum[:] }

func domainOf(email string) string { return email[strings.LastIndex(email, "@")+1:] }

// secret opens that of a company's client. What this server cannot open, since it was sealed with another APP_SECRET or is damaged, is
// entered again by an admin, who reads so, and mended by no other try.
func (s *SignOns) secret(who web.Caller, company string, sealed []byte) (string, error) {
	secret, err := s.keys.Open(sealUse, company, sealed)
	if !errors.Is(err, keys.ErrClosed) {
		return secret, err
	}
	s.log.Error("the secret of a company's sign-on cannot be opened", "company", company, "id", who.RequestID)
	if who.ClientType == "Admin" && who.CompanyID == company {
		return "", ErrSecretLost
	}
	return "", ErrSecret
}

// failed is what a person reads of a provider's error. It is logged for whoever operates the server, and an admin who tries reads why.
func (s *SignOns) failed(who web.Caller, company string, err error) error {
	if errors.Is(err, context.Canceled) || fault.As(err) != nil {
		return err
	}
	s.log.Warn("a company's provider failed", "company", company, "error", short(err.Error()), "id", who.RequestID)
	if errors.Is(err, errOld) {
		return ErrOver
	}
	if w := why(err); w != "" && who.ClientType == "Admin" && who.CompanyID == company {
		return ErrProvider.With(map[string]string{"why": w})
	}
	return ErrProvider
}

// FinishRequest is what the provider sent back by way of the browser. Issuer is empty where the provider does not say it.
type FinishRequest struct {
	CompanyID string `json:"company_id" validate:"required,len=26"`
	State     string `json:"state" validate:"required,max=200"`
	Code      string `json:"code" validate:"required,max=4000"`
	Issuer    string `json:"iss,omitempty" validate:"max=500"`
}

// HandleFinish signs in whom the provider vouches for, in the browser in which it began. ErrProve, whose detail is the address: a code was
// mailed to it, for HandleProve.
func (s *SignOns) HandleFinish(ctx context.Context, who web.Caller, r FinishRequest) (person.SignedIn, error) {
	if err := s.people.AllowSignOn(ctx, who, ""); err != nil {
		return person.SignedIn{}, err
	}
	taken, said, err := s.back(ctx, who, r)
	if err != nil {
		return person.SignedIn{}, err
	}
	if taken.ProfileID != nil || !taken.IsOn {
		return person.SignedIn{}, ErrOver
	}
	v, err := s.vouched(ctx, r.CompanyID, taken.Issuer, said)
	if err != nil {
		return person.SignedIn{}, err
	}
	in, asked, err := s.people.SignInThrough(ctx, who, v)
	if err != nil || !asked {
		return in, err
	}
	if err := db.New(s.db).SignOnAttemptKeep(ctx, v.Subject, v.Email, v.Name, hashed(r.State)); err != nil {
		return in, err
	}
	return in, ErrProve.With(map[string]string{"email": v.Email})
}

// back spends an attempt and asks the provider whom it meant.
func (s *SignOns) back(ctx context.Context, who web.Caller, r FinishRequest) (taken db.SignOnAttemptTakeRow, said claims, err error) {
	if who.Browser == nil {
		return taken, said, ErrOver
	}
	taken, err = db.New(s.db).SignOnAttemptTake(ctx, s.now(), hashed(r.State), r.CompanyID, who.Browser)
	if err != nil {
		return taken, said, db.NoneIs(err, ErrOver)
	}
	if r.Issuer != "" && r.Issuer != taken.Issuer {
		return taken, said, s.failed(who, r.CompanyID, errors.New("another provider answered"))
	}
	secret, err := s.secret(who, r.CompanyID, taken.Secret)
	if err != nil {
		return taken, said, err
	}
	said, err = s.providers.identify(ctx, client{taken.Issuer, taken.ClientID, secret, s.redirect(r.CompanyID)},
		attempt{r.State, taken.Nonce, taken.Verifier}, r.Code)
	if err != nil {
		err = s.failed(who, r.CompanyID, err)
	}
	return taken, said, err
}

// vouched is what a provider may say of somebody: an address in a domain that its company showed to be its own.
func (s *SignOns) vouched(ctx context.Context, company, issuer string, said claims) (v person.Vouched, err error) {
	email, err := person.Canonical(said.Email)
	if err != nil {
		return v, ErrAddress
	}
	if said.Verified != nil && !bool(*said.Verified) {
		return v, ErrUnsure
	}
	domains, err := db.New(s.db).SignOnDomains(ctx, company)
	if err != nil {
		return v, err
	}
	for _, d := range domains {
		if d.Verified && d.Domain == domainOf(email) {
			return person.Vouched{CompanyID: company, Issuer: issuer, Subject: said.Subject, Email: email, Name: said.Name,
				Sure: said.sure(issuer, d.Domain)}, nil
		}
	}
	return v, ErrAddress
}

// ProveRequest is the code that HandleFinish mailed, in the browser of that sign-in.
type ProveRequest struct {
	State string `json:"state" validate:"required,max=200"`
	OTP   string `json:"otp" validate:"required,max=20"`
}

// HandleProve signs in whom the provider named, and links both for good.
func (s *SignOns) HandleProve(ctx context.Context, who web.Caller, r ProveRequest) (person.SignedIn, error) {
	if who.Browser == nil {
		return person.SignedIn{}, ErrOver
	}
	kept, err := db.New(s.db).SignOnAttemptKept(ctx, hashed(r.State), who.Browser, s.now())
	if err != nil {
		return person.SignedIn{}, db.NoneIs(err, ErrOver)
	}
	return s.people.ProveSignOn(ctx, who, person.Vouched{CompanyID: kept.CompanyID, Issuer: kept.Issuer, Subject: kept.Subject,
		Email: kept.Email, Name: kept.Name}, r.OTP)
}
