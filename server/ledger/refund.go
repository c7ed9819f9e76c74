package ledger

import (
	"context"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// RefundedHere puts money into a wallet that could not go back to the card that had paid it, with the reason; a debt is paid from it.
// refund is the idempotency key.
func RefundedHere(ctx context.Context, q *db.Queries, refund, profile string, amount money.Fils, reason string, now time.Time) error {
	account, err := lock(ctx, q, profile)
	if err != nil {
		return err
	}
	if err := instead(ctx, q, refund, account, amount, reason, now); err != nil {
		return err
	}
	return square(ctx, q, profile, account, refund, now)
}

// RefundedByTransfer posts that such money was sent to a bank account by hand, once a refund. The note holds the bank's reference.
func RefundedByTransfer(ctx context.Context, q *db.Queries, refund string, amount money.Fils, note string, now time.Time) error {
	bank, err := house(ctx, q, "bank", nil)
	if err != nil {
		return err
	}
	return instead(ctx, q, refund, bank, amount, note, now)
}

func instead(ctx context.Context, q *db.Queries, refund, account string, amount money.Fils, note string, now time.Time) error {
	card, err := house(ctx, q, "card", nil)
	if err != nil {
		return err
	}
	return post(ctx, q, "refund", "refund", refund, note, now, []entry{{account, amount}, {card, -amount}})
}
