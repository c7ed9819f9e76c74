package person_test

import (
	"errors"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/db"
)

func TestAWriteWaitsForItsSessionWithoutHoldingItsProfile(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Mariam)
	who, err := p.people.Sessions.Find(t.Context(), b.jar["sahn_session"])
	require.NoError(t, err)
	over := make(chan error)
	require.NoError(t, pgx.BeginFunc(t.Context(), p.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "SELECT FROM sessions WHERE id = $1 FOR UPDATE", who.Session)
		require.NoError(t, err)
		go func() {
			over <- pgx.BeginFunc(t.Context(), p.pool, func(tx pgx.Tx) error { return person.Still(t.Context(), db.New(tx), who) })
		}()
		for servertest.One[int](t, p.pool,
			"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
			runtime.Gosched()
		}
		_, err = tx.Exec(t.Context(), "UPDATE profiles SET used_at = now() WHERE id = $1", who.ProfileID)
		return err // a deadlock, if the write held the profile already
	}))
	require.NoError(t, <-over)
}

func TestSigningInAgainLocksTheOldSessionBeforeTheProfileAsWritesDo(t *testing.T) {
	t.Parallel()
	p := settle(t)
	name := regexp.MustCompile(`-- name: (\w+)`)
	var mu sync.Mutex
	var said []string
	listening := &servertest.Conn{Pool: p.pool, Rewrite: func(sql string) string {
		mu.Lock()
		defer mu.Unlock()
		if found := name.FindStringSubmatch(sql); found != nil {
			said = append(said, found[1])
		}
		return sql
	}}
	b := p.browserOn(p.newServer(p.peopleOn(listening, p.redis.Addr()))).signIn(sample.Mariam)
	said = nil
	b.signIn(sample.Mariam)
	old, profile := slices.Index(said, "SessionDelete"), slices.Index(said, "ProfileUse")
	require.GreaterOrEqual(t, old, 0, said)
	require.Greater(t, profile, old, said)
}

// Whoever is shut out or erased may be in the middle of a request, which holds first its session and then its profile. Taken the other
// way round, both would wait for each other until Postgres ends one of them.
func TestSuspendingAndErasingTakeTheSessionBeforeTheProfileAsWritesDo(t *testing.T) {
	t.Parallel()
	p := settle(t)
	name := regexp.MustCompile(`-- name: (\w+)`)
	for _, c := range []struct {
		sessions, profile string
		do                func(*person.People, *browser) error
	}{
		{"SessionsDeleteOfProfile", "ProfileSuspend", func(people *person.People, _ *browser) error {
			return people.Suspend(t.Context(), sample.Harbour.ID, sample.MariamHarbour.ID)
		}},
		{"SessionsDeleteOf", "EraseHold", func(people *person.People, b *browser) error {
			got, err := b.on(p.newServer(people)).try("POST", "/api/delete-account", fields{"password": sample.Password, "give_up_wallet": true})
			if err == nil && got.status != 200 {
				err = errors.New(got.body)
			}
			return err
		}},
	} {
		p.exec("UPDATE profiles SET status = 'Active' WHERE id = $1", sample.MariamHarbour.ID)
		b, busy := p.browser().signIn(sample.Mariam), p.browser().signIn(sample.Mariam)
		who, err := p.people.Sessions.Find(t.Context(), busy.jar["sahn_session"])
		require.NoError(t, err)
		var mu sync.Mutex
		said := map[string]int{}
		people := p.peopleOn(&servertest.Conn{Pool: p.pool, Rewrite: func(sql string) string {
			if found := name.FindStringSubmatch(sql); found != nil {
				mu.Lock()
				defer mu.Unlock()
				said[found[1]]++
			}
			return sql
		}}, p.redis.Addr())
		over := make(chan error)
		require.NoError(t, pgx.BeginFunc(t.Context(), p.pool, func(tx pgx.Tx) error {
			require.NoError(t, person.Still(t.Context(), db.New(tx), who))
			go func() { over <- c.do(people, b) }()
			for servertest.One[int](t, p.pool,
				"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
				runtime.Gosched()
			}
			mu.Lock()
			defer mu.Unlock()
			require.Equal(t, []int{1, 0}, []int{said[c.sessions], said[c.profile]}, said)
			_, err = tx.Exec(t.Context(), "UPDATE profiles SET used_at = now() WHERE id = $1", who.ProfileID)
			return err
		}))
		require.NoError(t, <-over)
		require.Equal(t, 1, said[c.profile], "and nothing had to be run again")
		require.Equal(t, 401, busy.profile().status)
		require.Equal(t, 1, p.count("profiles WHERE status = 'Suspended' AND id = '"+sample.MariamHarbour.ID+"'"))
	}
}
