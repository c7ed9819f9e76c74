package sync

import (
	"context"
	"errors"
	"fmt"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// An epoch has 2^epochBits revisions. A server that was restored from an older copy begins another epoch, so that a lost revision that
// devices saw is never used for other content. The number of epochs is limited so that their revisions are exact in JavaScript.
const (
	epochBits = 40
	maxEpochs = 1 << 12
)

// Restored begins a new epoch for all profiles. It is called after an older copy of the database was restored, before the server is
// reachable again: every device then starts over, and sends again the operations that it still has.
func Restored(ctx context.Context, conn db.Conn) error { return db.New(conn).ProfileRevsRestored(ctx) }

// sameEpoch reports whether two revisions are of one epoch.
func sameEpoch(a, b int64) bool { return a>>epochBits == b>>epochBits }

// errForgotten says that an older copy was restored without a call of Restored.
var errForgotten = errors.New("a device knows more than this database")

// knowsMore reports whether a device has a revision or a result that this database has never given out.
func (w *round) knowsMore(r Request) bool {
	proof := r.Cur > w.rev || r.Cur > 0 && sameEpoch(r.Cur, w.rev) && r.Done > w.device.LastN
	return proof && r.Cur>>epochBits+1 < maxEpochs
}

// startOver does for one profile what Restored should have done for all, and logs an error. Revisions may have been given twice meanwhile:
// the draft's content counts as seen by no device, so that two contents of a day become a conflict for the person to decide, and none is
// overwritten.
func (s *Syncs) startOver(ctx context.Context, who web.Caller, r Request) error {
	var before, after int64
	if err := db.InTx(ctx, s.Conn, func(ctx context.Context, tx db.Tx) (err error) {
		if before, err = tx.ProfileRevLock(ctx, who.ProfileID); err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		if after = before; before>>epochBits > r.Cur>>epochBits {
			return nil // another request was faster
		}
		after = (max(before, r.Cur)>>epochBits + 1) << epochBits
		if err := tx.DraftRenumber(ctx, after, who.ProfileID); err != nil {
			return fmt.Errorf("renumber draft: %w", err)
		}
		return tx.ProfileRevSet(ctx, who.ProfileID, after)
	}); err != nil {
		return err
	}
	if after > before {
		s.Log.Error("sync: "+errForgotten.Error()+": an older copy was put back; stop serving and run `sahn restored`",
			"profile", who.ProfileID, "device", r.Dev, "knows", r.Cur, "last", before)
	}
	return nil
}
