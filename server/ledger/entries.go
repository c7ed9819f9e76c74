package ledger

import (
	"context"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Entry is an amount that went into (or, below zero, out of) a wallet, and the balance after it. OrderID is the order that it paid for, or
// from which it came back. SaleID is the sale at a counter for which it was paid, at Till and Place.
type Entry struct {
	ID      string     `json:"id"`
	Type    string     `json:"type"`
	Amount  money.Fils `json:"amount"`
	Balance money.Fils `json:"balance"`
	Note    string     `json:"note"`
	Date    time.Time  `json:"date"`
	OrderID *string    `json:"order_id"`
	SaleID  string     `json:"sale_id,omitempty"`
	Till    string     `json:"till,omitempty"`
	Place   string     `json:"place,omitempty"`
}

// Entries are the entries of a profile's wallet, newest first. Its owner may see them, and an operator.
func Entries(ctx context.Context, q *db.Queries, profile string, skip, most int) ([]Entry, error) {
	rows, err := q.WalletEntries(ctx, profile, skip, most)
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		entries[i] = Entry{ID: r.ID, Type: r.Kind, Amount: r.Amount, Balance: money.Fils(r.Balance), Note: r.Note, Date: r.At.UTC(),
			SaleID: r.SaleID, Till: r.Till, Place: r.Place}
		if r.OrderID != "" {
			entries[i].OrderID = &r.OrderID
		}
	}
	return entries, err
}

// CountEntries is how many entries a profile's wallet has.
func CountEntries(ctx context.Context, q *db.Queries, profile string) (int, error) {
	return q.WalletEntriesCount(ctx, profile)
}
