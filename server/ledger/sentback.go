package ledger

import (
	"context"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// SentBack posts money that the card provider sent back to a card without a request from here: the lunch company
// bears it, since the person keeps what it had paid for. An operator who finds that wrong corrects it with an entry
// of their own. refund is the idempotency key.
func SentBack(ctx context.Context, q *db.Queries, refund string, amount money.Fils, now time.Time) error {
	card, err := accountOf(ctx, q, "card", nil)
	if err != nil {
		return err
	}
	bears, err := accountOf(ctx, q, "operator", nil)
	if err != nil {
		return err
	}
	return post(ctx, q, posting{"refund", "provider", refund, "", now}, []entry{{card, amount}, {bears, -amount}})
}
