package pos

import (
	"time"

	"sahn/server/platform/clock"
)

// Flags of a fact that is booked all the same.
const (
	flagClock    = "clock"          // its time is not reliable
	flagPrice    = "price_differs"  // charged at another price than the menu's
	flagOffMenu  = "off_menu"       // not on that day's menu
	flagTotal    = "total_differs"  // the amount taken is not the sum of the lines
	flagShift    = "late_shift"     // its shift was closed, or is unknown
	flagOwed     = "owed"           // part of it is owed
	flagLimit    = "over_limit"     // more is owed than the till's limit allows
	flagInactive = "buyer_inactive" // the buyer may not buy on account any more
	flagProof    = "no_proof"       // it came with an invalid code that it did not need
	flagFound    = "recovered"      // entered by a person, not sent by the till
	flagCount    = "late_count"     // counted after the office had closed the shift
)

// The range of a till's clock, how far it may be ahead of the server's clock, and how long an offset learnt from the server is valid.
var (
	earliest = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

const (
	mayBeAhead = 2 * time.Minute
	offsetGood = 24 * 60 * 60 // s
)

// when corrects a fact's time: the till's clock plus its last known offset to the server's. An unreliable clock never keeps a fact from
// being booked, and a sale is never dated on a future day.
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
