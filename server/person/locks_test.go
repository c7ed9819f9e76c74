package person_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/person"
	"sahn/server/platform/db"
)

func TestAWriteWaitsForItsSessionWithoutHoldingItsProfile(t *testing.T) {
	t.Parallel()
	p := settle(t)
	who := p.browser().signIn(sample.Mariam).caller()
	over := make(chan error)
	require.NoError(t, pgx.BeginFunc(t.Context(), p.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "SELECT FROM sessions WHERE id = $1 FOR UPDATE", who.Session)
		require.NoError(t, err)
		go func() { over <- still(p, who) }()
		p.awaitLock()
		_, err = tx.Exec(t.Context(), "UPDATE profiles SET used_at = now() WHERE id = $1", who.ProfileID)
		return err // a deadlock, if the write held the profile already
	}))
	require.NoError(t, <-over)
}

func TestSigningInAgainLocksTheOldSessionBeforeTheProfileAsWritesDo(t *testing.T) {
	t.Parallel()
	p := settle(t)
	people, said := p.listening(p.redis.Addr())
	b := p.browserOn(p.newServer(people)).signIn(sample.Mariam)
	said.statements = nil
	b.signIn(sample.Mariam)
	old, profile := said.at("SessionDelete"), said.at("ProfileUse")
	require.Len(t, old, 1)
	require.Len(t, profile, 1)
	require.Less(t, old[0], profile[0])
}

// Whoever is shut out or erased may be in the middle of a request, which holds first its session and then its profile. Taken the other
// way round, both would wait for each other until Postgres ends one of them.
func TestSuspendingAndErasingTakeTheSessionBeforeTheProfileAsWritesDo(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for _, c := range []struct {
		sessions, profile string
		do                func(*person.People, *browser) error
	}{
		{"SessionsDeleteOfProfile", "ProfileSuspend", func(people *person.People, _ *browser) error {
			return people.Suspend(t.Context(), sample.Harbour.ID, sample.MariamHarbour.ID)
		}},
		{"EraseSessions", "EraseHold", func(people *person.People, b *browser) error {
			got, err := b.on(p.newServer(people)).try("POST", "/api/delete-account", fields{"password": sample.Password, "give_up_wallet": true})
			if err == nil && got.status != 200 {
				err = errors.New(got.body)
			}
			return err
		}},
	} {
		p.exec("UPDATE profiles SET status = 'Active' WHERE id = $1", sample.MariamHarbour.ID)
		b, busy := p.browser().signIn(sample.Mariam), p.browser().signIn(sample.Mariam)
		who := busy.caller()
		people, said := p.listening(p.redis.Addr())
		over := make(chan error)
		require.NoError(t, pgx.BeginFunc(t.Context(), p.pool, func(tx pgx.Tx) error {
			require.NoError(t, person.Still(t.Context(), db.New(tx), who))
			go func() { over <- c.do(people, b) }()
			p.awaitLock()
			require.Len(t, said.at(c.sessions), 1)
			require.Empty(t, said.at(c.profile))
			_, err := tx.Exec(t.Context(), "UPDATE profiles SET used_at = now() WHERE id = $1", who.ProfileID)
			return err
		}))
		require.NoError(t, <-over)
		require.Len(t, said.at(c.profile), 1, "and nothing had to be run again")
		require.Equal(t, 401, busy.profile().status)
		require.Equal(t, "Suspended", p.status(sample.MariamHarbour.ID))
	}
}
