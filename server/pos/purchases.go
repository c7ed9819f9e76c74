package pos

import (
	"context"
	"fmt"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// PurchasesRequest asks for the purchases before one of the caller's own, by its id; empty for the newest.
type PurchasesRequest struct {
	Before string `query:"before" validate:"max=26"`
}

// Purchase is a sale at a counter as its buyer sees it among their orders. Its Source is pos; its Status is Completed, or Refunded when it
// was undone. Net is the sum of the Items and Difference what was taken beyond it. Both together were paid by the company's share, the
// wallet, cash and the card terminal; Owed is what nothing paid then, and the wallet pays with the next money.
// Dispute is how the buyer's report stands that it was not theirs: open, reversed or rejected; empty without one.
type Purchase struct {
	ID           string         `json:"id"`
	Source       string         `json:"source"`
	Status       string         `json:"status"`
	Receipt      string         `json:"receipt"`
	Till         string         `json:"till"`
	Place        string         `json:"place"`
	Company      string         `json:"company_name"`
	Day          clock.Date     `json:"day"`
	OrderDate    time.Time      `json:"order_date"`
	VoidedAt     *time.Time     `json:"voided_at"`
	Items        []PurchaseItem `json:"items"`
	Net          money.Fils     `json:"net_amount"`
	Difference   money.Fils     `json:"difference"`
	VAT          money.Fils     `json:"vat_amount"`
	VATRate      money.Rate     `json:"vat_rate"`
	CompanyShare money.Fils     `json:"company_share"`
	Wallet       money.Fils     `json:"wallet_amount"`
	Cash         money.Fils     `json:"cash"`
	Card         money.Fils     `json:"terminal"`
	Owed         money.Fils     `json:"owed"`
	Dispute      string         `json:"dispute"`
}

// PurchaseItem is a line of the receipt. Name is empty for a meal that was not on that day's menu.
type PurchaseItem struct {
	Meal  string     `json:"meal"`
	Name  string     `json:"name"`
	Qty   int        `json:"qty"`
	Price money.Fils `json:"price"`
	Total money.Fils `json:"total"`
}

// PurchasesReply is a page of purchases, newest first. Next is the last one's id while there are older ones, else empty.
type PurchasesReply struct {
	Data []Purchase `json:"data"`
	Next string     `json:"next"`
}

const purchasesPage = 20

// HandlePurchases lists what the caller bought at counters. Eaters may, their own.
func (p *Pos) HandlePurchases(ctx context.Context, who web.Caller, r PurchasesRequest) (PurchasesReply, error) {
	q := db.New(p.Conn)
	rows, err := q.CounterPurchases(ctx, who.ProfileID, r.Before, purchasesPage+1)
	if err != nil {
		return PurchasesReply{}, fmt.Errorf("read purchases: %w", err)
	}
	reply := PurchasesReply{}
	if len(rows) > purchasesPage {
		rows = rows[:purchasesPage]
		reply.Next = rows[purchasesPage-1].ID
	}
	reply.Data, err = purchases(ctx, q, rows)
	return reply, err
}

func purchases(ctx context.Context, q *db.Queries, rows []db.CounterPurchasesRow) ([]Purchase, error) {
	all, ids, at := make([]Purchase, len(rows)), make([]string, len(rows)), map[string]int{}
	for i, s := range rows {
		ids[i], at[s.ID] = s.ID, i
		all[i] = Purchase{ID: s.ID, Source: "pos", Status: "Completed", Till: s.Till, Place: s.Place, Company: s.Company, Day: s.Day,
			OrderDate: s.SoldAt.UTC(), VoidedAt: utc(s.VoidedAt), Items: []PurchaseItem{}, Net: money.Fils(s.TotalAmount),
			Difference: money.Fils(s.DifferenceAmount), VAT: money.Fils(s.VatAmount), VATRate: s.VatRate,
			CompanyShare: money.Fils(s.CompanyShare), Wallet: money.Fils(s.WalletAmount), Cash: money.Fils(s.CashAmount),
			Card: money.Fils(s.TerminalAmount), Owed: money.Fils(s.OwedAmount), Dispute: s.Dispute}
		if s.VoidedAt != nil {
			all[i].Status, all[i].Owed = "Refunded", 0
		}
		if s.Receipt > 0 {
			all[i].Receipt = receiptOf(s.Number, s.Receipt, s.ID)
		}
	}
	lines, err := q.CounterLinesOf(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read lines: %w", err)
	}
	for _, l := range lines {
		one := &all[at[l.SaleID]]
		one.Items = append(one.Items, PurchaseItem{l.Meal, l.Name, l.Qty, money.Fils(l.Price), money.Fils(l.Total)})
	}
	return all, nil
}

// receiptOf is a receipt's number as it is printed: "P7-31-9K2M".
func receiptOf(till int, receipt int64, sale string) string {
	return fmt.Sprintf("%s-%d-%s", prefix(till), receipt, sale[idLength-4:])
}
