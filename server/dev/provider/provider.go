// Package provider is a small OpenID Connect provider on this machine: a newcomer tries a company's own sign-in with it, and tests make it
// say what no honest provider says. Everybody may be anybody here, so it exists for a loopback address only.
package provider

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Options is what a Provider needs. Issuer is its own address; Redirects begin every address to which it sends people back.
type Options struct {
	Issuer, ClientID, Secret, Redirects string
	People                              []Person
	Now                                 func() time.Time
}

// Person is an account. Claims are added to its ID token, and replace what the token says otherwise.
type Person struct {
	Subject, Email, Name string
	Claims               map[string]any
}

// Provider answers as one. Its functions may be replaced before it serves.
type Provider struct {
	Options
	// Token makes an ID token of claims.
	Token func(claims map[string]any) (string, error)

	mux   http.ServeMux
	mu    sync.Mutex
	key   *ecdsa.PrivateKey
	kid   int
	codes map[string]given
}

// given is what a code stands for.
type given struct {
	person                     Person
	nonce, challenge, redirect string
}

//go:embed provider.html
var page string

var pages = template.Must(template.New("page").Funcs(template.FuncMap{"next": func(i int) int { return i + 1 }}).Parse(page))

// New makes a Provider.
func New(o Options) (*Provider, error) {
	p := &Provider{Options: o, codes: map[string]given{}}
	p.Token = p.Sign
	p.mux.HandleFunc("GET /.well-known/openid-configuration", p.about)
	p.mux.HandleFunc("GET /keys", p.keys)
	p.mux.HandleFunc("GET /authorize", p.authorize)
	p.mux.HandleFunc("POST /token", p.token)
	return p, p.Rotate()
}

// ServeHTTP answers below the issuer's path.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at, err := url.Parse(p.Issuer)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.StripPrefix(at.Path, &p.mux).ServeHTTP(w, r)
}

// Rotate replaces the key; tokens of the one before are good nowhere.
func (p *Provider) Rotate() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.key, p.kid = key, p.kid+1
	return err
}

// Sign makes a token with the current key.
func (p *Provider) Sign(claims map[string]any) (string, error) {
	p.mu.Lock()
	key := jose.JSONWebKey{Key: p.key, KeyID: strconv.Itoa(p.kid)}
	p.mu.Unlock()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, nil)
	if err != nil {
		return "", err
	}
	body, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(body)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

func (p *Provider) about(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, map[string]any{
		"issuer": p.Issuer, "authorization_endpoint": p.Issuer + "/authorize", "token_endpoint": p.Issuer + "/token",
		"jwks_uri": p.Issuer + "/keys", "response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported": []string{"ES256"}, "code_challenge_methods_supported": []string{"S256"},
		"token_endpoint_auth_methods_supported":          []string{"client_secret_basic", "client_secret_post"},
		"authorization_response_iss_parameter_supported": true, "scopes_supported": []string{"openid", "email", "profile"},
	})
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	answer(w, http.StatusOK, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{
		{Key: p.key.Public(), KeyID: strconv.Itoa(p.kid), Algorithm: "ES256", Use: "sig"},
	}})
}

// authorize shows who can be chosen, and sends who was chosen back with a code.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	redirect, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || q.Get("client_id") != p.ClientID || !strings.HasPrefix(q.Get("redirect_uri"), p.Redirects) {
		http.Error(w, "This app is not known here.", http.StatusBadRequest)
		return
	}
	back := url.Values{"state": {q.Get("state")}, "iss": {p.Issuer}}
	switch chosen := q.Get("as"); {
	case q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "":
		back.Set("error", "invalid_request")
	case chosen == "":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
		_ = pages.Execute(w, map[string]any{"People": p.People, "Query": template.URL(r.URL.RawQuery)})
		return
	case chosen == "nobody":
		back.Set("error", "access_denied")
	default:
		n, err := strconv.Atoi(chosen)
		if err != nil || n < 1 || n > len(p.People) {
			http.NotFound(w, r)
			return
		}
		back.Set("code", p.give(given{p.People[n-1], q.Get("nonce"), q.Get("code_challenge"), q.Get("redirect_uri")}))
	}
	redirect.RawQuery = back.Encode()
	http.Redirect(w, r, redirect.String(), http.StatusFound)
}

func (p *Provider) give(g given) (code string) {
	code = rand.Text()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.codes[code] = g
	return code
}

// token exchanges a code, once, for who proves to be the app that was given it.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, ok := r.BasicAuth()
	if !ok {
		id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	if id != p.ClientID || subtle.ConstantTimeCompare([]byte(secret), []byte(p.Secret)) != 1 {
		answer(w, http.StatusUnauthorized, map[string]string{"error": "invalid_client"})
		return
	}
	p.mu.Lock()
	g, is := p.codes[r.FormValue("code")]
	delete(p.codes, r.FormValue("code"))
	p.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !is || base64.RawURLEncoding.EncodeToString(sum[:]) != g.challenge || r.FormValue("redirect_uri") != g.redirect {
		answer(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant"})
		return
	}
	now := p.Now()
	claims := map[string]any{"iss": p.Issuer, "sub": g.person.Subject, "aud": p.ClientID, "exp": now.Add(5 * time.Minute).Unix(),
		"iat": now.Unix(), "nonce": g.nonce, "email": g.person.Email, "email_verified": true, "name": g.person.Name}
	for name, value := range g.person.Claims {
		if claims[name] = value; value == nil {
			delete(claims, name)
		}
	}
	token, err := p.Token(claims)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, http.StatusOK, map[string]any{"access_token": rand.Text(), "token_type": "Bearer", "expires_in": 300, "id_token": token})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
