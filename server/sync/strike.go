package sync

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// strikes is how often an operation may make the server fail before it is quarantined.
const strikes = 3

// broken carries the operation that made the server fail out of its transaction.
type broken struct {
	op  Operation
	err error
}

func (b *broken) Error() string { return fmt.Sprintf("operation %s: %v", b.op.ID, b.err) }
func (b *broken) Unwrap() error { return b.err }

// strike counts an operation that made the server fail, outside of the failed transaction. It reports whether the operation is quarantined
// from now on; otherwise the error is the request's. An unavailable database fails every operation and is never counted.
func (s *Syncs) strike(ctx context.Context, who web.Caller, r Request, cause error) (aside bool, err error) {
	b, ok := errors.AsType[*broken](cause)
	if !ok || fault.As(db.Outage(cause)) != nil {
		return false, cause
	}
	payload, err := json.Marshal(b.op)
	if err != nil {
		return false, cause
	}
	s.Log.Error("sync: an operation broke the server", "operation", b.op.ID, "kind", b.op.K, "error", b.err.Error())
	n, err := db.New(s.Conn).QuarantineStrike(ctx, db.QuarantineStrikeParams{ProfileID: who.ProfileID, ID: b.op.ID, DeviceID: r.Dev, N: b.op.N,
		Payload: string(payload), At: s.Clock()})
	if err != nil {
		return false, err
	}
	return n >= strikes, ErrLater
}
