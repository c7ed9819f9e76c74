// Package web is the HTTP edge: the only code besides api that knows Fiber. It reads a request into plain structs,
// identifies the caller, refuses what is not allowed, and turns faults into statuses and bodies.
package web

import (
	"bytes"
	"crypto/sha256"
	"log/slog"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/oklog/ulid/v2"

	"sahn/server/platform/keys"
)

// Edge holds what every request needs.
type Edge struct {
	Sessions Sessions
	Tills    Tills
	APIKeys  APIKeys        // nil for none
	Keys     keys.Keys      // sign XSRF tokens
	Public   *url.URL       // the app's own address
	Card     string         // origin of the provider's card page, the only other place a form may go to
	Maps     bool           // whether address fields may use the maps service's places library
	Proxies  []netip.Prefix // whose X-Forwarded-For is believed
	Pool     *Pool          // runs expensive requests; nil runs them at once
	Long     *Long          // the places of long downloads; nil for as many as come
	Watch    Watch          // counts and traces requests; nil for nobody
	Log      *slog.Logger
}

const (
	sessionCookie = "sahn_session"
	xsrfCookie    = "XSRF-TOKEN"
	deviceCookie  = "sahn_device"
	xsrfHeader    = "X-XSRF-TOKEN"
	workHeader    = "X-Work"
	profileHeader = "X-Profile"   // the profile that the app believes is signed in
	byItself      = "X-Automatic" // the app asks by itself, and no person does
	callTimeout   = 12 * time.Second
)

type (
	callerKey struct{} // what a request says of its caller
	foundKey  struct{} // who was found to be signed in
	tenantKey struct{} // the company of a caller who was admitted
)

// Begin gives a request its id, its log line and its headers.
func (e *Edge) Begin(c fiber.Ctx) error {
	started := time.Now()
	id := ulid.Make().String()
	c.Locals(callerKey{}, Caller{RequestID: id, IP: e.clientIP(c), Agent: agentOf(c.Get("User-Agent")), Language: languageOf(c),
		Work: strings.Clone(c.Get(workHeader))})
	c.Set("X-Request-Id", id)
	c.Set("X-Content-Type-Options", "nosniff")
	c.Set("Referrer-Policy", "same-origin")
	c.Set("X-Frame-Options", "DENY")
	c.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	if e.Public.Scheme == "https" {
		c.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
	if e.Watch != nil {
		c.SetContext(e.Watch.Begin(c.Context(), c.Get("traceparent")))
	}
	var err error
	if ambiguous(c) {
		c.RequestCtx().SetConnectionClose()
		err = fiber.ErrBadRequest
	} else {
		err = c.Next()
	}
	failed := err
	if err != nil {
		err = e.Fail(c, err)
	}
	if e.Watch != nil {
		e.watched(c, started, failed)
	}
	e.record(c, id, started)
	return err
}

// ambiguous reports a request that says twice where it ends. A proxy in front may believe the other one, and what is left would be answered
// as the next person's request.
func ambiguous(c fiber.Ctx) bool {
	length, encoding := false, false
	for line := range bytes.Lines(c.Request().Header.RawHeaders()) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		name = bytes.TrimSpace(name)
		length = length || bytes.EqualFold(name, []byte("Content-Length"))
		encoding = encoding || bytes.EqualFold(name, []byte("Transfer-Encoding"))
	}
	return encoding && (length || !c.Request().Header.IsHTTP11())
}

// caller finds who asks. An error means that this is unknown (the database is unavailable), not that no one is signed in.
func (e *Edge) caller(c fiber.Ctx) (Caller, error) {
	if found, ok := c.Locals(foundKey{}).(Caller); ok {
		return found, nil
	}
	who, _ := c.Locals(callerKey{}).(Caller)
	base := baseOf(c, who)
	if base.Browser == nil {
		return base, nil
	}
	ctx, cancel := e.context(c)
	defer cancel()
	found, err := e.Sessions.Find(ctx, c.Cookies(sessionCookie), acts(c))
	if err != nil {
		return base, err
	}
	return base.as(found), nil
}

// acts reports whether a person asks, and not an app that refreshes what it shows. Whoever leaves the header out only keeps a session of
// their own awake.
func acts(c fiber.Ctx) bool { return c.Get(byItself) == "" }

// baseOf adds to what a request says of its caller the hashes of its cookies.
func baseOf(c fiber.Ctx, base Caller) Caller {
	if device := c.Cookies(deviceCookie); device != "" {
		sum := sha256.Sum256([]byte(device))
		base.Device = sum[:]
	}
	if token := c.Cookies(sessionCookie); token != "" {
		sum := sha256.Sum256([]byte(token))
		base.Browser = sum[:]
	}
	return base
}

// as is who was found, asking as this request does.
func (c Caller) as(found Caller) Caller {
	found.Browser, found.Device, found.IP, found.Agent, found.RequestID = c.Browser, c.Device, c.IP, c.Agent, c.RequestID
	found.Language, found.Work = c.Language, c.Work
	return found
}

// clientIP is the last hop that is not a trusted proxy, so that a caller cannot choose their own address.
func (e *Edge) clientIP(c fiber.Ctx) string {
	peer, err := netip.ParseAddr(c.RequestCtx().RemoteIP().String())
	if err != nil {
		return ""
	}
	peer = peer.Unmap()
	// A proxy may add its own header line below the caller's: only all lines together end with the last hop.
	hops := string(bytes.Join(c.Request().Header.PeekAll("X-Forwarded-For"), []byte(",")))
	for e.trusts(peer) && hops != "" {
		var last string
		hops, last = cutLast(hops)
		hop, err := netip.ParseAddr(last)
		if err != nil {
			break
		}
		peer = hop.Unmap()
	}
	return peer.String()
}

func (e *Edge) trusts(a netip.Addr) bool {
	for _, p := range e.Proxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
