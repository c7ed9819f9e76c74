package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Books are the accounts to which what a profile buys is posted: its wallet, which the transaction has locked, with what its person
// owes, and those of the card, the company and the sales.
type Books struct {
	Purse
	owed                             money.Fils
	receivable, card, company, sales string
}

// BooksOf adds to a batch that a profile's wallet is locked and read, with the accounts beside it; those that are missing are made. The
// result is filled when the batch has run.
func BooksOf(b *db.Batch, profile string) *Books {
	books, kinds := &Books{}, []string{"wallet", "card", "company", "sales"}
	ids := make([]string, len(kinds))
	for i := range ids {
		ids[i] = ulid.Make().String()
	}
	b.Step("make accounts", func(ctx context.Context, q *db.Queries) error { return q.WalletBooksMake(ctx, ids, kinds, profile) })
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		if books.Account, err = q.WalletAccountLock(ctx, &profile); err != nil && !db.None(err) {
			return fmt.Errorf("lock wallet: %w", err)
		}
		return nil
	})
	books.read(b, profile)
	return books
}

// Seen is BooksOf without locks, to see what may be spent.
func Seen(b *db.Batch, profile string) *Books {
	books := &Books{}
	books.read(b, profile)
	return books
}

// Owed is what the profile owes, never below zero.
func (k *Books) Owed() money.Fils { return max(0, k.owed) }

func (k *Books) read(b *db.Batch, profile string) {
	b.Add(func(ctx context.Context, q *db.Queries) error {
		row, err := q.WalletBooks(ctx, profile)
		if err != nil {
			return fmt.Errorf("read wallet: %w", err)
		}
		k.Left, k.owed = money.Fils(row.Balance), -money.Fils(row.ReceivableBalance)
		k.receivable, k.card, k.company, k.sales = row.Receivable, row.Card, row.Company, row.Sales
		return nil
	})
}

// Sold adds to a batch that a confirmed order is posted once and its hold is used up: wallet, card and company pay, sales receives.
func (k Books) Sold(b *db.Batch, s Sale, now time.Time) error {
	return k.sell(b, "order", s.Order, s, now)
}

// Amended adds to a batch that a change of a confirmed order is posted once and its hold is used up. Amounts below zero are given back,
// from sales; from what comes back into the wallet a debt is paid.
func (k Books) Amended(b *db.Batch, amendment string, s Sale, now time.Time) error {
	return k.sell(b, "amendment", amendment, s, now)
}

// ToppedUp adds to a batch that what a card paid is put into the wallet, once a top-up; a debt is paid from it.
func (k Books) ToppedUp(b *db.Batch, topup string, amount money.Fils, now time.Time) error {
	if err := posts(b, db.WalletSoldParams{Kind: "topup", CauseID: topup, At: now},
		[]entry{{k.Account, amount}, {k.card, -amount}}); err != nil {
		return err
	}
	paid := Squared(k.Left+amount, k.owed)
	return posts(b, db.WalletSoldParams{Kind: "debt", CauseID: topup, At: now}, []entry{{k.Account, -paid}, {k.receivable, paid}})
}

func (k Books) sell(b *db.Batch, kind, cause string, s Sale, now time.Time) error {
	sale := db.WalletSoldParams{Kind: kind, CauseID: cause, At: now}
	if s.Wallet > 0 {
		sale.Wallet, sale.Held = &k.Account, int64(s.Wallet)
	}
	if err := posts(b, sale, []entry{{k.Account, -s.Wallet}, {k.card, -s.Card}, {k.company, -s.CompanyPart},
		{k.sales, s.Wallet + s.Card + s.CompanyPart}}); err != nil || s.Wallet >= 0 {
		return err
	}
	paid := Squared(k.Left-s.Wallet, k.owed)
	return posts(b, db.WalletSoldParams{Kind: "debt", CauseID: cause, At: now}, []entry{{k.Account, -paid}, {k.receivable, paid}})
}

// posts adds a posting to a batch, without the entries that are zero; nothing when all of them are.
func posts(b *db.Batch, p db.WalletSoldParams, entries []entry) error {
	for _, e := range entries {
		if e.amount == 0 {
			continue
		}
		if e.account == "" {
			return ErrNoAccount
		}
		p.Accounts, p.Amounts = append(p.Accounts, e.account), append(p.Amounts, int64(e.amount))
	}
	if len(p.Accounts) == 0 {
		return nil
	}
	p.ID = ulid.Make().String()
	b.Add(func(ctx context.Context, q *db.Queries) error {
		if err := q.WalletSold(ctx, p); err != nil {
			return fmt.Errorf("post %s %s: %w", p.Kind, p.CauseID, err)
		}
		return nil
	})
	return nil
}
