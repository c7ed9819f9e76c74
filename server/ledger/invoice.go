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

// Transfer is what a bank transfer brought for a company's invoices. Payment is its first payment, by which it is posted once.
type Transfer struct {
	Payment, Company string
	Amount           money.Fils
}

// InvoicesTransferred adds to a batch that bank transfers for invoices are posted, each once.
func InvoicesTransferred(b *db.Batch, all []Transfer, now time.Time) {
	w := &writing{known: map[part]bool{}}
	w.posted.At = now
	for _, t := range all {
		w.post(posting{kind: "transfer", causeType: "transfer", cause: t.Payment}, []part{{"company", "", t.Company, t.Amount},
			{"bank", "", "", -t.Amount}})
	}
	w.write(b)
}

// InvoiceTransferUndone adds to a batch that a bank transfer for invoices is posted the other way round, once a transfer: its company owes
// again what it had brought.
func InvoiceTransferUndone(b *db.Batch, t Transfer, now time.Time) {
	w := &writing{known: map[part]bool{}}
	w.posted.At = now
	w.post(posting{kind: "transfer", causeType: "undo", cause: t.Payment}, []part{{"company", "", t.Company, -t.Amount},
		{"bank", "", "", t.Amount}})
	w.write(b)
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
