package sync

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// age is how many revisions an age has, as a power of two. A server that was restored from an older copy begins another
// one, so that a revision that devices saw before and that is lost is never given to another content. There are so many
// ages that their revisions are exact in JavaScript.
const (
	age  = 40
	ages = 1 << 12
)

// Restored begins a new age for everybody. Whoever puts back an older copy of the database calls it before anybody may
// speak to the server again: every device then starts over, and what it still holds is offered again.
func Restored(ctx context.Context, conn db.Conn) error { return db.New(conn).ProfileRevsRestored(ctx) }

// sameAge says whether two revisions are of one age.
func sameAge(a, b int64) bool { return a>>age == b>>age }

// errForgotten says that an older copy was put back and nobody said so.
var errForgotten = errors.New("a device knows more than this database")

// knowsMore says whether a device holds a revision or a result that was never given, as far as this database knows.
func (w *round) knowsMore(r Request) bool {
	proof := r.Cur > w.rev || r.Cur > 0 && sameAge(r.Cur, w.rev) && r.Done > w.device.LastN
	return proof && r.Cur>>age+1 < ages
}

// startOver does for one profile what Restored should have done for all, and says so loudly. Revisions may have been given
// twice meanwhile: whatever stands in the draft counts as seen by nobody, so that two contents of a day are asked about
// and none is overwritten.
func (s *Syncs) startOver(ctx context.Context, who web.Caller, r Request) error {
	var before, after int64
	if err := db.InTx(ctx, s.Conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) (err error) {
		if before, err = q.ProfileRevLock(ctx, who.ProfileID); err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		if after = before; before>>age > r.Cur>>age {
			return nil // another request was sooner
		}
		after = (max(before, r.Cur)>>age + 1) << age
		if err := q.DraftRenumber(ctx, after, who.ProfileID); err != nil {
			return fmt.Errorf("renumber draft: %w", err)
		}
		return q.ProfileRevSet(ctx, who.ProfileID, after)
	}); err != nil {
		return err
	}
	if after > before {
		s.Log.Error("sync: "+errForgotten.Error()+": an older copy was put back; stop serving and run `sahn restored`",
			"profile", who.ProfileID, "device", r.Dev, "knows", r.Cur, "last", before)
	}
	return nil
}
