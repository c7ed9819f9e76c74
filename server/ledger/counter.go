package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Counter is how a sale at a counter was paid. Profile and Company are the buyer's, empty for a walk-in. What the buyer owes is the
// balance, below zero, of their receivable.
type Counter struct {
	Sale, Profile, Company              string
	Cash, Terminal, Share, Wallet, Owed money.Fils
}

// CounterSold posts sales at counters, each once. The caller holds the wallets of all buyers and has checked their balances.
func CounterSold(ctx context.Context, q *db.Queries, sales []Counter, now time.Time) error {
	return counters(ctx, q, "order", sales, 1, now)
}

// CounterVoided reverses what a sale posted, once: each payer gets back what they gave, in the way they gave it, and what they owe is paid
// from that. The caller holds the wallets of all buyers.
func CounterVoided(ctx context.Context, q *db.Queries, sales []Counter, now time.Time) error {
	if err := counters(ctx, q, "refund", sales, -1, now); err != nil {
		return err
	}
	last := map[string]string{}
	for _, s := range sales {
		if s.Wallet+s.Owed > 0 {
			last[s.Profile] = s.Sale
		}
	}
	for _, profile := range slices.Sorted(maps.Keys(last)) {
		account, err := lock(ctx, q, profile)
		if err != nil {
			return err
		}
		if err := square(ctx, q, profile, account, last[profile], now); err != nil {
			return err
		}
	}
	return nil
}

func counters(ctx context.Context, q *db.Queries, kind string, sales []Counter, sign money.Fils, now time.Time) error {
	book := accountFinder{q: q, known: map[string]string{}}
	ids, causes := make([]string, 0, len(sales)), make([]string, 0, len(sales))
	var transactions, accounts []string
	var amounts []int64
	for _, s := range sales {
		total := s.Cash + s.Terminal + s.Share + s.Wallet + s.Owed
		if total == 0 {
			continue // a free sale moves no money
		}
		id := ulid.Make().String()
		ids, causes = append(ids, id), append(causes, s.Sale)
		for _, part := range []struct {
			kind, of string
			amount   money.Fils
		}{{"cash", "", -s.Cash}, {"terminal", "", -s.Terminal}, {"company", s.Company, -s.Share}, {"wallet", s.Profile, -s.Wallet},
			{"receivable", s.Profile, -s.Owed}, {"sales", "", total}} {
			if part.amount == 0 {
				continue
			}
			account, err := book.account(ctx, part.kind, part.of)
			if err != nil {
				return err
			}
			transactions, accounts, amounts = append(transactions, id), append(accounts, account), append(amounts, int64(sign*part.amount))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	if err := q.WalletTransactionsInsert(ctx,
		db.WalletTransactionsInsertParams{Ids: ids, Kind: kind, CauseType: "counter", Causes: causes, At: now}); err != nil {
		return fmt.Errorf("post counter sales: %w", err)
	}
	if err := q.WalletEntriesInsert(ctx, transactions, accounts, amounts); err != nil {
		return fmt.Errorf("post counter sales: %w", err)
	}
	return nil
}

// accountFinder finds accounts, each once for many sales.
type accountFinder struct {
	q     *db.Queries
	known map[string]string
}

func (f accountFinder) account(ctx context.Context, kind, of string) (id string, err error) {
	if id, ok := f.known[kind+of]; ok {
		return id, nil
	}
	switch kind {
	case "wallet":
		id, err = lock(ctx, f.q, of)
	case "receivable":
		id, err = receivable(ctx, f.q, of)
	case "company":
		id, err = accountOf(ctx, f.q, kind, &of)
	default:
		id, err = accountOf(ctx, f.q, kind, nil)
	}
	f.known[kind+of] = id
	return id, err
}
