package sync

import (
	"context"

	"sahn/server/db"
)

// age is how many revisions an age has, as a power of two. A server that was restored from an older copy begins another
// one, so that a revision that devices saw before and that is lost is never given to another content.
const age = 40

// Restored begins a new age for everybody. Whoever puts back an older copy of the database calls it before anybody may
// speak to the server again: every device then starts over, and what it still holds is offered again.
func Restored(ctx context.Context, conn db.Conn) error { return db.New(conn).ProfileRevsRestored(ctx) }

// sameAge says whether two revisions are of one age.
func sameAge(a, b int64) bool { return a>>age == b>>age }
