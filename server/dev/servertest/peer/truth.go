package main

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5"

	"sahn/server/platform/db"
)

// kept are the tables that hold what devices sent, parents first.
var kept = []string{"profile_revs", "devices", "operations", "quarantine", "draft_days", "draft_alternatives"}

// truth is the resulting content of the database after a life, read by plain SQL, for an independent check.
const truth = `SELECT jsonb_build_object(
	'rev', coalesce((SELECT rev FROM profile_revs WHERE profile_id = $1), 0),
	'devices', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'last_n', last_n, 'last_id', last_id, 'revoked', revoked_at IS NOT NULL)
	ORDER BY id), '[]')
		FROM devices WHERE profile_id = $1),
	'operations', (SELECT coalesce(jsonb_agg(jsonb_build_object('dev', device_id, 'n', n, 'id', id, 'again', again, 'hash', encode(hash,
	'hex'), 'code', code, 'detail', detail)
		ORDER BY device_id, n), '[]') FROM operations WHERE profile_id = $1),
	'days', (SELECT coalesce(jsonb_agg(jsonb_build_object('date', date, 'rev', rev, 'by', by_device, 'items', items, 'address_id',
	address_id, 'base', base,
		'alt', (SELECT coalesce(jsonb_agg(jsonb_build_object('dev', device_id, 'rev', rev, 'items', items, 'address_id', address_id)
		ORDER BY device_id), '[]')
			FROM draft_alternatives a WHERE (a.profile_id, a.date) = (d.profile_id, d.date))) ORDER BY date), '[]') FROM draft_days d
			WHERE profile_id = $1),
	'strange', (SELECT count(*) FROM operations WHERE profile_id = $2) + (SELECT count(*) FROM draft_days WHERE profile_id = $2))`

func (h *peer) truth(ctx context.Context) (out json.RawMessage, err error) {
	err = h.pool.QueryRow(ctx, truth, h.person.ProfileID, h.stranger.ProfileID).Scan(&out)
	return out, err
}

// backup copies what the person's devices have sent so far.
func (h *peer) backup(ctx context.Context) error {
	h.copied = map[string]json.RawMessage{}
	for _, table := range kept {
		var rows json.RawMessage
		if err := h.pool.QueryRow(ctx, "SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM "+table+" t WHERE profile_id = $1",
			h.person.ProfileID).Scan(&rows); err != nil {
			return err
		}
		h.copied[table] = rows
	}
	return nil
}

// clear removes what devices sent, children first.
func (h *peer) clear(ctx context.Context, conn db.DBTX, where string, args ...any) error {
	for _, table := range slices.Backward(kept) {
		if _, err := conn.Exec(ctx, "DELETE FROM "+table+" WHERE "+where, args...); err != nil {
			return err
		}
	}
	return nil
}

// restore replaces the present content by the copy, as after a disaster.
func (h *peer) restore(ctx context.Context) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if err := h.clear(ctx, tx, "profile_id = $1", h.person.ProfileID); err != nil {
			return err
		}
		for _, table := range kept {
			if _, err := tx.Exec(ctx, "INSERT INTO "+table+" SELECT * FROM jsonb_populate_recordset(NULL::"+table+", $1)",
				h.copied[table]); err != nil {
				return err
			}
		}
		return nil
	})
}
