// Package ledger keeps accounts, entries and holds, and is their only writer. Its promise: every transaction's entries sum to zero, no
// entry is ever changed afterwards, a cause is posted once, and no wallet goes below zero.
package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
)

// ErrTooLittle refuses to spend more than the wallet has.
var ErrTooLittle = fault.New(fault.Conflict, "wallet_too_little", "There is not enough money in your wallet.")

// Spendable is the balance that a person sees: the wallet's entries minus what is held for open orders and amendments.
func Spendable(ctx context.Context, q *db.Queries, profile string) (money.Fils, error) {
	balance, err := q.WalletBalance(ctx, profile)
	if err != nil {
		return 0, fmt.Errorf("wallet balance: %w", err)
	}
	return money.Fils(balance), nil
}

// Hold reserves wallet money for an order or an amendment. It joins the caller's transaction and locks the wallet. ErrTooLittle when the
// balance has shrunk since the quote.
func Hold(ctx context.Context, q *db.Queries, profile, subject string, amount money.Fils) error {
	if amount == 0 {
		return nil
	}
	account, err := lock(ctx, q, profile)
	if err != nil {
		return err
	}
	left, err := Spendable(ctx, q, profile)
	if err != nil {
		return err
	}
	if left < amount {
		return ErrTooLittle
	}
	return q.WalletHold(ctx, subject, account, amount)
}

// Purse is a wallet that a transaction has locked: its account, empty when nothing was ever in it, and what may be spent of it.
type Purse struct {
	Account string
	Left    money.Fils
}

// Opened adds to a batch that a wallet is locked and read. The result is filled when the batch has run.
func Opened(b *db.Batch, profile string) *Purse {
	purse := &Purse{}
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		if purse.Account, err = q.WalletAccountLock(ctx, &profile); err != nil && !db.None(err) {
			return fmt.Errorf("lock wallet: %w", err)
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		purse.Left, err = Spendable(ctx, q, profile)
		return err
	})
	return purse
}

// Holds adds to a batch that an order holds an amount of a wallet, which was read and has as much.
func (p Purse) Holds(b *db.Batch, order string, amount money.Fils) {
	if amount == 0 {
		return
	}
	b.Step("hold wallet", func(ctx context.Context, q *db.Queries) error { return q.WalletHold(ctx, order, p.Account, amount) })
}

// Release ends a hold and makes its money spendable again.
func Release(ctx context.Context, q *db.Queries, subject string) error {
	return q.WalletHoldSettle(ctx, subject, "released")
}

// Sale is what a confirmed order was paid with.
type Sale struct {
	Order, Profile, Company   string
	Wallet, Card, CompanyPart money.Fils
}

// ErrNoAccount says that the first sale to a company needs Accounts.
var ErrNoAccount = errors.New("ledger: no account yet")

// SoldAtOnce adds to a batch what Sold leaves of an order that is paid without a card when it is placed. It posts from the wallet, which
// was read and has as much, and from the company's account to that of sales; ErrNoAccount when it needs one that is empty.
func SoldAtOnce(b *db.Batch, s Sale, purse Purse, company, sales string, now time.Time) error {
	return Books{Purse: purse, company: company, sales: sales}.sell(b, "order", s.Order, s, now)
}

// Accounts makes the accounts to which sales to a company are posted.
func Accounts(ctx context.Context, q *db.Queries, company string) error {
	if _, err := accountOf(ctx, q, "company", &company); err != nil {
		return err
	}
	_, err := accountOf(ctx, q, "sales", nil)
	return err
}

// WalletCredit is money for a wallet and why it comes. ID is the idempotency key.
type WalletCredit struct {
	ID, Profile string
	Amount      money.Fils
	Reason      string
}

// Credit puts money into a wallet at the lunch company's expense; a debt is paid from it.
func Credit(ctx context.Context, q *db.Queries, c WalletCredit, now time.Time) error {
	account, err := lock(ctx, q, c.Profile)
	if err != nil {
		return err
	}
	from, err := accountOf(ctx, q, "operator", nil)
	if err != nil {
		return err
	}
	if err := post(ctx, q, posting{"credit", "operator", c.ID, c.Reason, now}, []entry{{account, c.Amount}, {from, -c.Amount}}); err != nil {
		return err
	}
	return square(ctx, q, c.Profile, account, c.ID, now)
}

type entry struct {
	account string
	amount  money.Fils
}

// posting is a transaction of the ledger without its entries: its cause makes it happen once.
type posting struct {
	kind, causeType, cause, note string
	at                           time.Time
}

func post(ctx context.Context, q *db.Queries, p posting, entries []entry) error {
	sum := money.Fils(0)
	for _, e := range entries {
		sum += e.amount
	}
	if sum != 0 {
		return fmt.Errorf("ledger: %s %s does not balance: %s", p.causeType, p.cause, sum)
	}
	if len(entries) == 0 {
		return nil
	}
	id := ulid.Make().String()
	if err := q.WalletTransactionInsert(ctx,
		db.WalletTransactionInsertParams{ID: id, Kind: p.kind, CauseType: p.causeType, CauseID: p.cause, Note: p.note, At: p.at}); err != nil {
		return fmt.Errorf("post %s %s: %w", p.causeType, p.cause, err)
	}
	for _, e := range entries {
		if err := q.WalletEntryInsert(ctx, id, e.account, int64(e.amount)); err != nil {
			return fmt.Errorf("post %s %s: %w", p.causeType, p.cause, err)
		}
	}
	return nil
}

func lock(ctx context.Context, q *db.Queries, profile string) (string, error) {
	if err := q.WalletAccountMake(ctx, ulid.Make().String(), &profile); err != nil {
		return "", fmt.Errorf("make wallet: %w", err)
	}
	account, err := q.WalletAccountLock(ctx, &profile)
	if err != nil {
		return "", fmt.Errorf("lock wallet: %w", err)
	}
	return account, nil
}

func accountOf(ctx context.Context, q *db.Queries, kind string, company *string) (string, error) {
	if err := q.WalletCompanyAccountMake(ctx, ulid.Make().String(), kind, company); err != nil {
		return "", fmt.Errorf("make account %s: %w", kind, err)
	}
	return q.WalletCompanyAccount(ctx, kind, company)
}
