package pos

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// strikes is how often a fact may make the server fail before it is quarantined.
const strikes = 3

// HandleCheckout takes the facts of a till. Each fact has an answer of its own; one that cannot be booked is quarantined with its bytes, a
// repeated one gets its first answer, and one that makes the server fail does not block the others. Tills may, for themselves.
func (p *Pos) HandleCheckout(ctx context.Context, who web.Caller, b Batch) (Answer, error) {
	if b.V < Version || older(b.App, MinApp) {
		return Answer{}, ErrOutdated
	}
	if b.V > Version || older(p.App, b.App) && slices.ContainsFunc(b.Facts, p.unknown) {
		// During a rolling deploy another server knows this kind of fact, so it is not quarantined as unknown.
		return Answer{}, ErrLater
	}
	if b.tooLarge() {
		return Answer{}, ErrTooLarge
	}
	results, h, caught, err := p.bookAll(ctx, who.TillID, b)
	if err == nil && !caught && b.emptied(results) {
		if err := db.New(p.Conn).TillCaughtUp(ctx, p.Clock(), who.TillID); err != nil {
			return Answer{}, db.Outage(err)
		}
	}
	return Answer{Res: results, Last: h.last, Had: h.had, Now: p.Clock().UnixMilli(), Limits: limits, Min: MinApp}, err
}

// had is the count that the server last told the till, 0 when the till does not send it.
func (b Batch) had() int64 {
	n, _ := strconv.ParseInt(b.Had, 10, 64)
	return n
}

func (p *Pos) unknown(raw json.RawMessage) bool { return read(raw, p.Clock()).reason == unknownKind }

// progress is what is known of a till: its highest receipt number, and how many facts it sent itself.
type progress struct{ last, had int64 }

func (h progress) and(other progress) progress {
	return progress{max(h.last, other.last), max(h.had, other.had)}
}

// bookAll books facts in one transaction. When Postgres refuses that, each is tried alone, so that one cannot block the others. caught says
// that it was noted that the till has sent everything.
func (p *Pos) bookAll(ctx context.Context, till string, b Batch) (results []Result, all progress, caught bool, err error) {
	raws, had := b.Facts, b.had()
	results, all, err = p.bookBatch(ctx, till, raws, had, func(results []Result) bool { caught = b.emptied(results); return caught })
	if err != nil {
		caught = false
	}
	if err != nil && !ownFault(err) {
		return nil, progress{}, false, err
	}
	later := map[string]bool{} // facts about one of these wait with it
	if err != nil {
		results = make([]Result, len(raws))
		for i, raw := range raws {
			f := read(raw, p.Clock())
			if f.Sale != "" && later[f.Sale] {
				results[i] = Result{ID: idOf(f), Code: Later}
				continue
			}
			var h progress
			if results[i], h, err = p.bookOne(ctx, till, raw, had); err != nil {
				return nil, progress{}, false, err
			}
			later[f.ID] = results[i].Code == Later
			all = all.and(h)
		}
		return results, all, caught, nil
	}
	for i, r := range results {
		if r.Code == Later {
			f := read(raws[i], p.Clock())
			if f.Sale != "" && later[f.Sale] {
				continue
			}
			later[f.ID] = true
			var h progress
			if results[i], h, err = p.countFailure(ctx, till, raws[i], r, had); err != nil {
				return nil, progress{}, false, err
			}
			all = all.and(h)
		}
	}
	return results, all, caught, nil
}

// ownFault reports whether an error is caused by the facts or this server, and not by an unavailable database.
func ownFault(err error) bool { return err != nil && fault.As(err) == nil }

// bookBatch books facts in one transaction of three round trips: what is known of the facts, what they change, the results. It books none
// when the till knows of more facts than this database: the till then sends the missing ones first, in their order. emptied says of the
// results whether the till has sent everything; it may be nil.
func (p *Pos) bookBatch(ctx context.Context, till string, raws []json.RawMessage, had int64, emptied func([]Result) bool) (results []Result,
	h progress, err error) {
	var r *round
	var active *bool
	err = db.InSteps(ctx, p.Conn, func(b *db.Batch) error {
		r = p.begin(till, raws, mode{})
		active = r.lockTill(b)
		r.reads(b)
		return nil
	}, func(b *db.Batch) error {
		switch {
		case r.till.RevokedAt != nil:
			return web.ErrTillRevoked
		case !*active:
			return web.ErrTillStopped
		case had > r.till.Had:
			p.Log.Error("pos: a till knows more than this database: an older copy was put back; it is asked to say it again", "till", till, "knows",
				had, "had", r.till.Had)
			return ErrGap.With(Gap{r.till.Had})
		}
		r.locks(b)
		return nil
	}, func(b *db.Batch) error {
		results = r.answer()
		h = r.progress()
		return r.keep(b, emptied != nil && emptied(results))
	})
	return results, h, err
}

// bookOne books one fact by itself. It retries when another connection booked the same fact or the same code at the same time.
func (p *Pos) bookOne(ctx context.Context, till string, raw json.RawMessage, had int64) (Result, progress, error) {
	for try := 1; ; try++ {
		results, h, err := p.bookBatch(ctx, till, []json.RawMessage{raw}, had, nil)
		switch {
		case err == nil && results[0].Code == Later:
			result, more, err := p.countFailure(ctx, till, raw, results[0], had)
			return result, h.and(more), err
		case err == nil:
			return results[0], h, nil
		case !ownFault(err):
			return Result{}, progress{}, err
		case try < 3 && (db.Broke(err, "till_facts_pkey") || db.Broke(err, "counter_sales_one_per_proof")):
			continue
		}
		p.Log.Error("pos: a fact broke the server", "till", till, "error", err.Error())
		return p.countFailure(ctx, till, raw, Result{ID: idOf(read(raw, p.Clock())), Code: Later}, had)
	}
}

// countFailure counts a fact that made the server fail, outside of the failed transaction, and quarantines it after too many strikes. An
// unavailable database fails every fact and is never counted.
func (p *Pos) countFailure(ctx context.Context, till string, raw json.RawMessage, later Result, had int64) (Result, progress, error) {
	n, err := db.New(p.Conn).StrikeCount(ctx, till, hashOf(raw))
	if err != nil {
		return Result{}, progress{}, db.Outage(err)
	}
	if n < strikes {
		return later, progress{}, nil
	}
	results, h, err := p.bookBatch(ctx, till, []json.RawMessage{raw}, had, nil)
	if err != nil {
		return Result{}, progress{}, err
	}
	return results[0], h, nil
}
