package ledger

import (
	"context"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// InvoicePaid posts what a card paid for a company's invoice, once an attempt: it is credited to the company's account, which paid the
// shares of its people's lunches.
func InvoicePaid(ctx context.Context, q *db.Queries, attempt, company string, amount money.Fils, now time.Time) error {
	return settled(ctx, q, posting{"invoice", "invoice", attempt, "", now}, company, "card", amount)
}

// InvoiceReturned posts what the provider took back of a card's payment of an invoice, once a refund: the company owes it again.
func InvoiceReturned(ctx context.Context, q *db.Queries, refund, company string, amount money.Fils, now time.Time) error {
	return settled(ctx, q, posting{"refund", "provider", refund, "", now}, company, "card", -amount)
}

// InvoiceTransferred posts a bank transfer for an invoice, once a payment.
func InvoiceTransferred(ctx context.Context, q *db.Queries, payment, company string, amount money.Fils, now time.Time) error {
	return settled(ctx, q, posting{"transfer", "transfer", payment, "", now}, company, "bank", amount)
}

func settled(ctx context.Context, q *db.Queries, p posting, company, from string, amount money.Fils) error {
	account, err := accountOf(ctx, q, "company", &company)
	if err != nil {
		return err
	}
	gives, err := accountOf(ctx, q, from, nil)
	if err != nil {
		return err
	}
	return post(ctx, q, p, []entry{{account, amount}, {gives, -amount}})
}
