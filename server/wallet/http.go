package wallet

import (
	"context"
	"strconv"
	"time"

	"sahn/server/payment"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Wallets shows wallets to their owners and fills them from cards. Its methods with a Caller are handlers of the API.
type Wallets struct {
	Conn     db.Conn
	Clock    clock.Clock
	Payments *payment.Payments
}

// Entry is what went in (or, below zero, out) of a wallet, and the balance after it. OrderID is the order that it paid for, or of
// which it came back.
type Entry struct {
	ID      string     `json:"id"`
	Type    string     `json:"type"`
	Amount  money.Fils `json:"amount"`
	Balance money.Fils `json:"balance"`
	Note    string     `json:"note"`
	Date    time.Time  `json:"date"`
	OrderID *string    `json:"order_id"`
}

// TransactionsRequest names the client and the page.
type TransactionsRequest struct {
	ID      string `path:"id"`
	Page    string `query:"page"`
	PerPage string `query:"per_page"`
}

// TransactionsReply is a page of entries, newest first. Balance is what may be spent: less than the newest entry's by what is
// held for payments on their way. Owed is what the next money that comes in pays first.
type TransactionsReply struct {
	Balance money.Fils `json:"balance"`
	Owed    money.Fils `json:"owed"`
	Data    []Entry    `json:"data"`
	Page    int        `json:"page"`
	PerPage int        `json:"per_page"`
	Total   int        `json:"total"`
}

// ClientTransactionList shows the caller's own wallet. Any other client's id is answered as not found.
func (w *Wallets) ClientTransactionList(ctx context.Context, who web.Caller, req TransactionsRequest) (TransactionsReply, error) {
	if who.ProfileID == "" || req.ID != who.ProfileID {
		return TransactionsReply{}, fault.ErrNotFound
	}
	page, err := number("page", req.Page, 1, 1_000_000)
	if err != nil {
		return TransactionsReply{}, err
	}
	perPage, err := number("per_page", req.PerPage, 20, 100)
	if err != nil {
		return TransactionsReply{}, err
	}
	q := db.New(w.Conn)
	total, err := q.WalletEntriesCount(ctx, who.ProfileID)
	if err != nil {
		return TransactionsReply{}, err
	}
	entries, err := Entries(ctx, q, who.ProfileID, (page-1)*perPage, perPage)
	if err != nil {
		return TransactionsReply{}, err
	}
	balance, err := Spendable(ctx, q, who.ProfileID)
	if err != nil {
		return TransactionsReply{}, err
	}
	owed, err := Owed(ctx, q, who.ProfileID)
	if err != nil {
		return TransactionsReply{}, err
	}
	return TransactionsReply{Balance: balance, Owed: owed, Data: entries, Page: page, PerPage: perPage, Total: total}, nil
}

// Entries are what went in and out of a profile's wallet, newest first. Its owner may see them, and an operator.
func Entries(ctx context.Context, q *db.Queries, profile string, skip, most int) ([]Entry, error) {
	rows, err := q.WalletEntries(ctx, profile, skip, most)
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		entries[i] = Entry{ID: r.ID, Type: r.Kind, Amount: r.Amount, Balance: money.Fils(r.Balance), Note: r.Note, Date: r.At.UTC()}
		if r.OrderID != "" {
			entries[i].OrderID = &r.OrderID
		}
	}
	return entries, err
}

func number(field, typed string, otherwise, most int) (int, error) {
	if typed == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < 1 || n > most {
		return 0, fault.Field(field, "The "+field+" field must be a whole number from 1 to "+strconv.Itoa(most)+".")
	}
	return n, nil
}
