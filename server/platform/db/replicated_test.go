package db_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

// Postgres calls a commit done when its wait for the synchronous standby is ended, by the statement's time-out too, and only warns. The
// warning is raised here by a trigger at the commit.
func TestACommitThatTheStandbyDidNotConfirmIsNotCalledDone(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	servertest.Do(t, pool, `CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		RAISE WARNING 'canceling wait for synchronous replication due to user request'; RETURN NULL; END $$`)
	servertest.Do(t, pool, `CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON closed_days DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
		WHEN (NEW.name = 'alone') EXECUTE FUNCTION warn()`)
	for name, do := range map[string]func(reason string) error{
		"statement by statement": func(reason string) error {
			return db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error { return tx.ClosedDayInsert(ctx, day, reason) })
		},
		"in batches": func(reason string) error {
			return db.InBatches(t.Context(), pool, func(b *db.Batch) { closeDay(b, day, reason) }, func(*db.Batch) error { return nil })
		},
	} {
		require.ErrorIs(t, do("alone"), db.ErrUnavailable, name)
		servertest.Do(t, pool, "DELETE FROM closed_days")
		require.NoError(t, do("confirmed"), name)
		servertest.Do(t, pool, "DELETE FROM closed_days")
	}
}
