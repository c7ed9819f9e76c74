package web

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/fault"
)

// Faults of the edge itself.
var (
	ErrUnauthenticated = fault.New(fault.Unsigned, "unauthenticated", "Unauthenticated.")
	ErrOtherPerson     = fault.New(fault.Unsigned, "other_person", "Somebody else is signed in.")
	ErrForbidden       = fault.New(fault.Refused, "forbidden", "This action is unauthorized.")
	ErrLocked          = fault.New(fault.Locked, "session_locked", "Enter your PIN to go on.")
)

// Route is one line of the API: method, path, who may, who must own the thing that the path names, and the handler.
type Route struct {
	Method, Path string
	Who          Who
	Of           Of
	Scope        Scope // with which an API key reaches it too; empty for never
	Body         int   // size limit of a request in bytes; 0 for MaxBody
	WhileLocked  bool  // a locked session may ask it too, as one of which no more is known than its id
	Deprecated   bool  // an older path of another route, kept for apps that were not updated; the contract says so
	Endpoint     Endpoint
}

// MaxBody suffices for nearly every route; those of devices and tills have lower limits of their own.
const MaxBody = 256 << 10

// Endpoint is a handler without Fiber that keeps its types, for the contract.
type Endpoint struct {
	Name          string // of the handler: package.Type.Method
	Status        int
	Request, Done reflect.Type
	heavy         bool // it waits for its turn in the pool
	long          bool // it has a place of the long downloads
	public        bool // the same for everybody and for ever: nobody has to be known to get it
	loose         bool // it ignores fields that it does not know
	run           func(e *Edge, c fiber.Ctx, who Caller, loose bool) error
}

// Heavy is an endpoint that computes for long: it waits for its turn in the pool, as downloads and requests with a large body do.
func Heavy(e Endpoint) Endpoint { e.heavy = true; return e }

// Heavy reports whether a route waits for its turn in the pool.
func (r Route) Heavy() bool { return r.Endpoint.heavy || r.Body > MaxBody }

// Long reports whether a route needs a place of the long downloads.
func (r Route) Long() bool { return r.Endpoint.long }

// Loose is an endpoint that ignores fields of a body which it does not know, as Laravel does. Any other refuses them.
func Loose(e Endpoint) Endpoint { e.loose = true; return e }

// Loose reports whether a route ignores fields that it does not know.
func (r Route) Loose() bool { return r.Endpoint.loose }

// None is an empty answer.
type None struct{}

// JSON makes an endpoint of a plain function. status is that of success.
func JSON[Req, Resp any](status int, fn func(ctx context.Context, who Caller, req Req) (Resp, error)) Endpoint {
	return Endpoint{Name: nameOf(fn), Status: status, Request: reflect.TypeFor[Req](), Done: reflect.TypeFor[Resp](),
		public: reflect.TypeFor[Resp]().Implements(reflect.TypeFor[Cached]()),
		run: func(e *Edge, c fiber.Ctx, who Caller, loose bool) error {
			var req Req
			if err := decode(c, &req, loose); err != nil {
				return err
			}
			ctx, cancel := e.context(c)
			defer cancel()
			resp, err := fn(ctx, who, req)
			if err != nil {
				return err
			}
			if s, ok := any(resp).(StartsSession); ok {
				if err := e.startSession(c, s.Session()); err != nil {
					return err
				}
			}
			if d, ok := any(resp).(KnowsDevice); ok && d.Device() != "" {
				e.cookie(c, deviceCookie, d.Device(), deviceLife, true)
			}
			c.Set("Cache-Control", "no-store")
			if tagged, ok := any(resp).(Tagged); ok {
				c.Set("ETag", tagged.ETag())
				c.Set("Cache-Control", "no-store, no-transform") // what is compressed is another representation, with another tag
			}
			if cached, ok := any(resp).(Cached); ok {
				forAnybody(c)
				c.Set("Content-Type", "application/json")
				return cached.Packed().Send(c)
			}
			if _, none := any(resp).(None); none {
				c.Status(status)
				return nil
			}
			body, err := json.Marshal(resp)
			if err != nil {
				return err
			}
			c.Set("Content-Type", "application/json")
			return c.Status(status).Send(body)
		}}
}

// Cached is an answer that is the same for everybody and never changes: it is sent as it was packed, and every cache may keep it.
type Cached interface{ Packed() *Packed }

// forEver lets every cache keep an answer.
const forEver = "public, max-age=31536000, immutable"

// forAnybody marks an answer that every cache may keep, so it must not hold one caller's token.
func forAnybody(c fiber.Ctx) {
	c.Response().Header.DelAllCookies()
	c.Set("Cache-Control", forEver)
}

var handlerName = strings.NewReplacer("sahn/server/", "", "(*", "", ")", "", "-fm", "")

// nameOf is the name of a method, like person.People.LoginOTP.
func nameOf(fn any) string {
	return handlerName.Replace(runtime.FuncForPC(reflect.ValueOf(fn).Pointer()).Name())
}

// Raw makes an endpoint that handles HTTP itself: redirects, the provider's messages and those of companies' directories.
func Raw(fn func(ctx context.Context, who Caller, r RawRequest) (RawReply, error)) Endpoint {
	return Endpoint{Status: fiber.StatusOK, run: func(e *Edge, c fiber.Ctx, who Caller, _ bool) error {
		ctx, cancel := e.context(c)
		defer cancel()
		reply, err := fn(ctx, who,
			RawRequest{Method: c.Method(), Path: c.Path(), Authorization: c.Get("Authorization"), ContentType: c.Get("Content-Type"),
				Query: string(c.Request().URI().QueryString()), Signature: c.Get("X-Hub-Signature-256"), Body: c.Body()})
		if err != nil {
			return err
		}
		c.Set("Cache-Control", "no-store")
		if reply.Location != "" {
			c.Set("Location", reply.Location)
		}
		if reply.ContentType != "" {
			c.Set("Content-Type", reply.ContentType)
		}
		for name, value := range reply.Headers {
			c.Set(name, value)
		}
		return c.Status(reply.Status).Send(reply.Body)
	}}
}

// RawRequest is a request as it was received. Signature is that of a webhook (X-Hub-Signature-256).
type RawRequest struct {
	Method, Path, Authorization, ContentType, Query, Signature string
	Body                                                       []byte
}

// RawReply is an answer as it is sent.
type RawReply struct {
	Status                int
	Location, ContentType string
	Headers               map[string]string
	Body                  []byte
}

// Declared refuses a route that does not say who may, or whose path names a thing without an owner.
func (r Route) Declared() error {
	switch {
	case r.Who <= Nobody || r.Who > Manager:
		return fmt.Errorf("route without a permission: %s %s", r.Method, r.Path)
	case strings.Contains(r.Path, ":") != (r.Of != NoThing):
		return fmt.Errorf("route without an owner of what it names: %s %s", r.Method, r.Path)
	}
	return nil
}

// methods are a route's own, and HEAD wherever GET is.
func methods(r Route) []string {
	if r.Method == fiber.MethodGet {
		return []string{fiber.MethodGet, fiber.MethodHead}
	}
	return []string{r.Method}
}

// Mount adds routes to the app, each with its permission check.
func (e *Edge) Mount(app *fiber.App, routes []Route) {
	for _, r := range routes {
		if err := r.Declared(); err != nil {
			panic(err)
		}
		app.Add(methods(r), r.Path, func(c fiber.Ctx) error {
			if len(c.Body()) > max(r.Body, MaxBody) {
				return fiber.ErrRequestEntityTooLarge
			}
			who, err := e.admit(c, r)
			if err != nil {
				return err
			}
			if who.CompanyID != "" {
				c.Locals(tenantKey{}, who.CompanyID)
			}
			if e.Pool != nil && r.Heavy() {
				ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Context()), waitInLine)
				defer cancel()
				leave, err := e.Pool.Enter(ctx, who)
				if err != nil {
					return err
				}
				turn := &turn{leave}
				c.Locals(turnKey{}, turn)
				defer turn.end()
			}
			if r.Endpoint.long {
				turn, err := e.Long.enter()
				if err != nil {
					return err
				}
				c.Locals(turnKey{}, turn)
				c.Locals(longKey{}, true)
				defer turn.end()
			}
			return e.once(c, who, func() error { return r.Endpoint.run(e, c, who, r.Endpoint.loose) })
		})
	}
}

// admit identifies the caller and refuses one who may not. The XSRF token is checked first, as Sanctum does.
func (e *Edge) admit(c fiber.Ctx, r Route) (Caller, error) {
	need := r.Who
	if key := keyOfRequest(c); key != "" && need != Provider {
		return e.admitKey(c, r, key)
	}
	if need == Provider || need == Anyone && r.Endpoint.public {
		who, _ := c.Locals(callerKey{}).(Caller)
		return who, nil
	}
	if need == Till && e.Tills != nil && c.Get(tillHeader) != "" {
		return e.admitTill(c)
	}
	if err := e.checkToken(c, need); err != nil {
		return Caller{}, err
	}
	who, err := e.caller(c)
	if err != nil && need != Anyone {
		return who, err
	}
	if who.Locked && need != Anyone {
		if r.WhileLocked {
			return who, nil
		}
		return who, ErrLocked
	}
	if who.ProfileID == "" && !who.May(need) {
		return who, ErrUnauthenticated
	}
	// Another tab may have signed in another person: a request that one person made is never carried out as another.
	if meant := c.Get(profileHeader); meant != "" && who.ProfileID != "" && meant != who.ProfileID {
		return who, ErrOtherPerson
	}
	if !who.May(need) {
		return who, ErrForbidden
	}
	return who, nil
}
