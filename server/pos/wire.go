package pos

import (
	"encoding/json"
	"slices"

	"golang.org/x/mod/semver"

	"sahn/server/platform/money"
)

// Version of the facts' format, and the oldest app that may send it.
const (
	Version  = 1
	MinApp   = "2026.11.0"
	maxFacts = 100
	maxSize  = 128 << 10 // of a request with more than one fact
	maxOne   = 8 << 10   // of one fact; larger than any real sale at a counter
)

// Batch is what a till sends: facts in the order in which they happened, each as it was saved. A fact is an object with
//
//	id  its ULID          k  kind and version: sale/1 void/1 reprint/1 open/1 close/1
//	at  the till's clock, ms       off  ms that our clock is ahead, none if unknown
//	age seconds since off was learnt       j  1 when the clock jumped against the monotonic one
//
// and for its kind
//
//	sale     n receipt number, s shift, l [[meal, qty, price]…], c cash kept, g cash given, t card terminal, r its reference,
//	         e on the buyer's account, p proof of the buyer's code, m a note
//	void     o the sale, s the shift whose drawer gave the cash back (none: the sale's), m why
//	reprint  o the sale, m why
//	open     f cash in the drawer, w who        close  s shift, f cash counted
//
// Had is the highest Had that the server told the till, in decimal; empty from an app that does not use it. It is sent in the address,
// because a server that does not know it ignores it there.
type Batch struct {
	Had   string            `query:"had" json:"-"`
	V     int               `json:"v" validate:"min=1"`
	App   string            `json:"app" validate:"max=32,printascii"`
	Facts []json.RawMessage `json:"facts"`
}

// JudgesEach says that a fact which cannot be stored is set aside alone.
func (Batch) JudgesEach() {}

// ResultCode is the outcome of a fact. A till deletes a fact with 0 or 4, and sends one with 5 again.
type ResultCode int

// The codes.
const (
	Booked      ResultCode = 0
	Quarantined ResultCode = 4
	Later       ResultCode = 5
)

// Result is what became of a fact: [id, code] or [id, code, detail]. The id is null when the fact had no readable one; results come in the
// order of the facts.
type Result struct {
	ID     *string
	Code   ResultCode
	Detail json.RawMessage
}

// MarshalJSON writes the short form.
func (r Result) MarshalJSON() ([]byte, error) {
	if len(r.Detail) == 0 {
		return json.Marshal([2]any{r.ID, r.Code})
	}
	return json.Marshal([3]any{r.ID, r.Code, r.Detail})
}

// Detail of a result, without empty fields. Share, Wallet and Owed are how a buyer's account was settled.
type Detail struct {
	Reason string     `json:"reason,omitempty"`
	Flags  []string   `json:"flags,omitempty"`
	Share  money.Fils `json:"share,omitempty"`
	Wallet money.Fils `json:"wallet,omitempty"`
	Owed   money.Fils `json:"owed,omitempty"`
}

// json is nil for an empty detail.
func (d Detail) json() json.RawMessage {
	b, _ := json.Marshal(d)
	if string(b) == "{}" {
		return nil
	}
	return b
}

// Answer is the server's answer to a batch. Last is the highest receipt number that the till ever sent; Had is how many facts the till
// itself sent, and falls only when an older copy of the database was restored.
type Answer struct {
	Res    []Result `json:"res"`
	Last   int64    `json:"last"`
	Had    int64    `json:"had"`
	Now    int64    `json:"now"`
	Limits Limits   `json:"limits"`
	Min    string   `json:"min"`
}

// Gap tells a till that knows of more facts than this database how many the server has.
type Gap struct {
	Had int64 `json:"had"`
}

// Limits of a batch.
type Limits struct {
	Facts int `json:"facts"`
	Bytes int `json:"bytes"`
}

var limits = Limits{maxFacts, maxSize}

// tooLarge reports that a till should halve its batch. A fact alone is never too large, so that a till cannot get stuck.
func (b Batch) tooLarge() bool {
	size := 0
	for _, f := range b.Facts {
		size += len(f)
	}
	return len(b.Facts) > maxFacts || len(b.Facts) > 1 && size > maxSize
}

// emptied reports whether a batch was surely all that its till had to send: a till with more fills its batches.
func (b Batch) emptied(results []Result) bool {
	size := 0
	for _, f := range b.Facts {
		size += len(f)
	}
	return len(b.Facts) < maxFacts/2 && size < maxSize/2 && !slices.ContainsFunc(results, func(r Result) bool { return r.Code == Later })
}

// older compares versions like 2026.11.2; an unreadable version is older than every other.
func older(a, b string) bool { return semver.Compare("v"+a, "v"+b) < 0 }
