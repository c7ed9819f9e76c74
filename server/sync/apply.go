package sync

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/company"
	"sahn/server/db"
	"sahn/server/draft"
	"sahn/server/fault"
	"sahn/server/person"
	"sahn/server/web"
)

// strikes is how often an operation may break the server before it alone is set aside.
const strikes = 3

// round is the work of one request inside its transaction.
type round struct {
	q       *db.Queries
	who     web.Caller
	now     time.Time
	device  db.Device
	rev     int64                   // the profile's counter, locked when there are operations
	stored  map[int64]db.Operation  // what this device said before, by number
	said    map[string]db.Operation // what any device of the profile said before, by id
	struck  map[string]int          // how often an operation broke the server
	results []Result
}

// apply runs the operations of a request in order. Each either has its effect and its row, or neither.
func (s *Syncs) apply(ctx context.Context, q *db.Queries, tx pgx.Tx, who web.Caller, r Request) (*round, error) {
	w := &round{q: q, who: who, now: s.Clock(), results: []Result{}}
	if err := person.Still(ctx, q, who); err != nil {
		return nil, err
	}
	var err error
	if w.device, err = q.DeviceLock(ctx, r.Dev, who.ProfileID, r.App, w.now); err != nil {
		return nil, fmt.Errorf("lock device: %w", err)
	}
	if w.device.ProfileID != who.ProfileID || w.device.RevokedAt != nil {
		return nil, ErrRevoked
	}
	if r.Done > w.device.LastN {
		return nil, ErrGap // it holds results that we have lost: this database was restored from an older copy
	}
	if len(r.Ops) == 0 {
		return w, nil
	}
	if w.rev, err = q.ProfileRevLock(ctx, who.ProfileID); err != nil {
		return nil, fmt.Errorf("lock profile: %w", err)
	}
	if err := w.remember(ctx, r.Ops); err != nil {
		return nil, err
	}
	before := w.device.LastN
	for _, op := range r.Ops {
		if err := w.one(ctx, tx, op); err != nil {
			return nil, err
		}
	}
	if w.device.LastN == before {
		return w, nil
	}
	if err := q.ProfileRevSet(ctx, who.ProfileID, w.rev); err != nil {
		return nil, fmt.Errorf("set revision: %w", err)
	}
	if err := q.DeviceAdvance(ctx, w.device.ID, w.device.LastN, w.device.LastID); err != nil {
		return nil, fmt.Errorf("advance device: %w", err)
	}
	return w, nil
}

// remember reads what is known of all these operations at once.
func (w *round) remember(ctx context.Context, ops []Operation) error {
	w.stored, w.said, w.struck = map[int64]db.Operation{}, map[string]db.Operation{}, map[string]int{}
	numbers, ids := make([]int64, len(ops)), make([]string, len(ops))
	for i, op := range ops {
		numbers[i], ids[i] = op.N, op.ID
	}
	mine, err := w.q.OperationsOfDevice(ctx, w.device.ID, numbers)
	if err != nil {
		return fmt.Errorf("read operations: %w", err)
	}
	for _, o := range mine {
		w.stored[o.N] = o
	}
	others, err := w.q.OperationsByID(ctx, w.who.ProfileID, ids)
	if err != nil {
		return fmt.Errorf("read operations: %w", err)
	}
	for _, o := range others {
		w.said[o.ID] = o
	}
	struck, err := w.q.QuarantineStrikes(ctx, w.who.ProfileID, ids)
	if err != nil {
		return fmt.Errorf("read quarantine: %w", err)
	}
	for _, s := range struck {
		w.struck[s.ID] = s.Strikes
	}
	return nil
}

// one answers an operation: from memory when it was said before, else by doing it.
func (w *round) one(ctx context.Context, tx pgx.Tx, op Operation) error {
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
	result, again := Result{N: op.N}, false
	if before, ok := w.said[op.ID]; ok {
		again = true
		if result.Code, result.Detail = Duplicate, first(before); !bytes.Equal(before.Hash, hash) {
			result.Code, result.Detail = Refused, note("reason", "id_used") // another wish under a used id must not vanish
		}
	} else if w.struck[op.ID] >= strikes {
		result.Code = Quarantined
	} else if err := pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		result.Code, result.Detail, err = w.do(ctx, db.New(inner), op)
		return err
	}); err != nil {
		f := fault.As(err)
		if f == nil || f.Kind != fault.Invalid {
			return &broken{op: op, err: err}
		}
		result.Code, result.Detail = Refused, note("reason", f.Reason)
	}
	if err := w.q.OperationInsert(ctx, db.OperationInsertParams{DeviceID: w.device.ID, N: op.N, ProfileID: w.who.ProfileID, ID: op.ID, Again: again,
		Hash: hash, Kind: op.K, Code: int(result.Code), Detail: result.Detail, At: w.now}); err != nil {
		return fmt.Errorf("keep operation: %w", err)
	}
	done := db.Operation{N: op.N, ID: op.ID, Hash: hash, Code: int(result.Code), Detail: result.Detail}
	w.stored[op.N] = done
	if !again {
		w.said[op.ID] = done
	}
	w.device.LastN, w.device.LastID = op.N, &op.ID
	w.results = append(w.results, result)
	return nil
}

// kinds are what an operation can mean, each with its version. A kind is understood for at least 60 days after the last
// app that says it.
var kinds = map[string]func(ctx context.Context, w *round, q *db.Queries, a json.RawMessage) (Code, json.RawMessage, error){
	"day.set/1": setDay,
}

func unknown(op Operation) bool { return kinds[op.K] == nil }

// do has the effect of one operation. An Invalid fault refuses it for good; every other error leaves it to be tried again.
func (w *round) do(ctx context.Context, q *db.Queries, op Operation) (Code, json.RawMessage, error) {
	if unknown(op) {
		return 0, nil, errUnknownKind
	}
	if len(op.A) > maxOne {
		return 0, nil, ErrTooMuch
	}
	return kinds[op.K](ctx, w, q, op.A)
}

func setDay(ctx context.Context, w *round, q *db.Queries, a json.RawMessage) (Code, json.RawMessage, error) {
	var c draft.Change
	d := json.NewDecoder(bytes.NewReader(a))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return 0, nil, draft.ErrBadItems
	}
	if err := c.Check(); err != nil {
		return 0, nil, err
	}
	if c.AddressID != nil {
		if ok, err := company.AddressAllowed(ctx, q, w.who.CompanyID, w.who.ProfileID, *c.AddressID); err != nil {
			return 0, nil, err
		} else if !ok {
			return 0, nil, draft.ErrBadAddress
		}
	}
	outcome, rev, err := draft.Set(ctx, q, w.who.ProfileID, w.device.ID, w.rev, c)
	if err == nil {
		w.rev = rev
	}
	return Code(outcome), nil, err
}

// errUnknownKind is for an app so old that nobody knows the kind any more. One that is newer than this server waits instead.
var errUnknownKind = fault.New(fault.Invalid, "unknown_kind", "This version of the app is not understood any more.")

// broken carries the operation that broke the server out of its transaction.
type broken struct {
	op  Operation
	err error
}

func (b *broken) Error() string { return fmt.Sprintf("operation %s: %v", b.op.ID, b.err) }
func (b *broken) Unwrap() error { return b.err }

// strike counts an operation that broke the server, outside of the transaction that it broke. It reports whether that was
// once too often, so that the operation is set aside from now on; otherwise the error is the request's. A database that is
// away breaks every operation and is never counted.
func (s *Syncs) strike(ctx context.Context, who web.Caller, r Request, cause error) (aside bool, err error) {
	b, ok := errors.AsType[*broken](cause)
	if !ok || fault.As(db.Outage(cause)) != nil {
		return false, cause
	}
	payload, err := json.Marshal(b.op)
	if err != nil {
		return false, cause
	}
	s.Log.Error("sync: an operation broke the server", "operation", b.op.ID, "kind", b.op.K, "error", b.err.Error())
	n, err := db.New(s.Conn).QuarantineStrike(ctx, db.QuarantineStrikeParams{ProfileID: who.ProfileID, ID: b.op.ID, DeviceID: r.Dev, N: b.op.N,
		Payload: string(payload), At: s.Clock()})
	if err != nil {
		return false, err
	}
	return n >= strikes, ErrLater
}

// first is the detail of a duplicate: what became of the operation when it was said first.
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
