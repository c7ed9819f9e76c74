package web

import (
	"context"
	"time"
)

// Who may call a route. A route without a declaration does not compile: Nobody is the zero value and is refused at start.
type Who int

// The permissions of the route table.
const (
	Nobody   Who = iota
	Anyone       // visitors too
	SignedIn     // any Active profile
	Eater        // a profile that orders lunch: Employee, Admin, Cash
	Admin        // a company's admin
	Operator     // the lunch company's own staff
	Provider     // the card provider: no session, no XSRF, everything is proved by the message's signature
	Till         // a paired tablet: no person, proved by its own key
	Kitchen      // operators who cook and hand over
	Support      // operators who look after people, companies and money
	Manager      // operators who may everything
)

func (w Who) String() string {
	return [...]string{"nobody", "anyone", "signed in", "eater", "admin", "operator", "provider", "till", "kitchen", "support", "manager"}[w]
}

// Of says whose the thing must be that a route's path names. What belongs to somebody else is not found, like what does not exist: the
// handler has the caller's id in its query, and the tests ask every route about everybody's things.
type Of int

// The owners of the route table.
const (
	NoThing    Of = iota // the path names nothing
	Everybodys           // anybody who knows the name may have it
	OwnProfile
	OwnCompany
	OwnIntent
	OwnOrder
	OwnCard
	OwnTill
	OwnShift
	OwnQuarantined
	OwnInvoice
	OwnDepartment
	OwnSession
)

// Caller is who asks. A visitor has no ProfileID.
type Caller struct {
	Session    []byte // id of the session's row, nil for a visitor
	Browser    []byte // what a one-time code is bound to: the hash of the cookie, also before sign-in
	ProfileID  string
	PersonID   string
	CompanyID  string
	ClientType string
	Role       string // an operator's: kitchen, support or manager
	TillID     string // a paired tablet asks, and no person; CompanyID is its site's
	IP         string
	Agent      string // what the browser calls itself
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

// operates reports whether the caller is an operator in a role; a manager is in all of them.
func (c Caller) operates(role string) bool {
	return c.ClientType == "Operator" && (c.Role == role || c.Role == "manager")
}

// Operators are the permissions that only the lunch company's own staff may have.
var Operators = map[Who]bool{Operator: true, Kitchen: true, Support: true, Manager: true}

// Sessions finds who a session cookie belongs to; a token that belongs to nobody is a zero Caller and no error.
type Sessions interface {
	Find(ctx context.Context, token string) (Caller, error)
}

// NewSession is what an answer carries to start (or, with an empty token, to end) a session.
type NewSession struct {
	Token string
	Life  time.Duration
}

// StartsSession is implemented by answers that change the session cookie.
type StartsSession interface{ Session() NewSession }
