package servertest_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

func TestAWireBreaksAtEveryMessageAndOnlyALostAnswerToACommitLeavesSomething(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	servertest.Do(t, pool, "CREATE TABLE kept (n int)")
	rows := func() int { return servertest.One[int](t, pool, "SELECT count(*) FROM kept") }
	left := []servertest.Cut{}
	was := 0
	unsent, lost := servertest.CutEverywhere(t, pool, func(conn *pgxpool.Pool) error {
		return db.InTx(t.Context(), conn, func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO kept VALUES ($1)", 1)
			return err
		})
	}, func(c servertest.Cut) {
		if is := rows(); is != was {
			was, left = is, append(left, c)
		}
	})
	// The connection's opening and its password; begin; parse, describe, sync; parse, bind, describe, execute, sync; commit.
	require.GreaterOrEqual(t, unsent, 1+1+3+5+1)
	require.Equal(t, 4, lost, "begin, two syncs and the commit wait for an answer")
	require.Equal(t, []servertest.Cut{{At: unsent, Lost: true}}, left, "the commit is the last message")
	require.Equal(t, 2, rows(), "and once nothing broke")
}
