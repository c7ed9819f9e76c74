package quote

import "sahn/server/platform/money"

// AtCounter is the price of one portion for a buyer with these terms at a counter.
func (t Terms) AtCounter(price money.Fils) money.Fils { return t.discounted(price) }

// ShareAtCounter is what the company pays of a sale, when it has already granted so much for that day and that period: a person has one
// share a day, whether lunch is delivered or bought at a counter.
func (t Terms) ShareAtCounter(net, ofDay, ofPeriod money.Fils) money.Fils {
	share := t.share(net, ofPeriod)
	if t.ShareType == "Flat" {
		share = max(0, min(share, money.Fils(t.ShareValue)-ofDay))
	}
	return share
}
