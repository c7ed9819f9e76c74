package sync

import (
	"context"
	"fmt"
	"time"

	"sahn/server/company"
	"sahn/server/draft"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// round is one request inside its transaction: what was loaded under the locks, and the results.
type round struct {
	who     web.Caller
	now     time.Time
	device  db.Device
	rev     int64                   // the profile's counter, locked when there are operations
	until   int64                   // the newest revision whose orders the answer has room for; 0 for all
	stored  map[int64]db.Operation  // earlier operations of this device, by number
	said    map[string]db.Operation // earlier operations of any device of the profile, by id
	struck  map[string]int          // how often an operation made the server fail
	days    map[clock.Date]draft.Stored
	allowed map[string]bool // by requested address: whether the caller may use it
	results []Result
	writes  []write
}

// write is a statement of an operation.
type write struct {
	op Operation
	do draft.Statement
}

// once carries out a request whole or not at all, in two round trips to the database: everything is loaded under its locks, decided
// without the database, and written, with the reads of the answer after the writes.
func (s *Syncs) once(ctx context.Context, who web.Caller, r Request) (Reply, error) {
	var w *round
	var answer func() (Reply, error)
	if err := db.InBatches(ctx, s.Conn, func(b *db.Batch) {
		w = &round{who: who, now: s.Clock()}
		w.load(b, r)
	}, func(b *db.Batch) error {
		before := w.device.LastN
		if err := w.decide(r); err != nil {
			return err
		}
		w.keep(b, r, w.device.LastN > before)
		answer = w.answer(b, r)
		return nil
	}); err != nil {
		return Reply{}, err
	}
	return answer()
}

// seenEvery is how exact it is kept when a device was heard of last.
const seenEvery = 5 * time.Minute

// quiet answers a device that says nothing and has everything up to its cursor, in one round trip that only reads: whatever a device must
// learn raises the profile's revision, so that nothing is newer than the one it has. done is false for every other device.
func (s *Syncs) quiet(ctx context.Context, who web.Caller, r Request) (reply Reply, done bool, err error) {
	if len(r.Ops) > 0 || r.Cur == 0 || r.Tag == nil {
		return reply, false, nil
	}
	w := &round{who: who, now: s.Clock(), rev: r.Cur}
	var loaded func() replyContext
	if err := db.InBatch(ctx, s.Conn, func(b *db.Batch) {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			device, err := q.SyncQuiet(ctx, db.SyncQuietParams{ID: r.Dev, ProfileID: who.ProfileID, SessionID: who.Session, App: r.App,
				Since: w.now.Add(-seenEvery), Cur: r.Cur})
			if done = err == nil; done || db.None(err) {
				w.device = device
				return nil
			}
			return fmt.Errorf("look at device: %w", err)
		})
		loaded = w.loadContext(b)
	}); err != nil || !done {
		return reply, false, err
	}
	if err := w.decide(r); err != nil {
		return reply, false, nil //nolint:nilerr // the round that locks finds it too
	}
	reply = Reply{Cur: w.rev, Ack: Ack{w.device.LastN, w.device.LastID}, Now: w.now.UnixMilli()}
	return reply, true, reply.add(loaded(), r.Tag)
}

// load locks, in the one order of locks, and reads everything that the operations need.
func (w *round) load(b *db.Batch, r Request) {
	profile := w.who.ProfileID
	b.Add(func(ctx context.Context, q *db.Queries) error { return person.Still(ctx, q, w.who) })
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		if w.device, err = q.DeviceLock(ctx,
			db.DeviceLockParams{ID: r.Dev, ProfileID: profile, App: r.App, Now: w.now, SessionID: w.who.Session}); err != nil {
			return fmt.Errorf("lock device: %w", err)
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		if w.until, err = q.OrdersFit(ctx, profile, maxDown, r.Cur); err != nil {
			return fmt.Errorf("measure orders: %w", err)
		}
		return nil
	})
	if len(r.Ops) == 0 {
		// The revision is read before the documents: a newer document is sent twice, and none is missed.
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			if w.rev, err = q.ProfileRev(ctx, profile); err != nil && !db.None(err) {
				return fmt.Errorf("read revision: %w", err)
			}
			return nil
		})
		return
	}
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		if w.rev, err = q.ProfileRevLock(ctx, profile); err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		return nil
	})
	w.recall(b, r)
	dates, addresses := subjects(r.Ops)
	w.days = draft.Load(b, profile, dates)
	w.allowed = map[string]bool{}
	for _, id := range addresses {
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			w.allowed[id], err = company.AddressAllowed(ctx, q, w.who.CompanyID, profile, id)
			return err
		})
	}
}

// recall reads the earlier results of these numbers and ids.
func (w *round) recall(b *db.Batch, r Request) {
	w.stored, w.said, w.struck = map[int64]db.Operation{}, map[string]db.Operation{}, map[string]int{}
	numbers, ids := make([]int64, len(r.Ops)), make([]string, len(r.Ops))
	for i, op := range r.Ops {
		numbers[i], ids[i] = op.N, op.ID
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		mine, err := q.OperationsOfDevice(ctx, r.Dev, numbers)
		if err != nil {
			return fmt.Errorf("read operations: %w", err)
		}
		for _, o := range mine {
			w.stored[o.N] = o
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		others, err := q.OperationsByID(ctx, w.who.ProfileID, ids)
		if err != nil {
			return fmt.Errorf("read operations: %w", err)
		}
		for _, o := range others {
			w.said[o.ID] = o
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		struck, err := q.QuarantineStrikes(ctx, w.who.ProfileID, ids)
		if err != nil {
			return fmt.Errorf("read quarantine: %w", err)
		}
		for _, s := range struck {
			w.struck[s.ID] = s.Strikes
		}
		return nil
	})
}

// keep writes the results. An error of Postgres is attributed to the operation that caused it.
func (w *round) keep(b *db.Batch, r Request, moved bool) {
	for _, one := range w.writes {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			if err := one.do(ctx, q); err != nil {
				return &broken{op: one.op, err: err}
			}
			return nil
		})
	}
	if moved {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			if err := q.ProfileRevSet(ctx, w.who.ProfileID, w.rev); err != nil {
				return fmt.Errorf("set revision: %w", err)
			}
			return nil
		})
		b.Add(func(ctx context.Context, q *db.Queries) error {
			if err := q.DeviceAdvance(ctx, w.device.ID, w.device.LastN, w.device.LastID); err != nil {
				return fmt.Errorf("advance device: %w", err)
			}
			return nil
		})
	}
	if r.Done > 0 && len(r.Ops) > 0 {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			return q.OperationTrim(ctx, r.Dev, r.Done, w.now.Add(-90*24*time.Hour))
		})
	}
}
