package doctor_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
)

func init() {
	maps.Copy(planted, map[string]string{
		"a second factor has codes on paper, and codes on paper have their second factor": `
			INSERT INTO second_factors (person_id, secret, since) SELECT max(id), 'x', now() FROM persons`,
		"a code of a second factor is not from before it": `
			WITH f AS (INSERT INTO second_factors (person_id, secret, since) SELECT max(id), 'x', now() FROM persons RETURNING person_id, since)
			INSERT INTO recovery_codes (person_id, hash, used_at) SELECT person_id, 'y', since - interval '1 day' FROM f`,
	})
}

func TestCodesOnPaperOfASecondFactorThatIsNotConfirmedAreFound(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	servertest.Town(t, pool)
	servertest.Do(t, pool, "INSERT INTO persons (id, email, name, created_at) VALUES (repeat('P', 26), 'sara@lunch.example', 'Sara', now())")
	check := unguarded(t, pool)
	name := "a second factor has codes on paper, and codes on paper have their second factor"
	codes := "INSERT INTO recovery_codes (person_id, hash) VALUES (repeat('P', 26), 'y')"
	require.Equal(t, []string{name}, check(name, codes), "of nobody's factor")
	require.Equal(t, []string{name}, check(name, "INSERT INTO second_factors (person_id, pending) VALUES (repeat('P', 26), 'x')", codes))
	confirmed := "INSERT INTO second_factors (person_id, secret, since) VALUES (repeat('P', 26), 'x', now())"
	require.Empty(t, check(name, confirmed, codes))
}
