package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Owed is what a profile owes for lunches that it bought at a counter while its wallet could not be checked.
func Owed(ctx context.Context, q *db.Queries, profile string) (money.Fils, error) {
	balance, err := q.WalletReceivableBalance(ctx, profile)
	if err != nil {
		return 0, fmt.Errorf("read debt: %w", err)
	}
	return max(0, -money.Fils(balance)), nil
}

// square pays what a profile owes from what it may spend, as far as that goes. A debt that was paid and has gone since, because its sale
// was voided, is paid back. cause is that of the money that came into the wallet, posted once more as a debt. The caller holds the wallet,
// whose lock also protects the debt.
func square(ctx context.Context, q *db.Queries, profile, account, cause string, now time.Time) error {
	balance, err := q.WalletReceivableBalance(ctx, profile)
	if err != nil || balance == 0 {
		return err
	}
	left, err := Spendable(ctx, q, profile)
	if err != nil {
		return err
	}
	paid := Squared(left, -money.Fils(balance))
	if paid == 0 {
		return nil
	}
	owed, err := receivable(ctx, q, profile)
	if err != nil {
		return err
	}
	return post(ctx, q, posting{"debt", "debt", cause, "", now}, []entry{{account, -paid}, {owed, paid}})
}

// Squared is how much of a debt the money in a wallet pays; below zero what comes back of one that was paid too much.
func Squared(wallet, owed money.Fils) money.Fils {
	if owed < 0 {
		return owed
	}
	return min(owed, max(0, wallet))
}

func receivable(ctx context.Context, q *db.Queries, profile string) (string, error) {
	if err := q.WalletReceivableMake(ctx, ulid.Make().String(), profile); err != nil {
		return "", fmt.Errorf("make receivable: %w", err)
	}
	return q.WalletReceivable(ctx, profile)
}
