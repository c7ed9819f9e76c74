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
	results, h, err := p.take(ctx, who.TillID, b.Facts, b.had())
	return Answer{Res: results, Last: h.last, Had: h.had, Now: p.Clock().UnixMilli(), Limits: limits, Min: MinApp}, err
}

// had is the count that the server last told the till, 0 when the till does not send it.
func (b Batch) had() int64 {
	n, _ := strconv.ParseInt(b.Had, 10, 64)
	return n
}

func (p *Pos) unknown(raw json.RawMessage) bool { return read(raw, p.Clock()).reason == unknownKind }

// heard is what is known of a till: its highest receipt number, and how many facts it sent itself.
type heard struct{ last, had int64 }

func (h heard) and(other heard) heard { return heard{max(h.last, other.last), max(h.had, other.had)} }

// take books facts in one transaction. When Postgres refuses that, each is tried alone, so that one cannot block the others.
func (p *Pos) take(ctx context.Context, till string, raws []json.RawMessage, had int64) ([]Result, heard, error) {
	results, all, err := p.together(ctx, till, raws, had)
	if err != nil && !ours(err) {
		return nil, heard{}, err
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
			var h heard
			if results[i], h, err = p.alone(ctx, till, raw, had); err != nil {
				return nil, heard{}, err
			}
			later[f.ID] = results[i].Code == Later
			all = all.and(h)
		}
		return results, all, nil
	}
	for i, r := range results {
		if r.Code == Later {
			f := read(raws[i], p.Clock())
			if f.Sale != "" && later[f.Sale] {
				continue
			}
			later[f.ID] = true
			var h heard
			if results[i], h, err = p.strike(ctx, till, raws[i], r, had); err != nil {
				return nil, heard{}, err
			}
			all = all.and(h)
		}
	}
	return results, all, nil
}

// ours reports whether an error is caused by the facts or this server, and not by an unavailable database.
func ours(err error) bool { return err != nil && fault.As(err) == nil }

// together books facts in one transaction. It books none when the till knows of more facts than this database: the till then sends the
// missing ones first, in their order.
func (p *Pos) together(ctx context.Context, till string, raws []json.RawMessage, had int64) (results []Result, h heard, err error) {
	err = db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
		row, err := tx.TillLock(ctx, till)
		if err != nil {
			return err
		}
		if row.RevokedAt != nil {
			return web.ErrTillRevoked
		}
		if had > row.Had {
			p.Log.Error("pos: a till knows more than this database: an older copy was put back; it is asked to say it again", "till", till, "knows",
				had, "had", row.Had)
			return ErrGap.With(Gap{row.Had})
		}
		results, h, err = p.book(ctx, tx.Queries, row, raws, mode{})
		return err
	})
	return results, h, err
}

// alone books one fact by itself. It retries when another connection booked the same fact or the same code at the same time.
func (p *Pos) alone(ctx context.Context, till string, raw json.RawMessage, had int64) (Result, heard, error) {
	for try := 1; ; try++ {
		results, h, err := p.together(ctx, till, []json.RawMessage{raw}, had)
		switch {
		case err == nil && results[0].Code == Later:
			result, more, err := p.strike(ctx, till, raw, results[0], had)
			return result, h.and(more), err
		case err == nil:
			return results[0], h, nil
		case !ours(err):
			return Result{}, heard{}, err
		case try < 3 && (db.Broke(err, "till_facts_pkey") || db.Broke(err, "counter_sales_one_per_proof")):
			continue
		}
		p.Log.Error("pos: a fact broke the server", "till", till, "error", err.Error())
		return p.strike(ctx, till, raw, Result{ID: idOf(read(raw, p.Clock())), Code: Later}, had)
	}
}

// strike counts a fact that made the server fail, outside of the failed transaction, and quarantines it after too many strikes. An
// unavailable database fails every fact and is never counted.
func (p *Pos) strike(ctx context.Context, till string, raw json.RawMessage, later Result, had int64) (Result, heard, error) {
	n, err := db.New(p.Conn).StrikeCount(ctx, till, hashOf(raw))
	if err != nil {
		return Result{}, heard{}, db.Outage(err)
	}
	if n < strikes {
		return later, heard{}, nil
	}
	results, h, err := p.together(ctx, till, []json.RawMessage{raw}, had)
	if err != nil {
		return Result{}, heard{}, err
	}
	return results[0], h, nil
}
