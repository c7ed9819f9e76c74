package servertest_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

func TestTheQuickGateCutsAtTheFirstMessageAndAtEachCommit(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	servertest.Do(t, pool, "CREATE TABLE kept (n int)")
	rows := func() int { return servertest.One[int](t, pool, "SELECT count(*) FROM kept") }
	var cuts []servertest.Cut
	var left []int
	messages, lost := servertest.CutThroughout(t, pool, func(conn *pgxpool.Pool) error {
		for n := range 2 {
			if err := db.InTx(t.Context(), conn, func(ctx context.Context, tx db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO kept VALUES ($1)", n)
				return err
			}); err != nil {
				return err
			}
		}
		return nil
	}, func(c servertest.Cut) { cuts, left = append(cuts, c), append(left, rows()) })
	require.GreaterOrEqual(t, messages, 18)
	require.Equal(t, servertest.Cut{At: 1}, cuts[0])
	last := len(cuts) - 1
	require.Equal(t, []servertest.Cut{{At: messages}, {At: messages, Lost: true}}, cuts[last-1:], "the last message is the second commit")
	require.Equal(t, left[last-1]+2, left[last], "of which only the answer was lost")
	require.GreaterOrEqual(t, lost, 2, "both commits were cut")
	if testing.Short() {
		require.Less(t, len(cuts), messages/2)
	}
}
