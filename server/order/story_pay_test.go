package order_test

import (
	"slices"

	"sahn/server/dev/servertest/shop"

	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// refundAll lets the provider give back everything that it was asked for.
func (s *story) refundAll() {
	s.say("refunds are done")
	for again := true; again; {
		again = false
		for _, id := range servertest.One[[]string](s, s.Pool, "SELECT array_agg(id ORDER BY at, id) FROM refunds WHERE status = 'asked'") {
			if err := shop.GiveBack(s.Context(), s.Payments, id); err != nil {
				var later *rivertype.JobSnoozeError
				require.ErrorAs(s, err, &later, "one after another")
				again = true
			}
		}
	}
	for _, p := range s.people {
		for _, o := range p.orders {
			o.refund()
		}
	}
}

// perhapsPay is what most people do next.
func (s *story) perhapsPay() {
	b := s.bills[len(s.bills)-1]
	switch s.IntN(6) {
	case 0:
		s.decline(b)
	case 1: // the answer comes later, if ever
	default:
		s.pay(b)
	}
}

// answerBill lets the card page say something about a visit; about one that is over, too.
func (s *story) answerBill(say func(b *bill)) {
	if len(s.bills) > 0 {
		say(s.bills[s.IntN(len(s.bills))])
	}
}

func (s *story) notify(b *bill) {
	r, err := s.Payments.HandleNotify(s.Context(), web.Caller{}, s.Bank.Notice(b.reference, money.Fils(b.amount)))
	require.NoError(s, err)
	require.Equal(s, 200, r.Status)
}

func (s *story) pay(b *bill) {
	s.say("%s of %d is paid", b.reference, b.amount)
	s.Bank.Pay(b.reference, money.Fils(b.amount))
	s.notify(b)
	switch late := b.closed; {
	case b.paid: // it said so before
	case b.change != nil:
		s.changePaid(b.person, b.order, b.change)
		s.count("change paid", late, b.change.state == "done")
	default:
		s.paid(b.person, b.order)
		s.count("order paid", late, b.order.status == "Confirmed")
		for _, other := range s.bills { // a later try for the same order ends with it
			other.closed = other.closed || other.order == b.order && other.change == nil
		}
	}
	b.closed, b.paid = true, true
}

func (s *story) count(what string, late, taken bool) {
	switch {
	case late && !taken:
		what += " too late"
	case late:
		what += " late"
	}
	s.happened[what]++
}

func (s *story) decline(b *bill) {
	if b.paid {
		return
	}
	s.say("%s is declined", b.reference)
	s.Bank.Decline(b.reference)
	s.notify(b)
	s.fail(b)
}

func (s *story) fail(b *bill) {
	switch {
	case b.closed:
	case b.change != nil:
		s.changeRefused(b.order, b.change)
		s.happened["change declined"]++
	default:
		s.refused(b.order)
		s.happened["order declined"]++
	}
	b.closed = true
}

// payLate is a success for a visit that was given up, the newest; rather one for a change than one for an order.
func (s *story) payLate() {
	for _, change := range []bool{true, false} {
		for _, b := range slices.Backward(s.bills) {
			if b.closed && !b.paid && (b.change != nil) == change {
				s.pay(b)
				return
			}
		}
	}
}

// expireBill is somebody who never came back from the card page.
func (s *story) expireBill() {
	for _, b := range s.bills {
		if b.closed {
			continue
		}
		if s.now.Before(b.expires) {
			s.later(b.expires.Sub(s.now))
		}
		s.say("%s is asked about, and nobody has been there", b.reference)
		s.Checks(order.Handoff{Intent: b.reference})
		s.fail(b)
		return
	}
}
