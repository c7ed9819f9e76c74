package sync

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// keptCopies is how many copies of a profile are kept: the newest ones.
const keptCopies = 20

// Copy is a device's report of changes that it could not send: how many, the age of the oldest, and the reason, as far as it knows. With
// Ops the person sent the changes themselves; without, the device only reports that they wait.
type Copy struct {
	Dev     string      `json:"dev" validate:"required,len=26,alphanum"`
	App     string      `json:"app" validate:"max=32,printascii"`
	Why     string      `json:"why,omitempty" validate:"max=40,omitempty,printascii"`
	Pending int         `json:"pending" validate:"min=0,max=100000"`
	Age     int64       `json:"age" validate:"min=0"` // ms
	Ops     []Operation `json:"ops,omitempty" validate:"max=1000,dive"`
}

// Copied names the stored copy, for the person to tell support; empty when nothing but the report was recorded.
type Copied struct {
	ID string `json:"id,omitempty"`
}

// HandleCopy records that changes wait on a device, and stores them for support when they are sent along. They do not take effect. Eaters
// may, for a device that is theirs or that never reached the server.
func (s *Syncs) HandleCopy(ctx context.Context, who web.Caller, c Copy) (Copied, error) {
	size := 0
	for _, op := range c.Ops {
		size += len(op.A)
	}
	if size > maxSize {
		return Copied{}, ErrTooLarge
	}
	at := s.Clock()
	var kept Copied
	err := db.InTx(ctx, s.Conn, func(ctx context.Context, tx db.Tx) error {
		owner, err := tx.DeviceOwner(ctx, c.Dev)
		if err != nil && !db.None(err) {
			return fmt.Errorf("read device: %w", err)
		}
		if err == nil && owner != who.ProfileID {
			return ErrRevoked
		}
		if len(c.Ops) == 0 {
			return nil
		}
		ops, err := json.Marshal(c.Ops)
		if err != nil {
			return fmt.Errorf("write copy: %w", err)
		}
		kept.ID = ulid.Make().String()
		if err := tx.CopyInsert(ctx, db.CopyInsertParams{
			ID: kept.ID, ProfileID: who.ProfileID, DeviceID: c.Dev, App: c.App, Why: c.Why,
			Pending: c.Pending, AgeMs: c.Age, Operations: ops, At: at,
		}); err != nil {
			return fmt.Errorf("keep copy: %w", err)
		}
		return tx.CopiesKeep(ctx, who.ProfileID, keptCopies)
	})
	if err != nil {
		return Copied{}, err
	}
	s.Log.WarnContext(ctx, "changes wait on a device",
		"profile", who.ProfileID, "device", c.Dev, "app", c.App, "pending", c.Pending, "age_ms", c.Age, "why", c.Why, "copy", kept.ID)
	return kept, nil
}
