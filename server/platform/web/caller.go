package web

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Who may call a route. Nobody is the zero value, so a route that does not say who is refused at start.
type Who int

// The permissions of the route table.
const (
	Nobody   Who = iota
	Anyone       // visitors too
	SignedIn     // any Active profile
	Eater        // a profile that orders lunch: Employee, Admin, Cash
	Admin        // a company's admin
	Operator     // the lunch company's own staff
	// Provider is the card provider, a company's directory, or a browser's service worker: no session and no XSRF, everything is proved by
	// the message's signature, token or capability.
	Provider
	Till    // a paired tablet: no person, proved by its own key
	Kitchen // operators who cook and hand over
	Support // operators who serve people and companies and handle money
	Manager // operators with all permissions
)

func (w Who) String() string {
	return [...]string{"nobody", "anyone", "signed in", "eater", "admin", "operator", "provider", "till", "kitchen", "support", "manager"}[w]
}

// Of says who must own the thing that a route's path names. A thing of another owner is not found, like one that does not exist: the
// handler's query includes the caller's id, and the tests ask every route for things of other owners.
type Of int

// The owners of the route table.
const (
	NoThing  Of = iota // the path names nothing
	AnyOwner           // it is for every caller who knows the name
	OwnProfile
	OwnCompany
	OwnIntent
	OwnOrder
	OwnCard
	OwnTill
	OwnShift
	OwnQuarantined
	OwnInvoice
	OwnDocument
	OwnDepartment
	OwnSession
	OwnKey
	OwnWebhook
	OwnPasskey
)

// Caller is who asks. A visitor has no ProfileID.
type Caller struct {
	Session    []byte // id of the session's row, nil for a visitor
	Locked     bool   // the session waits for its operator's PIN: nothing but Session is told of them
	Browser    []byte // what a one-time code is bound to: the cookie's hash, which exists also before sign-in
	Device     []byte // the hash of a cookie that the browser keeps from sign-in to sign-in; it proves nobody
	ProfileID  string
	PersonID   string
	CompanyID  string
	ClientType string
	Role       string  // an operator's: kitchen, support or manager
	KeyID      string  // set when a company's program asks with an API key; no person does then
	Scopes     []Scope // what that key may do
	TillID     string  // set when a paired tablet asks instead of a person; CompanyID is then its site's
	IP         string
	Agent      string // the browser's user agent
	Language   string // in which the request's reader reads: "en" or "ar"
	Work       string // what the caller's device computed to be let in while a limit is full, as it says
	RequestID  string
}

// May reports whether the caller has a permission.
func (c Caller) May(who Who) bool {
	switch who {
	case Anyone, Provider:
		return true
	case SignedIn:
		return c.ProfileID != ""
	case Eater:
		return c.ClientType == "Employee" || c.ClientType == "Admin" || c.ClientType == "Cash"
	case Admin:
		return c.ClientType == "Admin"
	case Operator:
		return c.ClientType == "Operator"
	case Till:
		return c.TillID != ""
	case Kitchen:
		return c.operates("kitchen")
	case Support:
		return c.operates("support")
	case Manager:
		return c.operates("manager")
	}
	return false
}

// operates reports whether the caller is an operator with a role; a manager has all of them.
func (c Caller) operates(role string) bool {
	return c.ClientType == "Operator" && (c.Role == role || c.Role == "manager")
}

// Operators are the permissions that only the lunch company's own staff may have.
var Operators = map[Who]bool{Operator: true, Kitchen: true, Support: true, Manager: true}

// Sessions finds the owner of a session cookie; an unknown token is a zero Caller and no error. acts says that a person did something: what
// an app asks by itself does not keep an operator's session from being idle.
type Sessions interface {
	Find(ctx context.Context, token string, acts bool) (Caller, error)
	// Beside adds what Find asks of Redis to a pipeline. After that has run, find goes on as Find does.
	Beside(ctx context.Context, p redis.Pipeliner, token string, acts bool) (find func(context.Context) (Caller, error))
}

// KnowsDevice is implemented by answers after which the browser is a known one. An empty cookie leaves it as it is.
type KnowsDevice interface{ Device() string }

// NewSession is the part of an answer that starts (or, with an empty token, ends) a session.
type NewSession struct {
	Token string
	Life  time.Duration
}

// StartsSession is implemented by answers that change the session cookie.
type StartsSession interface{ Session() NewSession }
