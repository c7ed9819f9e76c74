// Package sync is the protocol between a device and the server: numbered operations in, results and all changes out. It promises that an
// operation has its effect once, in the order in which it was saved, and that its result can be requested again at any time.
package sync

import (
	"encoding/json"

	"sahn/server/draft"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/quote"
)

// Version of the protocol, and the oldest app that may use it.
const (
	Version = 3
	MinApp  = "2026.11.0"
	maxOps  = 100
	maxSize = 64 << 10 // of a request with more than one operation
	maxOne  = 8 << 10  // of one operation's content; larger than any real day
	maxDown = 1 << 20  // of an answer's orders, about; more than years of any real eater
)

// Request is one request of a device. Cur is its cursor, the newest revision that it has; Done the highest operation whose result it has
// stored; Tag the context that it has ("" for none; an app that sends no tag gets everything). Clk is its clock, which decides nothing.
type Request struct {
	V    int         `json:"v" validate:"min=1"`
	App  string      `json:"app" validate:"max=32,printascii"`
	Dev  string      `json:"dev" validate:"required,len=26,alphanum"`
	Cur  int64       `json:"cur" validate:"min=0"`
	Done int64       `json:"done" validate:"min=0"`
	Tag  *string     `json:"tag,omitempty" validate:"omitempty,max=32,printascii"`
	Clk  *Clk        `json:"clk,omitempty"`
	Ops  []Operation `json:"ops,omitempty" validate:"dive"`
}

// JudgesEach says that an operation which cannot be stored is refused alone.
func (Request) JudgesEach() {}

// tooLarge reports that a device should halve its request. An operation alone is never too large, so that a device cannot get stuck.
func (r Request) tooLarge() bool {
	size := 0
	for _, op := range r.Ops {
		size += len(op.A)
	}
	return len(r.Ops) > maxOps || len(r.Ops) > 1 && size > maxSize
}

// Clk is the device's clock: wall and monotonic milliseconds, its offset to the server and how old that is.
type Clk struct {
	Now  float64 `json:"now"`
	Mono float64 `json:"mono"`
	Off  float64 `json:"off"`
	Age  float64 `json:"age"`
}

// Operation is a change that a person saved: the n-th of its device, with an id of its own and a kind with a version.
type Operation struct {
	N  int64           `json:"n" validate:"min=1"`
	ID string          `json:"id" validate:"required,len=26,alphanum"`
	K  string          `json:"k" validate:"required,max=40,printascii"`
	A  json.RawMessage `json:"a" validate:"required"`
}

// Code of a result.
type Code int

const (
	Applied     Code = 0
	Duplicate   Code = 1
	Alternative Code = 2
	Refused     Code = 3
	Quarantined Code = 4
)

// Result is what became of an operation: [n, code] or [n, code, detail].
type Result struct {
	N      int64
	Code   Code
	Detail json.RawMessage
}

// MarshalJSON writes the short form.
func (r Result) MarshalJSON() ([]byte, error) {
	if len(r.Detail) == 0 {
		return json.Marshal([2]any{r.N, r.Code})
	}
	return json.Marshal([3]any{r.N, r.Code, r.Detail})
}

// Ack is the last operation that the server has of a device: [n, id]. It reveals a device whose storage was copied.
type Ack struct {
	N  int64
	ID *string
}

// MarshalJSON writes the pair.
func (a Ack) MarshalJSON() ([]byte, error) { return json.Marshal([2]any{a.N, a.ID}) }

// Reply is the server's answer. Docs and Orders are what changed after the request's cursor; Live, Menu, Limits and Min are the current
// context, under Tag, and left out when the device has it. Empty lists are left out. Reset tells the device to delete its copy of the
// server's data. More says that the answer was full: Cur is how far its orders go, and the device asks on from there. Drafts are always
// whole.
type Reply struct {
	Cur    int64                 `json:"cur"`
	More   bool                  `json:"more,omitempty"`
	Ack    Ack                   `json:"ack"`
	Res    []Result              `json:"res,omitzero"`
	Docs   []draft.Day           `json:"docs,omitzero"`
	Orders []order.Order         `json:"orders,omitzero"`
	Reset  bool                  `json:"reset,omitempty"`
	Now    int64                 `json:"now"`
	Tag    string                `json:"tag,omitempty"`
	Menu   map[clock.Date]string `json:"menu,omitzero"`
	Live   quote.Live            `json:"live,omitzero"`
	Limits Limits                `json:"limits,omitzero"`
	Min    string                `json:"min,omitempty"`
}

// Limits of a request.
type Limits struct {
	Ops   int `json:"ops"`
	Bytes int `json:"bytes"`
}

// Faults of a request. They leave the state unchanged, and the device keeps its data.
var (
	ErrFork     = fault.New(fault.Conflict, "fork", "This device continues as a new one.")
	ErrGap      = fault.New(fault.Conflict, "gap", "This device continues as a new one.")
	ErrRevoked  = fault.New(fault.Refused, "device_revoked", "This device may not send any more.")
	ErrOutdated = fault.New(fault.Outdated, "update", "Please update the app. Your choices are safe.")
	ErrTooLarge = fault.New(fault.TooLarge, "too_large", "Too much at once.")
	ErrTooMuch  = fault.New(fault.Invalid, "too_large", "That is more than one day can hold.")
	ErrLater    = fault.New(fault.Unavailable, "later", "Please try again.").After(1e9)
)
