package web

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"slices"
	"time"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/fault"
)

// ErrToken asks the client to fetch a token and try again; the request was not executed.
var ErrToken = fault.New(fault.Token, "csrf", "CSRF token mismatch.")

const (
	xsrfLife    = 2 * time.Hour        // how long the readable cookie lives without renewal
	deviceLife  = 400 * 24 * time.Hour // the most that browsers keep a cookie
	visitorLife = 24 * time.Hour       // longer than a person takes from opening the page to typing the code
)

// NewToken makes a session token: 256 random bits.
func NewToken() string {
	b := make([]byte, 32)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// xsrf is derived from a session token, so that it needs no storage and ends with the session.
func (e *Edge) xsrf(session string) string {
	return base64.RawURLEncoding.EncodeToString(e.Keys.MAC([]byte("xsrf:" + session)))
}

// isXSRF reports whether a token is the session's, by any secret.
func (e *Edge) isXSRF(session, token string) bool {
	return slices.ContainsFunc(e.Keys.MACs([]byte("xsrf:"+session)), func(mac []byte) bool {
		return subtle.ConstantTimeCompare([]byte(token), []byte(base64.RawURLEncoding.EncodeToString(mac))) == 1
	})
}

func safe(method string) bool {
	return method == fiber.MethodGet || method == fiber.MethodHead || method == fiber.MethodOptions
}

// checkToken refuses an unsafe request whose token is not its session's. A stateless request (no Origin, no Referer, no session cookie)
// that needs a caller is simply not signed in.
func (e *Edge) checkToken(c fiber.Ctx, need Who) error {
	session := c.Cookies(sessionCookie)
	if safe(c.Method()) {
		// A token that is right is not sent again: the answer to a read that began before somebody signed in, and comes after it, would
		// replace theirs.
		if session != "" && !e.isXSRF(session, c.Cookies(xsrfCookie)) {
			e.setXSRF(c, session)
		}
		return nil
	}
	if session == "" && need != Anyone && c.Get("Origin") == "" && c.Get("Referer") == "" {
		return ErrUnauthenticated
	}
	// Another site gets no cookies either: its form comes without ours (Lax), and a new session cookie would sign the person out.
	if site := c.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return ErrToken
	}
	if origin := c.Get("Origin"); origin != "" && origin != e.Public.Scheme+"://"+e.Public.Host {
		return ErrToken
	}
	if session == "" || !e.isXSRF(session, c.Get(xsrfHeader)) {
		return e.freshToken(c, session)
	}
	e.setXSRF(c, session)
	return nil
}

// freshToken is the 419 answer, with the token that the client needs to try again.
func (e *Edge) freshToken(c fiber.Ctx, session string) error {
	if session == "" {
		session = e.anonymous(c)
	}
	e.setXSRF(c, session)
	return ErrToken
}

// Visit gives a token to every caller: GET /sanctum/csrf-cookie.
func (e *Edge) Visit(c fiber.Ctx) error {
	session := c.Cookies(sessionCookie)
	if session == "" {
		session = NewToken()
		e.setXSRF(c, session)
		e.setSession(c, session, visitorLife)
	} else {
		e.setXSRF(c, session)
	}
	c.Set("Cache-Control", "no-cache, private")
	return c.SendStatus(fiber.StatusNoContent)
}

// anonymous starts a session of a visitor, which is not stored: it only binds a token and a one-time code to a browser.
func (e *Edge) anonymous(c fiber.Ctx) string {
	session := NewToken()
	e.setSession(c, session, visitorLife)
	return session
}

func (e *Edge) startSession(c fiber.Ctx, s NewSession) error {
	if s.Token == "" {
		e.setSession(c, "", -time.Hour)
		e.cookie(c, xsrfCookie, "", -time.Hour, false)
		return nil
	}
	e.setSession(c, s.Token, s.Life)
	e.setXSRF(c, s.Token)
	return nil
}

func (e *Edge) setXSRF(c fiber.Ctx, session string) {
	e.cookie(c, xsrfCookie, e.xsrf(session), xsrfLife, false)
}

func (e *Edge) setSession(c fiber.Ctx, session string, life time.Duration) {
	e.cookie(c, sessionCookie, session, life, true)
}

func (e *Edge) cookie(c fiber.Ctx, name, value string, life time.Duration, hidden bool) {
	c.Cookie(&fiber.Cookie{Name: name, Value: value, Path: "/", MaxAge: int(life / time.Second), Expires: time.Now().Add(life),
		HTTPOnly: hidden, Secure: e.Public.Scheme == "https", SameSite: fiber.CookieSameSiteLaxMode})
}
