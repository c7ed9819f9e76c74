package doctor_test

import (
	"io/fs"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ops/doctor"
	sahnsql "sahn/sql"
)

// The references of the product are out of the way here, with what they refer to.
const unproved = `
	CREATE TABLE proved (id int PRIMARY KEY);
	CREATE TABLE unproved (id int);
	ALTER TABLE unproved ADD FOREIGN KEY (id) REFERENCES proved NOT VALID;
	INSERT INTO proved VALUES (1)`

func init() {
	maps.Copy(planted, map[string]string{"each reference holds for all rows": unproved})
}

// Rows of before that are of two companies are the doctor's, and stop no upgrade; what is right is proved beside them.
func TestAnUpgradeProvesTheReferencesButWhereRowsOfBeforeContradictThem(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	servertest.Town(t, pool)
	text, err := fs.ReadFile(sahnsql.Migrations, "migrations/0131_references_proved.sql")
	require.NoError(t, err)
	proved := func(name string) bool {
		return servertest.One[bool](t, pool, "SELECT convalidated FROM pg_constraint WHERE conname = $1", name)
	}
	require.True(t, proved("profiles_address_of_company"), "by the migrations")
	eater := servertest.Eater(t, pool, sample.Harbour).ProfileID
	elsewhere := servertest.One[string](t, pool, "SELECT id FROM addresses WHERE company_id <> $1 LIMIT 1", sample.Harbour.ID)
	servertest.Do(t, pool, "ALTER TABLE profiles DROP CONSTRAINT profiles_address_of_company")
	servertest.Do(t, pool, "UPDATE profiles SET address_id = $1 WHERE id = $2", elsewhere, eater)
	servertest.Do(t, pool, `ALTER TABLE profiles ADD CONSTRAINT profiles_address_of_company
		FOREIGN KEY (company_id, address_id) REFERENCES addresses (company_id, id) NOT VALID`)
	servertest.Do(t, pool, "ALTER TABLE tills DROP CONSTRAINT tills_address_of_company")
	servertest.Do(t, pool, `ALTER TABLE tills ADD CONSTRAINT tills_address_of_company
		FOREIGN KEY (company_id, address_id) REFERENCES addresses (company_id, id) NOT VALID`)
	servertest.Do(t, pool, string(text))
	require.False(t, proved("profiles_address_of_company"))
	require.True(t, proved("tills_address_of_company"))
	found, err := doctor.Examine(t.Context(), pool)
	require.NoError(t, err)
	require.Contains(t, doctor.Broken(found), "each reference holds for all rows")
	servertest.Do(t, pool, "UPDATE profiles SET address_id = NULL WHERE id = $1", eater)
	servertest.Do(t, pool, "ALTER TABLE profiles VALIDATE CONSTRAINT profiles_address_of_company")
	found, err = doctor.Examine(t.Context(), pool)
	require.NoError(t, err)
	require.NotContains(t, doctor.Broken(found), "each reference holds for all rows")
}
