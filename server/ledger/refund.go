package ledger

import (
	"context"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// RefundedHere puts money into a wallet that could not go back to the card that had paid it; a debt is paid from it. The credit's ID is the
// refund's.
func RefundedHere(ctx context.Context, q *db.Queries, c WalletCredit, now time.Time) error {
	account, err := lock(ctx, q, c.Profile)
	if err != nil {
		return err
	}
	if err := instead(ctx, q, posting{"refund", "refund", c.ID, c.Reason, now}, account, c.Amount); err != nil {
		return err
	}
	return square(ctx, q, c.Profile, account, c.ID, now)
}

// RefundedByTransfer posts that such money was sent to a bank account by hand, once a refund. The note holds the bank's reference.
func RefundedByTransfer(ctx context.Context, q *db.Queries, refund string, amount money.Fils, note string, now time.Time) error {
	bank, err := accountOf(ctx, q, "bank", nil)
	if err != nil {
		return err
	}
	return instead(ctx, q, posting{"refund", "refund", refund, note, now}, bank, amount)
}

func instead(ctx context.Context, q *db.Queries, p posting, account string, amount money.Fils) error {
	card, err := accountOf(ctx, q, "card", nil)
	if err != nil {
		return err
	}
	return post(ctx, q, p, []entry{{account, amount}, {card, -amount}})
}
