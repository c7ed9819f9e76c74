package pos

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5"

	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/web"
)

// strikes is how often a fact may break the server before it alone is set aside.
const strikes = 3

// HandleCheckout takes what happened at a till. Each fact has an answer of its own; one that cannot be booked is set aside with its
// bytes, one that was said before gets its first answer, and one that breaks us keeps no other waiting. Tills may, for themselves.
func (p *Pos) HandleCheckout(ctx context.Context, who web.Caller, b Batch) (Answer, error) {
	if b.V < Version || older(b.App, MinApp) {
		return Answer{}, ErrOutdated
	}
	if b.V > Version || older(p.App, b.App) && slices.ContainsFunc(b.Facts, p.unknown) {
		// A rolling deploy: another server knows what this app may say. Nothing is set aside as unknown.
		return Answer{}, ErrLater
	}
	if b.tooLarge() {
		return Answer{}, ErrTooLarge
	}
	results, last, err := p.take(ctx, who.TillID, b.Facts)
	return Answer{Res: results, Last: last, Now: p.Clock().UnixMilli(), Limits: limits, Min: MinApp}, err
}

func (p *Pos) unknown(raw json.RawMessage) bool { return read(raw, p.Clock()).reason == unknownKind }

// take books facts in one transaction. When Postgres refuses that, each is tried alone, so that one cannot spoil the others.
func (p *Pos) take(ctx context.Context, till string, raws []json.RawMessage) ([]Result, int64, error) {
	results, last, err := p.together(ctx, till, raws)
	if err != nil && !ours(err) {
		return nil, 0, err
	}
	if err != nil {
		results = make([]Result, len(raws))
		for i, raw := range raws {
			if results[i], last, err = p.alone(ctx, till, raw); err != nil {
				return nil, 0, err
			}
		}
		return results, last, nil
	}
	for i, r := range results {
		if r.Code == Later {
			if results[i], err = p.strike(ctx, till, raws[i], r); err != nil {
				return nil, 0, err
			}
		}
	}
	return results, last, nil
}

// ours reports whether something is wrong with facts or with us, and not with the database's being there.
func ours(err error) bool { return err != nil && fault.As(err) == nil }

func (p *Pos) together(ctx context.Context, till string, raws []json.RawMessage) (results []Result, last int64, err error) {
	err = db.InTx(ctx, p.Conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		row, err := q.TillLock(ctx, till)
		if err != nil {
			return err
		}
		if row.RevokedAt != nil {
			return web.ErrTillRevoked
		}
		results, last, err = p.book(ctx, q, row, raws, mode{})
		return err
	})
	return results, last, err
}

// alone books one fact by itself. It may have met the same fact, or the same code, on another connection, which then is done.
func (p *Pos) alone(ctx context.Context, till string, raw json.RawMessage) (Result, int64, error) {
	for try := 1; ; try++ {
		results, last, err := p.together(ctx, till, []json.RawMessage{raw})
		switch {
		case err == nil && results[0].Code == Later:
			result, err := p.strike(ctx, till, raw, results[0])
			return result, last, err
		case err == nil:
			return results[0], last, nil
		case !ours(err):
			return Result{}, 0, err
		case try < 3 && (db.Broke(err, "till_facts_pkey") || db.Broke(err, "counter_sales_one_per_proof")):
			continue
		}
		p.Log.Error("pos: a fact broke the server", "till", till, "error", err.Error())
		result, err := p.strike(ctx, till, raw, Result{ID: idOf(read(raw, p.Clock())), Code: Later})
		return result, 0, err
	}
}

// strike counts a fact that broke the server, outside of the transaction that it broke, and sets it aside when that was once too
// often. A database that is away breaks every fact and is never counted.
func (p *Pos) strike(ctx context.Context, till string, raw json.RawMessage, later Result) (Result, error) {
	n, err := db.New(p.Conn).StrikeCount(ctx, till, hashOf(raw))
	if err != nil {
		return Result{}, db.Outage(err)
	}
	if n < strikes {
		return later, nil
	}
	results, _, err := p.together(ctx, till, []json.RawMessage{raw})
	if err != nil {
		return Result{}, err
	}
	return results[0], nil
}
