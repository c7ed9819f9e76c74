// Package wallet shows people their wallets and fills them from cards. The money itself is in the ledger.
package wallet

import (
	"context"

	"sahn/server/ledger"
	"sahn/server/payment/attempt"
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
	Payments attempt.Payments
}

// TransactionsRequest names the client and the page.
type TransactionsRequest struct {
	ID      string `path:"id"`
	Page    string `query:"page"`
	PerPage string `query:"per_page"`
}

// TransactionsReply is a page of entries, newest first. Balance is what may be spent: the newest entry's balance less what is held for
// unfinished payments. Owed is the debt that the next incoming money pays first.
type TransactionsReply struct {
	Balance money.Fils     `json:"balance"`
	Owed    money.Fils     `json:"owed"`
	Data    []ledger.Entry `json:"data"`
	Page    int            `json:"page"`
	PerPage int            `json:"per_page"`
	Total   int            `json:"total"`
}

// ClientTransactionList shows the caller's own wallet. Another client's id is not found.
func (w *Wallets) ClientTransactionList(ctx context.Context, who web.Caller, req TransactionsRequest) (TransactionsReply, error) {
	if who.ProfileID == "" || req.ID != who.ProfileID {
		return TransactionsReply{}, fault.ErrNotFound
	}
	page, err := web.Whole("page", req.Page, 1, 1_000_000)
	if err != nil {
		return TransactionsReply{}, err
	}
	perPage, err := web.Whole("per_page", req.PerPage, 20, 100)
	if err != nil {
		return TransactionsReply{}, err
	}
	reply := TransactionsReply{Page: page, PerPage: perPage}
	var books *ledger.Books
	if err := db.InBatch(ctx, w.Conn, func(b *db.Batch) {
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			reply.Total, err = ledger.CountEntries(ctx, q, who.ProfileID)
			return err
		})
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			reply.Data, err = ledger.Entries(ctx, q, who.ProfileID, (page-1)*perPage, perPage)
			return err
		})
		books = ledger.Seen(b, who.ProfileID)
	}); err != nil {
		return TransactionsReply{}, err
	}
	reply.Balance, reply.Owed = books.Left, books.Owed()
	return reply, nil
}
