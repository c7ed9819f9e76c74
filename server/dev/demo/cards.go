package demo

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"sahn/server/dev/sandbox"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Cards are the payments that the demo's people made before, as the card provider's books have them.
func Cards(ctx context.Context, conn db.Conn) ([]sandbox.Past, error) {
	rows, err := conn.Query(ctx, `SELECT a.reference, coalesce(e.fort_id, ''), a.amount, e.outcome = 'paid', a.created_at
		FROM payment_events e JOIN attempts a ON a.reference = e.reference
		WHERE substring(e.identity FOR 5) = 'demo|'::bytea ORDER BY a.reference`)
	if err != nil {
		return nil, fmt.Errorf("read the demo's payments: %w", err)
	}
	past, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p sandbox.Past, err error) {
		return p, row.Scan(&p.Reference, &p.FortID, &p.Amount, &p.Captured, &p.At)
	})
	if err != nil {
		return nil, fmt.Errorf("read the demo's payments: %w", err)
	}
	at := map[string]*sandbox.Past{}
	for i := range past {
		at[past[i].Reference] = &past[i]
	}
	refunds, err := conn.Query(ctx, `SELECT a.reference, r.id, r.amount FROM refunds r JOIN attempts a ON a.id = r.attempt_id
		WHERE r.status = 'done' ORDER BY r.at, r.id`)
	if err != nil {
		return nil, fmt.Errorf("read the demo's refunds: %w", err)
	}
	var reference, id string
	var amount int64
	_, err = pgx.ForEachRow(refunds, []any{&reference, &id, &amount}, func() error {
		if p := at[reference]; p != nil {
			p.SentBack(id, money.Fils(amount))
		}
		return nil
	})
	return past, err
}
