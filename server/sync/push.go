package sync

import (
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/telemetry"
)

// The words for codes of results, for metrics.
var outcomes = [...]string{Applied: "applied", Duplicate: "duplicate", Alternative: "alternative", Refused: "refused",
	Quarantined: "quarantined"}

// pushOf is what a request brought and what became of it. An operation's id holds the moment at which it was saved, by the device's clock,
// which the device knows to be Off from the server's.
func pushOf(r Request, reply Reply, now time.Time) telemetry.Push {
	p := telemetry.Push{Operations: len(r.Ops), Results: map[string]int{}}
	off := time.Duration(0)
	if r.Clk != nil {
		off = time.Duration(r.Clk.Off * float64(time.Millisecond))
	}
	for _, op := range r.Ops {
		if id, err := ulid.ParseStrict(op.ID); err == nil {
			p.Waited = max(p.Waited, now.Sub(ulid.Time(id.Time()).Add(off)))
		}
	}
	for _, result := range reply.Res {
		if c := int(result.Code); c >= 0 && c < len(outcomes) {
			p.Results[outcomes[c]]++
		}
	}
	return p
}
