// Package fault describes failures in words that the caller may see. Every error that is not a fault is internal: it is logged once with
// the request's id and never shown.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind decides the HTTP status; the reason decides the sentence that a person reads.
type Kind int

// The kinds, each with its status.
const (
	Invalid     Kind = iota // 422: the request is not valid
	Refused                 // 403: understood, not allowed for this caller
	NotFound                // 404: does not exist, or belongs to another person
	Conflict                // 409: the state has changed
	Changed                 // 412: it is not what its If-Match names
	TooMany                 // 429
	Unavailable             // 503: try again later, nothing was done
	Unsigned                // 401: Unauthenticated.
	Unproved                // 401: of a till, with the reason
	Credentials             // 401: Bad Credentials
	Token                   // 419: CSRF token mismatch.
	TooLarge                // 413
	Locked                  // 423: the session waits for its person's PIN
	Outdated                // 426: the app must be updated; its unsent work is kept
)

// Fault is an expected failure. Reason is stable and machine-readable (`day_closed`); Message is the English
// sentence for callers that show it as it is; Fields names bad fields (422); Detail is JSON for the caller.
type Fault struct {
	Kind    Kind
	Reason  string
	Message string
	Fields  map[string][]string
	Detail  any
	Retry   time.Duration
}

// New makes a fault. Keep it in a package variable where it is always the same.
func New(kind Kind, reason, message string) *Fault {
	return &Fault{Kind: kind, Reason: reason, Message: message}
}

func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Reason, f.Message) }

// Is compares by reason, so a fault with details still matches its package variable.
func (f *Fault) Is(target error) bool {
	t, ok := target.(*Fault)
	return ok && t.Reason == f.Reason
}

// With is a copy of the fault with details for the caller.
func (f *Fault) With(detail any) *Fault { c := *f; c.Detail = detail; return &c }

// After is a copy of the fault that says when to try again.
func (f *Fault) After(d time.Duration) *Fault { c := *f; c.Retry = d; return &c }

// Field is an Invalid fault about one field.
func Field(name, message string) *Fault {
	return &Fault{Kind: Invalid, Reason: "invalid", Message: message, Fields: map[string][]string{name: {message}}}
}

// As is the fault in an error, nil when the error is internal.
func As(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	return nil
}

// ErrNotFound answers for what does not exist and for what belongs to another person, in the same words, so that ids cannot be probed.
var ErrNotFound = New(NotFound, "not_found", "Not found.")
