package sync

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"sahn/server/company"
	"sahn/server/draft"
	"sahn/server/order"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// round is one request inside its transaction: what was loaded under the locks, and the results.
type round struct {
	who     web.Caller
	now     time.Time
	device  db.Device
	rev     int64                   // the profile's counter, locked when there are operations
	until   int64                   // the newest revision whose orders the answer has room for; 0 for all, below it for none
	stored  map[int64]db.Operation  // earlier operations of this device, by number
	said    map[string]db.Operation // earlier operations of any device of the profile, by id
	struck  map[string]int          // how often an operation made the server fail
	days    map[clock.Date]draft.Stored
	allowed []string // the requested addresses that the caller may use
	results []Result
	alone   bool // each operation is written by statements of its own
	writes  []*write
}

// write is what is written together: the results of operations, of which op is the first, and the days that they changed.
type write struct {
	op            Operation
	rows          []db.Operation
	before, after map[clock.Date]draft.Stored
}

// errTogether says that Postgres refused what several operations write: which of them it was shows when each is written alone.
var errTogether = errors.New("operations cannot be written together")

// once carries out a request whole or not at all, in two round trips to the database: everything is loaded under its locks, decided
// without the database, and written, with the reads of the answer after the writes.
func (s *Syncs) once(ctx context.Context, who web.Caller, r Request) (Reply, error) {
	reply, err := s.asOne(ctx, who, r, false)
	if errors.Is(err, errTogether) && fault.As(db.Outage(err)) == nil {
		return s.asOne(ctx, who, r, true)
	}
	return reply, err
}

func (s *Syncs) asOne(ctx context.Context, who web.Caller, r Request, alone bool) (Reply, error) {
	var w *round
	var answer func() (Reply, error)
	if err := db.InBatches(ctx, s.Conn, func(b *db.Batch) {
		w = &round{who: who, now: s.Clock(), alone: alone}
		w.load(b, r)
	}, func(b *db.Batch) error {
		if err := w.decide(r); err != nil {
			return err
		}
		w.keep(b, r)
		answer = w.answer(b, r)
		return nil
	}); err != nil {
		return Reply{}, err
	}
	return answer()
}

// seenEvery is how exact it is kept when a device was heard of last.
const seenEvery = 5 * time.Minute

// quiet answers a device that says nothing, and of which nothing has to be written, only by reading: in one round trip when it has
// everything up to its cursor, in two when there is news. Whatever a device must learn raises the profile's revision. done is false for
// every other device.
func (s *Syncs) quiet(ctx context.Context, who web.Caller, r Request) (reply Reply, done bool, err error) {
	if len(r.Ops) > 0 || r.Cur == 0 || r.Tag == nil {
		return reply, false, nil
	}
	w, known := &round{who: who, now: s.Clock()}, false
	var loaded func() replyContext
	if err := db.InBatch(ctx, s.Conn, func(b *db.Batch) {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			row, err := q.SyncQuiet(ctx, db.SyncQuietParams{ID: r.Dev, ProfileID: who.ProfileID, SessionID: who.Session, App: r.App,
				Since: w.now.Add(-seenEvery)})
			if known = err == nil; known || db.None(err) {
				w.device, w.rev = row.Device, row.Rev
				return nil
			}
			return fmt.Errorf("look at device: %w", err)
		})
		loaded = w.loadContext(b)
	}); err != nil || !known {
		return reply, false, err
	}
	if err := w.decide(r); err != nil || !sameEpoch(r.Cur, w.rev) {
		return reply, false, nil //nolint:nilerr // the round that locks finds it too
	}
	reply = Reply{Cur: w.rev, Ack: Ack{w.device.LastN, w.device.LastID}, Now: w.now.UnixMilli()}
	if w.rev > r.Cur {
		var docs *[]draft.Day
		var orders *[]order.Order
		if err := db.InBatch(ctx, s.Conn, func(b *db.Batch) {
			w.recall(b, r)
			docs, orders = draft.Since(b, who.ProfileID, r.Cur), order.Since(b, who.ProfileID, r.Cur, math.MaxInt64)
		}); err != nil || w.until > 0 {
			return reply, false, err
		}
		reply.Docs, reply.Orders = *docs, *orders
	}
	return reply, true, reply.add(loaded(), r.Tag)
}

// load locks, in the one order of locks, and reads everything that the operations need.
func (w *round) load(b *db.Batch, r Request) {
	profile := w.who.ProfileID
	b.Add(func(ctx context.Context, q *db.Queries) error { return person.Still(ctx, q, w.who) })
	b.Step("lock device", func(ctx context.Context, q *db.Queries) (err error) {
		w.device, err = q.DeviceLock(ctx,
			db.DeviceLockParams{ID: r.Dev, ProfileID: profile, App: r.App, Now: w.now, SessionID: w.who.Session})
		return err
	})
	if len(r.Ops) == 0 {
		// The revision is read before the documents: a newer document is sent twice, and none is missed.
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			if w.rev, err = q.ProfileRev(ctx, profile); err != nil && !db.None(err) {
				return fmt.Errorf("read revision: %w", err)
			}
			return nil
		})
		w.recall(b, r)
		return
	}
	b.Step("lock profile", func(ctx context.Context, q *db.Queries) (err error) {
		w.rev, err = q.ProfileRevLock(ctx, profile)
		return err
	})
	w.recall(b, r)
	dates, addresses := subjects(r.Ops)
	w.days = draft.Load(b, profile, dates)
	if len(addresses) > 0 {
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			w.allowed, err = company.AddressesAllowed(ctx, q, w.who.CompanyID, profile, addresses)
			return err
		})
	}
}

// recall reads how many of the orders that changed fit into the answer, and what is known of the operations. The revision has been read
// before: a newer order is sent with the next answer.
func (w *round) recall(b *db.Batch, r Request) {
	w.stored, w.said, w.struck = map[int64]db.Operation{}, map[string]db.Operation{}, map[string]int{}
	p := db.SyncKnownParams{ProfileID: w.who.ProfileID, DeviceID: r.Dev, Most: maxDown, Cur: r.Cur}
	for _, op := range r.Ops {
		p.Numbers, p.Ids = append(p.Numbers, op.N), append(p.Ids, op.ID)
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		row, err := q.SyncKnown(ctx, p)
		if err != nil {
			return fmt.Errorf("read what is known: %w", err)
		}
		w.until = row.Until
		var known []struct {
			db.Operation
			Device  string `json:"device_id"`
			Profile string `json:"profile_id"`
			Hash    string
		}
		if err := errors.Join(json.Unmarshal(row.Operations, &known), json.Unmarshal(row.Strikes, &w.struck)); err != nil {
			return fmt.Errorf("read what is known: %w", err)
		}
		for _, o := range known {
			if o.Operation.Hash, err = hex.DecodeString(strings.TrimPrefix(o.Hash, `\x`)); err != nil {
				return fmt.Errorf("read what is known: %w", err)
			}
			if string(o.Detail) == "null" {
				o.Detail = nil
			}
			if o.Device == r.Dev {
				w.stored[o.N] = o.Operation
			}
			if o.Profile == w.who.ProfileID && !o.Again {
				w.said[o.ID] = o.Operation
			}
		}
		return nil
	})
}

// keep writes the results, and with each of them how far the device has come. An error of Postgres is attributed to the operation that
// caused it, as soon as each is written alone.
func (w *round) keep(b *db.Batch, r Request) {
	for _, one := range w.writes {
		writes := &db.Batch{}
		draft.Save(writes, w.who.ProfileID, one.before, one.after)
		writes.Add(func(ctx context.Context, q *db.Queries) error { return w.keepRows(ctx, q, one.rows, r.Done) })
		b.AddAll(writes, func(err error) error {
			if len(one.rows) > 1 {
				return errors.Join(errTogether, err)
			}
			return &broken{op: one.op, err: err}
		})
	}
}

func (w *round) keepRows(ctx context.Context, q *db.Queries, rows []db.Operation, done int64) error {
	p := db.OperationsInsertParams{DeviceID: w.device.ID, ProfileID: w.who.ProfileID, At: w.now, Rev: w.rev, LastN: w.device.LastN,
		LastID: w.device.LastID, Done: done, TrimBefore: w.now.Add(-90 * 24 * time.Hour)}
	for _, o := range rows {
		p.Numbers, p.Ids, p.Again, p.Hashes = append(p.Numbers, o.N), append(p.Ids, o.ID), append(p.Again, o.Again), append(p.Hashes, o.Hash)
		p.Kinds, p.Codes, p.Details = append(p.Kinds, o.Kind), append(p.Codes, o.Code), append(p.Details, string(o.Detail))
	}
	if err := q.OperationsInsert(ctx, p); err != nil {
		return fmt.Errorf("keep operations: %w", err)
	}
	return nil
}
