package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

// A server that a newer version's tables would mislead ends with a sentence, and so does one whose tables are not there yet.
func TestAServerServesOnlyOnTablesThatItKnows(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	require.NoError(t, db.Suits(t.Context(), pool))
	require.Equal(t, db.Released, servertest.One[int](t, pool, "SELECT least FROM schema_floor"), "whoever migrates says who may go on")
	servertest.Do(t, pool, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)")

	require.NoError(t, db.Suits(t.Context(), pool), "the version before the newest goes on on its tables")
	ready := db.Ready(pool)
	require.NoError(t, ready(t.Context()))
	require.ErrorContains(t, db.SuitsBy(t.Context(), pool, 12_000), "run `sahn migrate` of this version first")
	servertest.Do(t, pool, "UPDATE schema_floor SET least = 9998")
	require.ErrorContains(t, db.Suits(t.Context(), pool), "a newer version has migrated the database to schema 9999")
	require.NoError(t, db.SuitsBy(t.Context(), pool, 9998))
	require.Error(t, db.Ready(pool)(t.Context()), "and it is not ready")
	require.NoError(t, ready(t.Context()), "who serves already is not asked again, but replaced")
	require.NoError(t, db.Migrate(t.Context(), pool.Config().ConnString()), "an older program that migrates by mistake")
	require.Equal(t, 9998, servertest.One[int](t, pool, "SELECT least FROM schema_floor"), "lets nobody in")

	fresh := empty(t)
	require.ErrorContains(t, db.Suits(t.Context(), fresh), "the database is empty or of an older version")
	require.NoError(t, db.MigrateBy(t.Context(), fresh, upTo(t, "0016")))
	require.ErrorContains(t, db.Suits(t.Context(), fresh), "run `sahn migrate`")
}
