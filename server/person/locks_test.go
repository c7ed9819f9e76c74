package person_test

import (
	"regexp"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/db"
	"sahn/server/person"
	"sahn/server/sample"
	"sahn/server/servertest"
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
		for servertest.One[int](t, p.pool, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
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
