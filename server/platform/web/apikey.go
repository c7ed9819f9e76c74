package web

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/fault"
)

// Scope is what an API key may do. A route without one is out of reach for every key.
type Scope string

// The scopes.
const (
	ReadPeople    Scope = "people:read"
	WritePeople   Scope = "people:write"
	ReadOrders    Scope = "orders:read"
	ReadInvoices  Scope = "invoices:read"
	ReadReports   Scope = "reports:read"
	ReadWebhooks  Scope = "webhooks:read"
	WriteWebhooks Scope = "webhooks:write"
)

// The scopes of the lunch company's own keys.
const (
	ReadProduction  Scope = "kitchen:production"
	ReadAllInvoices Scope = "kitchen:invoices"
	ReadSales       Scope = "kitchen:reports"
	ReadBooks       Scope = "kitchen:books"
)

// OperatorScopes are what a key of the lunch company's own may have, and no key of a company.
var OperatorScopes = []Scope{ReadProduction, ReadAllInvoices, ReadSales, ReadBooks}

// Scopes are all that a company's key may have.
var Scopes = []Scope{ReadPeople, WritePeople, ReadOrders, ReadInvoices, ReadReports, ReadWebhooks, WriteWebhooks}

// KeyPrefix begins every API key, so that scanners of repositories and logs recognize one.
const KeyPrefix = "sahn_"

// OperatorKeyPrefix begins those of the lunch company's own.
const OperatorKeyPrefix = "sahn_op_"

// longestKey bounds what is looked up as a key.
const longestKey = 100

// ErrScope refuses a key that is good for something else.
var ErrScope = fault.New(fault.Refused, "key_scope", "This API key may not do that.")

// APIKeys finds the company for which a key asks. A key that does not count is a zero Caller and no error. Begin and End remember the
// writes that a program names: Begin is zero the first time, and End of a zero Answered forgets.
type APIKeys interface {
	Find(ctx context.Context, key string) (Caller, error)
	Begin(ctx context.Context, who Caller, name string, asked []byte) (Answered, error)
	End(ctx context.Context, who Caller, name string, done Answered) error
}

// keyOfRequest is the API key that a request brings, if any. Other credentials in the header are not ours.
func keyOfRequest(c fiber.Ctx) string {
	scheme, key, _ := strings.Cut(c.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || !strings.HasPrefix(key, KeyPrefix) {
		return ""
	}
	return key
}

// admitKey identifies a program by its API key. It ignores cookies, and needs no XSRF token: no other site can make a browser send a key.
func (e *Edge) admitKey(c fiber.Ctx, r Route, key string) (Caller, error) {
	if r.Scope == "" {
		return Caller{}, ErrScope
	}
	who, err := e.keyCaller(c, key)
	switch {
	case err != nil:
		return who, err
	case who.KeyID == "":
		c.Set("WWW-Authenticate", "Bearer")
		return who, ErrUnauthenticated
	case !slices.Contains(who.Scopes, r.Scope):
		return who, ErrScope
	}
	return who, nil
}

func (e *Edge) keyCaller(c fiber.Ctx, key string) (Caller, error) {
	if found, ok := c.Locals(foundKey{}).(Caller); ok {
		return found, nil
	}
	base, _ := c.Locals(callerKey{}).(Caller)
	if e.APIKeys == nil || len(key) > longestKey {
		return base, nil
	}
	ctx, cancel := e.context(c)
	defer cancel()
	found, err := e.APIKeys.Find(ctx, key)
	if err != nil || found.KeyID == "" {
		return base, err
	}
	return base.as(found), nil
}

// floodsOfKey counts a request by its key: a program that asks too often stops itself alone. A key that nobody knows is a stranger's.
func (e *Edge) floodsOfKey(c fiber.Ctx, l *Limiter, pace Pace, key string) error {
	who, _ := c.Locals(callerKey{}).(Caller)
	ctx, cancel := e.context(c)
	defer cancel()
	if _, wait := l.Take(ctx, "all:"+who.IP, pace.Address); wait > 0 {
		return tooMany(c, pace.Address, 0, wait)
	}
	left, wait := l.Take(ctx, fmt.Sprintf("key:%x", sha256.Sum256([]byte(key))), pace.Key)
	if wait == 0 {
		found, err := e.keyCaller(c, key)
		if err != nil || found.KeyID == "" {
			left, wait := l.Take(ctx, "ip:"+who.IP, pace.Strangers)
			return tooMany(c, pace.Strangers, left, wait)
		}
		c.Locals(foundKey{}, found)
	}
	return tooMany(c, pace.Key, left, wait)
}
