package pos

import (
	"encoding/json"
	"strconv"
	"strings"

	"sahn/server/platform/money"
)

// Version of what tills say, and the oldest app that may say it.
const (
	Version  = 1
	MinApp   = "2026.11.0"
	maxFacts = 100
	maxSize  = 128 << 10 // of a request with more than one fact
	maxOne   = 8 << 10   // of one fact; more than a counter could hand over
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
// Had is the highest that the server said it has had of the till, in decimal; empty from an app that does not listen to it. It stands in
// the address, where a server that does not know it lets it pass.
type Batch struct {
	Had   string            `query:"had" json:"-"`
	V     int               `json:"v" validate:"min=1"`
	App   string            `json:"app" validate:"max=32,printascii"`
	Facts []json.RawMessage `json:"facts"`
}

// Code of a result. A till lets go of a fact with 0 or 4, and offers one with 5 again.
type ResultCode int

// The codes.
const (
	Booked      ResultCode = 0
	Quarantined ResultCode = 4
	Later       ResultCode = 5
)

// Result says what became of a fact: [id, code] or [id, code, detail]. The id is null when the fact had none that could be read;
// results come in the order of the facts.
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

// Detail of a result, as far as there is something to say. Share, Wallet and Owed are how a buyer's account was settled.
type Detail struct {
	Reason string     `json:"reason,omitempty"`
	Flags  []string   `json:"flags,omitempty"`
	Share  money.Fils `json:"share,omitempty"`
	Wallet money.Fils `json:"wallet,omitempty"`
	Owed   money.Fils `json:"owed,omitempty"`
}

// json is nothing when there is nothing to say.
func (d Detail) json() json.RawMessage {
	b, _ := json.Marshal(d)
	if string(b) == "{}" {
		return nil
	}
	return b
}

// Answer is the server's side of a batch. Last is the highest receipt number that it ever heard of the till; Had is how many facts it has
// from the till itself, and only falls when an older copy of the database was put back.
type Answer struct {
	Res    []Result `json:"res"`
	Last   int64    `json:"last"`
	Had    int64    `json:"had"`
	Now    int64    `json:"now"`
	Limits Limits   `json:"limits"`
	Min    string   `json:"min"`
}

// Gap tells a till that knows of more what the server has had of it.
type Gap struct {
	Had int64 `json:"had"`
}

// Limits of a batch.
type Limits struct {
	Facts int `json:"facts"`
	Bytes int `json:"bytes"`
}

var limits = Limits{maxFacts, maxSize}

// tooLarge says that a till should halve its batch. One fact alone is always looked at, so that it cannot be stuck.
func (b Batch) tooLarge() bool {
	size := 0
	for _, f := range b.Facts {
		size += len(f)
	}
	return len(b.Facts) > maxFacts || len(b.Facts) > 1 && size > maxSize
}

// older compares versions like 2026.11.2; what cannot be read is older than everything.
func older(a, b string) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(x), len(y)) {
		if m, n := part(x, i), part(y, i); m != n {
			return m < n
		}
	}
	return false
}

func part(parts []string, i int) int {
	if i >= len(parts) {
		return 0
	}
	n, err := strconv.Atoi(parts[i])
	if err != nil {
		return -1
	}
	return n
}
