package quote

import "sahn/server/money"

// AtCounter is what one portion costs somebody with these terms who buys it at a counter. (D11)
func (t Terms) AtCounter(price money.Fils) money.Fils { return t.discounted(price) }

// ShareAtCounter is what the company pays of a sale, when it has granted so much for that day and that period already: a person and
// day have one share, wherever lunch is bought. (D12)
func (t Terms) ShareAtCounter(net, ofDay, ofPeriod money.Fils) money.Fils {
	share := t.share(net, ofPeriod)
	if t.ShareType == "Flat" {
		share = max(0, min(share, money.Fils(t.ShareValue)-ofDay))
	}
	return share
}
