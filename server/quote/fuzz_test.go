package quote_test

import (
	"maps"
	"testing"
	"time"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// Whatever is wished under whatever terms, the sums add up, nobody pays below zero, no cap is passed, and the same question
// has the same answer.
func FuzzPrice(f *testing.F) {
	f.Add(int64(4000), int64(2550), uint8(2), uint8(3), "Percentage", int64(20), "Flat", int64(1500), int64(4000), "Weekly", int64(100),
		int64(900), true, int64(0))
	f.Add(int64(1), int64(99), uint8(99), uint8(1), "Flat", int64(3), "Percentage", int64(100), int64(-1), "Daily", int64(0), int64(0), false,
		int64(86_400))
	f.Add(int64(0), int64(7), uint8(0), uint8(200), "", int64(-5), "Percentage", int64(33), int64(0), "Monthly", int64(5), int64(1),
		true, int64(-9))
	monday := clock.NewDate(2026, time.November, 23)
	f.Fuzz(func(t *testing.T, first, second int64, qtyA, qtyB uint8, off string, offBy int64, shares string, shareOf, limit int64,
		duration string, used, wallet int64, useWallet bool, later int64) {
		const most = 10_000_000 // no lunch costs more than a hundred thousand dirhams
		bound := func(n int64) int64 { return ((n % most) + most) % most }
		offer := &menu.Week{Week: monday,
			Meals: []menu.Meal{{ID: "a", Price: money.Fils(bound(first))}, {ID: "b", Price: money.Fils(bound(second))}}}
		for d := range clock.Date(5) {
			offer.Days = append(offer.Days, menu.Day{Date: monday + d, Meals: []string{"a", "b"}})
		}
		terms := quote.Terms{DiscountType: off, DiscountAmount: offBy % most, ShareType: shares, ShareValue: shareOf % most,
			ShareDuration: duration}
		if limit >= 0 {
			terms.ShareCap = new(money.Fils(bound(limit)))
		}
		in := quote.Input{
			Days: []quote.Day{{Date: monday, Items: []quote.Item{{Meal: "a", Qty: int(qtyA)}, {Meal: "b", Qty: int(qtyB)}}},
				{Date: monday + 3, Items: []quote.Item{{Meal: "b", Qty: int(qtyA)}}}},
			Menu: map[clock.Date]*menu.Week{monday: offer}, Terms: terms, UseWallet: useWallet,
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

// Whatever is changed of whatever order, the sums add up, nothing is below zero, no cap is passed, every share can be counted again
// from what is kept of it, and once it took effect nothing is left to change.
func FuzzAmend(f *testing.F) {
	f.Add(int64(4000), int64(2550), int64(300), uint8(2), uint8(3), uint8(1), uint8(4), uint8(0b0001), "Percentage", int64(20), "Percentage",
		int64(100), int64(4000), "Weekly", int64(100), int64(0), int64(900), int64(2000), int64(0))
	f.Add(int64(1000), int64(0), int64(0), uint8(1), uint8(0), uint8(2), uint8(0), uint8(0b0000), "", int64(0), "Percentage", int64(100),
		int64(4000), "Weekly", int64(0), int64(3000), int64(0), int64(0), int64(0))
	f.Add(int64(1), int64(99), int64(-50), uint8(99), uint8(1), uint8(0), uint8(0), uint8(0b0111), "Flat", int64(3), "Flat", int64(777),
		int64(-1), "Daily", int64(0), int64(9), int64(5), int64(0), int64(200_000))
	f.Add(int64(700), int64(7), int64(9), uint8(3), uint8(2), uint8(0), uint8(5), uint8(0b1011), "Percentage", int64(-5), "Percentage",
		int64(33), int64(900), "Monthly", int64(5), int64(50), int64(1), int64(400), int64(-9))
	monday := clock.NewDate(2026, time.November, 23)
	const here = "here"
	f.Fuzz(func(t *testing.T, first, second, dearer int64, qtyA, qtyB, wantA, wantB, how uint8, off string, offBy int64, shares string,
		shareOf, limit int64, duration string, others, since, wallet, paid, later int64) {
		const most = 10_000_000
		bound := func(n int64) int64 { return ((n % most) + most) % most }
		is := func(bit int) bool { return how>>bit&1 == 1 }
		offer := func(more int64) map[clock.Date]*menu.Week {
			w := &menu.Week{Week: monday,
				Meals: []menu.Meal{{ID: "a", Price: money.Fils(bound(first + more%most))}, {ID: "b", Price: money.Fils(bound(second + more%most))}}}
			for d := range clock.Date(5) {
				w.Days = append(w.Days, menu.Day{Date: monday + d, Meals: []string{"a", "b"}})
			}
			return map[clock.Date]*menu.Week{monday: w}
		}
		terms := quote.Terms{DiscountType: off, DiscountAmount: offBy % most, ShareType: shares, ShareValue: bound(shareOf),
			ShareDuration: duration}
		if limit >= 0 {
			terms.ShareCap = new(money.Fils(bound(limit)))
		}
		granted := map[clock.Date]money.Fils{}
		for d := range clock.Date(5) {
			granted[week.PeriodStart(duration, monday+d)] = money.Fils(bound(others))
		}
		in := quote.AmendInput{Order: "o", Version: 1, Menu: offer(dearer), Terms: terms, Granted: granted, Balance: money.Fils(wallet % most),
			PaidByCard: money.Fils(bound(paid)), UseWallet: is(2), ToCard: is(3),
			Now: monday.Start().Add(-72 * time.Hour).Add(time.Duration(later%1e6) * time.Second)}
		ordered := quote.Price(
			quote.Input{Days: []quote.Day{{Date: monday, Items: []quote.Item{{Meal: "a", Qty: int(qtyA)}, {Meal: "b", Qty: int(qtyB)}}},
				{Date: monday + 3, Items: []quote.Item{{Meal: "b", Qty: int(qtyA)}}}},
				Menu: offer(0), Terms: terms, Live: quote.Live{ShareUsed: maps.Clone(granted)}, Now: monday.Start().Add(-96 * time.Hour)})
		for _, d := range ordered.Days {
			period := week.PeriodStart(duration, d.Date)
			in.Standing = append(in.Standing, quote.Standing{Date: d.Date, Cutoff: d.Cutoff, AddressID: here, Items: d.Items,
				CompanyShare: d.CompanyShare, ShareBefore: granted[period]})
			granted[period] += d.CompanyShare
			if d.Date == monday || is(0) {
				in.Days = append(in.Days, quote.AmendDay{Date: d.Date, Items: []quote.Item{{Meal: "a", Qty: int(wantA)}, {Meal: "b", Qty: int(wantB)}}})
			}
		}
		if is(1) {
			in.Withdrawn = map[clock.Date]quote.Withdrawals{monday: {"a": "b"}}
		}
		for period := range granted {
			granted[period] += money.Fils(bound(since)) // by other orders, perhaps at another cap
		}
		stood := maps.Clone(granted)

		q := quote.Amend(in)
		after := map[clock.Date]quote.Standing{}
		for _, s := range in.Standing {
			after[s.Date] = s
		}
		for _, d := range q.Days {
			next := quote.Standing{Date: d.Date, Cutoff: d.Cutoff, AddressID: here}
			period := week.PeriodStart(duration, d.Date)
			for sign, state := range map[money.Fils]*quote.DayState{-1: d.Before, 1: d.After} {
				if state == nil {
					continue
				}
				if state.Net != state.Gross-state.Discount || state.Net != state.CompanyShare+state.EmployeeShare ||
					min(state.Gross, state.Discount, state.Net, state.CompanyShare, state.EmployeeShare) < 0 {
					t.Fatalf("a day that cannot be: %+v", state)
				}
				left := terms
				if terms.ShareCap != nil {
					left.ShareCap = new(*terms.ShareCap - state.ShareBefore)
				}
				if again, _ := left.Shares([]quote.Lunch{{Date: d.Date, Net: state.Net}}); again[0] != state.CompanyShare {
					t.Fatalf("a share of %d that is %d when it is counted again: %+v", state.CompanyShare, again[0], state)
				}
				in.Granted[period] += sign * state.CompanyShare
				if sign > 0 {
					next.Items, next.CompanyShare, next.ShareBefore = state.Items, state.CompanyShare, state.ShareBefore
				}
			}
			after[d.Date] = next
		}
		for period, n := range in.Granted {
			if terms.ShareCap != nil && n > max(*terms.ShareCap, stood[period]) {
				t.Fatalf("%d over a cap of %d in the period of %s", n, *terms.ShareCap, period)
			}
		}
		var net, share money.Fils
		for _, s := range after {
			for _, l := range s.Items {
				net += l.Total
			}
			share += s.CompanyShare
		}
		if q.Before.Net != ordered.Net || q.Before.CompanyShare != ordered.CompanyShare || q.After.Net != net || q.After.CompanyShare != share ||
			q.After.EmployeeShare != net-share {
			t.Fatalf("what is told is not what changes: %+v", q)
		}
		if q.Difference != q.After.EmployeeShare-q.Before.EmployeeShare || q.Difference != q.Wallet+q.Payable-q.Refund ||
			q.Refund != q.RefundWallet+q.RefundCard ||
			min(q.Wallet, q.Payable, q.RefundWallet, q.RefundCard) < 0 || q.RefundCard > in.PaidByCard || q.Wallet > max(0, in.Balance) {
			t.Fatalf("who pays does not add up: %+v", q)
		}
		for i, s := range in.Standing {
			in.Standing[i] = after[s.Date]
		}
		in.Days, in.Version = nil, 2
		if idle := quote.Amend(in); len(idle.Days) > 0 {
			t.Fatalf("it took effect, and there is more to change: %+v", idle.Days)
		}
	})
}
