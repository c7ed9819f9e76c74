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
		"a browser that is shown notifications is its person's own, and no person has more than ten": `
			WITH p AS (INSERT INTO persons (id, email, name, created_at) VALUES (repeat('Q', 26), 'q@lunch.example', 'Q', now())
				RETURNING id)
			INSERT INTO push_devices (person_id, session_id, endpoint, p256dh, auth, stop, made_at) SELECT p.id, s.id, 'https://push.example/1',
				decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex'), decode(repeat('00', 16), 'hex'), now()
			FROM p, (SELECT id FROM sessions LIMIT 1) s`,
		"nothing is kept of notifications for an erased person": `
			WITH p AS (INSERT INTO persons (id, email, name, created_at, erased_at)
				VALUES (repeat('R', 26), 'r@erased.invalid', '', now(), now()) RETURNING id)
			INSERT INTO push_choices (person_id, changed_at) SELECT id, now() FROM p`,
		"what a person is told by notification, mail or phone is what the last line of their history says": `
			INSERT INTO consents (person_id, channel, kind, given, way, wording, at) SELECT max(id), 'mail', 'week', false, 'page', 1, now()
			FROM persons`,
		"a message that needed no mail is done": `
			INSERT INTO mails (id, kind, person_id, made_at, begun, pushed) SELECT 'x', 'reminder', max(id), now(), 1, true FROM persons`,
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
