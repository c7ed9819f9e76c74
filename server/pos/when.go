package pos

import (
	"time"

	"sahn/server/platform/clock"
)

// Flags of a fact that is booked all the same.
const (
	flagClock    = "clock"          // when it happened is not certain
	flagPrice    = "price_differs"  // charged at another price than the menu's
	flagOffMenu  = "off_menu"       // not on that day's menu
	flagTotal    = "total_differs"  // taken is not what the lines come to
	flagShift    = "late_shift"     // its shift was over, or unknown
	flagOwed     = "owed"           // part of it is owed
	flagLimit    = "over_limit"     // more is owed than the till may let anybody owe
	flagInactive = "buyer_inactive" // the buyer may not buy on account any more
	flagProof    = "no_proof"       // a code came along that proves nothing, and nothing hung on it
	flagFound    = "recovered"      // from a receipt, not from the till
	flagCount    = "late_count"     // counted after the office had closed the shift
)

// The range of a till's clock, how far ahead of the server's clock it may be, and how long an offset learnt from the server is good.
var (
	earliest = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

const (
	mayBeAhead = 2 * time.Minute
	offsetGood = 24 * 60 * 60 // s
)

// when sets a fact's time right: the till's clock plus what it had learnt of ours. A clock never decides whether a fact is booked,
// and a sale is of no day that has not come yet.
func (f *fact) when(received time.Time) {
	ms := f.At
	if f.Off != nil {
		ms += *f.Off
	}
	f.clear = f.Off != nil && f.Age >= 0 && f.Age <= offsetGood && f.Jump == 0
	if ms < earliest.UnixMilli() || ms >= latest.UnixMilli() {
		f.clear = false
	} else {
		f.at = time.UnixMilli(ms).UTC()
	}
	if f.at.After(received.Add(mayBeAhead)) {
		f.clear = false
	}
	if !f.clear {
		f.flag(flagClock)
	}
	f.day = clock.DateOf(received)
	if f.at.Before(received) {
		f.day = clock.DateOf(f.at)
	}
}
