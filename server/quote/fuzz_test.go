package quote_test

import (
	"testing"
	"time"

	"sahn/server/clock"
	"sahn/server/menu"
	"sahn/server/money"
	"sahn/server/quote"
)

// Whatever is wished under whatever terms, the sums add up, nobody pays below zero, no cap is passed, and the same question
// has the same answer.
func FuzzPrice(f *testing.F) {
	f.Add(int64(4000), int64(2550), uint8(2), uint8(3), "Percentage", int64(20), "Flat", int64(1500), int64(4000), "Weekly", int64(100), int64(900), true, int64(0))
	f.Add(int64(1), int64(99), uint8(99), uint8(1), "Flat", int64(3), "Percentage", int64(100), int64(-1), "Daily", int64(0), int64(0), false, int64(86_400))
	f.Add(int64(0), int64(7), uint8(0), uint8(200), "", int64(-5), "Percentage", int64(33), int64(0), "Monthly", int64(5), int64(1), true, int64(-9))
	monday := clock.NewDate(2026, time.November, 23)
	f.Fuzz(func(t *testing.T, first, second int64, qtyA, qtyB uint8, off string, offBy int64, shares string, shareOf, limit int64, duration string, used, wallet int64, useWallet bool, later int64) {
		const most = 10_000_000 // no lunch costs more than a hundred thousand dirhams
		bound := func(n int64) int64 { return ((n % most) + most) % most }
		week := &menu.Week{Week: monday, Meals: []menu.Meal{{ID: "a", Price: money.Fils(bound(first))}, {ID: "b", Price: money.Fils(bound(second))}}}
		for d := range clock.Date(5) {
			week.Days = append(week.Days, menu.Day{Date: monday + d, Meals: []string{"a", "b"}})
		}
		terms := quote.Terms{DiscountType: off, DiscountAmount: offBy % most, ShareType: shares, ShareValue: shareOf % most, ShareDuration: duration}
		if limit >= 0 {
			terms.ShareCap = new(money.Fils(bound(limit)))
		}
		in := quote.Input{
			Days: []quote.Day{{Date: monday, Items: []quote.Item{{Meal: "a", Qty: int(qtyA)}, {Meal: "b", Qty: int(qtyB)}}}, {Date: monday + 3, Items: []quote.Item{{Meal: "b", Qty: int(qtyA)}}}},
			Menu: map[clock.Date]*menu.Week{monday: week}, Terms: terms, UseWallet: useWallet,
			Live: quote.Live{Wallet: money.Fils(wallet % most), ShareUsed: map[clock.Date]money.Fils{monday: money.Fils(bound(used))}},
			Now:  monday.Start().Add(-72 * time.Hour).Add(time.Duration(later%1e6) * time.Second),
		}
		q := quote.Price(in)
		if q.Net != q.Gross-q.Discount || q.Net != q.CompanyShare+q.EmployeeShare || q.EmployeeShare != q.Wallet+q.Payable {
			t.Fatalf("does not add up: %+v", q)
		}
		for _, part := range []money.Fils{q.Gross, q.Discount, q.Net, q.CompanyShare, q.EmployeeShare, q.Wallet, q.Payable, q.VAT, q.CompanyVAT} {
			if part < 0 {
				t.Fatalf("below zero: %+v", q)
			}
		}
		granted := money.Fils(0)
		for _, d := range q.Days {
			granted += d.CompanyShare
			for _, l := range d.Items {
				if l.Discounted > l.Price || l.Total != l.Discounted*money.Fils(l.Qty) {
					t.Fatalf("a line that cannot be: %+v", l)
				}
			}
		}
		if limit >= 0 && duration == "Weekly" && granted > 0 && granted+money.Fils(bound(used)) > *terms.ShareCap {
			t.Fatalf("%d over a cap of %d", granted, *terms.ShareCap)
		}
		if !useWallet && q.Wallet != 0 || q.Wallet > max(0, in.Live.Wallet) {
			t.Fatalf("wallet %d of %d", q.Wallet, in.Live.Wallet)
		}
		if again := quote.Price(in); again.Hash != q.Hash {
			t.Fatal("the same question, another answer")
		}
	})
}
