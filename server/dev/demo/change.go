package demo

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"sahn/server/ledger"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// change amends an order: another meal on a day, one day cancelled, or every day cancelled that is still open.
func (s *story) change(o *placed, d *day, at time.Time) {
	if o.Status != "Confirmed" || !d.Live {
		return
	}
	in := quote.AmendInput{Order: o.ID, Version: o.Version, Menu: s.weeks, Terms: s.terms, Granted: maps.Clone(s.granted),
		Taken: s.taken(o.ID), Closed: s.closed, Balance: s.balance, PaidByCard: o.PayableAmount, UseWallet: s.m.FromWallet,
		ToCard: !s.m.FromWallet, Now: at}
	for _, x := range o.days {
		in.Ordered = append(in.Ordered, quote.OrderedDay{Date: x.DeliveryDate, Cutoff: x.Cutoff, AddressID: x.AddressID, Items: x.items,
			CompanyShare: x.CompanyShare, ShareBefore: x.ShareBefore, VATRate: x.VatRate})
	}
	switch lot := s.rand.IntN(10); {
	case lot < 4:
		in.Days = []quote.AmendDay{{Date: d.DeliveryDate, Items: []quote.Item{}}}
	case lot == 4:
		for _, x := range o.days {
			if x.Live && at.Before(x.Cutoff) {
				in.Days = append(in.Days, quote.AmendDay{Date: x.DeliveryDate, Items: []quote.Item{}})
			}
		}
	default:
		meal := s.meal(d.DeliveryDate, d.items[0].Meal)
		if meal == "" {
			return
		}
		in.Days = []quote.AmendDay{{Date: d.DeliveryDate, Items: []quote.Item{{Meal: meal, Qty: d.items[0].Qty}}}}
	}
	fresh := quote.Amend(in)
	if len(fresh.Issues) > 0 {
		return
	}
	am := db.Amendment{ID: s.id(at), OrderID: o.ID, ProfileID: o.ProfileID, CompanyID: o.CompanyID, DeviceID: s.device, BaseVersion: o.Version,
		Quote: say(fresh), QuoteHash: fresh.Hash, Difference: fresh.Difference, WalletAmount: fresh.Wallet, PayableAmount: fresh.Payable,
		RefundWallet: fresh.RefundWallet, RefundCard: fresh.RefundCard, DraftRevs: json.RawMessage("{}"), SaveKey: s.id(at), CreatedAt: at}
	s.moveAmendment(&am, "Initiated", "saved", at)
	cause := "nothing due"
	if am.PayableAmount > 0 {
		s.moveAmendment(&am, "Payment Pending", "handed to the card page", at)
		at, cause = s.pay("amendment", am.ID, am.PayableAmount, at), "paid"
	}
	if am.WalletAmount > 0 {
		s.holds = append(s.holds, ledger.PastHold{Subject: am.ID, Profile: o.ProfileID, State: "used", Amount: am.WalletAmount})
	}
	s.balance += am.RefundWallet - am.WalletAmount
	s.rewrite(o, fresh)
	s.post("amendment", am.ID, at, am.WalletAmount-am.RefundWallet, am.PayableAmount-am.RefundCard,
		fresh.After.CompanyShare-fresh.Before.CompanyShare)
	o.WalletAmount += am.WalletAmount - am.RefundWallet
	o.PayableAmount += am.PayableAmount - am.RefundCard
	s.rev++
	o.Rev, o.Version = s.rev, o.Version+1
	s.moveAmendment(&am, "Confirmed", cause, at)
	am.SettledAt = &at
	s.amendments = append(s.amendments, am)
	gone := !slices.ContainsFunc(o.days, func(x *day) bool { return x.Live })
	if gone {
		s.move(o, "Cancelled", "every delivery was cancelled", at)
	}
	if am.RefundCard > 0 {
		s.giveBack(o, am, at)
		if gone {
			s.move(o, "Refunded", "money went back to the card", at.Add(time.Minute))
		}
	}
}

func (s *story) moveAmendment(am *db.Amendment, to, cause string, at time.Time) {
	m := moved{amendment: true, id: am.ID, became: to, cause: cause, at: at}
	if am.Status != "" {
		was := am.Status
		m.was = &was
	}
	am.Status = to
	s.moves = append(s.moves, m)
}

// rewrite applies a change to an order.
func (s *story) rewrite(o *placed, fresh quote.AmendmentQuote) {
	for _, changed := range fresh.Days {
		i := slices.IndexFunc(o.days, func(x *day) bool { return x.DeliveryDate == changed.Date })
		x, after := o.days[i], quote.DayState{AddressID: o.days[i].AddressID}
		if changed.After != nil {
			after = *changed.After
		}
		start := week.PeriodStart(s.terms.ShareDuration, changed.Date)
		s.granted[start] += after.CompanyShare - x.CompanyShare
		x.Live, x.items, x.GrossAmount, x.NetAmount, x.CompanyShare, x.ShareBefore, x.VatAmount = changed.After != nil, after.Items, after.Gross,
			after.Net, after.CompanyShare, after.ShareBefore, 0
		for _, l := range after.Items {
			x.VatAmount += l.VAT
		}
		state := "used"
		if !x.Live {
			state = "released"
		}
		x.share(after.CompanyShare, start, s.terms.ShareDuration, state)
	}
	sums := fresh.After
	o.GrossAmount, o.Discount, o.NetAmount, o.CompanyShare, o.EmployeeShare, o.VatAmount, o.CompanyVatAmount = sums.Gross, sums.Discount,
		sums.Net, sums.CompanyShare, sums.EmployeeShare, sums.VAT, 0
	for _, x := range o.days {
		o.CompanyVatAmount += x.CompanyShare.VAT(x.VatRate)
	}
}

// giveBack refunds money of an order to its cards, from the newest capture on.
func (s *story) giveBack(o *placed, am db.Amendment, at time.Time) {
	amount := am.RefundCard
	for i := len(s.attempts) - 1; i >= 0 && amount > 0; i-- {
		a := s.attempts[i]
		if a.Status != "paid" ||
			a.SubjectID != o.ID &&
				!slices.ContainsFunc(s.amendments, func(x db.Amendment) bool { return x.OrderID == o.ID && x.ID == a.SubjectID }) {
			continue
		}
		left := a.Amount
		for _, r := range s.refunds {
			if r.AttemptID == a.ID {
				left -= r.Amount
			}
		}
		if part := min(amount, left); part > 0 {
			sent, done := at.Add(5*time.Second), at.Add(30*time.Second)
			s.refunds = append(s.refunds, db.Refund{ID: s.id(at), AttemptID: a.ID, FortID: *a.FortID, Amount: part, Cause: "amendment",
				CauseID: am.ID, Status: "done", At: at, SentAt: &sent, DoneAt: &done})
			amount -= part
		}
	}
}

// periods are the member's granted shares, by the first day of each period, including those that are zero again.
func (s *story) periods() map[clock.Date]money.Fils {
	all := maps.Clone(s.granted)
	for start := range all {
		if all[start] == 0 && !slices.ContainsFunc(s.orders, func(o *placed) bool {
			return slices.ContainsFunc(o.days, func(d *day) bool { return d.use != nil && d.use.PeriodStart == start })
		}) {
			delete(all, start)
		}
	}
	return all
}
