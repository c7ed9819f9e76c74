package sync

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"

	"sahn/server/draft"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// decide computes the result of every operation, in order, from the loaded data only: it reads and writes nothing.
func (w *round) decide(r Request) error {
	if w.device.ProfileID != w.who.ProfileID || w.device.RevokedAt != nil {
		return ErrRevoked
	}
	if w.knowsMore(r) {
		return errForgotten
	}
	if r.Done > w.device.LastN {
		return ErrGap // it has results that we have lost: this database was restored from an older copy
	}
	w.results = []Result{}
	for _, op := range r.Ops {
		if err := w.one(op); err != nil {
			return err
		}
	}
	return nil
}

// one answers an operation: a known one with its first result, a new one by carrying it out.
func (w *round) one(op Operation) error {
	hash := hashOf(op)
	if op.N <= w.device.LastN {
		before, ok := w.stored[op.N]
		if !ok || before.ID != op.ID || !bytes.Equal(before.Hash, hash) {
			return ErrFork
		}
		w.results = append(w.results, Result{op.N, Code(before.Code), before.Detail})
		return nil
	}
	if op.N != w.device.LastN+1 {
		return ErrGap
	}
	result, again, to := Result{N: op.N}, false, w.writeOf(op)
	if before, ok := w.said[op.ID]; ok {
		again = true
		if result.Code, result.Detail = Duplicate, first(before); !bytes.Equal(before.Hash, hash) {
			result.Code, result.Detail = Refused, note("reason", "id_used") // different content under a used id must not vanish
		}
	} else if w.struck[op.ID] >= strikes {
		result.Code = Quarantined
	} else if e, err := w.try(op); err == nil {
		result.Code, result.Detail = e.code, e.detail
		w.have(to, e)
	} else if f := fault.As(err); f != nil && f.Kind == fault.Invalid {
		result.Code, result.Detail = Refused, note("reason", f.Reason)
	} else {
		return &broken{op: op, err: err}
	}
	done := db.Operation{N: op.N, ID: op.ID, Again: again, Hash: hash, Kind: op.K, Code: int(result.Code), Detail: result.Detail}
	to.rows = append(to.rows, done)
	w.stored[op.N] = done
	if !again {
		w.said[op.ID] = done
	}
	w.device.LastN, w.device.LastID = op.N, &op.ID
	w.results = append(w.results, result)
	return nil
}

// effect is the result of an operation before it is applied. It is applied only as a whole.
type effect struct {
	code   Code
	detail json.RawMessage
	day    draft.Stored
	rev    int64
}

// kinds are the kinds of operations, each with its version. A kind is supported for at least 60 days after the last app that sends it. Its
// function does not change the round.
var kinds = map[string]func(w *round, a json.RawMessage) (effect, error){
	"day.set/1": setDay,
}

func unknown(op Operation) bool { return kinds[op.K] == nil }

// try computes the effect of one operation. An Invalid fault refuses the operation for good; after any other error it is tried again.
func (w *round) try(op Operation) (e effect, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if unknown(op) {
		return e, errUnknownKind
	}
	if len(op.A) > maxOne {
		return e, ErrTooMuch
	}
	return kinds[op.K](w, op.A)
}

// have applies an effect to the round.
func (w *round) have(to *write, e effect) {
	if _, touched := to.before[e.day.Date]; !touched {
		to.before[e.day.Date] = w.days[e.day.Date]
	}
	to.after[e.day.Date] = e.day
	w.days[e.day.Date], w.rev = e.day, e.rev
}

// writeOf is what an operation is written with: all others, or alone.
func (w *round) writeOf(op Operation) *write {
	if len(w.writes) == 0 || w.alone {
		w.writes = append(w.writes, &write{op: op, before: map[clock.Date]draft.Stored{}, after: map[clock.Date]draft.Stored{}})
	}
	return w.writes[len(w.writes)-1]
}

func setDay(w *round, a json.RawMessage) (effect, error) {
	c, err := changeOf(a)
	if err != nil {
		return effect{}, err
	}
	if err := c.CheckAhead(clock.DateOf(w.now)); err != nil {
		return effect{}, err
	}
	if c.AddressID != nil && !slices.Contains(w.allowed, *c.AddressID) {
		return effect{}, draft.ErrBadAddress
	}
	outcome, day, rev, err := w.days[c.Date].Take(w.device.ID, w.rev, c)
	return effect{code: Code(outcome), day: day, rev: rev}, err
}

func changeOf(a json.RawMessage) (c draft.Change, err error) {
	d := json.NewDecoder(bytes.NewReader(a))
	d.DisallowUnknownFields()
	if d.Decode(&c) != nil {
		return c, draft.ErrBadItems
	}
	return c, c.Check()
}

// subjects are the valid dates and addresses in operations.
func subjects(ops []Operation) (dates []clock.Date, addresses []string) {
	for _, op := range ops {
		c, err := changeOf(op.A)
		if err != nil || len(op.A) > maxOne {
			continue
		}
		if !slices.Contains(dates, c.Date) {
			dates = append(dates, c.Date)
		}
		if c.AddressID != nil && !slices.Contains(addresses, *c.AddressID) {
			addresses = append(addresses, *c.AddressID)
		}
	}
	return dates, addresses
}

// errUnknownKind is for an app so old that its kind is no longer supported. An app that is newer than this server waits instead.
var errUnknownKind = fault.New(fault.Invalid, "unknown_kind", "This version of the app is not understood any more.")

// first is the detail of a duplicate: the result of the first operation with its id.
func first(before db.Operation) json.RawMessage {
	detail := map[string]any{}
	if json.Unmarshal(before.Detail, &detail) != nil || detail == nil {
		detail = map[string]any{}
	}
	detail["result"] = before.Code
	b, _ := json.Marshal(detail)
	return b
}

func hashOf(op Operation) []byte {
	var compact bytes.Buffer
	if json.Compact(&compact, op.A) != nil {
		compact.Write(op.A)
	}
	sum := sha256.Sum256(append([]byte(op.K+"\n"), compact.Bytes()...))
	return sum[:]
}

func note(key string, value any) json.RawMessage {
	b, _ := json.Marshal(map[string]any{key: value})
	return b
}
