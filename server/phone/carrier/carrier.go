// Package carrier is what a message to a phone is, whoever carries it, and what becomes of it. Its promise: a message is one of the
// templates in templates.json, in which nothing stands that a locked screen should not show.
package carrier

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"
)

// Message is a template with its values for a phone. Ref is ours, and comes back with what became of it. To is E.164, like +971501234567.
// Language is "en" or "ar".
type Message struct {
	Ref, To, Template, Language string
	Values                      []string
}

// Outcome is what became of a message.
type Outcome int

// The outcomes of sending. All but Taken, Later and Unsure are final for the message.
const (
	Taken       Outcome = iota // the carrier has it
	Later                      // it certainly does not have it, and may take it later
	Unsure                     // it may have it: there was no answer
	Unreachable                // nobody can be reached by this number
	Stopped                    // its person told the carrier that they want no more
	Undelivered                // this message is not delivered; another one may be
	Template                   // the carrier does not send this template in this language now
	Account                    // the carrier does not send anything for us now
	Wrong                      // the request is not what the carrier expects
)

// Answer is the outcome of sending. ID is the carrier's own of a message that it took. After is how long it wants to be left alone, 0 when
// it did not say. Pair says that only this number is to be left alone. Code and Reason are the carrier's, for operators.
type Answer struct {
	Outcome Outcome
	ID      string
	After   time.Duration
	Pair    bool
	Code    int
	Reason  string
}

// Carrier sends messages.
type Carrier interface {
	Send(ctx context.Context, m Message) Answer
}

// State is how far a message came, in this order.
type State int

// The states that a carrier tells of afterwards.
const (
	Unknown State = iota
	Sent
	Delivered
	Read
	Failed
)

// Status is what a carrier tells of a message afterwards: by our Ref, or by its own ID where it does not say that. A failed one has an
// Outcome, Code and Reason.
type Status struct {
	Ref, ID string
	State   State
	At      time.Time
	Answer  Answer
}

// Heard is what somebody wrote to us from a phone: that they want no more messages, or anything else.
type Heard struct {
	From string
	Stop bool
	At   time.Time
}

// Events are what a carrier tells in one request.
type Events struct {
	Statuses []Status
	Heard    []Heard
}

// ErrNumber refuses what is no number of a phone.
var ErrNumber = errors.New("carrier: not a phone number")

var (
	separators = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", ".", "", "\u00a0", "", "\u2011", "", "\u200e", "", "\u200f", "",
		"\u202a", "", "\u202c", "", "\u2066", "", "\u2069", "")
	international = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
	mobile        = regexp.MustCompile(`^\+9715[024568][0-9]{7}$`)
	digits        = strings.NewReplacer("٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9")
)

// Number reads a number as people type it, in E.164: without a country it is one of the Emirates, where it has to be a mobile's.
func Number(typed string) (string, error) {
	n := separators.Replace(digits.Replace(strings.TrimSpace(typed)))
	switch {
	case strings.HasPrefix(n, "00"):
		n = "+" + n[2:]
	case strings.HasPrefix(n, "0"):
		n = "+971" + n[1:]
	case strings.HasPrefix(n, "971"):
		n = "+" + n
	case strings.HasPrefix(n, "5") && len(n) == 9:
		n = "+971" + n
	}
	if strings.HasPrefix(n, "+9710") { // +971 (0)50 …
		n = "+971" + n[5:]
	}
	if !international.MatchString(n) || strings.HasPrefix(n, "+971") && !mobile.MatchString(n) {
		return "", ErrNumber
	}
	return n, nil
}

// Masked is a number of which its owner recognizes the end.
func Masked(number string) string {
	if len(number) < 8 {
		return ""
	}
	return number[:4] + strings.Repeat("•", len(number)-7) + number[len(number)-3:]
}
