package signon

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"sahn/server/platform/clock"
	"sahn/server/platform/outbound"
)

// What a provider is held to.
const (
	keptFor    = time.Hour       // how long its addresses and keys are believed without asking again
	maxKept    = 200             // providers
	clockError = 2 * time.Minute // how far its clock may be from ours
	oldest     = 10 * time.Minute
)

// algorithms with which an ID token may be signed: those with a public key. Neither "none" nor a shared secret.
var algorithms = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.ES256, oidc.ES384, oidc.ES512,
	oidc.EdDSA}

// providers speaks OpenID Connect with the providers of companies. It keeps what they publish of themselves.
type providers struct {
	client   *http.Client
	loopback bool
	now      clock.Clock

	mu   sync.Mutex
	kept map[string]published
}

type published struct {
	*oidc.Provider
	inBody bool // it takes the client's secret in the body alone
	at     time.Time
}

// client is a company's account with its provider.
type client struct{ issuer, id, secret, redirect string }

// issuerOf cleans the address of a provider; ok is whether it can be one.
func (p *providers) issuerOf(typed string) (issuer string, ok bool) {
	issuer = strings.TrimSpace(typed)
	u, err := url.Parse(issuer)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || len(issuer) > 500 {
		return "", false
	}
	return issuer, u.Scheme == "https" || p.loopback && u.Scheme == "http" && local(u)
}

func local(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// of is what a provider publishes of itself, not older than keptFor.
func (p *providers) of(ctx context.Context, issuer string) (published, error) {
	p.mu.Lock()
	known, is := p.kept[issuer]
	p.mu.Unlock()
	if is && p.now().Sub(known.at) < keptFor {
		return known, nil
	}
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), issuer)
	if err != nil {
		return published{}, err
	}
	var says struct {
		Page    string   `json:"authorization_endpoint"`
		Tokens  string   `json:"token_endpoint"`
		Keys    string   `json:"jwks_uri"`
		Person  string   `json:"userinfo_endpoint"`
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := provider.Claims(&says); err != nil {
		return published{}, err
	}
	addresses := []string{says.Page, says.Tokens, says.Keys}
	if says.Person != "" {
		addresses = append(addresses, says.Person)
	}
	for _, address := range addresses {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "https" && (!p.loopback || !local(u)) {
			return published{}, fmt.Errorf("the provider names %q, which is no https address", address)
		}
	}
	fresh := published{provider, slices.Contains(says.Methods, "client_secret_post") && !slices.Contains(says.Methods, "client_secret_basic"),
		p.now()}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.kept == nil || len(p.kept) >= maxKept {
		p.kept = map[string]published{}
	}
	p.kept[issuer] = fresh
	return fresh, nil
}

func (k published) oauth(c client) *oauth2.Config {
	end := k.Endpoint()
	end.AuthStyle = oauth2.AuthStyleInHeader
	if k.inBody {
		end.AuthStyle = oauth2.AuthStyleInParams
	}
	return &oauth2.Config{ClientID: c.id, ClientSecret: c.secret, RedirectURL: c.redirect, Endpoint: end,
		Scopes: []string{oidc.ScopeOpenID, "email", "profile"}}
}

// page is the address of the provider's sign-in page for one attempt.
func (p *providers) page(ctx context.Context, c client, a attempt, email string) (string, error) {
	known, err := p.of(ctx, c.issuer)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{oidc.Nonce(a.nonce), oauth2.S256ChallengeOption(a.verifier)}
	if email != "" {
		options = append(options, oauth2.SetAuthURLParam("login_hint", email))
	}
	return known.oauth(c).AuthCodeURL(a.state, options...), nil
}

// attempt is one way to the provider and back. Its three parts are random.
type attempt struct{ state, nonce, verifier string }

// errOld says that the provider's answer came too late: the same way once more helps.
var errOld = errors.New("the provider's answer is too old")

// claims are what a provider says of somebody, in the words of OpenID Connect and of the large providers.
type claims struct {
	Subject   string `json:"sub"`
	Email     string `json:"email"`
	Verified  *yes   `json:"email_verified"`
	EntraSure *yes   `json:"xms_edov"` // Microsoft Entra ID: the tenant owns the address's domain
	Hosted    string `json:"hd"`       // Google Workspace: the organization's domain
	Name      string `json:"name"`
	Party     string `json:"azp"`
}

// yes is a truth that some providers write as a text or a number.
type yes bool

// UnmarshalJSON reads true, "true", 1 and "1"; everything else is no.
func (y *yes) UnmarshalJSON(raw []byte) error {
	*y = yes(slices.Contains([]string{"true", "1"}, strings.ToLower(strings.Trim(string(raw), `"`))))
	return nil
}

// google is the one provider that everybody may have an account of, with any address.
const google = "https://accounts.google.com"

// sure reports whether the provider itself says that the mailbox is the person's. Of Google that holds for the organization's own accounts.
func (c claims) sure(issuer, domain string) bool {
	if issuer == google && c.Hosted != domain {
		return false
	}
	return c.Verified != nil && bool(*c.Verified) || c.EntraSure != nil && bool(*c.EntraSure)
}

// identify exchanges the code of an attempt for what the provider says of its person, and checks every word of it.
func (p *providers) identify(ctx context.Context, c client, a attempt, code string) (said claims, err error) {
	known, err := p.of(ctx, c.issuer)
	if err != nil {
		return said, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := known.oauth(c).Exchange(ctx, code, oauth2.VerifierOption(a.verifier))
	if err != nil {
		return said, err
	}
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return said, errors.New("the provider sent no ID token")
	}
	now := p.now()
	id, err := known.VerifierContext(ctx, &oidc.Config{ClientID: c.id, SupportedSigningAlgs: algorithms,
		Now: func() time.Time { return now.Add(-clockError) }}).Verify(ctx, raw)
	if err != nil {
		if _, expired := errors.AsType[*oidc.TokenExpiredError](err); expired {
			err = errors.Join(errOld, err)
		}
		return said, err
	}
	if err := id.Claims(&said); err != nil {
		return said, err
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(a.nonce)) != 1:
		return said, errors.New("the ID token is of another attempt")
	case said.Party != "" && said.Party != c.id, len(id.Audience) > 1 && said.Party == "":
		return said, errors.New("the ID token is for another app")
	case id.IssuedAt.After(now.Add(clockError)):
		return said, errors.New("the ID token was issued in the future")
	case id.IssuedAt.Before(now.Add(-oldest - clockError)):
		return said, errOld
	case said.Subject == "" || len(said.Subject) > 255:
		return said, errors.New("the ID token names no subject")
	}
	if id.AccessTokenHash != "" {
		if err := id.VerifyAccessToken(token.AccessToken); err != nil {
			return said, err
		}
	}
	if said.Email == "" && known.UserInfoEndpoint() != "" {
		return said, known.ask(ctx, token, &said)
	}
	return said, nil
}

// ask adds the address, and the name where there is none, from the userinfo endpoint: some providers keep them out of the ID token.
func (k published) ask(ctx context.Context, token *oauth2.Token, said *claims) error {
	info, err := k.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return err
	}
	var there claims
	if err := info.Claims(&there); err != nil {
		return err
	}
	if there.Subject != said.Subject {
		return errors.New("the userinfo endpoint tells of another person")
	}
	said.Email, said.Verified = there.Email, there.Verified
	if said.Name == "" {
		said.Name = there.Name
	}
	return nil
}

// why is what an admin can look up about a failure, without what a provider may have put into it.
func why(err error) string {
	if refused, is := errors.AsType[*oauth2.RetrieveError](err); is {
		return short(refused.ErrorCode)
	}
	if other, is := errors.AsType[*oidc.IssuerMismatchError](err); is {
		return "issuer: " + short(other.Discovered)
	}
	if errors.Is(err, outbound.ErrRefused) {
		return outbound.ErrRefused.Error()
	}
	return ""
}

// short is a text of a provider that can be shown.
func short(s string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s)
	return clean[:min(len(clean), 200)]
}
